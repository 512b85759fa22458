"""Examples for training the act classifier: templates of the lexicon, filled and varied as people type.

Each template of `data/<language>/acts.toml` is filled from its slots several times; copies lose punctuation
and capitals, gain a courtesy, an emoji or a slip of the keyboard. The words that stand for fields, values and
apps become the vocabulary of the example's home, so that training sees the tokens that use will see.
"""

from __future__ import annotations

import re
import zlib
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random
from typing import Any

from calisson.language.lexicon import load
from calisson.language.reading import read_spans
from calisson.language.spans import Spans
from calisson.language.traits import traits
from calisson.language.types import Act, AppSchema, Choice, Context, EntitySchema, FieldSchema

NOW = datetime(2026, 3, 11, 18, 0)
FILLED, BARE = 6, 3
"""Copies of a template with slots, and of one without."""

_SLOT = re.compile(r"\{(\w+)\}")
_EMPTY_HOME = {Act.CREATE_APP: 0.65, Act.LOG: 0.0, Act.ASK: 0.02, Act.EDIT_APP: 0.02}
"""How often an example of an act is said in a home without apps; 0.2 for the rest."""

_EMOJI = ("😀", "🙏", "😊", "😅", "👍", "🙈", "😭", "❤️")


@dataclass(frozen=True, slots=True)
class Example:
    """One utterance with its home and its act."""

    act: Act
    language: str
    template: str
    spans: Spans
    context: Context

    def held_out(self, fold: int, folds: int) -> bool:
        """Whether this example's template belongs to the fold that training must not see."""
        return zlib.crc32(f"{self.language}{self.act}{self.template}".encode()) % folds == fold


def examples(language: str, seed: int = 7) -> Iterator[Example]:
    """Yield the training examples of a language, the same ones for the same seed."""
    table: dict[str, Any] = load(language, "acts")
    random = Random(f"{seed}{language}")
    for name, block in table["examples"].items():
        for template in filter(None, (line.strip() for line in block.splitlines())):
            for copy in range(FILLED if _SLOT.search(template) else BARE):
                yield _example(Act(name), language, template, table["slots"], random, plain=copy == 0)


def _example(
    act: Act, language: str, template: str, slots: dict[str, list[str]], random: Random, *, plain: bool
) -> Example:
    used: dict[str, list[str]] = {}

    def fill(m: re.Match[str]) -> str:
        word = random.choice(slots[m.group(1)])
        used.setdefault(m.group(1), []).append(word)
        return word

    text = _SLOT.sub(fill, template)
    context = _home(act, language, used, slots, random)
    if not plain:
        text = _varied(text, language, random)
    spans = read_spans(text, language, context)
    return Example(act, language, template, spans, context)


def _home(
    act: Act, language: str, used: dict[str, list[str]], slots: dict[str, list[str]], random: Random
) -> Context:
    context = Context(now=NOW, language=language)
    if random.random() < _EMPTY_HOME.get(act, 0.2):
        return context
    new = act is Act.CREATE_APP
    fields = [f for f in used.get("f", ()) if random.random() < (0.2 if new else 0.8)] + random.sample(
        slots["f"], 3
    )
    values = [v for v in used.get("v", ()) if random.random() < 0.6] + random.sample(slots["v"], 2)
    names = [a for a in used.get("a", ()) if random.random() < 0.7] or [random.choice(slots["a"])]
    schema = [FieldSchema(f"f{i}", label, "text") for i, label in enumerate(dict.fromkeys(fields))]
    schema.append(FieldSchema("kind", "¤", "choice", choices=tuple(Choice(v) for v in dict.fromkeys(values))))
    app = AppSchema("a", names[0], language, (EntitySchema("e", "¤", tuple(schema)),))
    return replace(context, apps=(app,), focus="a")


def _varied(text: str, language: str, random: Random) -> str:
    if random.random() < 0.35:
        text = text.lower()
    if random.random() < 0.35:
        text = re.sub(r"[.!?。！？]+$", "", text)
    if random.random() < 0.1:
        text += random.choice(("!", "!!", "...", "。" if not traits(language).spaced else "."))
    if random.random() < 0.06:
        text += random.choice(_EMOJI)
    if traits(language).spaced and random.random() < 0.12:
        text = _slip(text, random)
    if not traits(language).spaced and random.random() < 0.08:
        text = re.sub(r"[、，,。]", " ", text)
    return text


def _slip(text: str, random: Random) -> str:
    """Swap, drop or double one letter inside a word."""
    spots = [i for i in range(1, len(text) - 1) if text[i - 1 : i + 2].isalpha()]
    if not spots:
        return text
    i = random.choice(spots)
    kind = random.randrange(3)
    if kind == 0:
        return text[:i] + text[i + 1] + text[i] + text[i + 2 :]
    return text[:i] + text[i + 1 :] if kind == 1 else text[:i] + text[i] + text[i:]
