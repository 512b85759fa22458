"""What is remembered, on the page: narrowed down by its picture, taken in, told apart, encrypted."""

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rooms import base, read, write

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]

LINES = [
    {"text": "Tom is allergic to walnuts", "at": "2026-01-10T10:00:00"},
    {"text": "The rent is 900 euros", "at": "2026-02-11T10:00:00"},
    {"text": "Tom has a guitar lesson on Mondays", "at": "2026-03-12T10:00:00"},
    {"text": "The cat eats at seven", "at": "2026-03-13T10:00:00"},
    {"text": "The train to Bergen takes seven hours", "at": "2026-04-14T10:00:00"},
    {"text": "The doctor wants to see me in May", "at": "2026-04-15T10:00:00"},
]


def test_a_file_is_looked_at_taken_in_and_narrowed_down(page: Page, tmp_path: Path) -> None:
    file = tmp_path / "memories.jsonl"
    file.write_text("\n".join(map(json.dumps, LINES)))
    page.goto(f"{base(page)}/#/memory")
    page.get_by_label("Take in a file…").set_input_files(file)
    sheet = page.get_by_role("dialog")
    expect(sheet).to_contain_text(re.compile(r"6\s*facts"))
    assert read(page, "/memories")["memories"] == []
    sheet.get_by_role("button", name="Take it in").click()
    rows = page.locator(".facts .fact")
    expect(rows).to_have_count(6)

    page.get_by_role("button", name="March 2026: 2").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Tom", exact=True).click()
    expect(rows).to_have_count(1)
    expect(rows).to_have_text(re.compile("guitar"))
    page.get_by_role("button", name="Show everything").click()
    expect(rows).to_have_count(6)
    page.locator(".bubble.somebody", has_text="Tom").click()
    expect(rows).to_have_count(2)
    page.get_by_role("button", name="Show everything").click()

    page.get_by_role("button", name="About this memory: The rent is 900 euros").click()
    switch = page.get_by_role("dialog").get_by_label("Never send it to a model outside the house")
    switch.click()
    expect(switch).to_be_checked()
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Forget: The cat eats at seven").click()
    expect(rows).to_have_count(5)
    page.locator(".toast", has_text="Forgotten").get_by_role("button", name="Undo").click()
    expect(rows).to_have_count(6)
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as Markdown").click()
    assert "guitar lesson" in Path(saved.value.path()).read_text()


def test_an_answer_leads_to_its_memory_and_back(page: Page) -> None:
    for text in ("my flatmate is called Rosa", "Rosa is allergic to sesame"):
        write(page, "/memories", {"text": text})
    page.goto(f"{base(page)}/#/chat")
    page.locator("#composer").fill("what is my flatmate allergic to?")
    page.keyboard.press("Enter")
    expect(page.get_by_text("allergic to sesame").first).to_be_visible()
    page.get_by_role("button", name="Why?").last.click()
    used = page.get_by_role("region", name="What the answer remembered")
    expect(used.locator("li").first).to_contain_text("my flatmate is called Rosa led to it")
    used.get_by_role("link", name="Rosa is allergic to sesame").click()
    expect(page.get_by_role("dialog", name="About this memory").locator(".memory-uses li")).to_have_count(1)


def test_many_memories_are_read_by_kind_and_page_and_told_with_their_reasons(page: Page) -> None:
    lines = [{"text": f"crate {n} holds jam", "at": f"2026-01-{n % 28 + 1:02d}T10:00:00"} for n in range(60)]
    page.request.post(
        f"{base(page)}/api/v1/memories/import", headers={"X-Calisson-CSRF": read(page, "/session")["csrf"]},
        multipart={"file": {"name": "m.jsonl", "mimeType": "application/jsonl", "buffer": "\n".join(map(json.dumps, lines)).encode()}},
    )  # fmt: skip
    for text in ("my landlord is called Bruno", "my sister is called Lena"):
        write(page, "/memories", {"text": text})
    write(page, "/turns", {"text": "we painted the greenhouse with Nora"})
    page.goto(f"{base(page)}/#/memory")
    rows = page.locator(".facts .fact")
    expect(rows).to_have_count(50)
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(62)
    page.get_by_role("radio", name="Said in passing").check()
    expect(rows).to_have_count(1)
    expect(rows).to_have_text(re.compile("greenhouse"))

    who = page.get_by_role("region", name="Who is who")
    who.get_by_role("button", name="Bruno landlord").click()
    sheet = page.get_by_role("dialog", name="Bruno")
    sheet.get_by_role("button", name="About this memory").click()
    about = page.get_by_role("dialog", name="About this memory")
    expect(about.get_by_role("region", name="Why it is kept")).to_contain_text(
        re.compile(r"Importance\s*70\s?%")
    )
    about.get_by_label("Keep it for").select_option("legal")
    expect(about).to_contain_text("Kept for the law: it never goes by itself.")
    about.get_by_role("button", name="Close").click()
    who.get_by_role("button", name="Bruno landlord").click()
    sheet.get_by_role("button", name="Forget this").click()
    expect(sheet).to_have_count(0)
    expect(who.get_by_role("button")).to_have_count(1)


def test_memories_are_encrypted_locked_and_opened(page: Page) -> None:
    write(page, "/memories", {"text": "the bike is blue"})
    page.goto(f"{base(page)}/#/memory")
    page.get_by_role("button", name="Encrypt…").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("Passphrase").fill("seven quiet herons at dawn")
    sheet.get_by_label("The same again").fill("seven loud herons at dawn")
    expect(sheet).to_contain_text("The two are not the same.")
    expect(sheet.get_by_role("button", name="Encrypt…")).to_be_disabled()
    sheet.get_by_label("The same again").fill("seven quiet herons at dawn")
    sheet.get_by_role("button", name="Encrypt…").click()
    page.get_by_role("button", name="I have written it down").click()
    page.get_by_role("button", name="Lock now").click()
    locked = page.get_by_role("region", name="Your memories are locked")
    expect(page.get_by_text("the bike is blue")).to_have_count(0)
    locked.get_by_label("Passphrase").fill("something else entirely")
    locked.get_by_role("button", name="Open").click()
    expect(locked.get_by_role("alert")).to_be_visible()
    locked.get_by_label("Passphrase").fill("seven quiet herons at dawn")
    locked.get_by_role("button", name="Open").click()
    expect(page.get_by_text("the bike is blue")).to_be_visible()
