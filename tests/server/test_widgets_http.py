"""Frames over HTTP: what their policy holds, who learns their address, and what the address gives."""

import re
from pathlib import Path
from typing import Any

import httpx
import pytest
from serving import Served
from starlette.testclient import TestClient

from calisson.app import Home
from calisson.apps import parse_spec
from calisson.server.main import create_app

SPEC: dict[str, Any] = {
    "name": "Tea", "entities": [{"name": "day", "label": "Day", "fields": [{"name": "cups", "label": "Cups", "type": "integer"}]}],
    "views": [{"kind": "custom", "entity": "day"}],
    "widget": {"code": "export default () => null;", "access": {"reads": ["day"], "writes": []}},
}  # fmt: skip


@pytest.fixture
def made(client: httpx.Client) -> dict[str, Any]:
    app = client.post("/api/v1/apps", json={"spec": SPEC}).json()["app"]
    return {"id": app["id"], **client.get(f"/api/v1/apps/{app['id']}/widget").json()}


def test_the_frame_has_a_policy_that_leaves_nothing_open(made: dict[str, Any], served: Served) -> None:
    with served.client() as stranger:
        frame = stranger.get(made["frame"])
        module = stranger.get(f"{made['frame']}widget.js")
    policy = dict(
        part.strip().partition(" ")[::2] for part in frame.headers["content-security-policy"].split(";")
    )
    assert (
        policy["default-src"]
        == policy["connect-src"]
        == policy["frame-src"]
        == policy["worker-src"]
        == "'none'"
    )
    assert (
        policy["sandbox"] == "allow-scripts"
        and policy["form-action"] == "'none'"
        and policy["base-uri"] == "'none'"
    )
    scripts = policy["script-src"].split()
    assert scripts[0].endswith("/widgets/") and [s[:8] for s in scripts[1:]] == ["'sha256-"]
    assert "set-cookie" not in frame.headers and "day" not in frame.text and "Tea" not in frame.text
    assert module.headers["access-control-allow-origin"] == "*"
    assert (
        re.match(r"import '/widgets/[0-9a-f]{16}/locks\.js';", module.text)
        and "export default" in module.text
    )


def test_only_who_is_signed_in_learns_the_address(made: dict[str, Any], served: Served) -> None:
    with served.client() as stranger:
        assert stranger.get(f"/api/v1/apps/{made['id']}/widget").status_code == 401
        head, _, tail = made["frame"].partition(made["id"])
        code = tail.strip("/")
        assert stranger.get(made["frame"]).status_code == 200
        for wrong in (
            f"{head}{made['id']}/{'0' * 32}/",
            f"{head}app_other/{code}/",
            f"{head}{made['id']}/ü/",
        ):
            assert stranger.get(wrong).status_code == 404
            assert stranger.get(f"{wrong}widget.js").status_code == 404


def test_files_of_frames_are_those_of_the_build_alone(client: httpx.Client) -> None:
    for name in ("..%2Findex.html", "%2e%2e%2f%2e%2e%2fsecret.txt", "nothing.js", "%00"):
        assert client.get(f"/widgets/{name}").status_code == 404
        for build in ("0" * 16, "app"):
            assert client.get(f"/widgets/{build}/{name}").status_code == 404


def test_an_address_follows_from_the_widget_and_outlives_the_process(tmp_path: Path) -> None:
    def address(home: Home, app_id: str) -> str:
        app = create_app(home)
        with home.database.transaction("me") as tx:
            token = home.sessions.issue(tx, "me", "token")
        with TestClient(app, base_url="http://127.0.0.1") as client:
            found = client.get(
                f"/api/v1/apps/{app_id}/widget", headers={"authorization": f"Bearer {token}"}
            ).json()
            frame = client.get(found["frame"])
            assert frame.status_code == 200 and "immutable" in frame.headers["cache-control"]
            assert "immutable" in client.get(f"{found['frame']}widget.js").headers["cache-control"]
            return str(found["frame"])

    with Home(tmp_path / "home") as home, Home(tmp_path / "other") as other:
        with home.by_hand() as tx:
            made = home.apps.create(tx, parse_spec(SPEC))
        first = address(home, made.id)
        assert address(home, made.id) == first  # another process, the same home
        with home.by_hand() as tx:
            renamed = home.apps.publish(tx, made.id, made.spec.model_copy(update={"name": "Tea 2"}))
        assert renamed.version == 2 and address(home, made.id) == first
        with home.by_hand() as tx:
            assert made.spec.widget is not None
            widget = made.spec.widget.model_copy(update={"code": "export default () => 'new';"})
            home.apps.publish(tx, made.id, renamed.spec.model_copy(update={"widget": widget}))
        assert address(home, made.id) != first
        with TestClient(create_app(home), base_url="http://127.0.0.1") as client:
            assert client.get(first).status_code == 200  # a frame that is still open
        with other.by_hand() as tx:
            theirs = other.apps.create(tx, parse_spec(SPEC))
        assert address(other, theirs.id).split("/")[-2] != first.split("/")[-2]


def test_code_that_does_not_hold_is_not_published(client: httpx.Client) -> None:
    for code, message in {"export default () => <p>": "widget-compile", "1": "widget-no-export"}.items():
        answer = client.post(
            "/api/v1/apps", json={"spec": {**SPEC, "widget": {"code": code, "source": "tsx"}}}
        )
        assert answer.status_code == 422 and answer.json()["errors"][0]["message_id"] == message


def test_an_app_without_a_widget_says_so(client: httpx.Client) -> None:
    app = client.post("/api/v1/apps", json={"spec": {**SPEC, "widget": None, "views": []}}).json()["app"]
    answer = client.get(f"/api/v1/apps/{app['id']}/widget")
    assert (answer.status_code, answer.json()["message_id"]) == (404, "error-no-widget")
