"""What a block keeps: which messages the compressive encoder reads, and which words stay in the text.

Two logistic gates over what is known of a message and of a word. Their weights are tuned by REINFORCE (Williams 1992)
with a leave-one-out baseline on made-up weeks: a block is rewarded when a later question finds it and its answer is
still in it, and pays for every token that it keeps (`tools/episodes/train.py`). Here the gates decide without chance.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from operator import mul

from calisson.memory.finding.encoder import Vector
from calisson.memory.shortening.importance import NAMES, Scorer, features
from calisson.memory.shortening.units import Line, Unit, label_tokens, sentences, units
from calisson.memory.tiers.compressive import built_in, read, weights_file

UNIT_NAMES = ("bias", "value", "numeric", "name", "several", "known", "repeated", "score", *NAMES)
"""What is known of a word: of itself, then of its sentence."""

MESSAGE_NAMES = ("bias", "score", *NAMES)
"""What is known of a message: its most telling sentence."""


@dataclass(frozen=True, slots=True)
class Word:
    """A unit of a message and what is known of it."""

    line: int
    unit: Unit
    features: tuple[float, ...]


@dataclass(frozen=True)
class Gates:
    """The weights of both gates."""

    words: Sequence[float]
    """One for each of `UNIT_NAMES`."""
    messages: Sequence[float]
    """One for each of `MESSAGE_NAMES`."""

    def keeps_word(self, word: Word) -> float:
        """Return the probability that a word stays."""
        return _logistic(sum(map(mul, self.words, word.features)))

    def reads(self, found: Sequence[float]) -> float:
        """Return the probability that a message of these features is read into the latent."""
        return _logistic(sum(map(mul, self.messages, found)))


@lru_cache(maxsize=1)
def built_in_gates() -> Gates:
    """Return the gates that come with Calisson."""
    rest = read(weights_file())[1]
    values = struct.unpack(f"<{len(UNIT_NAMES) + len(MESSAGE_NAMES)}e", rest)
    return Gates(values[: len(UNIT_NAMES)], values[len(UNIT_NAMES) :])


def words_of(lines: Sequence[Line], language: str) -> list[Word]:
    """Return the distinct words of the lines, each where it first stands, with what is known of it."""
    scorer, found, seen = Scorer(), list[Word](), dict[str, int]()
    for n, line in enumerate(lines):
        for sentence in sentences(line.text):
            about = features(sentence, language)
            score = math.log(scorer(about))
            told = tuple(float(getattr(about, name)) for name in NAMES)
            for one in units(sentence, language):
                if one.key in seen:
                    known = found[seen[one.key]]
                    again = (*known.features[:6], 1.0, max(known.features[7], score), *known.features[8:])
                    found[seen[one.key]] = Word(known.line, known.unit, again)
                    continue
                seen[one.key] = len(found)
                own = (1.0, one.value, float(one.numeric), float(one.name), float(" " in one.text),
                       float(len(one.text) > 1), 0.0, score)  # fmt: skip
                found.append(Word(n, one, (*own, *told)))
    return found


def message_features(text: str, language: str) -> tuple[float, ...]:
    """Return what is known of a message: the most telling of its sentences."""
    scorer = Scorer()
    told = [features(s, language) for s in sentences(text)] or [features(text, language)]
    best = max(told, key=scorer)
    return (1.0, math.log(scorer(best)), *(float(getattr(best, name)) for name in NAMES))


def kept_lines(
    lines: Sequence[Line], language: str, budget: int, gates: Gates | None = None
) -> tuple[Line, ...]:
    """Return the words of the lines that stay, in at most `budget` tokens, names of speakers included.

    Lines that are no longer than what would be kept of them anyway come back as they are.
    """
    gates = gates or built_in_gates()
    words = words_of(lines, language)
    chance = [gates.keeps_word(word) for word in words]
    order = sorted(range(len(words)), key=lambda n: (-chance[n] / words[n].unit.cost, n))
    kept, speakers, used = set[int](), set[str](), 0
    for n in order:
        if chance[n] <= 0.5 and kept:
            continue
        speaker = lines[words[n].line].speaker
        cost = words[n].unit.cost + (0 if speaker in speakers else label_tokens(speaker))
        if used + cost <= budget:
            kept.add(n)
            speakers.add(speaker)
            used += cost
    said: dict[str, list[str]] = {}
    for n in sorted(kept):
        said.setdefault(lines[words[n].line].speaker, []).append(words[n].unit.text)
    return tuple(Line(speaker, " ".join(texts)) for speaker, texts in said.items())


def latent_of(
    texts: Sequence[str], vectors: Sequence[Vector], language: str, gates: Gates | None = None
) -> bytes:
    """Return the packed latent of the messages that the gate reads: at least the likeliest.

    Raises:
        ValueError: there are no messages.
    """
    gates = gates or built_in_gates()
    chance = [gates.reads(message_features(text, language)) for text in texts]
    least = min(0.5, max(chance))
    read_in = [v for v, c in zip(vectors, chance, strict=True) if c >= least]
    return built_in().packed(built_in().encode(read_in))


def _logistic(z: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, z))))
