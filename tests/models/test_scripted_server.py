"""The scripted server against raw sockets and the providers' own recorded shapes."""

import json
import time

import httpx
import pytest

from calisson.testing import Answer, Call, Fail, Malformed, ScriptedServer


def posted(server: ScriptedServer, path: str, **body: object) -> httpx.Response:
    given = {"model": "m", "messages": [{"role": "user", "content": "hi"}], **body}
    return httpx.post(server.url + path, json=given, trust_env=False, timeout=10)


def test_a_streamed_message_has_the_events_in_their_order() -> None:
    answer = Answer("Two words.", (Call("look", {"where": "küche"}),), output_tokens=7)
    with ScriptedServer([answer]) as server:
        text = posted(server, "/v1/messages", stream=True).text
    found = [
        (b.splitlines()[0].removeprefix("event: "), json.loads(b.splitlines()[1].removeprefix("data: ")))
        for b in text.split("\n\n")
        if b
    ]
    names = [name for name, _ in found]
    assert all(name == data["type"] for name, data in found)
    assert (names[0], names[-2:]) == ("message_start", ["message_delta", "message_stop"])
    assert found[0][1]["message"]["content"] == []
    starts = [d["content_block"] for n, d in found if n == "content_block_start"]
    assert starts[0] == {"type": "text", "text": ""} and starts[1]["input"] == {}
    pieces = "".join(
        d["delta"]["partial_json"] for n, d in found if n == "content_block_delta" and d["index"] == 1
    )
    assert json.loads(pieces) == {"where": "küche"}
    assert found[-2][1]["delta"]["stop_reason"] == "tool_use" and found[-2][1]["usage"] == {
        "output_tokens": 7
    }


def test_a_streamed_completion_ends_with_usage_and_done() -> None:
    with ScriptedServer([Answer("Hello there", (Call("f", {"a": 1}),))]) as server:
        text = posted(
            server, "/v1/chat/completions", stream=True, stream_options={"include_usage": True}
        ).text
    lines = [x.removeprefix("data: ") for x in text.split("\n\n") if x]
    assert lines[-1] == "[DONE]"
    chunks = [json.loads(x) for x in lines[:-1]]
    assert "".join(c["choices"][0]["delta"].get("content") or "" for c in chunks[:-1]) == "Hello there"
    assert chunks[-1]["choices"] == [] and chunks[-1]["usage"]["total_tokens"] == 110


def test_the_script_goes_on_and_its_last_step_repeats() -> None:
    with ScriptedServer([Fail.rate_limited(2), Malformed(), Answer("late")], key="right") as server:
        assert posted(server, "/v1/messages").status_code == 401
        server.key = None
        first = posted(server, "/v1/messages")
        assert (first.status_code, first.headers["retry-after"]) == (429, "2")
        with pytest.raises(ValueError):
            posted(server, "/v1/messages").json()
        texts = [posted(server, "/v1/messages").json()["content"][0]["text"] for _ in range(2)]
        assert texts == ["late", "late"]
        assert len(server.requests) == 5 and server.requests[0].json["model"] == "m"
        assert httpx.get(server.url + "/api/hello", trust_env=False).status_code == 404


def test_a_cut_stream_is_cut() -> None:
    with ScriptedServer([Answer("a long answer that is cut", cut_after=3)]) as server:
        with pytest.raises(httpx.HTTPError):
            posted(server, "/v1/messages", stream=True)


def test_it_says_what_passed_between_an_answer_and_the_next_question() -> None:
    with ScriptedServer([Answer("one", delay_s=0.2), Answer("two")]) as server:
        for pause_s in (0.0, 0.1):
            time.sleep(pause_s)
            posted(server, "/v1/messages")
        first, second = (r.gap_s for r in server.requests)
    assert first == 0.0 and 0.1 <= second < 5.0
