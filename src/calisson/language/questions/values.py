"""Which words of the utterance are values that the home has stored: titles, people, places, categories.

First whole values, then parts of them ('curry' of 'chicken curry', '활자' of '활자 중독'): a part makes a
condition on the values that hold it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from calisson.language.questions.heard import BLANK, Heard
from calisson.language.questions.linking import Linker, Mention
from calisson.language.questions.stems import korean_bare, stem
from calisson.language.text import fold, is_cjk, lower
from calisson.language.traits import traits
from calisson.language.types import AppSchema, Context, EntitySchema, FieldSchema

SEARCHED = ("choice", "multi_choice", "person", "place", "text", "ref")
_RUN = re.compile(r"[^\s\W_]+")
_WORDS = re.compile(r"[^\W_]+(?:['-][^\W\d_]+)*")


def whole_values(linker: Linker, context: Context, app: AppSchema, entity: EntitySchema) -> list[Mention]:
    """Return mentions of stored values that stand in the utterance as they are."""
    found: list[Mention] = []
    for field in entity.fields:
        if field.type not in SEARCHED:
            continue
        for value in context.values(app.id, entity.name, field.name):
            phrase = lower(value).strip()
            if len(phrase) < 2 and not is_cjk(phrase):
                continue
            weight = 2.8 if len(phrase) > 2 else 2.4
            if phrase in linker.heard.words.ignore:
                continue
            if len(phrase) == 1:
                if any(s in linker.heard.covered for s, _ in linker.find(phrase)):
                    continue  # the 平 of 平均 is no draw
                weight = 1.2
            if field.name == entity.title_field:
                weight += 0.2
            found += [Mention(s, e, "value", field, weight, value=value) for s, e in linker.find(phrase)]
    return found


def part_values(
    heard: Heard, context: Context, app: AppSchema, entity: EntitySchema, taken: set[int]
) -> list[Mention]:
    """Return mentions of parts of stored values among the characters that nothing else explains."""
    found: list[Mention] = []
    pools = [(f, context.values(app.id, entity.name, f.name)) for f in _searched(entity)]
    for text, start, _ in residue(heard, taken | _verbs(heard), keep_ignored=not heard.latin):
        for field, values in pools:
            hit = _part(heard, text, values) if values else None
            if hit is not None:
                at, size, value = hit
                found.append(
                    Mention(
                        start + at, start + at + size, "part", field, 2.0 if size > 2 else 1.6, value=value
                    )
                )
                break
    return found


def _verbs(heard: Heard) -> set[int]:
    """The characters of hints ('read', 'meditated'): verbs of the question, no parts of titles."""
    return {
        i for spans in heard.hints.values() for s, e in spans if heard.latin or e - s > 1 for i in range(s, e)
    }


def _searched(entity: EntitySchema) -> list[FieldSchema]:
    order = {"choice": 0, "multi_choice": 1, "person": 2, "place": 3, "text": 4, "ref": 5, "long_text": 6}
    fields = [f for f in entity.fields if f.type in order]
    return sorted(fields, key=lambda f: (f.name != entity.title_field, order[f.type]))


def _part(heard: Heard, text: str, values: Sequence[str]) -> tuple[int, int, str] | None:
    if heard.latin or (text.isascii() and not is_cjk(text)):
        wanted = stem(text, heard.language)
        if len(wanted) < 3:
            return None
        for value in values:
            for word in _WORDS.findall(lower(value)):
                other = stem(word, heard.language)
                if other == wanted:
                    return 0, len(text), word if word in fold(value) else text
                if (
                    traits(heard.language).compounds
                    and min(len(wanted), len(other)) >= 4
                    and (other.startswith(wanted) or wanted.startswith(other) or other.endswith(wanted))
                ):
                    return 0, len(text), word if len(other) < len(wanted) else text
        return None
    blob = "\n".join(lower(v) for v in values)
    if traits(heard.language).particles:
        bare = korean_bare(text)
        for size in range(len(bare), 1, -1):
            if bare[:size] in blob and size >= max(2, len(bare) - 1):
                return 0, size, bare[:size]
        return None
    for size in range(min(len(text), 12), 1, -1):
        for at in range(len(text) - size + 1):
            piece = text[at : at + size]
            if piece in blob and piece not in heard.words.ignore and not _only_ignored(heard, piece):
                return at, size, piece
    return None


def _only_ignored(heard: Heard, piece: str) -> bool:
    return all(c in heard.words.ignore for c in piece)


def residue(heard: Heard, taken: set[int], *, keep_ignored: bool = False) -> list[tuple[str, int, int]]:
    """Return (text, start, end) of the words that neither cues, times, numbers nor mentions explain."""
    out: list[tuple[str, int, int]] = []
    if heard.latin:
        for token in heard.tokens:
            if token.text in heard.words.ignore or len(token.text) < 2 or token.text.isdigit():
                continue
            if any(i in taken for i in range(token.start, token.end)) or heard.text[token.start] == BLANK:
                continue
            out.append((token.text, token.start, token.end))
        return out
    text = "".join(" " if i in taken or c == BLANK else c for i, c in enumerate(heard.text))
    if not keep_ignored:
        text = _without_ignored(text, heard)
    for m in _RUN.finditer(text):
        word = m.group()
        if word.isdigit() or (traits(heard.language).particles and korean_bare(word) in heard.words.ignore):
            continue
        if not keep_ignored and len(word) < 2:
            continue
        out.append((word, m.start(), m.end()))
    return out


def _without_ignored(text: str, heard: Heard) -> str:
    if traits(heard.language).particles:
        return text
    for word in _longest_first(heard):
        if word in text:
            text = text.replace(word, " " * len(word))
    return text


def _longest_first(heard: Heard) -> list[str]:
    return sorted(heard.words.ignore, key=len, reverse=True)
