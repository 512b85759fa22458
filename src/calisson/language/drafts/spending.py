"""What a request measures without listing it: a cost ('vet bills', 'Spritkosten', '食費'), or what the app is about.

Such a word is the app's subject and its measure at once, so that a wish for it gets a field for it. The endings that
mean a cost in a language are data (`spending` in `data/<language>/drafts.toml`).
"""

from __future__ import annotations

from collections.abc import Sequence

from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.fields import FieldRead, read_field
from calisson.language.drafts.naming import label as as_label
from calisson.language.types import NUMERIC

AMOUNT = "amount"
EXPENSES = "spending"


def spent_on(text: str, lists: Sequence[tuple[int, int]], language: str) -> str:
    """Return the person's word for the cost that a request is about, outside its lists; empty for none."""
    for start, end in lists:
        text = text[:start] + "." * (end - start) + text[end:]
    found = grammar.pattern(language, "spending").search(text)
    if found is None:
        return ""
    said = grammar.strip_lead(grammar.trim(found["what"]), language)
    small = {*grammar.texts(language, "small_words")}
    verbs = grammar.one_of(language, "verbs")
    while " " in said and (said.split()[0].lower() in small or verbs.fullmatch(said.split()[0])):
        said = said.split(" ", 1)[1]
    return said


def with_main(
    reads: list[FieldRead],
    text: str,
    lists: Sequence[tuple[int, int]],
    language: str,
    about: ontology.Domain | None,
) -> list[FieldRead]:
    """Return the fields with the one that the app is about, where only its circumstances are listed.

    'I want to log my blood sugar. Before or after a meal, and notes' measures the blood sugar.
    """
    known = ontology.concept(about.main) if about else None
    if known is None or not reads or known.type not in NUMERIC or any(r.type in NUMERIC for r in reads):
        return reads
    for start, end in lists:
        text = text[:start] + " " * (end - start) + text[end:]
    if known.id not in ontology.fields_named(text, language, about):
        return reads
    return [*read_field(ontology.label(known.id, language), language, about), *reads]


def with_spending(
    reads: list[FieldRead], spent: str, about: ontology.Domain | None
) -> tuple[list[FieldRead], ontology.Domain | None]:
    """Return the fields with one for the money, and the domain; unchanged where money has a field already."""
    if not spent or any(r.type == "money" for r in reads):
        return reads, about
    usual = about.fields if about and about.kind == "log" and not reads else ()
    if any((known := ontology.concept(c)) and known.type == "money" for c in usual):
        return reads, about
    money = FieldRead(as_label(spent), "money", spent, AMOUNT, aggregate="sum", sure=True)
    return [money, *reads], about if reads else ontology.domain(EXPENSES)
