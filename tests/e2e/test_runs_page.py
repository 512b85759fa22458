"""A task is begun on the page, asks, is answered, told, and gone back in."""

import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rooms import base, read

from calisson.testing import Answer, Call, ScriptedServer

sys.path.insert(0, str(Path(__file__).parents[1] / "making"))
from test_making_page import home, models  # noqa: F401 - fixtures: a home that knows one scripted model

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(120), pytest.mark.xdist_group("browser")]

PLAN = Call(
    "todo",
    {"items": [{"text": "Read the spending", "state": "done"}, {"text": "Write the report", "state": "now"}]},
)
REPORT = Call("write", {"path": "report.md", "text": "# Spending\n\nOats: 2.49\n"})
SCRIPT = [
    Answer("I look at the file first.", calls=(PLAN,)), Answer(calls=(REPORT,)),
    Answer(calls=(Call("write", {"path": "summary.md", "text": "All in all 2.49\n"}),)), Answer("The report is in report.md."),
]  # fmt: skip


def begin(page: Page) -> None:
    page.goto(f"{base(page)}/#/runs")
    page.get_by_role("button", name="New task").first.click()
    page.get_by_label("What is to be done?").fill("Go through my spending and write a report into report.md")
    page.get_by_role("button", name="Begin").click()


def test_a_task_asks_is_answered_and_gone_back_in(page: Page, models: ScriptedServer) -> None:  # noqa: F811
    models.script = SCRIPT
    expect(page.locator("main").first).to_be_visible()
    begin(page)
    card = page.get_by_role("group", name="It needs your yes")
    expect(card).to_contain_text("May I use “Write a file” for this?")
    expect(card).to_contain_text("report.md")
    assert read(page, "/runs")["runs"][0]["state"] == "waiting"
    card.get_by_role("button", name="Yes, for this whole task").click()
    expect(page.get_by_role("region", name="Result")).to_contain_text("The report is in report.md.")
    expect(page.locator(".run-state")).to_have_text("Done")
    file = page.get_by_role("region", name="Files")
    file.get_by_text("report.md", exact=True).click()
    expect(file.locator("code").first).to_contain_text("# Spending")
    points = page.get_by_role("region", name="Go back")
    points.get_by_role("button", name="Go back to here: The beginning").click()
    warning = page.get_by_role("alertdialog")
    expect(warning).to_contain_text("report.md and summary.md")
    warning.get_by_role("button", name="Go back", exact=True).click()
    expect(file).to_contain_text("No file was changed.")
    assert read(page, "/runs")["runs"][0]["state"] == "stopped"


@pytest.fixture
def slow(models: ScriptedServer) -> Iterator[ScriptedServer]:  # noqa: F811
    models.script = [Answer("one moment", delay_s=20.0)]
    yield models


def test_a_task_is_stopped_within_a_second(page: Page, slow: ScriptedServer) -> None:
    expect(page.locator("main").first).to_be_visible()
    begin(page)
    expect(page.locator(".run-state")).to_have_text("At work")
    page.get_by_role("button", name="Stop").click()
    expect(page.locator(".run-state")).to_have_text("Stopped", timeout=2_000)
    expect(page.get_by_role("button", name="Go on")).to_be_visible()


def test_the_talk_offers_it_and_shows_how_it_goes(page: Page, models: ScriptedServer) -> None:  # noqa: F811
    models.script = SCRIPT
    expect(page.locator("main").first).to_be_visible()
    page.goto(f"{base(page)}/#/chat")
    page.locator("#composer").fill("Go through my spending.csv and write me a report")
    page.keyboard.press("Enter")
    card = page.get_by_role("region", name="A task for the workshop")
    expect(card).to_contain_text("asks before it changes a file")
    assert read(page, "/runs")["runs"] == []
    card.get_by_role("button", name="Begin").click()
    expect(card.get_by_role("group", name="It needs your yes")).to_contain_text("report.md")
    card.get_by_role("button", name="Yes, for this whole task").click()
    expect(card).to_contain_text("The report is in report.md.")
    card.get_by_role("link", name="Open in the workshop").click()
    expect(page.get_by_role("region", name="Files")).to_contain_text("summary.md")
