"""Frames over HTTP: what their policy holds, who learns their address, and what the address gives."""

from typing import Any

import httpx
import pytest
from serving import Served

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
    assert module.text.startswith("import '/widgets/locks.js';") and "export default" in module.text


def test_only_who_is_signed_in_learns_the_address(made: dict[str, Any], served: Served) -> None:
    with served.client() as stranger:
        assert stranger.get(f"/api/v1/apps/{made['id']}/widget").status_code == 401
        head, _, tail = made["frame"].partition(made["id"])
        code, version = tail.strip("/").split("/")
        for wrong in (f"{head}{made['id']}/{'0' * 32}/{version}/", f"{head}{made['id']}/{code}/9/", f"{head}app_other/{code}/{version}/",
                      f"{head}{made['id']}/ü/{version}/"):  # fmt: skip
            assert stranger.get(wrong).status_code == 404
            assert stranger.get(f"{wrong}widget.js").status_code == 404


def test_files_of_frames_are_those_of_the_build_alone(client: httpx.Client) -> None:
    for name in ("..%2Findex.html", "%2e%2e%2f%2e%2e%2fsecret.txt", "nothing.js", "%00"):
        assert client.get(f"/widgets/{name}").status_code == 404


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
