"""Formulas the way people write them ('profit = price minus cost', '利益=売値-原価') as CEL over field names.

Grammar: operands (a field in the person's words, or a number) joined by the language's words or signs for
plus, minus, times and divided by, with brackets. An operand that names no field of the entity makes the
formula unreadable, unless the caller adds it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from functools import lru_cache

from calisson.language.drafts import grammar, ontology
from calisson.language.lexicon import load
from calisson.language.text import is_cjk
from calisson.language.traits import traits
from calisson.language.types import FieldSchema

_SIGNS = {"plus": "+", "minus": "-", "times": "*", "over": "/"}


@lru_cache(maxsize=8)
def _operators(language: str) -> re.Pattern[str]:
    data = load(language, grammar.LEXICON)
    groups = []
    for name in ("over", "times", "minus", "plus"):
        words = []
        for word in data[name]:
            letters = re.sub(r"\\.", "", word)
            spaced = bool(re.search(r"[a-zäöüß]", letters)) and not is_cjk(letters)
            if letters == "x" and not traits(language).latin:
                spaced = False
            words.append(
                rf"(?<=\s){word}(?=\s)" if spaced else (r"\s*" + word + r"\s*" if word != "-" else r"\s*-\s*")
            )
        groups.append(f"(?P<{name}>{'|'.join(words)})")
    return re.compile("|".join((*groups, r"(?P<open>\()", r"(?P<close>\))")), re.IGNORECASE)


def split_formula(text: str, language: str) -> tuple[str, str] | None:
    """Return (name, expression) of 'name = expression', or None when the text is no formula."""
    found = grammar.pattern(language, "equals").search(text)
    if not found:
        return None
    name, body = grammar.trim(text[: found.start()]), text[found.end() :].strip(" .。!?;,")
    if not name or not body or len(name) > 40 or not _operators(language).search(f" {body} "):
        return None
    return name, body


def operands(body: str, language: str) -> list[str]:
    """Return the operands of an expression as people wrote them, without numbers."""
    out = []
    for part in _operators(language).sub("\n", f" {body} ").split("\n"):
        if clean := grammar.trim(part):
            bare = grammar.strip_lead(clean, language)
            if not re.fullmatch(r"[\d.,]+ ?%?", bare) and bare not in out:
                out.append(bare)
    return out


def to_cel(body: str, fields: Sequence[FieldSchema], language: str) -> str | None:
    """Return the expression as CEL over the fields' names, or None when an operand names none of them."""
    tokens: list[str] = []
    text = f" {body} "
    at = 0
    for found in _operators(language).finditer(text):
        if not _operand(text[at : found.start()], fields, language, tokens):
            return None
        kind = found.lastgroup or ""
        tokens.append({"open": "(", "close": ")"}.get(kind) or _SIGNS[kind])
        at = found.end()
    if not _operand(text[at:], fields, language, tokens) or not _sound(tokens):
        return None
    return " ".join(tokens).replace("( ", "(").replace(" )", ")")


def _operand(piece: str, fields: Sequence[FieldSchema], language: str, tokens: list[str]) -> bool:
    said = grammar.strip_lead(grammar.trim(piece), language)
    if not said:
        return True
    if re.fullmatch(r"\d+(?:[.,]\d+)?", said):
        tokens.append(said.replace(",", "."))
        return True
    target = named_field(said, fields, language)
    if target is None:
        return False
    tokens.append(target.name)
    return True


def named_field(said: str, fields: Sequence[FieldSchema], language: str) -> FieldSchema | None:
    """Return the field that the words name: by label, alias or concept."""
    wanted = ontology.key(said)
    for found in fields:
        if wanted in (ontology.key(found.label), found.name):
            return found
    for found in fields:
        if any(wanted == ontology.key(a) for a in found.aliases):
            return found
    concept = ontology.match(said, language)
    if concept and (same := next((f for f in fields if f.concept == concept), None)):
        return same
    opening = [f for f in fields if ontology.key(f.label.split(" ")[0]) == wanted]
    return opening[0] if len(opening) == 1 else None  # 'rate' for 'rate per word'


def _sound(tokens: Sequence[str]) -> bool:
    """Whether operands and operators alternate and brackets close."""
    depth, expect = 0, True
    for token in tokens:
        if token == "(":
            if not expect:
                return False
            depth += 1
        elif token == ")":
            if expect or depth == 0:
                return False
            depth -= 1
        elif token in "+-*/":
            if expect:
                return False
            expect = True
        else:
            if not expect:
                return False
            expect = False
    return depth == 0 and not expect and any(t in ("+", "-", "*", "/") for t in tokens)
