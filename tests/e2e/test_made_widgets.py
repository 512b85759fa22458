"""A widget that a model wrote is opened before it is live: what it throws, leaves blank or reaches for is found and said."""

import re
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect
from rooms import base, read, served, write

from calisson.apps import parse_spec
from calisson.making.types import PICTURE_BYTES
from calisson.server.look import Looker
from calisson.server.look_frame import Camera
from calisson.server.look_room import Room, room
from calisson.server.look_widget import look_at_widget
from calisson.testing import ScriptedServer

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))
from making_samples import PICTURE, WISHES, said, with_function, with_widget

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
    camera = Camera(place.page)
    looked = look_at_widget(place, parse_spec(with_widget(code)), lambda: False, camera)
    found = [f.problem.hint for f in looked]
    assert (found == []) if not wrong else found and wrong in found[0], found
    if not wrong:
        assert camera.picture.startswith(b"\xff\xd8\xff") and len(camera.picture) <= PICTURE_BYTES


def test_an_app_with_a_widget_is_looked_at_whole() -> None:
    with Looker() as looker:
        throwing = looker(parse_spec(with_widget(WIDGETS["throws on an empty table"][0])), lambda: False)
    assert throwing.how == "looked" and [f.stage for f in throwing.findings] == ["look"]


@pytest.fixture
def models() -> Iterator[ScriptedServer]:
    with ScriptedServer(models=("scripted",)) as server:
        yield server


@pytest.fixture
def home(tmp_path: Path, models: ScriptedServer) -> Iterator[str]:
    """The one-time link of a fresh home that knows one scripted model."""
    with served(tmp_path / "home", OPENAI_BASE_URL=models.openai_url) as link:
        yield link


def test_a_wish_becomes_a_picture_of_ones_own(page: Page, models: ScriptedServer) -> None:
    """A widget that throws on an empty table is mended, shows in the app, and follows the theme."""
    picture = (Path(__file__).with_name("widgets") / "shares.tsx").read_text("utf-8")
    hasty = picture.replace("if (!whole) return", "if (!known[0].id) return")
    both = ("flatmate.share", "flatmate.person")
    models.script = [said(with_widget(hasty, both)), said(with_widget(picture, both))]
    expect(page.locator("main").first).to_be_visible()
    page.goto(f"{base(page)}/#/chat")
    line = page.locator("#composer")
    line.fill(WISHES["en"])
    line.press("Enter")
    expect(page.locator(".reply").last).to_contain_text("I opened every view", timeout=90_000)
    assert "the widget fails: TypeError" in str(models.requests[1].json["messages"])
    (app,) = read(page, "/apps")["apps"]
    frame = page.frame_locator(".widget-frame")
    page.goto(f"{base(page)}/#/app/{app['id']}/0")
    expect(frame.get_by_text("As soon as somebody has a share")).to_be_visible()
    for name, income in (("Ida", 3200), ("Noor", 2400), ("Per", 1900)):
        values = {"person": name, "income": income, "rent": 1450, "everyone": 7500}
        write(page, f"/apps/{app['id']}/records", {"entity": "flatmate", "values": values})
    page.reload()
    expect(frame.locator("circle")).to_have_count(3)
    expect(frame.locator("circle").first).to_have_css("stroke", re.compile("rgb"))
    assert frame.locator("html").evaluate("e => getComputedStyle(e).fontFamily") == page.evaluate(
        "getComputedStyle(document.body).fontFamily"
    )
    page.emulate_media(color_scheme="light")
    light = frame.locator("text").first.evaluate("e => getComputedStyle(e).fill")
    page.emulate_media(color_scheme="dark")
    expect(frame.locator("html")).to_have_css("color-scheme", "dark")
    assert frame.locator("text").first.evaluate("e => getComputedStyle(e).fill") != light
    for name, size in {"wide": (1440, 900), "phone": (390, 844)}.items():
        page.set_viewport_size({"width": size[0], "height": size[1]})
        assert frame.locator("html").evaluate("e => e.scrollWidth - e.clientWidth") <= 0, name


def test_a_function_that_wants_more_waits_for_the_persons_yes(page: Page, models: ScriptedServer) -> None:
    code = "def add_up(records, inputs):\n    return {'message': f\"{sum(r.get('price') or 0 for r in records['bought'])} together\"}"
    examples = [{"records": {"bought": [{"price": 2}]}, "output": {"message": "2 together"}},
                {"records": {"bought": []}, "output": {"message": "0 together"}}]  # fmt: skip
    others = [{"name": "bought", "app": "Groceries", "entity": "item", "fields": ["price"]}]
    models.script = [
        said(
            with_function(code, examples, name="add_up", label="Add up", inputs=[], access={}, others=others)
        )
    ]
    expect(page.locator("main").first).to_be_visible()
    fields = [{"name": "price", "label": "Price", "type": "number"}]
    shop = {
        "name": "Groceries",
        "entities": [{"name": "item", "label": "Item", "fields": fields}],
        "views": [{"kind": "table", "entity": "item"}],
    }
    made = write(page, "/apps", {"spec": shop})
    write(page, f"/apps/{made['app']['id']}/records", {"entity": "item", "values": {"price": 7}})
    page.goto(f"{base(page)}/#/chat")
    line = page.locator("#composer")
    line.fill(f"{WISHES['en']} (Groceries)")
    line.press("Enter")
    asked = page.get_by_role("list", name="Allow this?").get_by_role("listitem")
    expect(asked).to_contain_text("wants to read “Price” in your app “Groceries”", timeout=90_000)
    assert len(read(page, "/apps")["apps"]) == 1
    asked.get_by_role("button", name=re.compile("Allow and use it")).click()
    expect(page.get_by_role("heading", name="Rent split", level=1)).to_be_visible()
    page.get_by_role("button", name="App menu").click()
    page.get_by_role("menuitem", name="Add up").click()
    page.get_by_role("dialog").get_by_role("button").last.click()
    expect(page.get_by_text("7 together").first).to_be_visible()
