"""Pictures: kept with their thumbnails, for those who are signed in."""

import httpx
import pytest
from serving import Served

API = "/api/v1"
PNG = b"\x89PNG\r\n\x1a\n" + bytes(range(64))
WEBP = b"RIFF\x10\x00\x00\x00WEBPVP8 " + bytes(16)


def test_a_picture_and_its_thumbnail(served: Served, client: httpx.Client) -> None:
    made = client.post(f"{API}/images", files={"file": ("a.png", PNG), "small": ("s.webp", WEBP)})
    assert made.status_code == 201
    image = made.json()["id"]
    whole = client.get(f"{API}/images/{image}")
    assert (whole.content, whole.headers["content-type"]) == (PNG, "image/png")
    assert "sandbox" in whole.headers["content-security-policy"]
    assert whole.headers["x-content-type-options"] == "nosniff"
    small = client.get(f"{API}/images/{image}", params={"small": True})
    assert (small.content, small.headers["content-type"]) == (WEBP, "image/webp")
    assert httpx.get(str(whole.url)).status_code == 401
    again = client.post(f"{API}/images", files={"file": ("b.png", PNG)}).json()
    assert again["id"] == image


def test_without_a_thumbnail_the_picture_itself_is_shown(client: httpx.Client) -> None:
    image = client.post(f"{API}/images", files={"file": ("a.png", PNG + b"x")}).json()["id"]
    assert client.get(f"{API}/images/{image}", params={"small": True}).content == PNG + b"x"


@pytest.mark.parametrize(
    "data",
    [
        b"<svg xmlns='http://www.w3.org/2000/svg'><script>1</script></svg>",
        b"<html>",
        b"",
        b"%PDF-1.7",
        b"MZ" + PNG,
    ],
)
def test_what_is_no_picture_is_refused_whatever_it_says_it_is(client: httpx.Client, data: bytes) -> None:
    refused = client.post(f"{API}/images", files={"file": ("a.png", data, "image/png")})
    assert refused.status_code == 422


def test_too_large_and_unknown(client: httpx.Client) -> None:
    assert client.post(f"{API}/images", files={"file": ("a.png", PNG + bytes(12_000_001))}).status_code in (
        413,
        422,
    )
    assert client.get(f"{API}/images/{'0' * 64}").status_code == 404
    assert client.get(f"{API}/images/..%2f..%2fetc").status_code == 404
