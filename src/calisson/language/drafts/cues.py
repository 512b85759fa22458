"""Where in an utterance somebody asks for an app, and how plainly."""

from __future__ import annotations

from dataclasses import dataclass

from calisson.language.drafts import grammar
from calisson.language.text import is_cjk


@dataclass(slots=True)
class Cues:
    """What in an utterance speaks for a request."""

    make: tuple[int, int] | None = None
    bare: tuple[int, int] | None = None
    wish: tuple[int, int] | None = None
    imperative: bool = False
    please: bool = False
    refused: bool = False
    artifact: tuple[int, int] | None = None
    """A word for a kind of list or diary, not for 'app'."""
    sentence: tuple[int, int] = (0, 0)
    """Where the request is made."""


def read_cues(text: str, bounds: list[tuple[int, int]], language: str) -> Cues:
    """Return what speaks for a request, sentence by sentence; `bounds` are the sentences' places."""
    cues = Cues()
    best = -1.0
    for start, end in bounds:
        part = text[start:end]
        make = next(
            (m.span() for rule in grammar.patterns(language, "make") if (m := rule.search(part))), None
        )
        bare = None if make else next(
            (m.span() for rule in grammar.patterns(language, "make_bare") if (m := rule.search(part))), None
        )  # fmt: skip
        wish = next(
            (m.span() for rule in grammar.patterns(language, "wish") if (m := rule.search(part))), None
        )
        imperative = any(rule.search(part) for rule in grammar.patterns(language, "imperative"))
        artifact = _artifact(part, make, language)
        weight = 4.0 * bool(make) + 3.0 * bool(bare) + 2.0 * bool(wish) + 1.5 * imperative + bool(artifact)
        if make and not cues.make:
            cues.make = (make[0] + start, make[1] + start)
        if bare and not cues.bare:
            cues.bare = (bare[0] + start, bare[1] + start)
        if wish and not cues.wish:
            cues.wish = (wish[0] + start, wish[1] + start)
        cues.imperative |= imperative
        if artifact and not cues.artifact:
            cues.artifact = (artifact[0] + start, artifact[1] + start)
        if weight > best:
            best, cues.sentence = weight, (start, end)
    cues.please = bool(grammar.pattern(language, "please").search(text))
    where = text[cues.sentence[0] : cues.sentence[1]]
    cues.refused = any(rule.search(where) for rule in grammar.patterns(language, "refuse"))
    if not (cues.make or cues.bare or cues.wish):
        cues.refused |= any(rule.search(where) for rule in grammar.patterns(language, "asks"))
    return cues


def _artifact(part: str, make: tuple[int, int] | None, language: str) -> tuple[int, int] | None:
    """The word for a list: the last one in the request itself ('ノートパソコン比較表'), else the first."""
    for names in ("specific", "generic"):
        found = [m.span() for m in grammar.one_of(language, names).finditer(part)]
        inside = [s for s in found if make and make[0] <= s[0] and s[1] <= make[1]]
        if found:
            return inside[-1] if inside else found[0]
    return None


def opens(text: str, cues: Cues) -> bool:
    """Whether the word for a list stands early in its sentence, as in 'chore chart please: …'."""
    if cues.artifact is None:
        return False
    start, _ = cues.sentence
    before = text[start : cues.artifact[0]]
    return len(before) <= (12 if is_cjk(text) else 45) and ":" not in before
