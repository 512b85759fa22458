"""From words to a ranked reading: spans once, then every reader, then one fused score.

Two independent voices speak about each proposal: the reader's own confidence that the words fit its payload
(schema fit), and the act classifier's probability. They are pooled as a weighted geometric mean (logarithmic
opinion pool, Genest & Zidek 1986, 'Combining Probability Distributions'), because a proposal that either voice
rules out should not win.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from calisson.language.acts import classify
from calisson.language.drafts import draft_app, read_edit
from calisson.language.entries import read_entries
from calisson.language.languages import detect
from calisson.language.numbers import find_numbers
from calisson.language.questions import read_question
from calisson.language.spans import Spans
from calisson.language.talk import read_talk
from calisson.language.text import compose, is_binary, normalise
from calisson.language.times import find_times
from calisson.language.types import Act, Clarify, Context, CreateApp, EditApp, Proposal, Reading, Recall
from calisson.language.variants import Script

MAX_CHARS = 20_000
"""Longer messages are not read as one utterance; the person is told to send them in parts."""

FIT_WEIGHT = 0.6
"""Weight of the reader's fit in the pool; the classifier has the rest. Chosen on the examples in the repository."""

FLOOR = 0.12
"""The classifier never rules an act out alone."""

EDIT = 0.6
"""The classifier's least voice for a change of the app: its reader names a part that is there or can be."""

SURE = 0.9
"""The fit from which on an edit has that voice."""

LEAD = 0.3
"""A reader is not asked when even a perfect fit would leave its proposal this far behind the best one. Most turns
are read by one or two readers then; a proposal so far behind has a propensity under a tenth under the policy."""

Reader = Callable[[Spans, Context], Proposal | None]
READERS: tuple[tuple[Act, Reader], ...] = (
    (Act.CREATE_APP, draft_app),
    (Act.EDIT_APP, read_edit),
    (Act.LOG, read_entries),
    (Act.ASK, read_question),
)
"""The readers of payloads over schemas, each with the act that it proposes (or asks back about)."""


_CLOCK_LABEL = re.compile(r"(?<=\d:\d\d):(?=\s)")
"""The colon behind a clock time that labels an entry ('Oct 9, 10:30: flight lands')."""

_WIDE_COMMA = re.compile(r"(?<=\d)\uff0c(?=\d)")
"""A full-width comma parts two numbers ('评分4，68元'); it never stands inside one."""

_BARE_ORDINAL = re.compile(r"\d{1,2}\.")
"""A number that ends a sentence; a day of the month comes with a word ('am 4.')."""


def read_spans(text: str, language: str, context: Context) -> Spans:
    """Return the utterance with its times and numbers, each character belonging to at most one of them."""
    clean = normalise(text)
    listed = _CLOCK_LABEL.sub(",", normalise(_WIDE_COMMA.sub(";", text)))
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
    binary, text = is_binary(text), compose(text)
    language = detect(text[:2000], context.language) if not binary else context.language or "en"
    if binary:
        return Reading(text, language, (Proposal(Act.CLARIFY, Clarify("not-text"), 1.0, "binary"),))
    if len(text) > MAX_CHARS:
        too_long = Clarify("too-long", {"limit": MAX_CHARS})
        return Reading(text, language, (Proposal(Act.CLARIFY, too_long, 1.0, "length"),))
    if not text.strip():
        return Reading(text, language, (Proposal(Act.CLARIFY, Clarify("say-something"), 1.0, "empty"),))
    script = Script(text, language)
    return script.back(_read(script.text, language, script.context(context)))


def _read(text: str, language: str, context: Context) -> Reading:
    """Return what `text` could mean, in the script of the lexicons."""
    bare = read_spans(text, language, context)
    spans = Spans(bare.text, text, language, bare.times, bare.numbers, tuple(classify(bare, context)))
    fused = sorted(_propose(spans, context), key=lambda p: -p.score)
    return Reading(
        text=text,
        language=language,
        proposals=tuple(fused) or (Proposal(Act.CLARIFY, Clarify("not-understood"), 1.0, "nothing fits"),),
        times=spans.times,
        numbers=spans.numbers,
        acts=spans.acts,
    )


def _propose(spans: Spans, context: Context) -> Iterator[Proposal]:
    best = 0.0
    for proposal in read_talk(spans, context):
        fused = _fuse(proposal, spans)
        best = max(best, fused.score)
        yield fused
    for act, reader in sorted(READERS, key=lambda pair: -_prior(pair[0], spans)):
        bound = max(
            _prior(act, spans), _prior(Act.CLARIFY, spans), _together(spans) if act is Act.CREATE_APP else 0
        )
        bound = max(bound, EDIT) if act is Act.EDIT_APP else bound
        if _pool(1.0, bound) <= best - LEAD:
            continue
        found = reader(spans, context)
        if found is not None:
            fused = _fuse(found, spans)
            best = max(best, fused.score)
            yield fused


def _prior(act: Act, spans: Spans) -> float:
    return max(spans.act(act), FLOOR) if spans.acts else 0.5


def _together(spans: Spans) -> float:
    """The prior of an app that is asked for along with its reminders: both acts speak for it."""
    return min(_prior(Act.CREATE_APP, spans) + spans.act(Act.REMIND), 1.0)


def _pool(fit: float, prior: float) -> float:
    return float(fit**FIT_WEIGHT * prior ** (1 - FIT_WEIGHT))


def _parts(edit: EditApp) -> bool:
    return all(e.kind in ("add_field", "remove_field") for e in edit.edits)


def _fuse(proposal: Proposal, spans: Spans) -> Proposal:
    with_reminders = isinstance(proposal.payload, CreateApp) and proposal.payload.reminders
    prior = _together(spans) if with_reminders else _prior(proposal.act, spans)
    if isinstance(proposal.payload, Recall) and proposal.payload.place:
        prior = 1.0  # the wording is so narrow that it says by itself what it is
    if isinstance(proposal.payload, EditApp) and proposal.score >= SURE and _parts(proposal.payload):
        prior = max(prior, EDIT)
    return Proposal(
        proposal.act,
        proposal.payload,
        round(_pool(proposal.score, prior), 4),
        f"fit {proposal.score:.2f}, act {prior:.2f}; {proposal.why}",
    )
