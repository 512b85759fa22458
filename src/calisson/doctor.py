"""What works in a home, with the mend for what does not: `calisson doctor`."""

from __future__ import annotations

import shutil
from typing import TYPE_CHECKING, Any

from calisson.errors import ConfigError

if TYPE_CHECKING:
    from calisson.app import Home


def examine(home: Home) -> list[dict[str, Any]]:
    """Say what works here, with the mend for what does not."""
    from calisson import sandbox
    from calisson.sandbox.background import told_of
    from calisson.store import check
    from calisson.workshop.browser import missing as pages_missing

    found: list[dict[str, Any]] = [
        {"name": c.name, "ok": c.ok, "detail": c.detail, "needed": True} for c in check(home.database)
    ]
    broken = home.journal.verify()
    found.append({"name": "journal", "ok": not broken, "needed": True,
                  "detail": broken[0].hint if broken else "the chain holds"})  # fmt: skip
    broke = [a.name for a in sandbox.self_test() if not a.held]
    detail = (
        f"did not hold against: {', '.join(broke)}; logic slots stay off"
        if broke
        else "every attack was stopped"
    )
    found.append({"name": "sandbox", "ok": not broke, "detail": detail, "needed": False})
    browser = shutil.which("chromium") or shutil.which("google-chrome") or shutil.which("firefox")
    blind = pages_missing()
    found.append({"name": "browser", "ok": bool(browser), "needed": False,
                  "detail": browser or "none found on the path; open the printed address in any browser"})  # fmt: skip
    found.append({"name": "pages", "ok": not blind, "needed": False,
                  "detail": blind or "runs of the workshop look at the pages that they make"})  # fmt: skip
    ok, programs = told_of(home.database.data_dir)
    found.append({"name": "programs", "ok": ok, "needed": False, "detail": programs})
    try:
        models = ", ".join(m.id for m in home.models.roster.models)
        found.append({"name": "models", "ok": True, "needed": False,
                      "detail": models or "embedded engine; none is needed"})  # fmt: skip
    except ConfigError as error:
        found.append({"name": "models", "ok": False, "needed": False, "detail": str(error)})
    return found
