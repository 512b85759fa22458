"""Train the compressive encoder and the gates of blocks, and say what they are worth.

    python tools/episodes/train.py                 # train on all templates, write the weights, two minutes
    python tools/episodes/train.py --measure 5     # five seeds, each measured on templates it was not trained on

First the encoder: L = ‖decode(z) − h‖² over segments of made-up talk, Adam, gradients by hand (`net.py`). Then the
gates by REINFORCE with a leave-one-out baseline (Kool, van Hoof & Welling 2019, 'Buy 4 REINFORCE samples, get a
baseline for free'): of each block of a made-up week four samples; the words' gate is rewarded when a question's
answer is kept, more when the question finds its block first among the week's, and pays for tokens; the messages' gate
is rewarded by the reciprocal rank of the block by its latent alone, and pays for what it reads. LoCoMo and other
benchmarks are never read here.
"""

from __future__ import annotations

import argparse
import random
import struct
import sys
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE))

import net
import talk

from calisson.memory.finding.encoder import built_in
from calisson.memory.shortening.compress import compress
from calisson.memory.shortening.units import Line
from calisson.memory.tiers.compressive import MAGIC, SHAPES, WIDTH
from calisson.memory.tiers.gates import MESSAGE_NAMES, UNIT_NAMES, message_features, words_of
from calisson.memory.words.sameness import share
from calisson.memory.words.tokens import content_tokens, tokens

TARGET = HERE.parents[1] / "src/calisson/memory/tiers/compressive.bin"
WEEKS = 20
"""Made-up weeks of each language to train on."""
SAMPLES = 8
TOKEN_COST = 0.01
"""Reward that a kept token costs."""
READ_COST = 0.1
"""Reward that reading all messages costs."""
WORDS_SHARE = 0.6
"""Weight of words against meaning when a question looks for a block; as `stored.LEXICAL`."""


@dataclass
class Made:
    """A segment with all that training needs of it."""

    segment: talk.Segment
    h_TD: np.ndarray
    messages: np.ndarray
    words: np.ndarray
    costs: np.ndarray
    tokens: list[frozenset[str]]
    """Of each word."""
    questions: list[tuple[list[str], np.ndarray, list[int]]]
    """Content tokens, vector, and the words that hold the answer."""


def made(segment: talk.Segment, templates: Collection[int]) -> Made:
    """Return a segment with its features, and the questions about facts of these templates."""
    language = segment.language
    vectors = [built_in().encode(m, language) for m in segment.messages]
    words = words_of([Line("", m) for m in segment.messages], language)
    has = [frozenset(tokens(w.unit.text)) for w in words]
    questions = []
    for asked in segment.asked:
        if asked.template not in templates:
            continue
        wanted = set(tokens(asked.answer))
        holding = [n for n, h in enumerate(has) if share(sorted(wanted), set(h)) > 0.3]
        q = _numbers(built_in().encode(asked.text, language))
        questions.append((content_tokens(asked.text, language), q, holding))
    return Made(
        segment, np.stack([_numbers(v) for v in vectors]),
        np.asarray([message_features(m, language) for m in segment.messages]),
        np.asarray([w.features for w in words]), np.asarray([w.unit.cost for w in words], float), has, questions,
    )  # fmt: skip


def _numbers(vector: bytes) -> np.ndarray:
    return np.frombuffer(vector, np.int8) / 127.0 if vector else np.zeros(WIDTH)


def weeks(seed: int, part: str, of: int) -> list[list[Made]]:
    """Return made-up weeks of all languages: `train` leaves out what the seed holds back, `held` asks only for that."""
    found = []
    for language in talk.FACTS:
        back = talk.held(seed, language) if part != "all" else set()
        every = set(range(len(talk.FACTS[language])))
        asked, said = (back, every) if part == "held" else (every - back, every - back)
        start = 1000 * seed + (500 if part == "held" else 0)
        found += [[made(s, asked) for s in talk.week(start + n, language, said)] for n in range(of)]
    return found


# --- the encoder ---------------------------------------------------------------------------------------------


def train_encoder(seed: int, data: Sequence[Made], epochs: int = 12) -> net.Weights:
    """Return weights fitted to give the messages back."""
    rng = np.random.default_rng(seed)
    w, adam = net.fresh(rng), net.Adam(3e-3)
    for epoch in range(epochs):
        adam.rate = 3e-3 * (1 - epoch / epochs) + 1e-4
        order = rng.permutation(len(data))
        for at in range(0, len(order), 16):
            total: net.Weights = {}
            some = order[at : at + 16]
            for n in some:
                h_TD = data[n].h_TD
                if rng.random() < 0.5:  # what the gate lets through is shorter
                    h_TD = h_TD[_some(rng.random(len(h_TD)) < 0.4, rng.random(len(h_TD)))]
                for name, slope in net.loss(w, h_TD)[1].items():
                    total[name] = total.get(name, 0.0) + slope / len(some)
            adam(w, total)
    return {name: np.asarray(x, np.float16).astype(float) for name, x in w.items()}


def error(w: net.Weights, data: Sequence[Made]) -> float:
    """Return the mean reconstruction error."""
    return float(np.mean([net.loss(w, m.h_TD)[0] for m in data]))


def mean_error(data: Sequence[Made]) -> float:
    """Return the error when every message is told as the segment's mean."""
    return float(np.mean([((m.h_TD - m.h_TD.mean(0)) ** 2).sum(1).mean() for m in data]))


# --- the gates -----------------------------------------------------------------------------------------------


def latents(w: net.Weights, h_TD: np.ndarray) -> np.ndarray:
    """Return the directions of a segment's slots among the messages' vectors, K × D."""
    shown = net.encode(w, h_TD) @ w["out_DC"].T
    return shown / np.maximum(np.linalg.norm(shown, axis=1, keepdims=True), 1e-9)


def nearness(q: np.ndarray, slots: Sequence[np.ndarray]) -> np.ndarray:
    """Return the cosine of a question with each block: of its best slot."""
    return np.asarray([(s @ q).max() for s in slots]) / (np.linalg.norm(q) or 1.0)


def best(scores: np.ndarray, own: int) -> int:
    """Return the rank of a block, 1 for the first; ties count against it."""
    return int((scores >= scores[own]).sum())


def rewards(
    week: Sequence[Made], texts: Sequence[np.ndarray], near: Sequence[Sequence[np.ndarray]]
) -> tuple[np.ndarray, np.ndarray]:
    """Return the rewards of the words' and the messages' gate for each block of a week, costs not counted.

    Args:
        week: the blocks.
        texts: which words each keeps.
        near: for each block and question, the nearness of every block.
    """
    has = [set().union(*(m.tokens[n] for n in np.flatnonzero(kept))) if kept.any() else set()
           for m, kept in zip(week, texts, strict=True)]  # fmt: skip
    for_words, for_messages = np.zeros(len(week)), np.zeros(len(week))
    for own, m in enumerate(week):
        for (wanted, _, holding), by_meaning in zip(m.questions, near[own], strict=True):
            by_words = np.asarray([share(wanted, h) for h in has])
            first = best(WORDS_SHARE * by_words + (1 - WORDS_SHARE) * by_meaning, own) == 1
            answered = bool(holding) and all(texts[own][n] for n in holding)
            for_words[own] += answered * (0.5 + 0.5 * first)
            for_messages[own] += 1 / best(by_meaning, own)
    return for_words, for_messages


def gates_before() -> tuple[np.ndarray, np.ndarray]:
    """Return the gates to begin with: words by the scorer of importance, every message."""
    words = np.zeros(len(UNIT_NAMES))
    words[UNIT_NAMES.index("score")], words[0] = 0.5, 0.3
    messages = np.zeros(len(MESSAGE_NAMES))
    messages[0], messages[1] = 0.0, 0.5
    return words, messages


def train_gates(
    seed: int, w: net.Weights, data: Sequence[Sequence[Made]], rounds: int = 12
) -> tuple[np.ndarray, np.ndarray]:
    """Return the gates' weights after REINFORCE."""
    rng = np.random.default_rng(seed)
    words, messages = gates_before()
    adam = net.Adam(0.06)
    for step in range(rounds * len(data)):
        adam.rate = 0.06 * (1 - 0.9 * step / (rounds * len(data)))
        week = data[rng.integers(len(data))]
        chance = [1 / (1 + np.exp(-(m.words @ words))) for m in week]
        reading = [1 / (1 + np.exp(-(m.messages @ messages))) for m in week]
        value_w, value_m, kept_w, kept_m = [], [], [], []
        for _ in range(SAMPLES):
            texts = [rng.random(len(c)) < c for c in chance]
            heard = [_some(rng.random(len(c)) < c, c) for c in reading]
            slots = [latents(w, m.h_TD[r]) for m, r in zip(week, heard, strict=True)]
            near = [[nearness(q, slots) for _, q, _ in m.questions] for m in week]
            a, b = rewards(week, texts, near)
            value_w.append(
                a - TOKEN_COST * np.asarray([m.costs[t].sum() for m, t in zip(week, texts, strict=True)])
            )
            value_m.append(b - READ_COST * np.asarray([r.mean() for r in heard]))
            kept_w.append(texts)
            kept_m.append(heard)
        up_w, up_m = _advantage(np.asarray(value_w)), _advantage(np.asarray(value_m))
        g_w, g_m = np.zeros_like(words), np.zeros_like(messages)
        for s in range(SAMPLES):
            for n, m in enumerate(week):
                g_w -= up_w[s, n] * ((kept_w[s][n] - chance[n]) @ m.words)
                g_m -= up_m[s, n] * ((kept_m[s][n] - reading[n]) @ m.messages)
        count = SAMPLES * len(week)
        box = {"words": words, "messages": messages}
        adam(box, {"words": g_w / count + 1e-4 * words, "messages": g_m / count + 1e-3 * messages})
        words, messages = box["words"], box["messages"]
    return words.astype(np.float16).astype(float), messages.astype(np.float16).astype(float)


def _some(heard: np.ndarray, chance: np.ndarray) -> np.ndarray:
    """Return the messages that are read; the likeliest when there would be none."""
    return heard if heard.any() else np.arange(len(chance)) == chance.argmax()


def _advantage(values: np.ndarray) -> np.ndarray:
    """Return each sample's reward less the mean of the others of the same block."""
    return (values - values.mean(0)) * (SAMPLES / (SAMPLES - 1))


# --- measuring -----------------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Measured:
    """What blocks are worth: per cent of questions, and tokens of a block."""

    first: float
    """By meaning alone the block is first."""
    answered: float
    """The block is first by words and meaning, and has kept the answer."""
    tokens: float


def measure(data: Sequence[Sequence[Made]], slots_of, kept_of) -> Measured:
    """Return what blocks made by `slots_of` and `kept_of` are worth on these weeks."""
    first = answered = asked = spent = blocks = 0.0
    for week in data:
        slots, texts = [slots_of(m) for m in week], [kept_of(m) for m in week]
        has = [
            set().union(*(m.tokens[n] for n in np.flatnonzero(k))) for m, k in zip(week, texts, strict=True)
        ]
        spent += sum(float(m.costs[k].sum()) for m, k in zip(week, texts, strict=True))
        blocks += len(week)
        for own, m in enumerate(week):
            for wanted, q, holding in m.questions:
                near = nearness(q, slots)
                by_words = np.asarray([share(wanted, h) for h in has])
                found = best(WORDS_SHARE * by_words + (1 - WORDS_SHARE) * near, own) == 1
                asked += 1
                first += best(near, own) == 1
                answered += found and bool(holding) and all(texts[own][n] for n in holding)
    return Measured(100 * first / asked, 100 * answered / asked, spent / blocks)


def by_gate(words: np.ndarray):
    """Return the choice of words of a gate."""

    def kept(m: Made) -> np.ndarray:
        chance = m.words @ words
        return chance > min(0.0, chance.max())

    return kept  # fmt: skip


def by_compressor(words: np.ndarray):
    """Return the choice of words of the extractive compressor, with as many tokens as the gate keeps."""
    gate = by_gate(words)

    def kept(m: Made) -> np.ndarray:
        lines = [Line("", text) for text in m.segment.messages]
        left = set(
            tokens(
                " ".join(
                    map(str, compress(lines, round(m.costs[gate(m)].sum()), language=m.segment.language))
                )
            )
        )
        return np.asarray([bool(t) and t <= left for t in m.tokens])

    return kept  # fmt: skip


def _mean(h_TD: np.ndarray) -> np.ndarray:
    whole = h_TD.mean(0, keepdims=True)
    return whole / max(1e-9, float(np.linalg.norm(whole)))


def main() -> None:
    """Train, or measure."""
    given = argparse.ArgumentParser(description=__doc__)
    given.add_argument(
        "--measure", type=int, default=0, help="so many seeds, on templates left out; writes nothing"
    )
    options = given.parse_args()
    rows = []
    for seed in range(options.measure):
        train, held = weeks(seed, "train", WEEKS), weeks(seed, "held", 8)
        flat, back = [m for week in train for m in week], [m for week in held for m in week]
        start = net.fresh(np.random.default_rng(seed))
        w = train_encoder(seed, flat)
        words, messages = train_gates(seed, w, train)
        every = lambda m, w=w: latents(w, m.h_TD)  # noqa: E731
        gated = lambda m, w=w, g=messages: latents(w, m.h_TD[_some(m.messages @ g > 0, m.messages @ g)])  # noqa: E731
        mean_gated = lambda m, g=messages: _mean(m.h_TD[_some(m.messages @ g > 0, m.messages @ g)])  # noqa: E731
        before = by_gate(gates_before()[0])
        found = [measure(held, lambda m: _mean(m.h_TD), by_compressor(words)), measure(held, every, by_compressor(words)),
                 measure(held, every, before), measure(held, every, by_gate(words)), measure(held, gated, by_gate(words)), measure(held, mean_gated, by_gate(words))]  # fmt: skip
        reads = np.mean([(m.messages @ messages > 0).mean() for m in back])
        rows.append(
            [
                error(start, back),
                mean_error(back),
                error(w, back),
                reads,
                *(x for f in found for x in (f.first, f.answered, f.tokens)),
            ]
        )
        print(f"seed {seed}:", " ".join(f"{x:.3f}" for x in rows[-1]), flush=True)
    if rows:
        table = np.asarray(rows)
        names = ["error untrained", "error of the mean", "error trained", "share of messages read"]
        for kind in (
            "mean, compressor",
            "encoder, compressor",
            "encoder, gate before",
            "encoder, gate after",
            "gated encoder, gate after",
            "gated mean, gate after",
        ):
            names += [f"{kind}: first by meaning", f"{kind}: answered", f"{kind}: tokens"]
        for name, column in zip(names, table.T, strict=True):
            print(f"{name:45} {column.mean():7.3f} ± {column.std(ddof=1) if len(column) > 1 else 0:.3f}")
        return
    data = weeks(0, "all", WEEKS)
    w = train_encoder(0, [m for week in data for m in week])
    words, messages = train_gates(0, w, data)
    flat = [float(x) for name in SHAPES for x in w[name].ravel()] + [*words, *messages]
    TARGET.write_bytes(MAGIC + struct.pack(f"<{len(flat)}e", *flat))
    print(f"{TARGET.name}: {TARGET.stat().st_size} bytes")
    for name, value in sorted(zip(UNIT_NAMES, words, strict=True), key=lambda p: -abs(p[1])):
        print(f"  word {name:14} {value:+.2f}")
    for name, value in sorted(
        zip(MESSAGE_NAMES, messages[: len(MESSAGE_NAMES)], strict=True), key=lambda p: -abs(p[1])
    ):
        print(f"  message {name:11} {value:+.2f}")


if __name__ == "__main__":
    random.seed(0)
    main()
