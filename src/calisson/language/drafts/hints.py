"""Evidence for what a field is, at the edges of the words that name it.

What stands in brackets or behind the name ('in km', '1-5', 'yes/no', 'a/b/c'), and the form of the phrase
('whether I …'), is taken off the name and kept as hints. Every `take_…` returns the rest of the text.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache

from calisson.language import units
from calisson.language.drafts import grammar, ontology
from calisson.language.lexicon import load
from calisson.language.text import fold, is_cjk
from calisson.language.traits import traits
from calisson.language.types import NUMERIC


@dataclass(slots=True)
class Hints:
    """What was found beside a name."""

    unit: str | None = None
    currency: str | None = None
    counter: bool = False
    boolean: bool = False
    low: float | None = None
    high: float | None = None
    choices: tuple[str, ...] = ()
    choice_ids: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        """Whether anything was found."""
        return bool(self.unit or self.currency or self.boolean or self.high is not None or self.choices)


_BRACKETS = re.compile(r"[(\[（【]([^()\[\]（）【】]*)[)\]）】]")


def clean(item: str, language: str, about: ontology.Domain | None = None) -> str:
    """Return the item without what people say around it; words that name a concept stay."""
    text = grammar.trim(item)
    cut = grammar.pattern(language, "clause_cut").match(text)
    if cut and (rest := grammar.trim(text[cut.end() :])):
        text = rest
    for strip in (grammar.strip_lead, grammar.strip_tail):
        bare = _BRACKETS.sub("", text).strip()
        if ontology.match(bare, language, about) or ontology.composite(bare, language):
            return text
        if (
            strip is grammar.strip_tail
            and traits(language).particles
            and ontology.head(bare, language, about)
        ):
            return text  # 각도, 난이도: the last syllable is no particle
        text = strip(text, language)
    return text


def take_brackets(text: str, hints: Hints, language: str) -> str:
    """Take what stands in brackets: a unit, a range, yes/no, values."""
    for found in list(_BRACKETS.finditer(text)):
        inner = grammar.trim(found.group(1))
        if not inner:
            continue
        before = text[: found.start()].rstrip()
        if _unit(inner, hints, language):
            continue
        rest = take_rating(inner, hints, language)
        if hints.high is not None and len(rest) <= 12:
            continue
        if _is_truth(_values(inner, language), language):
            hints.boolean = True
            continue
        values = _values(inner, language)
        if len(values) >= 2 and before:
            hints.choices = tuple(values)
        else:
            take_unit(f"x {inner}", hints, language)
    return grammar.trim(_BRACKETS.sub(" ", text))


def _values(inner: str, language: str) -> list[str]:
    inner = grammar.pattern(language, "value_lead").sub("", inner)
    between = grammar.pattern(language, "value_or").pattern
    parts = re.split(rf"\s*[/|]\s*|\s*[,、;]\s*|\s*・\s*|{between}", inner, flags=re.IGNORECASE)
    clean = [grammar.trim(p) for p in parts]
    return [p for p in clean if p and len(p) <= 40]


def _is_truth(parts: Sequence[str], language: str) -> bool:
    words = set(grammar.texts(language, "truth")) | set(grammar.texts("en", "truth"))
    folded = [fold(p) for p in parts if p.strip()]
    return len(folded) == 2 and sum(p in words for p in folded) == 2 and folded[0] != folded[1]


def take_colon(text: str, hints: Hints, language: str) -> str:
    """Take what stands behind a colon: 'status: open/closed'."""
    name, mark, values = text.partition(":")
    if not mark or not name.strip() or not values.strip() or re.search(r"\d$", name):
        return text
    if _is_truth(re.split(r"\s*/\s*", values), language):
        hints.boolean = True
        return grammar.trim(name)
    if _unit(grammar.trim(values), hints, language):
        return grammar.trim(name)
    rest = take_rating(grammar.trim(values), hints, language)
    if hints.high is not None and len(rest) <= 6:
        return grammar.trim(name)
    found = _values(values, language)
    if len(found) >= 2:
        hints.choices = tuple(found)
        return grammar.trim(name)
    return text


def take_slashes(text: str, hints: Hints, language: str) -> str:
    """Take values that slashes separate: 'Status offen/erledigt'."""
    if ("/" not in text and "・" not in text) or re.search(r"\d\s*/\s*\d", text):
        return text
    parts = [grammar.trim(p) for p in re.split(r"/|・", text)]
    parts = [p for p in parts if p]
    if len(parts) < 2 or any(len(p) > 50 for p in parts):
        return text
    first = re.match(r"^(.*?)[\s,:]+(\S+)$", parts[0])
    if _is_truth([first.group(2) if first else parts[0], *parts[1:]], language) and len(parts) == 2 and first:
        hints.boolean = True
        return grammar.trim(first.group(1))
    if first and (len(parts) >= 3 or _choice_ids([first.group(2), *parts[1:]], language)):
        name, values = _cut_first_value(parts[0], language)
        if name:
            hints.choices = (values, *parts[1:])
            return name
    if _choice_ids(parts, language) or (len(parts) >= 3 and not first):
        hints.choices = tuple(parts)
        return "" if _choice_ids(parts, language) else text
    return text


def _cut_first_value(text: str, language: str) -> tuple[str, str]:
    """Cut 'Status will ich lesen' into the field's name (the longest known one) and its first value."""
    words = text.split(" ")
    for size in range(len(words) - 1, 0, -1):
        name = grammar.trim(" ".join(words[:size]))
        if ontology.match(name, language):
            return name, grammar.trim(" ".join(words[size:]))
    return grammar.trim(" ".join(words[:-1])), words[-1]


def take_rating(text: str, hints: Hints, language: str) -> str:
    """Take a range or a number of stars: '1-5', 'out of 10'."""
    for rule in grammar.patterns(language, "rating"):
        for found in rule.finditer(text):
            groups = found.groupdict()
            low, high = _number(groups.get("low"), language), _number(groups.get("high"), language)
            if groups.get("high") and high is None:
                continue
            high = 5.0 if high is None else high
            low = low if low is not None else (0.0 if high > 10 else 1.0)
            if not low < high <= 1000 or low > 10:
                continue
            hints.low, hints.high = low, high
            return grammar.trim(f"{text[: found.start()]} {text[found.end() :]}")
    return text


def _number(text: str | None, language: str) -> float | None:
    if not text:
        return None
    words = load(language, grammar.LEXICON)["word_numbers"]
    return float(words[text.lower()]) if text.lower() in words else (float(text) if text.isdigit() else None)


def _unit(text: str, hints: Hints, language: str) -> bool:
    """Set the unit that the whole text names; return whether it names one."""
    text = grammar.pattern(language, "unit_prefix").sub("", text).strip()
    if not text or len(text) > 24:
        return False
    for part in (text, *_values(text, language)[:1]):
        if unit := units.unit_of(part, language):
            if units.dimension(unit) == "money":
                hints.currency = unit
            else:
                hints.unit = "degC" if unit == "degree" and not traits(language).fahrenheit else unit
            return True
        if code := units.currency_of(part, language):
            hints.currency = code
            return True
        if part == text and units.counter_of(part, language):
            hints.counter = True
            return True
    return False


def take_unit(text: str, hints: Hints, language: str) -> str:
    """Take a unit behind or before the name: 'in km', 'minutes of …'."""
    tail = grammar.pattern(language, "unit_tail").search(text)
    if tail and _unit(tail.group("unit"), hints, language):
        rest = grammar.trim(text[: tail.start()])
        made = load(language, grammar.LEXICON).get("unit_noun")
        if made and (not rest or grammar.pattern(language, "clause").search(rest[-1:])):
            return str(made).format(unit=tail.group("unit"))  # 读了多少页: its 页数
        return rest
    asked = grammar.pattern(language, "unit_asked").match(text)
    unit = units.unit_of(asked.group("unit"), language) if asked else None
    if unit and units.dimension(unit) not in (None, "count", "money", "time"):
        hints.unit = unit
        return ontology.label("quantity", language)
    front = grammar.pattern(language, "unit_head").match(text)
    if front:
        said = next(g for k, g in front.groupdict().items() if k.startswith("unit") and g)
        found = _leading_unit(said, language)
        if found and units.dimension(found) != "time":
            hints.unit = found
            return grammar.trim(front.group("what") or "") or text
        if found:
            hints.unit = found
        return text
    return _take_attached_unit(text, hints, language)


_LATIN_TAIL = re.compile(r"^(.*[^a-zA-Z°℃%/²³])([a-zA-Z°℃%/²³]+)$")


def _take_attached_unit(text: str, hints: Hints, language: str) -> str:
    """Take a unit that stands right behind its quantity: '身高厘米', '容量ml', 'weight kg'."""
    if text.endswith("%") and len(text) > 1:
        hints.unit = "percent"
        return grammar.trim(text[:-1]) or text
    tails = [m.groups() for m in [_LATIN_TAIL.match(text)] if m]
    if is_cjk(text):
        tails += [(text[:-size], text[-size:]) for size in (3, 2, 1) if len(text) > size + 1]
    for name, word in tails:
        name = grammar.trim(name)
        known = ontology.concept(ontology.match(name, language))
        if known is None or known.type not in NUMERIC:
            continue
        unit = units.unit_of(word, language)
        if unit and (known.unit is None or units.compatible(known.unit, unit) or known.type != "quantity"):
            if _unit(word, hints, language):
                return name
    return text


def _leading_unit(words: str, language: str) -> str | None:
    parts = [words, words[1:].strip(), words.split(" ")[-1]]
    return next((u for p in parts if (u := units.unit_of(p, language))), None)


def take_boolean(text: str, hints: Hints, language: str, about: ontology.Domain | None) -> str:
    """Take what makes it a yes or no: 'whether I …', '买了没', 'yes/no'."""
    if hints.unit or hints.high is not None or hints.choices or hints.currency:
        return text
    for rule in grammar.patterns(language, "boolean"):
        found = rule.match(text)
        if not found:
            continue
        what = grammar.trim(found.group("what"))
        if not what:
            continue
        if grammar.pattern(language, "question_words").search(text) and not _yes_no_opening(text, language):
            return text  # 'how many I smoked' ends like a yes/no clause in Korean and Japanese
        hints.boolean = True
        meant = ontology.concept(ontology.match(what, language, about))
        keep = is_cjk(text) and (meant is None or meant.type != "boolean")
        return text if keep else what
    return text


def take_either(text: str, hints: Hints, language: str) -> str:
    """Take two values that a question names: 'white or black', '先手か後手か', '执红还是执黑'."""
    found = grammar.pattern(language, "either").match(text)
    if found and not hints.any and not hints.counter:
        values = [grammar.trim(found["a"]), grammar.trim(found["b"])]
        truths = {*grammar.texts(language, "truth"), *grammar.texts("en", "truth")}
        doubled = fold(values[1]).endswith(fold(values[0]))  # 'feed or no feed' is a yes or no
        if all(values) and not doubled and not _is_truth(values, language) and fold(values[1]) not in truths:
            hints.choices = tuple(values)
    return text


def _yes_no_opening(text: str, language: str) -> bool:
    rules = grammar.patterns(language, "boolean")
    return bool(rules[0].match(text)) and not traits(language).verb_last


@lru_cache(maxsize=8)
def _choice_index(language: str) -> dict[str, str]:
    out: dict[str, str] = {}
    for lang in ("en", language):
        for choice_id, forms in load(lang, "fields")["choices"].items():
            for form in forms.split(", "):
                out.setdefault(ontology.key(form), choice_id)
    return out


def _choice_ids(values: Sequence[str], language: str) -> tuple[str, ...]:
    """Return the ids of the usual values that these are, or an empty tuple unless all are."""
    index = _choice_index(language)
    found = [index.get(ontology.key(v)) for v in values]
    return tuple(f for f in found if f) if all(found) else ()


def known_values(hints: Hints, language: str) -> None:
    """Note which of the ontology's usual values the values are."""
    hints.choice_ids = _choice_ids(hints.choices, language)
