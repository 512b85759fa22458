"""Drawing an order, its gradient, and REINFORCE over it: against enumeration, and on a task that a few steps solve."""

import math
import random
import sys
from collections import Counter
from itertools import permutations
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "retrieval"))

from corpus import cases
from joint import VIEWS, Puzzle
from reinforcing import shown

from calisson.memory.learned import orders
from calisson.memory.learned.maths import dot
from calisson.memory.learned.model import Learned, shipped, untrained
from calisson.memory.learned.policy import advantages, ascend

ROWS = ((1.0, 0.0), (0.5, 0.3), (0.2, 0.9), (0.0, 0.1))
SHARP = 3.0


def log_probability(weights: list[float], order: tuple[int, ...], places: int) -> float:
    left, out = list(range(len(ROWS))), 0.0
    for chosen in order[:places]:
        out += SHARP * dot(ROWS[chosen], weights)
        out -= math.log(sum(math.exp(SHARP * dot(ROWS[n], weights)) for n in left))
        left.remove(chosen)
    return out


@pytest.mark.parametrize("places", [1, 2, 4])
def test_the_gradient_is_that_of_the_log_probability(places: int) -> None:
    weights = [0.4, 0.7]
    scores = [dot(row, weights) for row in ROWS]
    mean = [0.0, 0.0]
    for order in permutations(range(4), places):
        p = math.exp(log_probability(weights, order, places))
        slope = orders.slope(ROWS, scores, order, sharp=SHARP, places=places)
        for k in range(2):
            near = [list(weights), list(weights)]
            near[0][k] += 1e-5
            near[1][k] -= 1e-5
            up, down = (log_probability(w, order, places) for w in near)
            assert slope[k] == pytest.approx((up - down) / 2e-5, abs=1e-6)
            mean[k] += p * slope[k]
    assert mean == pytest.approx([0.0, 0.0], abs=1e-9)  # what a baseline may be subtracted for


def test_the_gradient_stands_a_first_that_takes_nearly_all() -> None:
    scores = [3.0, 0.1, 0.0, 0.0]
    slope = orders.slope(ROWS, scores, (0, 1, 2, 3), sharp=30.0, places=4)
    rest = [math.exp(30 * s) for s in scores[1:]]
    second = [x / sum(rest) for x in rest]
    third = [x / sum(rest[1:]) for x in rest[1:]]
    wanted = (0.5 - dot(second, [0.5, 0.2, 0.0])) + (0.2 - dot(third, [0.2, 0.0]))
    assert slope[0] == pytest.approx(30 * wanted, rel=1e-6)


def test_orders_are_drawn_as_often_as_they_are_probable() -> None:
    weights, rng = [0.4, 0.7], random.Random(1)
    scores = [dot(row, weights) for row in ROWS]
    drawn = Counter(tuple(orders.draw(scores, rng, sharp=SHARP, places=2)[:2]) for _ in range(20_000))
    for order in permutations(range(4), 2):
        assert drawn[order] / 20_000 == pytest.approx(math.exp(log_probability(weights, order, 2)), abs=0.012)
    rest = orders.draw(scores, rng, sharp=SHARP, places=1)
    assert [scores[n] for n in rest[1:]] == sorted((scores[n] for n in rest[1:]), reverse=True)


def test_reinforce_finds_the_view_that_tells() -> None:
    rng, weights, state = random.Random(2), [0.5, 0.5], []
    for _ in range(120):
        answer = rng.randrange(6)
        rows = [(rng.random(), 1.0 if n == answer else 0.0) for n in range(6)]
        scores = [dot(row, weights) for row in rows]
        drawn = [orders.draw(scores, rng, sharp=4.0, places=2) for _ in range(8)]
        climb = [0.0, 0.0]
        for order, more in zip(drawn, advantages([float(answer in o[:2]) for o in drawn]), strict=True):
            slope = orders.slope(rows, scores, order, sharp=4.0, places=2)
            climb = [c + more * s / 8 for c, s in zip(climb, slope, strict=True)]
        weights, state = ascend(weights, climb, state, rate=0.02, keep=0.0)
    assert weights[1] > 0.5 > weights[0]


def test_questions_as_numbers_get_what_search_gives() -> None:
    base = shipped() or untrained()
    ways: list[Learned] = [base.with_parts("hops"), base.without("hops"), untrained().without("hops", "gate")]
    with cases([3], "train", base, sessions=4, facts=16) as given:
        hops = 0
        for case in given:
            puzzle = Puzzle(case)
            assert len(puzzle.rows[0]) == len(VIEWS)
            for learned in ways:
                first, taken = case.order(learned)
                gains, hopped = shown(puzzle, learned)
                assert (gains.recall, gains.rank) == pytest.approx(case.score(first))
                assert hopped == taken
                hops += taken
        assert hops
