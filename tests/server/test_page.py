"""The page, its files, and nothing beside them."""

import socket

import httpx
import pytest
from serving import Served


def test_files_have_the_right_cache_headers(served: Served) -> None:
    with served.client() as browser:
        page = browser.get("/")
        assert (page.status_code, page.headers["cache-control"]) == (200, "no-cache")
        assert page.headers["content-type"].startswith("text/html")
        assert browser.get("/some/deep/place").text == page.text
        asset = browser.get("/assets/index-abc123.js")
        assert asset.headers["cache-control"] == "public, max-age=31536000, immutable"
        assert asset.headers["content-type"].startswith("text/javascript")
        assert browser.get("/icon.svg").headers["cache-control"] == "no-cache"
        assert browser.get("/index.html").text == page.text
        assert browser.get("/", headers={"if-none-match": page.headers["etag"]}).status_code in (200, 304)


@pytest.mark.parametrize(
    "path",
    [
        "/../secret.txt",
        "/..%2fsecret.txt",
        "/%2e%2e/secret.txt",
        "/assets/../../secret.txt",
        "/assets/%2e%2e%2f%2e%2e%2fsecret.txt",
        "/..\\secret.txt",
        "/..%5csecret.txt",
        "/secret.txt",
        "/%00",
        "/assets/missing.js",
        "/.git/config",
        "/api/v1/missing",
        "/api/v1/apps/../../../secret.txt",
        "/v1/models",
    ],
)
def test_nothing_else_is_served(served: Served, path: str) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n".encode())
        answer = b""
        while chunk := line.recv(65536):
            answer += chunk
    assert b"root:" not in answer
    assert not answer.endswith(b"secret")
    assert answer.split()[1] in (b"404", b"401", b"400")


def test_two_slashes_are_a_place_of_the_page_and_no_root(served: Served) -> None:
    with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
        line.sendall(b"GET //etc/passwd HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        answer = b"".join(iter(lambda: line.recv(65536), b""))
    assert answer.endswith(b"<title>page</title>")


def test_a_page_that_was_not_built_says_what_to_do(served: Served) -> None:
    (served.server.config.app.state.static / "index.html").unlink()  # type: ignore[union-attr]
    with served.client(headers={"accept-language": "de-AT,en"}) as browser:
        answer = browser.get("/")
    assert answer.status_code == 503
    assert "make web" in answer.text
    assert 'lang="de"' in answer.text


def test_what_the_page_is_made_of(served: Served, client: httpx.Client) -> None:
    for language in ("en", "de", "zh", "ja", "ko"):
        assert "logged-one = " in client.get(f"/api/v1/catalogue/{language}").text
    assert client.get("/api/v1/catalogue/xx").status_code == 404
    assert client.get("/api/v1/catalogue/..%2f..").status_code == 404
    schema = client.get("/api/v1/schemas/app.json").json()
    assert "entities" in schema["properties"]
    described = client.get("/api/v1/openapi.json").json()
    assert {"/api/v1/turns", "/api/v1/apps/{app_id}/records", "/api/v1/reminders", "/calendar.ics"} <= set(
        described["paths"]
    )
