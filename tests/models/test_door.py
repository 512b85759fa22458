"""The door against scripted servers: every provider, every kind of failure, over real sockets."""

import time
from concurrent.futures import ThreadPoolExecutor

import pytest
from doors import Door, Maker

from calisson.errors import (
    ModelAuthError,
    ModelConnectionError,
    ModelContextError,
    ModelError,
    ModelOutputError,
    ModelOverloadError,
    ModelRateError,
    ModelRefusedError,
    ModelRequestError,
    ModelTimeoutError,
)
from calisson.models import Budget, Image, Message, ModelSpec, Request, Text, Tool, ToolCall, ToolResult, ask
from calisson.models.routing import estimate_usd
from calisson.testing import Answer, Call, Fail, Malformed, ScriptedServer

SCHEMA = {
    "type": "object",
    "properties": {"name": {"type": "string"}, "count": {"type": "integer"}},
    "required": ["name", "count"],
    "additionalProperties": False,
}
LOOK = Tool("look", "Look something up.", {"type": "object", "properties": {"q": {"type": "string"}}})
DOWN = "http://127.0.0.1:9"


def test_words_come_back_with_what_they_cost(door: Door, maker: Maker) -> None:
    with ScriptedServer(
        [Answer("Guten Tag.", input_tokens=1000, output_tokens=20, cached_tokens=400)]
    ) as server:
        spec = maker(server)
        reply = door(spec).answer(ask("Hallo", instructions="Be kind.", turn_id="turn_1", app_id="app_1"))
        sent = server.requests[0].json
    assert (reply.text, reply.model, reply.embedded, reply.failures) == ("Guten Tag.", spec.id, False, ())
    assert (reply.usage.input_tokens, reply.usage.output_tokens, reply.usage.cache_read_tokens) == (
        1000,
        20,
        400,
    )
    assert sent["model"] == spec.name and "Be kind." in str(sent)
    prices = {"anthropic": (1, 0.1, 5), "openai": (1.25, 0.125, 10), "deepseek": (0.3, 0.006, 1.2)}[
        spec.provider
    ]
    assert reply.cost_usd == pytest.approx((600 * prices[0] + 400 * prices[1] + 20 * prices[2]) / 1e6)
    (line,) = door.doors[0].ledger.sums("app_id")
    assert (line.key, line.calls, line.input_tokens, line.cost_known) == ("app_1", 1, 1000, True)
    assert line.cost_usd == pytest.approx(reply.cost_usd, abs=1e-6)
    decision = door.journal.get(reply.decision)
    assert decision.option == spec.id and "fast first" in decision.why
    assert {a.option for a in decision.alternatives} == {spec.id, "embedded"}


def test_streamed_words_arrive_in_pieces(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer("One piece after the other.")]) as server:
        pieces = list(door(maker(server)).stream(ask("go")))
    assert len(pieces) > 3 and pieces[-1].reply is not None
    assert "".join(p.text for p in pieces) == pieces[-1].reply.text == "One piece after the other."
    assert pieces[-1].reply.usage.output_tokens == 10


def test_an_answer_that_has_to_fit(door: Door, maker: Maker) -> None:
    script = [Answer(calls=(Call("answer", {"name": "Brot", "count": 2}),))]
    with ScriptedServer(script) as server:
        reply = door(maker(server)).answer(ask("how many", schema=SCHEMA))
        assert server.requests[0].tool_names == {"answer"}
    assert reply.data == {"name": "Brot", "count": 2} and reply.calls == ()


def test_an_answer_that_does_not_fit_is_asked_for_again_with_the_reason(door: Door, maker: Maker) -> None:
    wrong = Answer(calls=(Call("answer", {"name": "Brot", "count": "two"}),))
    right = Answer(calls=(Call("answer", {"name": "Brot", "count": 2}),))
    with ScriptedServer([wrong, right]) as server:
        reply = door(maker(server)).answer(ask("how many", schema=SCHEMA))
        assert b"has to be integer" in server.requests[1].body
    assert reply.data == {"name": "Brot", "count": 2}


def test_an_answer_in_a_code_fence_counts_too(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer('Here:\n```json\n{"name": "x", "count": 1}\n```')]) as server:
        assert door(maker(server)).answer(ask("?", schema=SCHEMA)).data == {"name": "x", "count": 1}


def test_tools_go_round(door: Door, maker: Maker) -> None:
    def script(request: object) -> Answer:
        done = server.sent.count(b"forty-two") > 0
        return Answer("It is 42.") if done else Answer("Let me see.", (Call("look", {"q": "the answer"}),))

    with ScriptedServer(script) as server:
        models = door(maker(server))
        first = models.answer(ask("what is it", tools=(LOOK,)))
        (call,) = first.calls
        assert (call.name, call.arguments, first.text) == ("look", {"q": "the answer"}, "Let me see.")
        messages = (
            Message("person", (Text("what is it"),)),
            Message("model", (Text(first.text), call)),
            Message("person", (ToolResult(call.id, "look", "forty-two"),)),
        )
        assert models.answer(Request(messages, tools=(LOOK,))).text == "It is 42."
        assert call.id.encode() in server.requests[1].body


HALF, WHOLE = "\ud83d", "\ud83d\ude00"


@pytest.mark.parametrize("streamed", [False, True])
def test_half_an_emoji_is_kept_as_a_sign_that_something_is_lost(
    door: Door, maker: Maker, streamed: bool
) -> None:
    with ScriptedServer(
        [Answer(f"Done {HALF}", (Call("look", {"q": f"a{HALF}b\0", HALF: [WHOLE]}),))]
    ) as server:
        models, request = door(maker(server)), ask("go", tools=(LOOK,))
        found = [*models.stream(request)]
        reply = found[-1].reply if streamed else models.answer(request)
    assert reply is not None and reply.text == "Done \ufffd"
    assert "".join(p.text for p in found).encode() == "Done \ufffd".encode()
    (call,) = reply.calls
    assert call.arguments == {"q": "a\ufffdb\ufffd", "\ufffd": ["\U0001f600"]}


def test_numbers_that_are_none_and_what_nests_without_end_are_no_answers(door: Door, maker: Maker) -> None:
    deep: list[object] = []
    for _ in range(600):
        deep = [deep]
    for wrong in (float("nan"), float("inf"), deep):
        with ScriptedServer([Answer(calls=(Call("look", {"q": wrong}),))]) as server:
            with pytest.raises(ModelOutputError):
                door().ask(maker(server), ask("hi", tools=(LOOK,)))
    for words in ('{"name": NaN, "count": 1}', '{"name": ' + "[" * 100_000):
        with ScriptedServer([Answer(words)]) as server, pytest.raises(ModelOutputError):
            door().ask(maker(server), ask("hi", schema=SCHEMA))


def test_a_tool_that_was_not_offered_is_no_answer(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer(calls=(Call("delete_everything"),))]) as server:
        with pytest.raises(ModelOutputError, match="delete_everything"):
            door().ask(maker(server), ask("hi", tools=(LOOK,)))


def test_pictures_go_to_models_that_see(door: Door, maker: Maker) -> None:
    png = b"\x89PNG\r\n\x1a\n" + b"0" * 40
    request = Request((Message("person", (Text("what is this"), Image(png))),))
    with ScriptedServer([Answer("a cat")]) as server:
        assert door(maker(server, images=True)).answer(request).text == "a cat"
        blind = door(maker(server, images=False)).answer(request)
        assert blind.embedded and len(server.requests) == 1
        assert b"iVBORw0KGgo" in server.requests[0].body


@pytest.mark.parametrize(
    ("step", "kind", "tries"),
    [
        (Fail.rate_limited(), ModelRateError, 4),
        (Fail.overloaded(), ModelOverloadError, 4),
        (Fail(500, "api_error"), ModelOverloadError, 4),
        (Fail.unauthorised(), ModelAuthError, 1),
        (Fail(402, "billing_error", "no credit"), ModelAuthError, 1),
        (Fail.too_long(), ModelContextError, 1),
        (Fail(404, "not_found_error", "no such model"), ModelRequestError, 1),
        (Fail(400, "invalid_request_error", "bad temperature"), ModelRequestError, 1),
        (Malformed(), ModelOutputError, 2),
        (Malformed(b"<html>gateway</html>"), ModelOutputError, 2),
        (Answer(""), ModelOutputError, 2),
        (Answer("no", stop="refusal"), ModelRefusedError, 1),
    ],
)
def test_every_failure_has_its_type_and_its_tries(
    door: Door, maker: Maker, step: object, kind: type[ModelError], tries: int
) -> None:
    with ScriptedServer([step]) as server:  # type: ignore[list-item]
        spec = maker(server)
        with pytest.raises(kind) as caught:
            door().ask(spec, ask("hi"))
        assert type(caught.value) is kind
        assert (len(server.requests), len(door.waits)) == (tries, tries - 1)
        assert "k-secret" not in str(caught.value)
    assert door.waits == [0.5, 1.0, 2.0][: tries - 1]
    assert door.doors[0].ledger.sums("model")[0].failed == 1


def test_the_wait_that_a_provider_asks_for_is_kept(door: Door, maker: Maker) -> None:
    with ScriptedServer([Fail.rate_limited(7), Answer("now")]) as server:
        assert door(maker(server)).answer(ask("hi")).text == "now"
    assert door.waits == [7.0]


def test_silence_ends_in_time(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer("late", delay_s=1.0)]) as server:
        begun = time.perf_counter()
        with pytest.raises(ModelTimeoutError):
            door().ask(maker(server), ask("hi", timeout_s=0.2))
        assert time.perf_counter() - begun < 3


def test_nobody_at_the_address(door: Door, maker: Maker) -> None:
    with ScriptedServer() as server:
        spec = maker(server)
    with pytest.raises(ModelConnectionError):
        door().ask(spec, ask("hi"))
    assert len(door.waits) == 2


def test_a_cut_stream_is_void_and_the_next_model_begins_anew(door: Door, maker: Maker) -> None:
    with (
        ScriptedServer([Answer("The first half, and", cut_after=5)]) as bad,
        ScriptedServer([Answer("Whole.")]) as good,
    ):
        first, second = maker(bad, name="m-a"), maker(good, name="m-b")
        pieces = list(door(first, second).stream(ask("go")))
    at = max(n for n, p in enumerate(pieces) if p.restart)
    assert "".join(p.text for p in pieces[at:]) == "Whole."
    reply = pieces[-1].reply
    assert reply is not None and reply.model == second.id
    assert [f.kind for f in reply.failures] == ["ModelConnectionError"]


def test_the_chain_goes_on_and_ends_in_the_embedded_engine(door: Door, maker: Maker) -> None:
    with ScriptedServer([Fail.unauthorised()]) as one, ScriptedServer([Fail.overloaded()]) as two:
        first, second = maker(one, name="m-one"), maker(two, name="m-two")
        reply = door(first, second).answer(ask("hi"))
    assert reply.embedded and [f.kind for f in reply.failures] == ["ModelAuthError", "ModelOverloadError"]
    assert [f.tries for f in reply.failures] == [1, 4]
    assert door().answer(ask("hi")).failures[0].kind == "ModelMissingError"


def test_a_refusal_is_not_carried_from_model_to_model(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer("no", stop="refusal")]) as one, ScriptedServer([Answer("sure")]) as two:
        reply = door(maker(one, name="m-one"), maker(two, name="m-two")).answer(ask("hi"))
        assert reply.embedded and not two.requests


def test_claude_keeps_instructions_and_tools_in_its_cache(door: Door) -> None:
    with ScriptedServer([Answer("ok")]) as server:
        spec = ModelSpec("anthropic", "claude-haiku-4-5", server.url, "k", context_tokens=200_000)
        door(spec).answer(ask("hi", instructions="Long rules.", tools=(LOOK,)))
        sent = server.requests[0].json
    assert sent["system"][-1]["cache_control"]["type"] == "ephemeral"
    assert sent["tools"][-1]["cache_control"]["type"] == "ephemeral"
    assert sent["messages"][-1]["content"][-1]["cache_control"]["type"] == "ephemeral"


def test_ending_a_stream_early_leaves_the_door_usable(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer("words " * 200)]) as server:
        models = door(maker(server))
        stream = models.stream(ask("go"))
        next(stream)
        stream.close()
        assert models.answer(ask("again")).text.startswith("words")


def test_calls_of_the_model_keep_the_label_of_what_they_were_made_from(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer(calls=(Call("look", {"q": "diary"}),))]) as server:
        reply = door(maker(server, local=True)).answer(ask("my diary", privacy="local", tools=(LOOK,)))
    assert reply.calls[0] == ToolCall(reply.calls[0].id, "look", {"q": "diary"}, "local")


def test_what_could_not_be_used_is_paid_for(door: Door, maker: Maker) -> None:
    wrong = Answer(
        calls=(Call("answer", {"name": "Brot", "count": "two"}),), input_tokens=70, output_tokens=7
    )
    right = Answer(calls=(Call("answer", {"name": "Brot", "count": 2}),), input_tokens=90, output_tokens=9)
    with ScriptedServer([wrong, right, wrong, wrong]) as server:
        models = door(maker(server))
        reply = models.answer(ask("how many", schema=SCHEMA, app_id="app_1"))
        lost = models.answer(ask("how many", schema=SCHEMA, app_id="app_2"))
    assert (reply.usage.input_tokens, reply.usage.output_tokens) == (160, 16)
    assert lost.embedded and [f.kind for f in lost.failures] == ["ModelOutputError"]
    booked = {line.key: (line.input_tokens, line.output_tokens) for line in models.ledger.sums("app_id")}
    assert booked == {"app_1": (160, 16), "app_2": (140, 14)}


def test_two_at_once_do_not_spend_the_same_money(door: Door, maker: Maker) -> None:
    with ScriptedServer([Answer("yes", delay_s=0.4), Answer("yes", delay_s=0.4)]) as server:
        spec = maker(server)
        request = ask("hi", max_tokens=1000)
        cost = estimate_usd(spec, request, door.clock.now().date())
        models = door(spec, budget=Budget(day_usd=1.5 * cost))
        with ThreadPoolExecutor(2) as pool:
            replies = list(pool.map(models.answer, [request, request]))
    assert sorted(r.embedded for r in replies) == [False, True]
    assert next(r for r in replies if r.embedded).failures[0].kind == "ModelBudgetError"
    assert models.left_usd() > cost, "what is over holds no money back"


def test_the_whole_chain_ends_in_time(door: Door, maker: Maker) -> None:
    with (
        ScriptedServer([Answer("late", delay_s=5)] * 2) as one,
        ScriptedServer([Answer("late", delay_s=5)]) as two,
    ):
        reply = door(maker(one, name="m-one"), maker(two, name="m-two")).answer(ask("hi", within_s=0.5))
        assert not two.requests, "nobody waits for every model"
    assert reply.embedded and reply.failures[-1].kind == "ModelTimeoutError"


def test_the_schema_of_an_answer_is_part_of_what_is_read() -> None:
    assert ask("hi", schema=SCHEMA).size_chars > ask("hi").size_chars + 100
