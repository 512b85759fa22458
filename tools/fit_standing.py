"""Fit what later use, credit and being an answer add to a chunk's importance, and say how fast need fades with age.

    python tools/fit_standing.py [--households 24] [--seed 1]

Households are made up (`tools/retrieval/made_conversations`), and so is who asks for what and when: a fact is asked for with
the odds that memory research measured for words in headlines, in talk to children and in mail, which rise with how often
and fall as a power of how long ago it came up (Anderson & Schooler 1991, 'Reflections of the environment in memory';
exponent .5). What is asked for is said again in the answer; a third of the answers are thanked for, a tenth tell another
fact and are asked again. Half-way a line is drawn: the chunks of a `Diffusion` as they stand then, and which of them is asked
for afterwards. Logistic regression, five folds of households. Nothing of LoCoMo is read.
"""

from __future__ import annotations

import argparse
import math
import random
import sys
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from statistics import fmean, stdev

import numpy as np

sys.path.insert(0, str(Path(__file__).parent / "retrieval"))

from made_conversations import Conversation, Question, conversation

from calisson.memory.shortening import importance
from calisson.memory.shortening.diffusion import Diffusion
from calisson.memory.shortening.trajectory import Chunk, Plan, Turn

POWER = 0.5
"""How need falls with days."""

ASKED = 0.15
"""Scale of the odds: about half of the chunks are asked for later."""

THANKED, WRONG = 0.33, 0.1
"""Shares of the answers."""

CHUNK = 480
"""Tokens of a chunk, as in a `Plan`."""

SIGNS = ("words", "answers", "used", "credit", "age")
FOLDS = 5
L2 = 1e-3


@dataclass
class Need:
    """A fact that may be asked for."""

    question: Question
    rate: float
    times: list[datetime]
    """When it came up."""

    def odds(self, now: datetime) -> float:
        """Return the probability that it is asked for in a session."""
        past = (max(0.0, (now - t).total_seconds() / 86400) for t in self.times if t <= now)
        return min(0.9, ASKED * self.rate * sum((1 + days) ** -POWER for days in past))


def rows(seed: int) -> list[tuple[tuple[float, ...], bool, Chunk]]:
    """Return the chunks of a household half-way: what speaks for each, and whether it is asked for later."""
    rng = random.Random(seed)
    made = conversation(seed, "train", sessions=24, facts=70)
    needs = _needs(made, rng)
    sessions: dict[str, list[dict[str, str]]] = {}
    for turn in made.turns:
        sessions.setdefault(turn["source"].split(":")[0], []).append(turn)
    half = len(sessions) // 2
    engine = Diffusion(Plan(10**7, protected=0, chunk=CHUNK, half_life=0))
    wanted: set[str] = set()
    chunks: list[Chunk] = []
    for number, turns in enumerate(sessions.values()):
        at = datetime.fromisoformat(turns[-1]["at"])
        for turn in turns if number < half else ():
            engine.add(Turn(turn["text"], turn["speaker"], turn["source"], turn["at"]))
        if number == half:
            chunks = engine.chunks()
        for need in needs:
            if not need.times or need.times[0] > at or rng.random() >= need.odds(at):
                continue
            need.times.append(at)
            if number >= half:
                wanted |= need.question.gold
            else:
                _answer(engine, need, needs, turns, made, rng)
    return [(_signs(c, len(chunks)), bool(wanted & set(c.sources)), c) for c in chunks]


def _needs(made: Conversation, rng: random.Random) -> list[Need]:
    said = {t["source"]: datetime.fromisoformat(t["at"]) for t in made.turns}
    half = list(said.values())[len(said) // 2]
    one = [q for q in made.questions if q.hops == 1 and max(said[g] for g in q.gold) <= half]
    return [Need(q, rng.gammavariate(0.4, 1.0), [max(said[g] for g in q.gold)]) for q in one]


def _answer(
    engine: Diffusion, need: Need, needs: list[Need], turns: list[dict[str, str]], made: Conversation, rng: random.Random
) -> None:
    """Put a question and its answer into the trajectory, and what it turned out to be worth into the books."""
    text = {t["source"]: t["text"] for t in made.turns}
    at, me = turns[-1]["at"], turns[-1]["speaker"]
    told = need
    if rng.random() < WRONG:
        told = rng.choice(needs)
    engine.add(Turn(need.question.text, me, "", at))
    gold = sorted(told.question.gold)
    engine.add(Turn(" ".join(text[g] for g in gold), "Calisson", gold[0], at))
    if told is not need:
        _credit(engine, told, -1.0)
    elif rng.random() < THANKED:
        _credit(engine, need, 0.5)


def _credit(engine: Diffusion, need: Need, amount: float) -> None:
    for chunk in engine.chunks():
        if need.question.gold & set(chunk.sources):
            engine.credit(chunk.id, amount)


def _signs(chunk: Chunk, count: int) -> tuple[float, ...]:
    s = chunk.standing
    return (math.log(s.words), s.answers, s.used, s.credit, (count - chunk.id) / count)


def fit(x: np.ndarray, y: np.ndarray) -> np.ndarray:
    """Return the coefficients of a logistic regression, the constant last, by Newton's steps."""
    with_one = np.column_stack([x, np.ones(len(x))])
    w = np.zeros(with_one.shape[1])
    hold = np.diag([L2 * len(x)] * x.shape[1] + [0.0])
    for _ in range(30):
        p = 1 / (1 + np.exp(-with_one @ w))
        slope = with_one.T @ (y - p) - hold @ w
        curve = (with_one * (p * (1 - p))[:, None]).T @ with_one + hold
        w = w + np.linalg.solve(curve, slope)
    return w


def area(score: np.ndarray, y: np.ndarray) -> float:
    """Return the area under the ROC curve; ties count half."""
    good, bad = score[y], score[~y]
    return float(np.mean((good[:, None] > bad) + 0.5 * (good[:, None] == bad)))


def main() -> None:
    """Print coefficients, half-life and areas."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--households", type=int, default=24)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    found = [rows(1000 * given.seed + n) for n in range(given.households)]
    hand = np.array([1.0, importance.ANSWERED, importance.USED, importance.CREDIT])
    weights, areas = [], []
    for part in range(FOLDS):
        taught = [r for n, one in enumerate(found) if n % FOLDS != part for r in one]
        held = [r for n, one in enumerate(found) if n % FOLDS == part for r in one]
        w = fit(np.array([r[0] for r in taught]), np.array([r[1] for r in taught]))
        x, y = np.array([r[0] for r in held]), np.array([r[1] for r in held])
        weights.append(w)
        areas.append((area(x[:, :1].sum(1), y), area(x[:, :4] @ hand, y), area(x[:, :4] @ w[:4], y), area(x @ w[:5], y)))
    every = [r for one in found for r in one]
    print(f"{len(every)} chunks, {100 * fmean(r[1] for r in every):.0f} % asked for later")
    for n, name in enumerate(SIGNS):
        values = [float(w[n]) for w in weights]
        there = fmean(float(r[0][n] != 0) for r in every)
        print(f"  {name}: {fmean(values):+.2f} ± {stdev(values):.2f} (not 0 in {100 * there:.0f} %)")
    print("  areas: words {:.3f}, as in the code {:.3f}, fitted {:.3f}, with age {:.3f}".format(*(fmean(a) for a in zip(*areas, strict=True))))


if __name__ == "__main__":
    main()
