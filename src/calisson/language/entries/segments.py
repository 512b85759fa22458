"""Cutting an utterance into entries: at sentence ends, between things with measures of their own, at quotes."""

from __future__ import annotations

import itertools
import re
from collections.abc import Sequence
from functools import lru_cache

from calisson.language.entries.align import QUOTES, Aligner
from calisson.language.entries.alignment import Alignment
from calisson.language.entries.roles import roles_of
from calisson.language.entries.words import cues, has, trim
from calisson.language.lexicon import SHARED, load
from calisson.language.spans import Spans
from calisson.language.traits import traits
from calisson.language.types import NUMERIC, EntitySchema

HARD = re.compile(
    r"(?<!\b[DMS]r)(?<!\bSt)(?<!\bNr)(?<!\bMs)(?<!\bvs)(?<!\bca)(?<!\bMrs)(?<!\bStr)[.!?](?=\s|$)|[;。；\n！？]+"
)
SOFT = re.compile(load(SHARED, "entries")["soft"])


def _cuts(spans: Spans, cutter: re.Pattern[str], start: int, end: int) -> list[tuple[int, int]]:
    taken = [(n.start_char, n.end_char) for n in spans.numbers] + [
        (t.start_char, t.end_char) for t in spans.times
    ]
    taken += [
        (m.start(), m.end()) for m in re.finditer(r"[“\"「『《(（][^”\"」』》)）]*[”\"」』》)）]", spans.text)
    ]
    out, at = [], start
    for m in cutter.finditer(spans.text, start, end):
        if any(a < m.end() and m.start() < b for a, b in taken):
            continue
        if m.start() > at:
            out.append((at, m.start()))
        at = m.end()
    if end > at:
        out.append((at, end))
    return [(a, b) for a, b in out if spans.text[a:b].strip()]


def segments(spans: Spans, aligner: Aligner) -> list[Alignment]:
    """Cut the words into entries: at sentence ends, and at commas where a field would be filled twice."""
    head = _head(spans)
    parts = _cuts(spans, HARD, head, len(spans.text))
    entries: list[Alignment] = []
    listed = False
    for start, end in parts:
        whole = aligner.align(start, end)
        pieces, split = [whole], False
        titles = _titles(spans, start, end) if aligner.entity.title_field else []
        if len(titles) > 1:
            pieces = [aligner.align(a, b) for a, b in titles]
            _share(spans, pieces)
        elif equations := _equations(spans, aligner, start, end):
            pieces = equations
        elif (parts_ := _enumerated(spans, aligner, start, end)) and len(parts_) > 1:
            pieces = parts_
        elif further := _goes_on(spans, aligner, start, end):
            pieces, split = further, True
        elif whole.repeated:
            pieces, split = _split(spans, aligner, start, end), True
        elif whole.surplus and (parallel := _parallel(spans, aligner, start, end)):
            pieces, split = parallel, True
        if len(pieces) > 1 and split:
            _spread(pieces, aligner)
        single = len(pieces) == 1
        for piece in pieces:
            if entries and single and not listed and _continues(entries[-1], piece):
                merged = aligner.align(entries[-1].start, piece.end)
                if not merged.repeated:
                    entries[-1] = merged
                    continue
            entries.append(piece)
        listed = listed or (not single and not split)
    measured = [e for e in entries if measures(e)]
    counts = any(f.type in NUMERIC and f.type != "money" for f in aligner.entity.fields)
    if measured and counts and aligner.entity.done_field is None and not listed:
        entries = measured
    return [e for e in entries if e.fills or e.rest] or [aligner.align(0, len(spans.text))]


def _head(spans: Spans) -> int:
    """Return where the entries begin: behind 'add these two:', 'Neu:', '再加三个：'."""
    add = cues(spans.language, "add_heads")
    m = add.match(spans.text.lower().lstrip()) if add else None
    if m is None:
        return 0
    label = re.compile(r"\s*[^\s\d:：,]{0,16}(?:\s[^\s\d:：,]{1,16})?[:：]\s*").match(spans.text, m.end())
    if label:
        return label.end()
    at = m.end() + len(spans.text) - len(spans.text.lstrip())
    while at < len(spans.text) and spans.text[at] in " :：,，、":
        at += 1
    return at


def measures(a: Alignment) -> set[str]:
    """Return the fields that an alignment fills, times left out."""
    return {n for n, f in a.fills.items() if f.field.type not in ("date", "datetime", "time")}


def _continues(before: Alignment, piece: Alignment) -> bool:
    """Whether a piece says more about the entry before it: it brings no field again, and no time of its own."""
    shared = set(before.fills) & set(piece.fills)
    timed = any(f.field.type in ("date", "datetime") for f in piece.fills.values())
    return not shared and not (
        timed and any(f.field.type in ("date", "datetime") for f in before.fills.values())
    )


def _titles(spans: Spans, start: int, end: int) -> list[tuple[int, int]]:
    """Cut a stretch with several quoted titles: each piece holds one, with the words before it."""
    quotes = [m for m in QUOTES.finditer(spans.original, start, end) if spans.original[m.start()] != "'"]
    cuts = [start]
    for before, after in itertools.pairwise(quotes):
        gap = spans.text[before.end() : after.start()]
        links = list(re.finditer(load(SHARED, "entries")["gap"], gap))
        cuts.append(before.end() + (links[-1].end() if links else 0))
    if len(quotes) < 2:
        return []
    return list(zip(cuts, [*cuts[1:], end], strict=True))


def _share(spans: Spans, pieces: list[Alignment]) -> None:
    """'… both on Netflix': what is said of all goes to each piece that lacks it."""
    last = pieces[-1]
    if not has(spans.text[last.start : last.end].lower(), spans.language, "both"):
        return
    extra = last.pieces.pop() if len(last.pieces) > 1 else None
    for piece in pieces[:-1]:
        for name, fill in last.fills.items():
            if fill.field.type not in ("text", "long_text") and name not in piece.fills:
                piece.fills[name] = fill
    if extra:
        cue = cues(spans.language, "both")
        words = (
            trim(
                cue.sub("", extra.lower()) and extra[(m.end() if (m := cue.search(extra.lower())) else 0) :],
                spans.language,
            )
            if cue
            else extra
        )
        for piece in pieces:
            piece.pieces.append(f"({words})")


def _enumerated(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    """Return the parts of a plain list of things ('2 packs of oat milk, toilet paper and potatoes'), or nothing."""
    entity = aligner.entity
    if entity.title_field is None or (entity.time_field is not None and entity.done_field is None):
        return []
    parts = _cuts(spans, SOFT, start, end)
    if len(parts) < 2:
        return []
    aligned = [aligner.align(a, b) for a, b in parts]
    paid = {f.name for f in entity.fields if f.type == "money"}
    if 0 < sum(any(n in a.fills and a.fills[n].sure for n in paid) for a in aligned) < len(aligned):
        return []  # one price and what it was for
    title = entity.field(entity.title_field)
    if (
        title
        and paid
        and "person" in roles_of(title, spans.language)
        and not all(paid & numeric(a) for a in aligned)
    ):
        return []  # who owes, how much, and for what
    named = [a for a in aligned if a.pieces and not a.mentions]
    loose = [a for a in aligned if not (set(a.fills) - numeric(a)) and "(" not in spans.text[a.start : a.end]]
    in_brackets = all(re.search(r"[(（]", spans.text[a.start : a.end]) for a in aligned)
    if len(named) == len(parts) and (
        in_brackets or (len(loose) == len(parts) and _things(spans, aligned, entity))
    ):
        return aligned
    return []


def _things(spans: Spans, aligned: Sequence[Alignment], entity: EntitySchema) -> bool:
    """Whether the parts are things of one kind: short, and few fields of words beside the title."""
    words = [
        f
        for f in entity.fields
        if f.type in ("text", "choice", "person", "place")
        and f.name not in (entity.title_field, entity.notes_field)
    ]
    if entity.done_field is None and words:
        return False
    low = spans.text.lower()
    for name in ("place", "person"):
        cue = cues(spans.language, name)
        if (
            traits(spans.language).latin
            and cue
            and any(cue.match(low[a.start : a.end].lstrip()) for a in aligned[1:])
        ):
            return False
    short = all(len(a.rest) <= 16 or len(a.rest.split()) <= 4 for a in aligned)
    return short and (len(words) <= 2 or len(aligned) > 2)


def numeric(a: Alignment) -> set[str]:
    """Return the fields that an alignment fills with numbers."""
    return {
        n for n, f in a.fills.items() if isinstance(f.value, (int, float)) and not isinstance(f.value, bool)
    }


def _equations(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    """Return the parts of 'a = b, c = d', or nothing."""
    parts = _cuts(spans, SOFT, start, end)
    signs = [bool(re.search(r"[=＝]", spans.text[a:b])) for a, b in parts]
    if sum(signs) < 2:
        return []
    return [aligner.align(a, b) for (a, b), sign in zip(parts, signs, strict=True) if sign]


def _names(a: Alignment) -> bool:
    """Whether a stretch names something: loose words, or a value of a field of words."""
    return bool(a.pieces) or any(
        isinstance(f.value, str) and f.field.type in ("text", "choice") for f in a.fills.values()
    )


def _goes_on(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    """Return both sides of '… and then …' when each names a thing with a measure of its own, else nothing."""
    then = cues(spans.language, "then")
    m = then.search(spans.text.lower(), start, end) if then else None
    if m is None or aligner.entity.time_field is None:
        return []
    before, after = aligner.align(start, m.start()), aligner.align(m.end(), end)
    both = _names(before) and measures(before) and _names(after) and measures(after)
    return [before, after] if both and not before.repeated and not after.repeated else []


def _parallel(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    """Return the parts of 'two herons and five mallards at the bay': each names a thing with the same measure."""
    parts = [aligner.align(a, b) for a, b in _cuts(spans, _joints(spans.language), start, end)]
    measured = [numeric(p) for p in parts]
    shared = set.intersection(*measured) if measured else set()
    named = all(p.pieces or any(isinstance(f.value, str) and f.field.type in ("text", "choice", "person")
                                for f in p.fills.values()) for p in parts)  # fmt: skip
    return parts if len(parts) > 1 and shared and named and not any(p.surplus for p in parts) else []


@lru_cache(maxsize=8)
def _joints(language: str) -> re.Pattern[str]:
    """What may stand between entries of one sentence: the marks and words of every language, and this one's."""
    own = load(language, "entries").get("joint")
    return re.compile(f"{SOFT.pattern}|{own}") if own else SOFT


def _spread(pieces: Sequence[Alignment], aligner: Aligner) -> None:
    """'… and … at the bay yesterday': the time and place of one part are those of the parts that name none."""
    for f in aligner.fields:
        shared = f.type in ("date", "datetime", "time") or "place" in roles_of(f, aligner.language)
        holders = [p for p in pieces if f.name in p.fills]
        if not shared or len(holders) != 1 or holders[0] not in (pieces[0], pieces[-1]):
            continue
        if f.type not in ("date", "datetime", "time") and aligner.entity.done_field is not None:
            continue
        if f.name == aligner.entity.time_field and aligner.entity.done_field is not None:
            continue
        for piece in pieces:
            piece.fills.setdefault(f.name, holders[0].fills[f.name])


def _split(spans: Spans, aligner: Aligner, start: int, end: int) -> list[Alignment]:
    parts = _cuts(spans, _joints(spans.language), start, end)
    out: list[Alignment] = []
    at = start
    for n, (a, b) in enumerate(parts):
        piece = aligner.align(a, b)
        if out:
            joined = aligner.align(at, b)
            if not joined.repeated and not (set(out[-1].fills) & set(piece.fills)):
                starts_new = (
                    bool(piece.rest) and bool(measures(out[-1])) and n + 1 < len(parts) and not piece.fills
                )
                if not starts_new:
                    out[-1] = joined
                    continue
        out.append(piece)
        at = a
    return out or [aligner.align(start, end)]
