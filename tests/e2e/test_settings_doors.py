"""What programs and other homes get from the settings: tokens that do only what they may."""

import re
from pathlib import Path

import httpx
import pytest
from playwright.sync_api import Page, expect
from rooms import base, read, write

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]


def test_a_token_is_made_shown_once_and_taken_back(page: Page) -> None:
    page.goto(f"{base(page)}/#/settings")
    page.get_by_role("button", name="Make a token").click()
    sheet = page.get_by_role("dialog")
    sheet.get_by_label("What is it for?").fill("Kitchen scale")
    sheet.get_by_role("button", name="Make a token").click()
    secret = page.get_by_role("dialog").locator("code").inner_text()
    page.keyboard.press("Escape")
    expect(page.get_by_text("Kitchen scale")).to_be_visible()
    assert secret not in page.content()
    with httpx.Client(
        base_url=base(page), headers={"authorization": f"Bearer {secret}"}, trust_env=False
    ) as scale:
        assert scale.get("/api/v1/apps").status_code == 403
        assert scale.post("/api/v1/memories", json={"text": "the bike is blue"}).status_code == 201
        page.reload()
        expect(page.get_by_text(re.compile("Last used: ", re.IGNORECASE))).to_be_visible()
        page.get_by_role("button", name="Take back: Kitchen scale").click()
        page.get_by_role("alertdialog").get_by_role("button", name="Take back").click()
        expect(page.get_by_text("There are none yet.")).to_be_visible()
        assert scale.get("/api/v1/session").status_code == 401


def test_a_backup_is_looked_at_and_brought_back(page: Page, tmp_path: Path) -> None:
    made = write(page, "/gallery/water", {"language": "en"})
    with page.expect_download() as backup:
        page.goto(f"{base(page)}/#/settings")
        page.get_by_role("link", name="Download a backup").click()
    backup.value.save_as(tmp_path / "home.zip")
    write(page, f"/apps/{made['app']['id']}", None, "DELETE")
    write(page, "/memories", {"text": "the bike is blue"})
    page.get_by_label("Choose a backup").set_input_files(tmp_path / "home.zip")
    sheet = page.get_by_role("dialog")
    expect(sheet.get_by_text("comes back")).to_be_visible()
    expect(sheet.get_by_text("Memories · 1 removed")).to_be_visible()
    sheet.get_by_role("button", name="Cancel").click()
    assert read(page, "/apps")["apps"] == []

    page.get_by_label("Choose a backup").set_input_files(tmp_path / "home.zip")
    page.get_by_role("button", name="Save what is here and bring this back").click()
    expect(page.get_by_text("The backup is back.")).to_be_visible()
    assert len(read(page, "/apps")["apps"]) == 1 and read(page, "/memories")["memories"] == []
    page.get_by_text("One saved state").click()
    page.get_by_role("button", name="Look", exact=True).click()
    page.get_by_role("button", name="Save what is here and bring this back").click()
    expect(page.get_by_text("2 saved states")).to_be_visible()
    assert read(page, "/apps")["apps"] == [] and len(read(page, "/memories")["memories"]) == 1

    (tmp_path / "photo.zip").write_bytes(b"no zip at all")
    page.get_by_label("Choose a backup").set_input_files(tmp_path / "photo.zip")
    expect(page.get_by_role("alert").get_by_text("This file is no backup of a home")).to_be_visible()
