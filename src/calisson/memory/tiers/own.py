"""The part of a message that is the person's own and says something: what may be kept as talk.

Left out, sentence by sentence: what only asks; what wants something done; what supposes or jokes; what quotes others at length; what is copied
from the assistant's answers, with or without a lead-in ('you said: …'). So nothing that was recalled or generated
comes back as if a person had said it. Quotation is told by its marks and copies by their words, in any language;
only suppositions and requests need words of each language (`supposed` and `requested` in its `memory.toml`).
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from calisson.language.talk.patterns import first
from calisson.language.text import fold
from calisson.language.traits import traits
from calisson.language.types import LANGUAGES
from calisson.memory.finding.encoder import built_in
from calisson.memory.shortening.units import sentences, units
from calisson.memory.tiers.heard import HOLE, without_heard
from calisson.memory.words.lexicon import words
from calisson.memory.words.names import names_in
from calisson.memory.words.sameness import says_the_same, share
from calisson.memory.words.stems import without_ending
from calisson.memory.words.tokens import content_tokens, is_question, tokens
from calisson.memory.words.wording import wording

COPIED = 0.8
"""Share of a sentence's weight in one answer of the assistant from which it is a copy of it."""

WHOLE = 0.7
"""Share of an answer's sentence that a copy without a lead-in has; a person may well say a part of it again."""

FEWEST = 3
"""Tokens of a sentence that can be a copy; shorter ones are anybody's words."""

QUOTED = 12
"""Characters between quotation marks from which they hold somebody's words, not a name or a title."""

LEAD_IN = 40
"""Characters before a colon that may lead in a copy."""

_FENCE = re.compile(r"```.*?(?:```|$)", re.DOTALL)
_CITED = re.compile(r"^\s*(?:>|\|).*$", re.MULTILINE)
_QUOTE = re.compile(
    r"“([^”]*)”|„([^“”]*)[“”]|«([^»]*)»|»([^«]*)«|「([^」]*)」|『([^』]*)』|(?<!\w)\"([^\"]*)\"|”([^”]*)”"
)
_LEAD = re.compile(rf"^.{{1,{LEAD_IN}}}?[:：](?=\s|[^\x00-\x7f])")


def own_words(text: str, language: str, echoes: Sequence[str] = ()) -> str:
    """Return the sentences that the person states in words of their own, joined; empty when there are none.

    Args:
        text: the message.
        language: its language.
        echoes: what the assistant answered lately.
    """
    if is_copy(text, echoes):
        return ""
    masked = _QUOTE.sub(_mask, without_heard(_bare(text), language))
    heard = [frozenset(tokens(part)) for echo in echoes for part in {echo, *sentences(echo)}]
    known = words(language)
    kept = []
    for sentence in sentences(masked):
        folded = fold(sentence.strip())
        if HOLE in sentence or is_question(sentence, language) or known.supposed.search(folded):
            continue
        if known.requested.search(folded):
            continue
        if not _copied(sentence, language, heard):
            kept.append(sentence)
    return " ".join(kept)


def tells(text: str, language: str, echoes: Sequence[str] = ()) -> bool:
    """Tell whether a message states something of the person's own that can be found again: words that are some."""
    stated = own_words(text, language, echoes)
    found = units(stated, language)
    if sum(u.cost for u in found) < 2 or not content_tokens(stated, language):
        return False
    return any(is_word(word, language) for u in found for word in u.text.split()) or bool(
        names_in(stated, language)
    )


def is_wish(fact: str, said: str, language: str) -> bool:
    """Tell whether a message states a fact in the person's own words, or asks to keep it.

    What it quotes, asks or supposes counts for nothing, and neither does what it only nearly says: a wrong yes would
    make somebody else's words a fact about the person, a wrong no only asks them.

    Args:
        fact: what is to be kept.
        said: the person's message; empty when there is none.
        language: the fact's.
    """
    if not said.strip():
        return False
    wished = [
        match["text"]
        for sentence in sentences(without_quotes(said, language))
        if not is_question(sentence, language)
        and not first(language, "remember", "never", sentence)
        and (match := first(language, "remember", "cue", sentence)) is not None
    ]
    return any(says_the_same(fact, one, language) for one in (*sentences(own_words(said, language)), *wished))


def is_word(word: str, language: str) -> bool:
    """Tell whether the encoder knows a word: whole in an alphabet, in part where no spaces divide."""
    encoder, folded = built_in(), fold(word)
    if folded.isnumeric():
        return False
    if any(c > "\u2e80" for c in folded):
        return bool(encoder.parts(folded, language))
    forms = [folded, f"de:{folded}", f"de:{without_ending(folded)}"]
    if language in LANGUAGES and traits(language).compounds:  # Ziegenkäse is a cheese
        forms += [f"de:{folded[n:]}" for n in range(3, len(folded) - 3)]
    return len(folded) > 1 and any(encoder.row(form) is not None for form in forms)


def is_copy(text: str, echoes: Sequence[str]) -> bool:
    """Tell whether a message is an answer of the assistant, or a good part of one, read back word for word."""
    said = _flat(text)
    return len(said) >= QUOTED and any(said in _flat(echo) for echo in echoes)


def _flat(text: str) -> str:
    return "".join(c for c in fold(text) if c.isalnum())


def without_quotes(text: str, language: str = "") -> str:
    """Return a message with a plain word in the place of what it quotes at length, and without cited lines.

    With its language, also without what is passed on, sung, played or code.
    """
    bare = without_heard(_bare(text), language) if language else _bare(text)
    return _QUOTE.sub(_mask, bare).replace(HOLE, " X1 ")


def _bare(text: str) -> str:
    return _CITED.sub("", _FENCE.sub("", text))


def is_told(text: str, language: str) -> bool:
    """Tell whether words end as a statement does, in a language where questions are told apart by their endings."""
    known = words(language)
    bare = text.rstrip(" .!。！…~^ㅋㅎㅠ")
    return (
        bool(known.told)
        and bare.endswith(known.told)
        and not bare.endswith(known.wishes)
        and not is_question(text, language)
    )


def _mask(match: re.Match[str]) -> str:
    inside = next((g for g in match.groups() if g is not None), "")
    wide = sum(2 if c > "\u2e80" else 1 for c in inside)
    return HOLE if wide >= QUOTED and len(tokens(inside)) >= FEWEST else match[0]


def _copied(sentence: str, language: str, heard: Sequence[frozenset[str]]) -> bool:
    """Tell whether a sentence says what an answer said, or is led in as what the other one said ('you said: …')."""
    said = tokens(sentence)
    if (lead := _LEAD.match(sentence)) is not None:
        rest = tokens(sentence[lead.end() :])
        if rest and wording(language).second.search(fold(lead[0])):
            return True
        if len(rest) >= FEWEST and any(share(rest, set(echo)) >= COPIED for echo in heard):
            return True
    return len(said) >= FEWEST and any(
        share(said, set(echo)) >= COPIED and len(echo & set(said)) >= WHOLE * len(echo) for echo in heard
    )
