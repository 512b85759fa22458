"""Yes-or-no fields in people's words: the stem by which 'Tax deductible' or 발송했는지 is said to be so or not."""

from __future__ import annotations

import re
from functools import lru_cache

from calisson.language.entries.words import cues, names_of, pattern
from calisson.language.lexicon import load
from calisson.language.traits import traits
from calisson.language.types import FieldSchema

OUTCOMES = (("success", "failure"), ("came", "missed"), ("settled", "owing"))
"""What a yes-or-no field may be about, and the cues that say yes and no without its own words."""

_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


@lru_cache(maxsize=512)
def finders(field: FieldSchema, language: str) -> tuple[re.Pattern[str], ...]:
    """Return what finds a yes-or-no field in (lower-case) text, its full names first."""
    data = load(language, "entries")
    cut = re.compile(str(data.get("truth_cut") or r"(?!)"))
    found: list[re.Pattern[str]] = [pattern(name) for name in names_of(field) if len(name) > 1]
    for name in (field.label, *(a for a in field.aliases if _WIDE.search(a) or " " in a)):
        stem = cut.sub("", name.lower()).strip()
        if not stem:
            continue
        if traits(language).characters and len(stem) == 1:
            one = re.escape(stem)
            found.append(re.compile(f"{one}(?:了|过|好|完|到)|(?<=[没未已]){one}|(?<=已经){one}"))
            continue
        if traits(language).characters:
            found.append(re.compile(f"{re.escape(stem[0])}(?:了|过|好|完)?{re.escape(stem[1:])}"))
            continue
        if _WIDE.search(stem):
            last = stem.split()[-1]
            spoken = "(?:음|어요?|다|네)?" if traits(language).particles else ""  # 왔음, 왔어요
            found.append(re.compile(re.escape(stem) + spoken))
            if last != stem:
                found.append(re.compile(re.escape(last)))
            continue
        words = re.findall(r"[^\W\d_]{5,}", stem)
        if words and words[-1] != name.lower():
            found.append(pattern(words[-1]))
    asked = load(language, "questions")
    for table in ("states", "infinitives"):
        source = asked.get(table, {}).get(field.concept or "")
        if source and field.concept != "done" and traits(language).latin:
            found.append(re.compile(rf"\b(?:{source})\b"))
    return tuple(found)


@lru_cache(maxsize=16)
def outcome(field: FieldSchema, language: str) -> tuple[re.Pattern[str] | None, re.Pattern[str] | None]:
    """Return what says yes and what says no of what the field is about, two Nones when nobody knows."""
    for yes, no in OUTCOMES:
        good, bad = cues(language, yes), cues(language, no)
        if good is not None and any(good.search(name.lower()) for name in (field.label, field.name)):
            return good, bad
    return None, None


def negated_span(text: str, start: int, end: int, language: str) -> tuple[int, int]:
    """Return [start, end) with the word of negation that stands right beside it ('nicht gelöst', '해결 못 함')."""
    cue = cues(language, "negation")
    if cue is None:
        return start, end
    before = re.search(rf"(?:{cue.pattern})\s*$", text[:start])
    after = re.match(rf"\s*(?:{cue.pattern})\w*", text[end:])
    return (before.start() if before else start), (end + after.end() if after else end)


def denied(text: str, start: int, end: int, language: str) -> bool:
    """Whether the words around [start, end) say that it is not so, within its clause."""
    left = max((m.end() for m in re.finditer(r"[,，、;；。.!?()（）\n]", text[:start])), default=0)
    stop = re.search(r"[,，、;；。.!?()（）\n]", text[end:])
    right = end + stop.start() if stop else len(text)
    cue = cues(language, "negation")
    before, after = text[max(left, start - 16) : start], text[end : min(right, end + 12)]
    return cue is not None and any(_word(m, part) for part in (before, after) for m in cue.finditer(part))


_HANGUL = re.compile(r"[\uac00-\ud7a3]")


def _word(found: re.Match[str], text: str) -> bool:
    """Whether a syllable that denies is a word or a prefix, and no part of a name (김미영, 안지영)."""
    at, end = found.span()
    if end - at > 1 or found[0] not in "안못미":
        return True
    return not _HANGUL.match(text[at - 1 : at]) and (
        end == len(text) or not _HANGUL.match(text[end : end + 1])
    )
