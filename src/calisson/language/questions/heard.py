"""One utterance as a question sees it: tokens, cues, hints, and which characters are explained.

Misspelt question words are corrected before cues are looked for ('how mcuh'); times that the question is
about are blanked, so that 'last week' is no 'last' entry.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field, replace

from calisson.language.numbers import find_numbers
from calisson.language.questions.lexicon import Lexicon, lexicon
from calisson.language.questions.stems import stem
from calisson.language.spans import Spans
from calisson.language.text import lower
from calisson.language.traits import traits
from calisson.language.types import NumberSpan, TimeSpan

BLANK = "\x01"
LONG_WORD = 6
"""From this length one wrong letter is mended; in shorter words only two swapped ones ('Mary' is not 'many')."""
_TOKEN = re.compile(r"[^\W_]+(?:['-][^\W\d_]+)*")


@dataclass(frozen=True, slots=True)
class Token:
    """A word of a Latin utterance, or a run of one script of a CJK one."""

    text: str
    start: int
    end: int
    stem: str


@dataclass(slots=True)
class Heard:
    """The words of a question and what is known about them before any schema is looked at."""

    spans: Spans
    words: Lexicon
    text: str
    """Lower case, spelling of question words mended, times blanked; offsets are those of `spans.text`."""
    raw: str
    """Lower case, nothing blanked."""
    tokens: tuple[Token, ...]
    cues: dict[str, list[tuple[int, int]]]
    hints: dict[str, list[tuple[int, int]]]
    highest: list[tuple[int, int]]
    lowest: list[tuple[int, int]]
    worst: list[tuple[int, int]]
    times: tuple[TimeSpan, ...]
    """The times that say which period is meant."""
    numbers: tuple[NumberSpan, ...]
    every: tuple[TimeSpan, ...] = ()
    covered: set[int] = field(default_factory=set)
    """Characters explained by cues, times and numbers."""

    @property
    def language(self) -> str:
        """The language of the utterance."""
        return self.spans.language

    @property
    def latin(self) -> bool:
        """Whether words are separated by spaces and matched as words."""
        return traits(self.spans.language).latin

    def has(self, *names: str) -> bool:
        """Return whether one of the cues was heard."""
        return any(self.cues.get(name) for name in names)

    def at(self, name: str) -> tuple[int, int] | None:
        """Return where a cue was heard first, or None."""
        found = self.cues.get(name)
        return found[0] if found else None

    @property
    def asks(self) -> bool:
        """Whether the wording is that of a question or of a wish to see something."""
        return bool(
            self.raw.rstrip(" !.~。").endswith("?")
            or self.has(
                "how_many", "how_much", "how_long", "how_often", "how_degree", "when", "clock", "who", "where", "which", "what",
                "show", "is_there", "which_month", "which_week", "which_weekday", "means", "again", "percent", "yes_no",
            )
        )  # fmt: skip


def hear(spans: Spans) -> Heard:
    """Return the utterance with its cues. Never raises for a shipped language."""
    words = lexicon(spans.language)
    raw = lower(spans.text)
    mended = _mend(raw, words) if words.correct else raw
    every = tuple(t for t in spans.times if t.kind == "recurrence")
    always = [m.span() for m in words.cues["all_time"].finditer(mended)]
    times = tuple(
        t
        for t in spans.times
        if t.kind in ("date", "datetime", "range")
        and t.start is not None
        and t.invalid is None
        and not any(
            s < t.end_char and t.start_char < e and e - s >= (t.end_char - t.start_char) // 2
            for s, e in always
        )
        and not _now(t)
    )
    blanked = list(mended)
    for span in (
        *(t for t in times if t.has_date or t.part_of_day is None),
        *(t for t in spans.times if t.kind == "time" and t.has_clock and not _bounds(spans, words)),
    ):
        blanked[span.start_char : span.end_char] = BLANK * (span.end_char - span.start_char)
    text = "".join(blanked)
    numbers = (*(n for n in spans.numbers if n.kind != "ordinal" or not n.words), *_bounds(spans, words))
    cues = {
        name: found
        for name, p in words.cues.items()
        if (found := [m.span() for m in p.finditer(text) if m.end() > m.start()])
    }
    cues.pop("all_time", None)
    if always:
        cues["all_time"] = always
    hints = {
        name: found for name, p in words.hints.items() if (found := [m.span() for m in p.finditer(text)])
    }
    if "means" in cues and "mean" in cues:
        cues["mean"] = [c for c in cues["mean"] if not any(s <= c[0] and c[1] <= e for s, e in cues["means"])]
    highest, lowest, worst = (
        [m.span() for m in p.finditer(text)] for p in (words.highest, words.lowest, words.worst)
    )
    heard = Heard(
        spans,
        words,
        text,
        raw,
        _tokens(mended, spans.language),
        cues,
        hints,
        highest,
        lowest,
        worst,
        times,
        numbers,
        every,
    )
    for group in (*cues.values(), highest, lowest, worst):
        for start, end in group:
            heard.covered.update(range(start, end))
    for start, end in (
        *((t.start_char, t.end_char) for t in spans.times),
        *((n.start_char, n.end_char) for n in numbers),
    ):
        heard.covered.update(range(start, end))
    return heard


def _bounds(spans: Spans, words: Lexicon) -> list[NumberSpan]:
    """Numbers that look like a clock time but are bounds ('at 3 or higher')."""
    out = []
    for t in spans.times:
        if (
            t.kind == "time"
            and not t.has_date
            and any(p.match(spans.text[t.end_char :]) for p in words.after.values())
        ):
            out += [
                replace(n, start_char=t.start_char + n.start_char, end_char=t.start_char + n.end_char, number_end=t.start_char + n.number_end)
                for n in find_numbers(t.text, spans.language)[:1]
            ]  # fmt: skip
    return out


def _now(span: TimeSpan) -> bool:
    """Whether a time only says 'now': it limits nothing."""
    return span.grain == "second" or (span.kind == "datetime" and span.start == span.end)


def _tokens(text: str, language: str) -> tuple[Token, ...]:
    return tuple(
        Token(m.group(), m.start(), m.end(), stem(m.group(), language)) for m in _TOKEN.finditer(text)
    )


def _one_slip(word: str, right: str) -> bool:
    from rapidfuzz.distance import OSA

    return bool(OSA.distance(word, right, score_cutoff=1) == 1)


def _mend(text: str, words: Lexicon) -> str:
    """Put right a misspelt question word where the right one has as many letters, so that offsets stay."""
    out = text
    for m in _TOKEN.finditer(text):
        word = m.group()
        if len(word) < 4 or word in words.ignore or word in words.correct:
            continue
        for right in words.correct:
            swapped = sorted(right) == sorted(word) or len(word) >= LONG_WORD
            if len(right) == len(word) and swapped and _one_slip(word, right):
                out = out[: m.start()] + right + out[m.end() :]
                break
    return out
