"""Memory Diffusion: what a tenth of the tokens keeps of LoCoMo, and what a turn costs at any age.

    python -m bench diffusion

**What is kept.** Each conversation goes through the engine with B = a tenth of its tokens (names of speakers
counted on both sides). Then each question (categories 1 to 4) is looked for in what is left, and in the whole
conversation cut into the very same windows: by words (BM25), and by words and
meaning. Counted on content, over the first ten windows, mean over questions:

- content: an evidence turn counts with the share of its content words (stems, closed-class words left out)
  that stand in its window, when that window is among the ten; whole windows give 0 or 1;
- strict: it counts when at least nine tenths of them do;
- answer: the share of the content words of the gold answer (of those that the evidence says at all) that stand
  anywhere in the ten windows;
- found: it counts when its window is among the ten and anything of it is left.

**Other readings.** What a person or a model is shown has no windows: `Diffusion.lines()`, one line a speaker of a
stretch. So the same questions are asked of these lines against the turns of the whole conversation, ten lines
against ten turns, and of all that is left at once. Evidence is kept with the share of its content words in the ten
texts, or when that share is at least .3, .5 or .7, or when one of the texts is as near to it as a cosine of .5 by the built-in encoder.

Each is told as a share of the same figure for the whole conversation. Recall@10 counts evidence as found or not:
that is `found`, and the bar is held against it; `content` is the stricter reading, word for word. Nothing in the program was fitted
on these conversations. They are for evaluation only and not part of this repository.
"""

from __future__ import annotations

import functools
import importlib.util
import json
import math
import os
import random
import re
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from calisson.memory.finding.encoder import built_in, similarity
from calisson.memory.shortening.compress import compress
from calisson.memory.shortening.diffusion import Diffusion
from calisson.memory.shortening.trajectory import Plan, Turn, cut_lines
from calisson.memory.shortening.units import Line
from calisson.memory.words.stems import stem

ROOT = Path(__file__).parents[1]
OUTSIDE = Path(os.environ.get("CALISSON_OUTSIDE") or ROOT.parent / "shared")
KEEP = 0.10
FIRST = 10
BAR = 0.85
AGES = (100, 1_000, 10_000, 100_000)
CLOSED_CLASS = frozenset(
    """a an the and or nor but so yet if then than that this these those there here it its he she they we you i me him her
    them us my your his our their mine yours hers ours theirs am is are was were be been being do does did done have has had
    having can could will would shall should may might must of in on at to for from with by about as into onto out up down
    off over under through during before after between around because since until while although though unless whether what
    which who whom whose when where why how all any both each few more most other some such own same too very just also not
    no yes s t m d ll re ve""".split()
)


@dataclass(frozen=True)
class Window:
    """A unit of retrieval."""

    text: str
    sources: frozenset[str]

    @functools.cached_property
    def stems(self) -> list[str]:
        return content(self.text)


def content(text: str) -> list[str]:
    """Return the stems of the content words."""
    words = re.findall(r"[^\W_]+", text.casefold().replace("’", "'"))
    return [stem(w) for w in words if w not in CLOSED_CLASS]


def outside() -> ModuleType:
    spec = importlib.util.spec_from_file_location("locomo", OUTSIDE / "bench" / "locomo.py")
    assert spec and spec.loader
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


class Bm25:
    """Okapi BM25 (Robertson & Zaragoza 2009), k1 = 1.2, b = 0.75, over the windows' content stems."""

    def __init__(self, windows: Sequence[Window]) -> None:
        self._counts = [Counter(w.stems) for w in windows]
        self._lengths = [len(w.stems) for w in windows]
        self._mean = max(1e-9, sum(self._lengths) / max(1, len(windows)))
        self._have = Counter(s for c in self._counts for s in c)

    def first(self, question: str, k: int = FIRST) -> list[int]:
        scores = self.scores(question)
        order = sorted(range(len(scores)), key=lambda i: (-scores[i], i))
        return [i for i in order[:k] if scores[i] > 0]

    def scores(self, question: str) -> list[float]:
        n, scores = len(self._counts), [0.0] * len(self._counts)
        for word in set(content(question)):
            have = self._have[word]
            if have:
                idf = math.log(1 + (n - have + 0.5) / (have + 0.5))
                for i, counts in enumerate(self._counts):
                    if tf := counts[word]:
                        scores[i] += (
                            idf * tf * 2.2 / (tf + 1.2 * (0.25 + 0.75 * self._lengths[i] / self._mean))
                        )
        return scores


class Both(Bm25):
    """Words and meaning, each divided by its best, added up: as Calisson looks for memories, without its other views."""

    def __init__(self, windows: Sequence[Window]) -> None:
        super().__init__(windows)
        self._vectors = [built_in().encode(w.text) for w in windows]

    def scores(self, question: str) -> list[float]:
        words, asked = super().scores(question), built_in().encode(question)
        meaning = [max(0.0, similarity(asked, v)) for v in self._vectors]
        best, nearest = max(words, default=0) or 1, max(meaning, default=0) or 1
        return [w / best + m / nearest for w, m in zip(words, meaning, strict=True)]


@dataclass(frozen=True)
class Talk:
    """One conversation of the data."""

    turns: list[dict[str, str]]
    asks: list[dict[str, Any]]
    answers: dict[str, str]

    @functools.cached_property
    def lines(self) -> list[Line]:
        return [Line(t["speaker"], t["text"]) for t in self.turns]

    @functools.cached_property
    def tokens(self) -> int:
        return sum(line.tokens for line in self.lines)

    @functools.cached_property
    def stems(self) -> dict[str, frozenset[str]]:
        return {t["source"]: frozenset(content(t["text"])) for t in self.turns}

    @property
    def budget(self) -> int:
        return int(self.tokens * KEEP)


def talks() -> list[Talk]:
    module, found = outside(), []
    for path in sorted((OUTSIDE / "data" / "locomo").glob("*.json")):
        turns, asks = module.load(path)
        told = {
            f"{path.stem}-{n}": str(q.get("answer", ""))
            for n, q in enumerate(json.loads(path.read_text("utf-8"))["qa"])
        }
        found.append(Talk(turns, asks, told))
    return found


def run(talk: Talk, plan: Plan) -> list[Window]:
    """Return what the engine leaves, as windows."""
    engine = Diffusion(plan)
    for t in talk.turns:
        engine.add(Turn(t["text"], t["speaker"], t["source"], t["at"]))
    assert engine.tokens <= plan.budget
    windows = [Window(c.text, frozenset(c.sources)) for c in engine.chunks()]
    rest = engine.latest()
    if rest:
        windows.append(
            Window("\n".join(f"{t.speaker}: {t.text}" for t in rest), frozenset(t.source for t in rest))
        )
    return windows


def plan_of(talk: Talk, chunk: int, budget: int | None = None, **more: Any) -> Plan:
    return Plan(budget or talk.budget, protected=0, chunk=chunk, **more)


def whole(talk: Talk, chunk: int) -> list[Window]:
    """Return the whole conversation in the windows that the engine makes."""
    return run(talk, plan_of(talk, plan_of(talk, chunk).size, 10**9))


def uniform(talk: Talk, chunk: int, squeeze: Callable[[Sequence[Line], int], Iterable[Line]]) -> list[Window]:
    """Return each window shortened to the same share of its tokens."""
    speaker = {t["source"]: line for t, line in zip(talk.turns, talk.lines, strict=True)}
    made = []
    for window in whole(talk, chunk):
        lines = [speaker[t["source"]] for t in talk.turns if t["source"] in window.sources]
        budget = int(sum(line.tokens for line in lines) * KEEP)
        made.append(Window("\n".join(map(str, squeeze(lines, budget))), window.sources))
    return made


def recent(talk: Talk, chunk: int) -> list[Window]:
    """Return the windows of the last tenth, word for word."""
    budget, first = talk.budget, len(talk.lines)
    while first and talk.lines[first - 1].tokens <= budget:
        first -= 1
        budget -= talk.lines[first].tokens
    kept = {t["source"] for t in talk.turns[first:]}
    text = {t["source"]: str(line) for t, line in zip(talk.turns, talk.lines, strict=True)}
    order = [t["source"] for t in talk.turns]
    made = []
    for window in whole(talk, chunk):
        held = [s for s in order if s in window.sources & kept]
        if held:
            made.append(Window("\n".join(text[s] for s in held), frozenset(held)))
    return made


MEASURES = ("content", "strict", "answer", "found")


def score(talk: Talk, windows: Sequence[Window], by: type[Bm25] = Bm25) -> list[dict[str, float | None]]:
    """Return the measures of every question."""
    index, rows = by(windows), []
    for ask in talk.asks:
        top = [windows[i] for i in index.first(ask["text"])]
        row: dict[str, float | None] = dict.fromkeys(MEASURES, 0.0)
        for source in ask["gold"]:
            words = talk.stems[source]
            got = frozenset(s for w in top if source in w.sources for s in w.stems) & words
            share = len(got) / len(words) if words else 0.0
            row["content"] = (row["content"] or 0) + share / len(ask["gold"])
            row["strict"] = (row["strict"] or 0) + (share >= 0.9) / len(ask["gold"])
            row["found"] = (row["found"] or 0) + (share > 0) / len(ask["gold"])
        said = frozenset().union(*(talk.stems[s] for s in ask["gold"]))
        wanted = frozenset(content(talk.answers[ask["id"]])) & said - frozenset(content(ask["text"]))
        there = frozenset(s for w in top for s in w.stems)
        row["answer"] = len(wanted & there) / len(wanted) if wanted else None
        rows.append(row)
    return rows


def mean(rows: Sequence[dict[str, float | None]], name: str) -> float:
    return statistics.fmean(v for r in rows if (v := r[name]) is not None)


def first_words(lines: Sequence[Line], budget: int) -> Iterable[Line]:
    return cut_lines(lines, budget)


READINGS = ("content", ".3", ".5", ".7", "near", "answer")
NEAR = 0.5


class Everything(Bm25):
    """All texts are found."""

    def first(self, question: str, k: int = FIRST) -> list[int]:
        return list(range(len(self._counts)))


def left(talk: Talk, chunk: int) -> list[Window]:
    """Return the lines that the engine leaves, as anybody sees them."""
    engine = Diffusion(plan_of(talk, chunk))
    for t in talk.turns:
        engine.add(Turn(t["text"], t["speaker"], t["source"], t["at"]))
    return [Window(str(line), frozenset()) for line in engine.lines()]


@functools.lru_cache(maxsize=20_000)
def vector(text: str) -> bytes:
    return built_in().encode(text)


def read_as(talk: Talk, texts: Sequence[Window], by: type[Bm25]) -> list[dict[str, float | None]]:
    """Return every question's readings over texts of which nobody says where they come from."""
    index, rows = by(texts), []
    said_by = {t["source"]: t["text"] for t in talk.turns}
    for ask in talk.asks:
        top = [texts[i] for i in index.first(ask["text"])]
        there = frozenset(s for w in top for s in w.stems)
        row: dict[str, float | None] = dict.fromkeys(READINGS, 0.0)
        for source in ask["gold"]:
            words = talk.stems[source]
            share = len(words & there) / len(words) if words else 0.0
            likest = max((similarity(vector(said_by[source]), vector(w.text)) for w in top), default=0.0)
            held = {"content": share, "near": float(likest >= NEAR)}
            for name in READINGS[:-1]:
                value = held[name] if name in held else float(share >= float(name))
                row[name] = (row[name] or 0) + value / len(ask["gold"])
        wanted = frozenset(content(talk.answers[ask["id"]])) - frozenset(content(ask["text"]))
        wanted &= frozenset().union(*(talk.stems[s] for s in ask["gold"]))
        row["answer"] = len(wanted & there) / len(wanted) if wanted else None
        rows.append(row)
    return rows


def readings(chunk: int) -> list[str]:
    """Return the table of the other readings."""
    known = talks()
    lines = [f"| found by | | {' | '.join(READINGS)} |", "| --- | --- | " + "--- | " * len(READINGS)]
    for title, by in (("words (BM25)", Bm25), ("words and meaning", Both), ("everything", Everything)):
        turns: Rows = []
        some: Rows = []
        for talk in known:
            texts = [
                Window(str(x), frozenset([t["source"]])) for t, x in zip(talk.turns, talk.lines, strict=True)
            ]
            turns += read_as(talk, texts, by)
            some += read_as(talk, left(talk, chunk), by)
        full = {m: mean(turns, m) for m in READINGS}
        lines.append(
            f"| {title} | ten turns of the whole | {' | '.join(f'{100 * full[m]:.1f}' for m in READINGS)} |"
        )
        cells = (f"{100 * mean(some, m):.1f} ({100 * mean(some, m) / full[m]:.0f})" for m in READINGS)
        lines.append(f"| | ten lines of what is left | {' | '.join(cells)} |")
    return [*lines, ""]


def every_word_known(talk: Talk, chunk: int) -> float:
    """Return what the content measure could be at most, were the questions known beforehand and all found.

    The budget buys the words of evidence turns that count most, one token each, no names of speakers.
    """
    home = {s: n for n, w in enumerate(whole(talk, chunk)) for s in w.sources}
    value: Counter[tuple[int, str]] = Counter()
    for ask in talk.asks:
        for source in ask["gold"]:
            for word in talk.stems[source]:
                value[home[source], word] += 1 / len(ask["gold"]) / len(talk.stems[source])
    return sum(v for _, v in value.most_common(talk.budget)) / len(talk.asks)


Method = Callable[[Talk], list[Window]]
Rows = list[dict[str, float | None]]


def methods(chunk: int) -> dict[str, Method]:
    """Return what is compared, by name; the whole conversation first."""
    return {
        "the whole conversation": lambda t: whole(t, chunk),
        "**Memory Diffusion**": lambda t: run(t, plan_of(t, chunk)),
        "the compressor, every window the same share": lambda t: uniform(
            t, chunk, lambda x, b: compress(x, b, language="en")
        ),
        "uniform cut: the beginning of each window": lambda t: uniform(t, chunk, cut_lines),
        "recency: the last tenth, word for word": lambda t: recent(t, chunk),
    }


def kept(chunk: int, names: Sequence[str] | None = None, by: type[Bm25] = Bm25) -> dict[str, Rows]:
    """Return name of the method → the measures of all questions."""
    known = talks()
    return {
        name: [r for t in known for r in score(t, method(t), by)]
        for name, method in methods(chunk).items()
        if names is None or name in names
    }


def turn_of(rng: random.Random, words: list[str], number: int) -> Turn:
    """Return a made-up turn of about thirty tokens; words by Zipf's law."""
    picked = rng.choices(words, weights=[1 / (n + 3) for n in range(len(words))], k=22)
    text = f"I {picked[0]} the {' '.join(picked[1:12])}. We {' '.join(picked[12:])} on day {number}."
    return Turn(text, ("Ann", "Ben")[number % 2], f"t{number}")


def cost(budget: int = 2000, timed: int = 200, repeats: int = 9) -> list[tuple[int, float, int, int]]:
    """Return (age in turns, ms of processor time a turn, tokens, bytes of the stored state) at each age.

    The time is the least of `repeats` means over `timed` turns, each of turns that were never seen before. The ages are
    taken in turn, in an order that turns with them, so that whatever else the machine does falls on all of them.
    """
    rng = random.Random(5)
    words = ["".join(rng.choices("abcdefghiklmnoprstuv", k=rng.randint(3, 9))) for _ in range(4000)]
    engine = Diffusion(Plan(budget))
    states: list[tuple[int, int, dict[str, Any]]] = []
    for age in AGES:
        while engine.turns < age:
            engine.add(turn_of(rng, words, engine.turns))
        states.append((age, engine.tokens, engine.as_dict()))
    best = dict.fromkeys(AGES, math.inf)
    for n in range(repeats):
        for age, _, state in states[n % len(states) :] + states[: n % len(states)]:
            copy = Diffusion.of(state)
            said = [turn_of(rng, words, age + k) for k in range(timed)]
            begun = time.process_time()
            for turn in said:
                copy.add(turn)
            best[age] = min(best[age], (time.process_time() - begun) / timed * 1000)
    return [(age, best[age], tokens, len(json.dumps(state))) for age, tokens, state in states]


def table() -> list[str]:
    """Return the tables' lines."""
    lines = ["## Memory Diffusion: a tenth of the tokens", ""]
    if not (OUTSIDE / "data" / "locomo").is_dir():
        lines += ["Not measured: the conversations are not beside this checkout.", ""]
    else:
        chunk, known = Plan(1000).chunk, talks()
        asks = sum(len(t.asks) for t in known)
        lines += [
            (f"{len(known)} conversations of LoCoMo, {asks} questions, {sum(t.tokens for t in known)} tokens; first {FIRST} "
            f"windows of at most {chunk} tokens; in brackets per cent of the whole conversation's figure. Bar: {BAR:.0%}."), "",
        ]  # fmt: skip
        for title, by in (("words (BM25)", Bm25), ("words and meaning", Both)):
            found = kept(chunk, by=by)
            full = {m: mean(found["the whole conversation"], m) for m in MEASURES}
            lines += [f"| found by {title} | {' | '.join(MEASURES)} |", "| --- | --- | --- | --- | --- |"]
            for name, rows in found.items():
                cells = (f"{100 * mean(rows, m):.1f} ({100 * mean(rows, m) / full[m]:.0f})" for m in MEASURES)
                lines.append(f"| {name} | {' | '.join(cells)} |")
            lines.append("")
        most = sum(every_word_known(t, chunk) * len(t.asks) for t in known) / asks
        lines += [f"Content at most, were every question known beforehand: {100 * most:.1f}.", ""]
        lines += readings(chunk)
        lines += [
            "| windows of at most | content, whole | content, a tenth | answer, a tenth |",
            "| --- | --- | --- | --- |",
        ]
        for size in (60, 120, 240):
            some = kept(size, ("the whole conversation", "**Memory Diffusion**"))
            base, ours = some.values()
            cells = (
                f"{100 * mean(ours, m):.1f} ({100 * mean(ours, m) / mean(base, m):.0f})"
                for m in ("content", "answer")
            )
            lines.append(f"| {size} | {100 * mean(base, 'content'):.1f} | {' | '.join(cells)} |")
        lines.append("")
    rows = cost()
    spread = max(r[1] for r in rows) / min(r[1] for r in rows) - 1
    lines += [
        "## Memory Diffusion: time a turn", "",
        "Budget 2,000 tokens, turns of about thirty; processor time, the least of nine means over 200 turns, ages taken in turn.",
        "", "| age in turns | ms a turn | tokens kept | stored state |", "| --- | --- | --- | --- |",
        *(f"| {age:,} | {ms:.2f} | {tokens} | {size / 1000:.0f} kB |" for age, ms, tokens, size in rows),
        "", f"Slowest over fastest: +{100 * spread:.0f} % (bar 20 %).",
    ]  # fmt: skip
    return lines
