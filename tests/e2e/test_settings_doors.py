"""What programs and other homes get from the settings: tokens that do only what they may."""

import re

import httpx
import pytest
from playwright.sync_api import Page, expect
from rooms import base

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
