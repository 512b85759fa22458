"""From words to a ranked reading: spans once, then every reader, then one fused score.

Two independent voices speak about each proposal: the reader's own confidence that the words fit its payload
(schema fit), and the act classifier's probability. They are pooled as a weighted geometric mean (logarithmic
opinion pool, Genest & Zidek 1986, 'Combining Probability Distributions'), because a proposal that either voice
rules out should not win.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable

from calisson.language.acts import classify
from calisson.language.drafts import draft_app, read_edit
from calisson.language.entries import read_entries
from calisson.language.languages import detect
from calisson.language.numbers import find_numbers
from calisson.language.questions import read_question
from calisson.language.spans import Spans
from calisson.language.talk import read_talk
from calisson.language.text import compose, normalise
from calisson.language.times import find_times
from calisson.language.types import Act, Clarify, Context, Proposal, Reading

MAX_CHARS = 20_000
"""Longer messages are not read as one utterance; the person is told to send them in parts."""

FIT_WEIGHT = 0.6
"""Weight of the reader's fit in the pool; the classifier has the rest. Chosen on the examples in the repository."""

FLOOR = 0.12
"""The classifier never rules an act out alone."""

Reader = Callable[[Spans, Context], Proposal | None]
READERS: tuple[Reader, ...] = (draft_app, read_edit, read_entries, read_question)


_CLOCK_LABEL = re.compile(r"(?<=\d:\d\d):(?=\s)")
"""The colon behind a clock time that labels an entry ('Oct 9, 10:30: flight lands')."""

_BARE_ORDINAL = re.compile(r"\d{1,2}\.")
"""A number that ends a sentence; a day of the month comes with a word ('am 4.')."""


def read_spans(text: str, language: str, context: Context) -> Spans:
    """Return the utterance with its times and numbers, each character belonging to at most one of them."""
    clean = normalise(text)
    listed = _CLOCK_LABEL.sub(",", clean)
    times = tuple(t for t in find_times(listed, language, context.now) if not _BARE_ORDINAL.fullmatch(t.text))
    hidden = listed
    for t in times:
        if t.kind != "duration":
            hidden = hidden[: t.start_char] + "|" * (t.end_char - t.start_char) + hidden[t.end_char :]
    numbers = tuple(find_numbers(hidden, language, context.currency))
    lengths = [(n.start_char, n.end_char) for n in numbers if n.kind == "duration"]
    times = tuple(
        t
        for t in times
        if t.kind != "duration" or not any(s < t.end_char and t.start_char < e for s, e in lengths)
    )
    return Spans(text=clean, original=text, language=language, times=times, numbers=numbers)


def understand(text: str, context: Context) -> Reading:
    """Return what `text` could mean in this context, best first.

    Never raises on any text. When nothing fits, the only proposal is a `Clarify`.
    """
    text = compose(text)
    language = detect(text[:2000], context.language)
    if len(text) > MAX_CHARS:
        too_long = Clarify("too-long", {"limit": MAX_CHARS})
        return Reading(text, language, (Proposal(Act.CLARIFY, too_long, 1.0, "length"),))
    if not text.strip():
        return Reading(text, language, (Proposal(Act.CLARIFY, Clarify("say-something"), 1.0, "empty"),))
    bare = read_spans(text, language, context)
    spans = Spans(bare.text, text, language, bare.times, bare.numbers, tuple(classify(bare, context)))
    proposals = [p for p in _propose(spans, context) if p is not None]
    fused = sorted((_fuse(p, spans) for p in proposals), key=lambda p: -p.score)
    return Reading(
        text=text,
        language=language,
        proposals=tuple(fused) or (Proposal(Act.CLARIFY, Clarify("not-understood"), 1.0, "nothing fits"),),
        times=spans.times,
        numbers=spans.numbers,
        acts=spans.acts,
    )


def _propose(spans: Spans, context: Context) -> Iterable[Proposal | None]:
    for reader in READERS:
        yield reader(spans, context)
    yield from read_talk(spans, context)


def _fuse(proposal: Proposal, spans: Spans) -> Proposal:
    prior = max(spans.act(proposal.act), FLOOR) if spans.acts else 0.5
    score = proposal.score**FIT_WEIGHT * prior ** (1 - FIT_WEIGHT)
    return Proposal(
        proposal.act,
        proposal.payload,
        round(score, 4),
        f"fit {proposal.score:.2f}, act {prior:.2f}; {proposal.why}",
    )
