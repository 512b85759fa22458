"""A widget that a model wrote is opened before it is live: what it throws, leaves blank or reaches for is found and said."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from calisson.apps import parse_spec
from calisson.server.look import Looker
from calisson.server.look_room import Room, room
from calisson.server.look_widget import look_at_widget

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))
from making_samples import PICTURE, with_widget

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]

FIRST = "records[0].values.share"
WIDGETS = {
    "good": (PICTURE, ""),
    "throws on an empty table": (PICTURE.replace("!records.length", f"{FIRST} === 'x'"), "with no entries"),
    "throws on an empty value": (PICTURE.replace("one.values.share ?? 0), 0", "(one.values.share as number).toFixed(1)), 0"), "smallest"),
    "stays blank": (PICTURE.replace("<p id=\"none\">Here the shares of the rent will stand.</p>", "null"), "stays blank"),
    "fetches": (PICTURE.replace("if (!ready)", "(globalThis as any)['fet' + 'ch']('https://evil.example/');\n  if (!ready)"), "Content Security"),
    "shows a picture from outside": (PICTURE.replace("<p id=\"none\">", "<p><img src=\"https://evil.example/x.png\" />"), "Content Security"),
    "reads what it did not declare": (PICTURE.replace("useLook();", "useLook(); useRecords('payment');"), "reading payment is refused"),
    "is too wide for a phone": (PICTURE.replace('width="100%"', "width={900}"), "wider than the screen"),
    "fails when a button is pressed": (PICTURE.replace("<svg", "<div><button onClick={press}>x</button><svg").replace("</svg>", "</svg></div>")
                                       + "function press() { throw new Error('pressed'); }\n", "its button 1 is pressed: pressed"),
}  # fmt: skip


@pytest.fixture(scope="module")
def place(browser: Browser) -> Iterator[Room]:
    with room(browser) as made:
        yield made


@pytest.mark.parametrize("name", WIDGETS)
def test_what_a_widget_does_is_seen(place: Room, name: str) -> None:
    code, wrong = WIDGETS[name]
    found = [f.problem.hint for f in look_at_widget(place, parse_spec(with_widget(code)), lambda: False)]
    assert (found == []) if not wrong else found and wrong in found[0], found


def test_an_app_with_a_widget_is_looked_at_whole() -> None:
    with Looker() as looker:
        throwing = looker(parse_spec(with_widget(WIDGETS["throws on an empty table"][0])), lambda: False)
    assert throwing.how == "looked" and [f.stage for f in throwing.findings] == ["look"]
