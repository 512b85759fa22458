"""Who may come in, from where, with how much."""

import socket

import httpx
import pytest
from serving import Served

from calisson.errors import ConfigError
from calisson.server import require_safe_bind
from calisson.server.guard import ANY_ADDRESS, Guard
from calisson.server.run import reachable

API = "/api/v1"
NEEDS_SESSION = [
    "/session",
    "/apps",
    "/turns",
    "/reminders",
    "/memories",
    "/preferences",
    "/backup",
    "/events",
    "/calendar",
    "/tokens",
    "/decisions/x",
    "/apps/x/records",
    "/apps/x/data.csv",
]


@pytest.mark.parametrize("path", NEEDS_SESSION)
def test_nothing_is_shown_without_a_session(served: Served, path: str) -> None:
    with served.client() as nobody:
        answer = nobody.get(API + path)
        assert answer.status_code == 401
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.json()["message_id"] == "error-auth"
        for headers in ({"cookie": "calisson_session=x"}, {"authorization": "Bearer nope"}):
            assert nobody.get(API + path, headers=headers).status_code == 401


def test_a_login_link_opens_once(served: Served) -> None:
    with served.home.database.transaction("me") as tx:
        secret = served.home.sessions.issue(tx, "me", "login")
    with served.client() as first, served.client() as second:
        answer = first.get("/login", params={"token": secret})
        assert (answer.status_code, answer.headers["location"]) == (303, "/")
        cookie = answer.headers["set-cookie"].lower()
        assert "httponly" in cookie
        assert "samesite=lax" in cookie
        assert second.get("/login", params={"token": secret}).status_code == 401
        assert second.get(f"{API}/login", params={"token": "x" * 500}).status_code == 422
        assert first.get(f"{API}/session").json()["person"] == "me"
        again = first.get(
            "/login", params={"token": secret}
        )  # the link in the history of a signed-in browser
        assert again.status_code == 303


def test_secrets_are_not_in_the_database(served: Served, client: httpx.Client) -> None:
    (secret,) = client.cookies.values()
    file = served.home.database.file
    for part in (file, file.with_name(f"{file.name}-wal")):
        assert secret.encode() not in part.read_bytes()


@pytest.mark.parametrize(
    "host", ["evil.example", "127.0.0.1.evil.example", "", "localhost@evil.example", "10.0.0.1", "a b"]
)
def test_other_names_for_this_machine_are_refused(served: Served, client: httpx.Client, host: str) -> None:
    answer = client.get(f"{API}/session", headers={"host": host})
    assert answer.status_code in (400, 421)


def test_names_are_known_with_and_without_port(served: Served, client: httpx.Client) -> None:
    for host in (f"localhost:{served.port}", "localhost", "127.0.0.1", "[::1]:80", "LOCALHOST"):
        assert client.get(f"{API}/health", headers={"host": host}).status_code == 200


def test_beyond_loopback_addresses_and_own_names_are_known() -> None:
    guard = Guard(lambda *_: None, reachable("0.0.0.0", ["Home.Example"]))  # type: ignore[arg-type]
    known = {h: guard._known(h) for h in ("192.168.1.7", "::1", "home.example", "evil.example", "")}
    assert known == {"192.168.1.7": True, "::1": True, "home.example": True, "evil.example": False, "": False}
    assert ANY_ADDRESS not in reachable("127.0.0.1")


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.1.7", "example.com", ""])
def test_no_open_port_without_a_password(host: str) -> None:
    with pytest.raises(ConfigError) as refused:
        require_safe_bind(host, has_password=False)
    assert refused.value.message_id == "error-open-port"
    require_safe_bind(host, has_password=True)


@pytest.mark.parametrize("host", ["127.0.0.1", "localhost", "::1", "127.0.0.2"])
def test_loopback_needs_none(host: str) -> None:
    require_safe_bind(host, has_password=False)


@pytest.mark.parametrize(
    "headers",
    [
        {"x-calisson-csrf": ""},
        {"x-calisson-csrf": "wrong"},
        {"x-calisson-csrf": "日本"},
        {"origin": "https://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_changes_need_the_page_itself(client: httpx.Client, headers: dict[str, str]) -> None:
    sent = {**client.headers, **headers}
    raw = [(k.encode(), v.encode()) for k, v in sent.items()]
    answer = client.post(f"{API}/memories", json={"text": "the bike is blue"}, headers=raw)
    assert answer.status_code == 403
    assert answer.json()["message_id"] == "error-csrf"
    assert client.get(f"{API}/memories").json()["memories"] == []


def test_the_page_itself_may(served: Served, client: httpx.Client) -> None:
    headers = {"origin": served.address, "sec-fetch-site": "same-origin"}
    assert (
        client.post(f"{API}/memories", json={"text": "the bike is blue"}, headers=headers).status_code == 201
    )


def test_safety_headers_are_everywhere(served: Served, client: httpx.Client) -> None:
    for path in ("/", "/icon.svg", f"{API}/session", f"{API}/nothing", "/nothing.js", f"{API}/health"):
        headers = client.get(path).headers
        policy = headers["content-security-policy"]
        assert "default-src 'none'" in policy
        assert "unsafe" not in policy
        assert "frame-ancestors 'none'" in policy
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin"
    assert client.get(f"{API}/session").headers["cache-control"] == "no-store"


def test_bodies_have_a_limit(served: Served, client: httpx.Client) -> None:
    answer = client.post(f"{API}/memories", content=b"x" * (1 << 20) + b"y")
    assert answer.status_code == 413
    assert answer.json()["message_id"] == "error-too-large"

    def endless():  # type: ignore[no-untyped-def]
        for _ in range(40):
            yield b"x" * 65536

    try:
        assert client.post(f"{API}/memories", content=endless()).status_code == 413
    except httpx.WriteError:
        pass  # the server closed the line before all was sent


def test_a_length_that_is_no_number_is_refused(served: Served) -> None:
    for length in ("-1", "1e9", "9" * 30):
        with socket.create_connection(("127.0.0.1", served.port), timeout=10) as line:
            line.sendall(
                f"POST {API}/session HTTP/1.1\r\nHost: localhost\r\nContent-Length: {length}\r\n\r\n".encode()
            )
            assert line.recv(100).split()[1] in (b"400", b"413")


def test_passwords(served: Served, client: httpx.Client) -> None:
    with served.client() as other:
        assert other.post(f"{API}/session", json={"password": "swordfish!"}).status_code == 401
        short = client.put(f"{API}/password", json={"password": "short"})
        assert (short.status_code, short.json()["message_id"]) == (401, "error-password-short")
        assert client.put(f"{API}/password", json={"password": "swordfish!"}).status_code == 200
        assert other.post(f"{API}/session", json={"password": "Swordfish!"}).status_code == 401
        assert other.post(f"{API}/session", json={"password": "swordfish!"}).status_code == 200
        assert other.get(f"{API}/session").json()["person"] == "me"
        assert client.put(f"{API}/password", json={"password": "another one"}).status_code == 401
        changed = client.put(f"{API}/password", json={"password": "another one", "current": "swordfish!"})
        assert changed.status_code == 200
        assert other.get(f"{API}/session").status_code == 401
        assert client.get(f"{API}/session").status_code == 200


def test_guessing_passwords_gets_slow(served: Served) -> None:
    with served.client() as guesser:
        got = [guesser.post(f"{API}/session", json={"password": f"guess {n}"}) for n in range(8)]
    assert [a.status_code for a in got][:5] == [401] * 5
    assert got[-1].status_code == 429
    assert int(got[-1].headers["retry-after"]) >= 1


def test_tokens_for_scripts(served: Served, client: httpx.Client) -> None:
    token = client.post(f"{API}/tokens", json={"label": "phone"}).json()["token"]
    with served.client(headers={"authorization": f"Bearer {token}"}) as script:
        assert script.post(f"{API}/memories", json={"text": "the bike is blue"}).status_code == 201
        (listed,) = client.get(f"{API}/tokens").json()["tokens"]
        assert listed["label"] == "phone"
        assert token not in str(listed)
        assert client.delete(f"{API}/tokens/{listed['id']}").status_code == 200
        assert client.delete(f"{API}/tokens/{listed['id']}").status_code == 404
        assert script.get(f"{API}/memories").status_code == 401


def test_signing_out(client: httpx.Client) -> None:
    assert client.delete(f"{API}/session").status_code == 200
    assert client.get(f"{API}/session").status_code == 401
