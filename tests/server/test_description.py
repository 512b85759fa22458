"""The description of the API that the page's types are made of is the server's own."""

import runpy
from pathlib import Path

ROOT = Path(__file__).parents[2]


def test_the_kept_description_is_up_to_date() -> None:
    made = runpy.run_path(str(ROOT / "tools" / "openapi.py"))["description"]()
    assert (ROOT / "web" / "openapi.json").read_text("utf-8") == made, "run `make client`"
