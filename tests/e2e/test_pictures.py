"""A picture in the talk: chosen, kept with the entry, shown in the talk and in the app's gallery, also after a reload."""

import struct
import zlib
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from rooms import base, read

pytestmark = [pytest.mark.e2e, pytest.mark.timeout(180), pytest.mark.xdist_group("browser")]


def chunk(kind: bytes, data: bytes) -> bytes:
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))


PNG = (
    b"\x89PNG\r\n\x1a\n"
    + chunk(b"IHDR", struct.pack(">IIBBBBB", 64, 48, 8, 2, 0, 0, 0))
    + chunk(b"IDAT", zlib.compress((b"\0" + bytes((180, 90, 40)) * 64) * 48))
    + chunk(b"IEND", b"")
)
PASTE = """([bytes, name]) => {
  const data = new DataTransfer();
  data.items.add(new File([new Uint8Array(bytes)], name, { type: 'image/png' }));
  document.getElementById('composer').dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }));
}"""


def test_a_picture_goes_with_the_words(page: Page, tmp_path: Path) -> None:
    page.goto(f"{base(page)}/#/chat")
    message = page.get_by_role("textbox", name="Message")
    message.fill("I want to track what I eat, with calories")
    message.press("Enter")
    expect(page.get_by_role("article").last).to_be_visible()
    page.goto(f"{base(page)}/#/chat")
    message.fill("ramen for lunch, 650 kcal")
    page.evaluate(PASTE, [list(PNG), "ramen.png"])
    composer = page.locator(".composer")
    expect(composer.get_by_role("img", name="Picture 1")).to_be_visible()
    page.reload()
    expect(composer.get_by_role("img", name="Picture 1")).to_be_visible()
    expect(message).to_have_value("ramen for lunch, 650 kcal")
    message.press("Enter")
    turn = page.get_by_role("article", name="ramen for lunch, 650 kcal")
    expect(turn.get_by_role("img", name="Picture 1")).to_be_visible()
    expect(turn.get_by_text("The picture is kept with it.")).to_be_visible()
    expect(composer.get_by_role("img")).to_have_count(0)
    [app] = read(page, "/apps")["apps"]
    [record] = read(page, f"/apps/{app['id']}/records")["records"]
    [image] = [v for v in record["values"].values() if isinstance(v, str) and len(v) == 64]
    page.goto(f"{base(page)}/#/app/{app['id']}")
    page.get_by_role("tab").last.click()
    expect(page.get_by_role("tabpanel").locator("img")).to_be_visible()
    page.goto(f"{base(page)}/#/chat")
    small = page.request.get(f"{base(page)}/api/v1/images/{image}?small=true")
    assert small.ok and small.headers["content-type"] == "image/webp"

    (tmp_path / "a.png").write_bytes(PNG)
    page.get_by_label("Add pictures").last.set_input_files(tmp_path / "a.png")
    expect(composer.get_by_role("img", name="Picture 1")).to_be_visible()
    page.get_by_role("button", name="Send").click()
    expect(page.get_by_role("log").get_by_text("I can’t see what is on it")).to_be_visible()
