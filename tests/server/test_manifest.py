"""The manifest of the installed page: in every language, with what installing needs."""

import httpx
import pytest
from serving import Served


@pytest.mark.parametrize("language", ["en", "de", "zh", "ja", "ko"])
def test_the_manifest_speaks_the_homes_language(served: Served, client: httpx.Client, language: str) -> None:
    client.patch("/api/v1/preferences", json={"language": language})
    with served.client() as anybody:
        answer = anybody.get("/manifest.webmanifest")
    assert answer.headers["content-type"] == "application/manifest+json"
    manifest = answer.json()
    assert manifest["lang"] == language
    assert manifest["start_url"] == manifest["scope"] == "./"
    assert manifest["display"] == "standalone"
    assert {"192x192", "512x512"} <= {i["sizes"] for i in manifest["icons"]}
    assert any(i.get("purpose") == "maskable" for i in manifest["icons"])
    words = [manifest["description"], *(s["name"] for s in manifest["shortcuts"])]
    assert len(words) == 4
    assert not any(w.startswith("install-") for w in words)
