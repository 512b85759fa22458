"""An app from another home, taken in on the page: what it may do is there first, an unknown author needs the person's word."""

from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from calisson import Home
from calisson.apps import parse_spec
from calisson.portable.package import pack, read, take_in


@pytest.mark.parametrize("page", [{"language": "en", "width": 390, "height": 844}], indirect=True)
def test_an_app_of_another_home_is_looked_at_and_taken_in(page: Page, tmp_path: Path) -> None:
    with Home(tmp_path / "other") as other, other.by_hand() as tx:
        app = other.apps.create(tx, parse_spec({
            "name": "Tea", "language": "en", "views": [{"kind": "table", "entity": "day"}],
            "entities": [{"name": "day", "label": "Day", "fields": [{"name": "cups", "label": "Cups", "type": "integer"}]}],
            "functions": [{"name": "pour", "label": "Pour one", "access": {"writes": ["day"]},
                           "code": "def pour(records, inputs):\n    return {'add': [{'entity': 'day', 'values': {'cups': 1}}]}"}],
        }))  # fmt: skip
    with Home(tmp_path / "other") as other:
        first = pack(other, app.id)
    with Home(tmp_path / "between") as between:  # it comes by a second home, which says what it is
        taken, _ = take_in(between, read(first), trust=True)
        with between.by_hand() as tx:
            between.apps.publish(
                tx, taken, between.apps.get(taken).spec.model_copy(update={"summary": "Cups of tea"})
            )
        good = pack(between, taken)
    (tmp_path / "tea.calisson-app").write_bytes(good)
    (tmp_path / "bad.calisson-app").write_bytes(good[:-200])
    expect(page.get_by_role("navigation").first).to_be_visible()
    page.evaluate("() => { location.hash = '#/apps'; }")
    other = page.get_by_role("button", name="Bring an app")
    given = page.locator('input[accept=".calisson-app"]')
    other.click()
    given.set_input_files(tmp_path / "bad.calisson-app")
    expect(page.get_by_role("alert")).to_contain_text("nothing was taken in")
    page.keyboard.press("Escape")
    other.click()
    given.set_input_files(tmp_path / "tea.calisson-app")
    dialog = page.get_by_role("dialog")
    expect(dialog.get_by_role("listitem").filter(has_text=f"Made by {read(first).author}")).to_be_visible()
    expect(dialog).to_contain_text(f"Changed and passed on by {read(good).author}")
    expect(dialog).to_contain_text("Reaches nothing outside this home")
    expect(dialog).to_contain_text("“Pour one”, started by you")
    take = dialog.get_by_role("button", name="Take this app")
    expect(take).to_be_disabled()
    page.screenshot(path=str(tmp_path / "dialog.png"))
    dialog.get_by_role("checkbox").check()
    take.click()
    expect(page.get_by_role("heading", name="Tea")).to_be_visible()
    page.locator(".app-head button").last.click()
    page.get_by_role("menuitem", name="Pour one").click()
    page.get_by_role("button", name="Run").click()
    expect(page.get_by_text("Entries changed: 1")).to_be_visible(timeout=60_000)


@pytest.mark.parametrize("page", [{"language": "de", "width": 390, "height": 844}], indirect=True)
def test_a_link_is_asked_for_and_what_it_may_not_lead_to_is_said(page: Page) -> None:
    expect(page.get_by_role("navigation").first).to_be_visible()
    page.evaluate("() => { location.hash = '#/apps'; }")
    page.get_by_role("button", name="App holen").click()
    dialog = page.get_by_role("dialog")
    look = dialog.get_by_role("button", name="Zeigen, was es ist")
    expect(look).to_be_disabled()
    dialog.get_by_label("App von einem Link").fill("http://127.0.0.1:9/tee.calisson-app")
    look.click()
    expect(page.get_by_role("alert")).to_contain_text("Link konnte nicht gelesen werden")
