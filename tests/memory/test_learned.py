"""Learned retrieval: gradients against differences, identities, falling back, limits, and privacy."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from calisson import Home
from calisson.memory import Policy, Viewer
from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.ranking import WEIGHTS
from calisson.memory.learned import fusion, gate, policy
from calisson.memory.learned.diversity import diverse
from calisson.memory.learned.expansion import MOST as MOST_WORDS
from calisson.memory.learned.expansion import expand
from calisson.memory.learned.hops import ASKED, MARKS, MOST
from calisson.memory.learned.maths import dot, entropy, sigmoid, softmax
from calisson.memory.learned.model import Learned, shipped, untrained
from calisson.memory.learned.pointer import Pointer, fresh, point_gradient, stop_gradient
from calisson.memory.shortening.importance import NAMES

RNG = random.Random(7)


def numbers(count: int) -> tuple[float, ...]:
    return tuple(RNG.uniform(-1, 1) for _ in range(count))


def by_differences(
    of: Callable[[Sequence[float]], float], at: Sequence[float], step: float = 1e-5
) -> list[float]:
    out = []
    for n in range(len(at)):
        up, down = list(at), list(at)
        up[n] += step
        down[n] -= step
        out.append((of(up) - of(down)) / (2 * step))
    return out


def test_softmax_entropy_and_sigmoid_are_what_they_are_called() -> None:
    p = softmax([1000.0, 1000.0, 999.0])
    assert sum(p) == pytest.approx(1) and p[0] == p[1] == pytest.approx(math.e * p[2])
    assert entropy([0.25] * 4) == pytest.approx(math.log(4)) and entropy([1.0, 0.0]) == 0
    assert softmax([]) == [] and entropy([]) == 0
    assert sigmoid(0) == 0.5 and sigmoid(800) == 1 and sigmoid(-800) == 0
    assert sigmoid(0.7) + sigmoid(-0.7) == pytest.approx(1)
    cold, warm = softmax([1.0, 2.0], 0.1), softmax([1.0, 2.0], 10.0)
    assert cold[1] > warm[1] > 0.5


def test_the_listwise_gradient_is_that_of_its_loss() -> None:
    examples = [
        fusion.Listed(tuple(numbers(4) for _ in range(6)), (1, 4)),
        fusion.Listed(tuple(numbers(4) for _ in range(3)), (0,)),
    ]
    at, prior = list(numbers(4)), list(numbers(4))
    slope = fusion.gradient(at, prior, examples, 0.3)
    assert slope == pytest.approx(
        by_differences(lambda w: fusion.loss(w, prior, examples, 0.3), at), abs=1e-5
    )


def test_weights_follow_what_answers_and_stay_near_the_prior_without_reason() -> None:
    prior = {"a": 0.5, "b": 0.5}
    tells = [fusion.Listed(((1.0, 0.0), (0.0, 1.0)), (0,))] * 20
    learned = fusion.learn(prior, prior, tells, strength=0.05, steps=80)
    assert learned["a"] > 0.8 > 0.5 > learned["b"] >= 0
    tight = fusion.learn(prior, prior, tells, strength=50.0, steps=80, rate=0.005)
    assert tight["a"] == pytest.approx(0.5, abs=0.05)
    assert fusion.learn(prior, prior, [], strength=0.1, steps=10) == prior


def test_the_gates_gradient_is_that_of_its_loss() -> None:
    shut = gate.shut()
    some = gate.Gate(tuple(numbers(gate.WIDTH) for _ in shut.rows), 0.7)
    examples = [gate.Held(numbers(gate.WIDTH), (3, 8)), gate.Held(numbers(gate.WIDTH), (0,))]
    slope = gate.gradient(some, examples, 0.1)
    width = gate.WIDTH

    def loss(flat: Sequence[float]) -> float:
        rows = tuple(tuple(flat[n : n + width]) for n in range(0, len(flat), width))
        return gate.loss(gate.Gate(rows, 0.7), examples, 0.1)

    flat = [x for row in some.rows for x in row]
    assert [x for row in slope for x in row] == pytest.approx(by_differences(loss, flat), abs=1e-4)


def test_a_gate_that_learned_nothing_favours_no_shard_and_one_that_did_opens_where_it_was_used() -> None:
    features = gate.features(built_in().encode("the dentist appointment"), "en")
    g = gate.shut().open(features)
    assert all(gate.log_share(g, n) == 0 for n in range(len(g)))
    where = gate.shard(built_in().encode("My doctor gave me medicine for the pain"), "en")
    learned = gate.learn(gate.shut(), [gate.Held(features, (where,))], strength=0.0, steps=20)
    opened = learned.open(features)
    assert max(range(len(opened)), key=opened.__getitem__) == where
    assert 0 < gate.log_share(opened, where) <= 1
    assert gate.SHARDS[where] == ("health", "en")


def test_places_are_allotted_by_the_gate_and_none_is_lost() -> None:
    g = [0.5, 0.5, 0.0]
    assert gate.allot(g, [2, 2, 2, 0, 1, 2], 4) == [0, 1, 3, 4]
    for _ in range(50):
        shards = [RNG.randrange(3) for _ in range(RNG.randrange(12))]
        places = gate.allot(softmax(numbers(3)), shards, 5)
        assert len(places) == min(5, len(shards)) and places == sorted(set(places))


def test_the_pointers_gradients_are_those_of_its_probabilities() -> None:
    net = fresh(3, 2, hidden=3, seed=4)
    memories, question = [numbers(3) for _ in range(4)], numbers(2)
    flat = net.flat()
    assert net.with_flat(flat) == net
    slope = point_gradient(net, memories, question, (0, 0, 1, 0))
    wanted = by_differences(lambda w: math.log(net.with_flat(w).point(memories, question)[2]), flat)
    assert slope == pytest.approx(wanted, abs=1e-5)
    target = (0.2, 0.5, 0.0, 0.1)

    def imitated(w: Sequence[float]) -> float:
        p = net.with_flat(w).point(memories, question)
        return sum(q * math.log(x) for q, x in zip(target, p, strict=True)) + 0.3 * entropy(p)

    slope = point_gradient(net, memories, question, target, 0.3)
    assert slope == pytest.approx(by_differences(imitated, flat), abs=1e-5)
    seen = Pointer._seen(net.point(memories, question), question)
    for stopped, surprise in ((1.0, 0.0), (0.0, 0.0), (0.3, 0.5)):
        found = stop_gradient(net, memories, question, stopped, surprise)[-len(net.w) :]

        def log_p(w: Sequence[float], stopped: float = stopped, surprise: float = surprise) -> float:
            p = sigmoid(dot(w, seen))
            return stopped * math.log(p) + (1 - stopped) * math.log(1 - p) + surprise * entropy([p, 1 - p])

        assert found == pytest.approx(by_differences(log_p, net.w), abs=1e-5)


def test_the_policy_learns_to_point_where_it_pays_and_to_stop_where_it_costs() -> None:
    rng = random.Random(3)
    net = fresh(2, 2, hidden=3, seed=1)
    state: list[float] = []
    memories = ((0.2, 1.0), (1.0, 0.0), (0.6, 0.0))
    worth, waste = (1.0, 1.0), (0.0, 1.0)
    lessons = [
        policy.Lesson(memories, worth, (1.0, 0.0, 0.0), False),
        policy.Lesson(memories, waste, (0.0, 0.0, 0.0), True),
    ]
    for _ in range(40):
        net, state = policy.step(net, policy.imitation(net, lessons), state, 0.1)
    assert net.point(memories, worth)[0] > 0.7
    memories = ((1.0, 0.0), (0.2, 1.0), (0.6, 0.0))  # the mark that pays is now the second one's
    state = []
    for _ in range(60):
        batch = []
        for _ in range(8):
            pays = rng.random() < 0.5
            question = worth if pays else waste
            p = net.point(memories, question)
            stop = net.stop(p, question)
            chosen = [None if rng.random() < stop else rng.choices(range(3), p)[0] for _ in range(4)]
            gains = [0.0 if c is None else 1.0 if pays and c == 1 else -0.3 for c in chosen]
            steps = [(policy.Step(memories, question, c),) for c in chosen]
            batch += [policy.Episode(s, a) for s, a in zip(steps, policy.advantages(gains), strict=True)]
        net, state = policy.step(net, policy.gradient(net, batch), state, 0.05)
    assert net.point(memories, worth)[1] > 0.8
    assert net.stop(net.point(memories, worth), worth) < 0.3
    assert net.stop(net.point(memories, waste), waste) > 0.7


def test_the_baseline_of_a_walk_is_the_mean_of_the_others() -> None:
    assert policy.advantages([1.0, 0.0, 0.5]) == pytest.approx([0.75, -0.75, 0.0])
    assert policy.advantages([3.0]) == [0.0] and policy.advantages([2.0] * 4) == [0.0] * 4


def test_diversity_takes_what_differs_and_one_is_off() -> None:
    vectors = [built_in().encode(t) for t in ("we ate pizza", "we ate pizza", "the flight to Rome")]
    scores = [1.0, 0.98, 0.6]
    assert diverse(scores, vectors, 1.0, 3) == [0, 1, 2]
    assert diverse(scores, vectors, 0.5, 3) == [0, 2, 1]


def test_expansion_only_adds_and_knows_what_goes_with_fireworks() -> None:
    found = expand("花火大会はいつ", "ja", ["花火", "大会"], [])
    assert {"天気", "日程"} <= set(found) and not {"花火", "大会"} & set(found)
    assert len(found) <= MOST_WORDS
    beside = [{"tokens": "kayak marina"}, {"tokens": "kayak marina"}, {"tokens": "kayak lunch"}]
    assert "marina" in expand("the kayak", "en", ["kayak"], beside)
    assert "jetty" in expand("the kayak", "en", ["kayak"], [], lambda query, language: ["jetty"])


# --- in a home ---------------------------------------------------------------------------------------------


@pytest.fixture
def home(tmp_path: Path) -> Iterator[Home]:
    with Home(tmp_path) as opened:
        yield opened


def fill(home: Home) -> None:
    lines = [
        ("Ana", "At the market in Porto I met Nils, we talked for hours."),
        ("Ben", "That sounds wonderful!"),
        ("Ana", "The sister of Nils runs a bakery."),
        ("Ben", "I bought a kayak for 230 euros."),
        ("Ana", "My brother is allergic to peanuts."),
        ("Ben", "Who is Nils again?"),
    ]
    home.memories.take_in(
        [
            json.dumps(
                {"text": t, "speaker": s, "at": f"2026-0{1 + n // 2}-03T1{n}:00:00", "source": f"t{n}"}
            )
            for n, (s, t) in enumerate(lines)
        ]
    )


def use(home: Home, learned: Learned | None) -> None:
    home.memory._is_learned = True
    home.memory._retriever = replace(home.memory._retriever, learned=learned)


def eager() -> Learned:
    """Return weights with every part on and a pointer that never stops."""
    net = fresh(MARKS, ASKED)
    net = replace(net, w=(*([0.0] * (ASKED - 1)), -20.0, 0.0, 0.0))
    weights = {**WEIGHTS, "expanded": 0.3, "gate": 0.3, "hop": 4.0}
    return Learned(weights, gate.shut(), 0.9, net, encoder=built_in().name)


QUESTIONS = (
    "What does the sister of the person Ana met in Porto do?", "Where is the kayak?", "peanuts", "Wer ist Nils?",
)  # fmt: skip


def results(home: Home, query: str) -> list[tuple[str, float]]:
    return [(h["text"], round(h["score"], 3)) for h in home.memories.search(query, 10)]


def test_without_weights_or_with_untrained_ones_the_order_is_the_priors(home: Home) -> None:
    fill(home)
    for query in QUESTIONS:
        use(home, None)
        plain = results(home, query)
        use(home, untrained())
        assert results(home, query) == plain
        use(home, replace(eager(), encoder="another"))
        assert results(home, query) == plain


def test_a_hop_finds_what_only_the_first_answer_leads_to_and_three_are_the_most(home: Home) -> None:
    fill(home)
    use(home, eager())
    viewer = Viewer("me")
    hits, trace = home.memory.explain_search("Who did Ana meet in Porto?", "en", 3, viewer=viewer)
    assert len(trace.hops) <= MOST and trace.hops[0].pointed
    assert "The sister of Nils runs a bakery." in [h.text for h in hits]
    assert next(h.id for h in hits if h.text.endswith("bakery.")) in {
        i for hop in trace.hops for i in hop.found
    }
    use(home, eager().without("hops"))
    _, without = home.memory.explain_search("Who did Ana meet in Porto?", "en", 3, viewer=viewer)
    assert not without.hops


def test_hops_and_expansion_never_show_what_the_viewer_may_not_see(home: Home) -> None:
    fill(home)
    rng = random.Random(11)
    everything = home.memories.all()
    for _ in range(12):
        use(home, None)
        hidden = {m["id"] for m in everything if rng.random() < 0.4}
        for m in everything:
            local = Policy(local_only=m["id"] in hidden)
            home.memories.set_policy(m["id"], local.as_dict())
        use(home, eager())
        viewer = Viewer("me", remote=True)
        may = home.memory.may_see([m["id"] for m in everything], viewer)
        assert not may & hidden
        for query in QUESTIONS:
            hits, trace = home.memory.explain_search(query, "en", 10, viewer=viewer)
            shown = {h.id for h in hits} | {i for hop in trace.hops for i in hop.found}
            assert shown <= may


def test_what_was_learned_survives_the_way_to_a_file_and_back() -> None:
    learned = eager()
    again = Learned.from_dict(json.loads(json.dumps(learned.as_dict())))
    assert again.view_weights() == learned.view_weights() and again.as_dict() == learned.as_dict()
    with pytest.raises(ValueError):
        Learned.from_dict({**learned.as_dict(), "form": 99})
    off = learned.without("gate", "hops", "expansion").view_weights()
    assert (off["gate"], off["hop"], off["expanded"]) == (0, 0, 0)
    assert (fit := shipped()) is None or fit.fits(built_in().name)
    own = replace(learned, scorer=dict.fromkeys(NAMES, 0.5))
    assert Learned.from_dict(json.loads(json.dumps(own.as_dict()))).scorer == own.scorer
    other = {**own.as_dict(), "scorer": {"length_of_beard": 1.0}}
    assert Learned.from_dict(other).scorer is None  # of another release
