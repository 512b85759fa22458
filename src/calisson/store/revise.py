"""`python -m calisson.store.revise NUMBER "title"`: write the migration to the present tables.

For developers. The SQL that rooms add with `extra` (triggers, full-text tables) is not compared: what changed
there is written into the step by hand, except in the first step, which gets all of it. `HEAD` in `setup.py`
is then set to the new number by hand, and the fixture home of the release before has to open
(`tests/store/test_releases.py`).
"""

from __future__ import annotations

import sys
import tempfile
from pathlib import Path

from alembic import command
from sqlalchemy import create_engine

from calisson.store.migrate import SCRIPTS, configuration, upgrade
from calisson.store.schema import metadata
from calisson.store.setup import load_tables

_DIALECT = """
def _extras() -> None:
    dialect = op.get_bind().dialect.name
    for wanted, statement in EXTRAS:
        if wanted == dialect:
            text = statement.replace("%", "%%") if dialect == "postgresql" else statement
            op.get_bind().exec_driver_sql(text)
"""


def revise(number: str, title: str) -> Path:
    """Write the step `number` and return its path."""
    load_tables()
    first = not any(SCRIPTS.glob("versions/[0-9]*.py"))
    with tempfile.TemporaryDirectory() as folder:
        engine = create_engine(f"sqlite:///{folder}/empty.db")
        with engine.begin() as connection:
            if not first:
                upgrade(connection)
            config = configuration()
            config.attributes["connection"] = connection
            config.set_main_option("file_template", "%%(rev)s_%%(slug)s")
            command.revision(config, message=title, autogenerate=True, rev_id=number)
    path = next(SCRIPTS.glob(f"versions/{number}_*.py"))
    if first:
        _append_extras(path)
    return path


def _append_extras(path: Path) -> None:
    rows = "\n".join(
        f"    ({dialect!r}, {statement!r})," for dialect, statement in metadata.info.get("extras", [])
    )
    text = path.read_text("utf-8").rstrip() + "\n    _extras()\n"
    head, _, tail = text.partition("\n\ndef upgrade")
    path.write_text(f"{head}\nEXTRAS = [\n{rows}\n]\n\n{_DIALECT}\n\ndef upgrade{tail}", "utf-8")


if __name__ == "__main__":
    sys.stdout.write(f"{revise(sys.argv[1], sys.argv[2])}\n")
