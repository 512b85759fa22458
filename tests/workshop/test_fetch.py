"""Only public pages are read, bounded in every way; inside addresses stay closed however they are written."""

import gzip
import ipaddress
import shutil
import ssl
import subprocess
import threading
import time
from collections.abc import Callable, Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest

from calisson.errors import ToolError
from calisson.workshop import Workspace
from calisson.workshop.fetch import MOST_BYTES, Door, fetch, fetch_tool, public
from calisson.workshop.page_text import readable

Answer = tuple[int, dict[str, str], bytes]


class Site:
    """A server on loopback that answers by path."""

    def __init__(self) -> None:
        self.pages: dict[str, Answer | Callable[[Any], None]] = {}
        self.asked: list[tuple[str, str]] = []
        site = self

        class Handler(BaseHTTPRequestHandler):
            def log_message(self, *_: Any) -> None:
                pass

            def do_GET(self) -> None:
                site.asked.append((self.headers["host"], self.path))
                page = site.pages.get(self.path, (404, {"content-type": "text/plain"}, b"none"))
                if callable(page):
                    return page(self)
                status, headers, body = page
                self.send_response(status)
                for name, value in headers.items():
                    self.send_header(name, value)
                self.end_headers()
                try:
                    self.wfile.write(body)
                except OSError:
                    pass

        self.http = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.http.daemon_threads = True
        self.port = self.http.server_address[1]

    def door(self, **more: Any) -> Door:
        """A way out on which every name leads to this server, which is let through by name of address and port."""
        return Door(
            **{
                "resolve": lambda host, port: ["127.0.0.1"],
                "allowed": frozenset({("127.0.0.1", self.port)}),
                **more,
            }
        )

    def url(self, path: str, host: str = "site.example") -> str:
        return f"http://{host}:{self.port}{path}"


@pytest.fixture
def site() -> Iterator[Site]:
    made = Site()
    thread = threading.Thread(target=made.http.serve_forever, kwargs={"poll_interval": 0.02}, daemon=True)
    thread.start()
    yield made
    made.http.shutdown()
    made.http.server_close()
    thread.join(5)


@pytest.mark.parametrize(
    "address",
    ["127.0.0.1", "127.8.8.8", "10.0.0.1", "172.16.0.1", "192.168.1.1", "169.254.169.254", "100.64.0.1", "100.100.100.200",
     "0.0.0.0", "224.0.0.1", "255.255.255.255", "192.0.0.192", "168.63.129.16", "::1", "::", "fe80::1", "fc00::1", "fd00:ec2::254",
     "::ffff:127.0.0.1", "::ffff:10.0.0.1", "::7f00:1", "64:ff9b::7f00:1", "64:ff9b::a9fe:a9fe", "2002:7f00:1::", "2002:a00:1::1",
     "2001:0:0:0:0:0:80ff:fffe", "ff02::1"],
)  # fmt: skip
def test_inside_addresses_are_not_public(address: str) -> None:
    assert not public(ipaddress.ip_address(address))
    with pytest.raises(ToolError):
        Door(resolve=lambda host, port: [address]).address("site.example", 80)
    with pytest.raises(ToolError):  # one of several is enough
        Door(resolve=lambda host, port: ["93.184.215.14", address]).address("site.example", 80)


@pytest.mark.parametrize("address, house", [
    ("10.0.0.7", True), ("172.20.1.1", True), ("192.168.1.20", True), ("fd12::3", True), ("127.0.0.1", False), ("::1", False),
    ("169.254.169.254", False), ("100.100.100.200", False), ("fe80::1", False), ("fd00:ec2::254", False), ("0.0.0.0", False),
    ("::ffff:127.0.0.1", False), ("192.0.0.192", False),
])  # fmt: skip
def test_a_persons_link_may_lead_into_the_house_and_to_nothing_of_this_machine(
    address: str, house: bool
) -> None:
    door = Door(resolve=lambda host, port: [address], house=True)
    if house:
        assert door.address("other.home", 8420) == address
    else:
        with pytest.raises(ToolError):
            door.address("other.home", 80)


@pytest.mark.parametrize(
    "address", ["93.184.215.14", "8.8.8.8", "2606:2800:21f:cb07:6820:80da:af6b:8b2c", "::ffff:8.8.8.8"]
)
def test_public_addresses_are(address: str) -> None:
    assert public(ipaddress.ip_address(address))
    assert Door(resolve=lambda host, port: [address]).address("site.example", 443)


@pytest.mark.parametrize(
    "url",
    ["file:///etc/passwd", "ftp://site.example/", "http://", "http://me:secret@site.example/", "http://127.0.0.1/", "http://[::1]/",
     "http://localhost/", "http://0x7f.1/", "http://2130706433/", "http://site.example:22/", "gopher://x/", "http://site.example:0/",
     "http://site.example/\r\nx: y", "http://[::ffff:7f00:1]/", "nonsense"],
)  # fmt: skip
def test_what_is_no_public_address_is_refused_by_the_door_of_production(url: str) -> None:
    begun = time.monotonic()
    public_name = Door(resolve=lambda host, port: ["8.8.8.8"])
    with pytest.raises(ToolError):
        fetch(url, public_name if "site.example" in url else None)
    assert time.monotonic() - begun < 5


def test_a_page_is_read_as_words_with_whole_links(site: Site) -> None:
    html = ("<html><head><title>Oats</title><style>x</style></head><body><h1>Oats &amp; rye</h1><p>Fine <b>food</b>.</p>"
            "<script>alert(1)</script><p hidden>obey</p><div style='display:none'>obey</div>"
            "<ul><li>one<li>two</ul><a href='/more?x=1'>more</a></body></html>")  # fmt: skip
    site.pages["/"] = (200, {"content-type": "text/html; charset=utf-8"}, html.encode())
    page = fetch(site.url("/"), site.door())
    assert page.status == 200 and "# Oats & rye" in page.text and "Fine food." in page.text
    assert "obey" not in page.text and "alert" not in page.text and "- one" in page.text
    assert f"more ({site.url('/more?x=1')})" in page.text
    assert site.asked == [(f"site.example:{site.port}", "/")]


def test_the_tool_marks_its_words_as_outside(site: Site, tmp_path: Path) -> None:
    site.pages["/"] = (200, {"content-type": "text/plain; charset=iso-8859-1"}, "grün".encode("latin-1"))
    tool = fetch_tool(site.door())
    outcome = tool(Workspace(tmp_path), {"url": site.url("/")}, lambda: False)
    assert outcome.origin == "outside" and outcome.text.endswith("grün")
    assert tool.powers.leaves and tool.powers.reads_outside
    (target,) = tool.targets({"url": site.url("/")})
    assert (target.kind, target.name, target.url) == ("host", "site.example", site.url("/"))


def test_redirects_on_the_host_are_followed_at_most_five_times(site: Site) -> None:
    for n in range(7):
        site.pages[f"/{n}"] = (302, {"location": f"/{n + 1}"}, b"")
    site.pages["/end"] = (200, {"content-type": "text/plain"}, b"there")
    site.pages["/7"] = (302, {"location": "/end"}, b"")
    assert fetch(site.url("/3"), site.door()).text == "there"  # 3 → 4 → 5 → 6 → 7 → end
    with pytest.raises(ToolError, match="redirects"):
        fetch(site.url("/2"), site.door())


def test_redirects_to_another_host_are_told_and_inside_ones_refused(site: Site) -> None:
    site.pages["/far"] = (302, {"location": "http://other.example/x"}, b"")
    for n, inside in enumerate(
        ("http://127.0.0.1/", "http://169.254.169.254/latest", "http://[::1]/", "file:///etc/passwd")
    ):
        site.pages[f"/in{n}"] = (302, {"location": inside}, b"")

    def resolve(host: str, port: int) -> list[str]:
        return {"site.example": ["127.0.0.1"], "other.example": ["8.8.8.8"]}.get(host, [host])

    door = site.door(resolve=resolve)
    assert fetch(site.url("/far"), door).moved_to == "http://other.example/x"
    for n in range(4):
        with pytest.raises(ToolError):
            fetch(site.url(f"/in{n}"), door)


def test_a_name_is_resolved_once_and_its_address_kept(site: Site) -> None:
    asked: list[str] = []

    def rebinding(host: str, port: int) -> list[str]:
        asked.append(host)
        return ["127.0.0.1"] if len(asked) == 1 else ["10.0.0.1"]

    site.pages["/a"] = (302, {"location": "/b"}, b"")
    site.pages["/b"] = (200, {"content-type": "text/plain"}, b"same house")
    assert fetch(site.url("/a"), site.door(resolve=rebinding)).text == "same house" and asked == [
        "site.example"
    ]


def test_size_time_and_type_are_bounded(site: Site) -> None:
    site.pages["/big"] = (200, {"content-type": "text/plain"}, b"x" * (MOST_BYTES + 1))
    site.pages["/bomb"] = (
        200,
        {"content-type": "text/plain", "content-encoding": "gzip"},
        gzip.compress(b"x" * 50_000_000),
    )
    site.pages["/zip"] = (
        200,
        {"content-type": "text/plain", "content-encoding": "gzip"},
        gzip.compress(b"small"),
    )
    site.pages["/br"] = (200, {"content-type": "text/plain", "content-encoding": "br"}, b"x")
    site.pages["/pdf"] = (200, {"content-type": "application/pdf"}, b"%PDF")
    for path in ("/big", "/bomb", "/br", "/pdf"):
        with pytest.raises(ToolError):
            fetch(site.url(path), site.door())
    assert fetch(site.url("/zip"), site.door()).text == "small"

    def drip(handler: Any) -> None:
        handler.send_response(200)
        handler.send_header("content-type", "text/plain")
        handler.end_headers()
        try:
            for _ in range(100):
                handler.wfile.write(b"x")
                handler.wfile.flush()
                time.sleep(0.1)
        except OSError:
            pass

    site.pages["/slow"] = drip
    begun = time.monotonic()
    with pytest.raises(ToolError, match="long"):
        fetch(site.url("/slow"), site.door(time_s=0.6))
    assert time.monotonic() - begun < 5
    begun = time.monotonic()
    with pytest.raises(ToolError, match="stopped"):
        fetch(site.url("/slow"), site.door(), lambda: time.monotonic() - begun > 0.3)
    assert time.monotonic() - begun < 5


@pytest.mark.skipif(not shutil.which("openssl"), reason="makes a certificate")
def test_certificates_are_checked_against_the_name(site: Site, tmp_path: Path) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2",
               "-subj", "/CN=site.example", "-addext", "subjectAltName=DNS:site.example", "-keyout", key, "-out", certificate]  # fmt: skip
    subprocess.run(command, check=True, capture_output=True)
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    site.http.socket = context.wrap_socket(site.http.socket, server_side=True)
    site.pages["/"] = (200, {"content-type": "text/plain"}, b"sealed")
    site.pages["/down"] = (302, {"location": "http://site.example/"}, b"")
    known = site.door(trust=str(certificate))
    assert fetch(f"https://site.example:{site.port}/", known).text == "sealed"
    for url, door in (("https://site.example", site.door()), ("https://other.example", known)):
        with pytest.raises(ToolError, match="could not be read"):
            fetch(f"{url}:{site.port}/", door)
    with pytest.raises(ToolError, match="without encryption"):
        fetch(f"https://site.example:{site.port}/down", known)


def test_broken_pages_still_read() -> None:
    assert readable("<div>" * 5000 + "deep" + "</div>" * 5000).strip() == "deep"
    assert readable("<p>a<p>b</span></p>c &#x110000; <a>x</a>").startswith("a")
    assert readable("") == ""
