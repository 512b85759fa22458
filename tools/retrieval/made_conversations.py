"""Made-up households: months of talk between two people in five languages, and questions with their evidence.

Facts are said once, amid small talk and other facts of the same kind, often over two turns of which the second has
only a pronoun; questions use other words than the statement. Some need two memories (`chains`), some ask for all of a kind, some
name a month, some are asked in another language. Training and held-out sets share neither wordings nor names, places
and things: wordings ending in `_held` and every second row of `slots.tsv` belong to the held-out set alone. Nothing of
it is taken from anywhere.
"""

from __future__ import annotations

import random
import tomllib
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Literal

from chains import Chain, chains, wording

TALK = Path(__file__).parent / "talk"
LANGUAGES = ("en", "de", "zh", "ja", "ko")
Split = Literal["train", "held"]

CHAINS = {
    "hop_meet_relative": ("meet", "relative"),
    "hop_lend_move": ("lend", "move"),
    "hop_course_pet": ("course", "pet"),
    "hop_cook_job": ("cook", "job"),
}
"""Questions of two steps in wordings of their own → the facts that they go through; the two share a person."""

OWN, MADE = 2, 14
"""Pairs of facts for each of those, and for questions that `chains` puts together."""

MOST_MADE = 20
"""Questions that are put together."""

OVER_TURNS = 0.3
"""Share of facts that are said over two turns."""

LISTS = {"list_trip": "trip", "list_cook": "cook", "list_buy": "buy"}
KINDS = (
    "trip", "buy", "allergy", "job", "move", "pet", "course", "lend", "repair", "gift", "cook", "health", "meet",
    "relative", "keep", "plan",
)  # fmt: skip
MONTHS = {
    "en": "January February March April May June July August September October November December".split(),
    "de": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember".split(),
}
IN_MONTH = {"en": "in {}", "de": "im {}", "zh": "{}月", "ja": "{}月に", "ko": "{}월에"}


@dataclass(frozen=True)
class Question:
    """A question and the turns that answer it."""

    text: str
    language: str
    gold: frozenset[str]
    kind: str
    hops: int = 1


@dataclass(frozen=True)
class Conversation:
    """Two people's talk as JSON-able lines, questions about it, and the naive local time at which they are asked."""

    turns: list[dict[str, str]]
    questions: list[Question]
    now: datetime


@dataclass
class _Fact:
    kind: str
    slots: dict[str, int]
    me: int
    language: str
    at: datetime | None = None
    parts: list[tuple[str, frozenset[str]]] = field(default_factory=list)
    """The source of each part and the slots in it."""


def _slots(split: Split) -> dict[str, list[list[str]]]:
    out: dict[str, list[list[str]]] = {}
    for line in (TALK / "slots.tsv").read_text("utf-8").splitlines():
        kind, *words = line.split("\t")
        out.setdefault(kind, []).append(words)
    return {kind: rows[split == "held" :: 2] for kind, rows in out.items()}


def conversation(seed: int, split: Split, *, sessions: int = 14, facts: int = 56) -> Conversation:
    """Make a conversation and its questions, the same for the same seed."""
    return _Maker(random.Random(f"{split} {seed}"), split).make(sessions, facts)


class _Maker:
    def __init__(self, rng: random.Random, split: Split) -> None:
        self.rng, self.held = rng, split == "held"
        self.rows = _slots(split)
        self.talk = {x: tomllib.loads((TALK / f"{x}.toml").read_text("utf-8")) for x in LANGUAGES}
        main = rng.choice(LANGUAGES)
        other = rng.choice(LANGUAGES) if rng.random() < 0.25 else main
        self.speaks = (main, other)
        names = rng.sample(range(len(self.rows["name"])), 2)
        self.me = tuple(names)
        self.taken: set[tuple[Any, ...]] = set()

    def make(self, sessions: int, count: int) -> Conversation:
        facts = self._facts(count)
        self.rng.shuffle(facts)
        start = datetime(2026, self.rng.randint(1, 4), self.rng.randint(1, 20), 18)
        turns: list[dict[str, str]] = []
        for number in range(sessions):
            at = start + timedelta(days=number * 9 + self.rng.randint(0, 6), minutes=self.rng.randint(0, 180))
            self._session(number, at, facts[number::sessions], turns)
        now = datetime.fromisoformat(turns[-1]["at"]) + timedelta(days=3)
        return Conversation(turns, self._questions(facts), now)

    def _facts(self, count: int) -> list[_Fact]:
        made: list[_Fact] = []
        for first, second in list(CHAINS.values()) * OWN:
            person = self._pick("name")
            one, two = self._fact(first, {"name": person}), self._fact(second, {"name": person})
            made += [f for f in (one, two) if f]
        for chain in self.rng.choices(chains(), k=MADE):
            shared = {chain.slot: self._pick(chain.slot)}
            who = self.rng.randrange(2)
            made += [f for kind in (chain.first, chain.second) if (f := self._fact(kind, shared, who))]
        while len(made) < count:
            if fact := self._fact(self.rng.choice(KINDS), {}):
                made.append(fact)
        return made

    def _pick(self, slot: str) -> int:
        while True:
            n = self.rng.randrange(len(self.rows[slot]))
            if slot != "name" or n not in self.me:
                return n

    def _fact(self, kind: str, given: dict[str, int], who: int | None = None) -> _Fact | None:
        """Make a fact that no other can be taken for: at most one of a kind for each person or thing."""
        me = self.rng.randrange(2) if who is None else who
        wordings = self.talk["en"][kind]["said"] + self.talk["en"][kind]["asked"]
        names = {s for w in wordings for s in _named(w)} - {"me"}
        for _ in range(8):
            slots = {s: given.get(s, self._pick(s)) for s in sorted(names)}
            general = kind in ("job", "move", "pet", "relative")
            keys = [
                (kind, None if general else me, s, slots[s])
                for s in slots
                if s in ("name", "thing", "who", "dish", "hobby")
            ]
            keys += [("person", kind, slots["name"])] if general else []
            keys += [(kind, me, "place", slots["place"])] if kind in ("meet", "trip") else []
            if not self.taken & set(keys):
                self.taken |= set(keys)
                return _Fact(kind, slots, me, self.speaks[me])
        return None

    def _words(self, fact: _Fact, language: str) -> dict[str, str]:
        column = LANGUAGES.index(language)
        words = {s: self.rows[s][n][column] for s, n in fact.slots.items()}
        words["me"] = self.rows["name"][self.me[fact.me]][column]
        return words

    def _half(self, values: list[str]) -> list[str]:
        return values[self.held :: 2]

    def _session(self, number: int, at: datetime, facts: list[_Fact], turns: list[dict[str, str]]) -> None:
        queue = list(facts)
        who = self.rng.randrange(2)
        for _ in range(3):
            who = self._say(turns, number, at, who, self._small(who))
        while queue:
            fact = queue.pop()
            at = datetime.fromisoformat(turns[-1]["at"]) if turns else at
            if who != fact.me or self.rng.random() < 0.5:
                who = self._say(turns, number, at, 1 - fact.me, self._small(1 - fact.me))
            chat = self.talk[fact.language]["chat"]
            wordings = self.talk[fact.language][fact.kind]["said_held" if self.held else "said"]
            over_turns = self.rng.random() < OVER_TURNS
            fitting = [w for w in wordings if (" || " in w) == over_turns]
            parts = self.rng.choice(fitting or wordings).split(" || ")
            for n, part in enumerate(parts):
                text = _capital(part.format(**self._words(fact, fact.language)))
                if n == 0 and self.rng.random() < 0.2:
                    text = f"{self.rng.choice(self._half(chat['openers']))} {text}"
                if self.rng.random() < 0.2:
                    text = f"{text} {self.rng.choice(self._half(chat['small']))}"
                self._say(turns, number, at, fact.me, text)
                fact.parts.append((turns[-1]["source"], frozenset(_named(part))))
                fact.at = datetime.fromisoformat(turns[-1]["at"])
                reply = self.talk[self.speaks[1 - fact.me]]["chat"]["replies"]
                who = self._say(turns, number, at, 1 - fact.me, self.rng.choice(self._half(reply)))
            if self.rng.random() < 0.6:
                who = self._say(turns, number, at, who, self._small(who))

    def _small(self, who: int) -> str:
        chat = self.talk[self.speaks[who]]["chat"]
        if self.rng.random() < 0.5:
            column = LANGUAGES.index(self.speaks[who])
            asked = self.rng.choice(self._half(chat["wonder"]))
            return asked.format(**{s: self.rows[s][self._pick(s)][column] for s in _named(asked)})
        return " ".join(self.rng.sample(self._half(chat["small"]), self.rng.randint(1, 2)))

    def _say(self, turns: list[dict[str, str]], session: int, at: datetime, who: int, text: str) -> int:
        last = datetime.fromisoformat(turns[-1]["at"]) if turns else at
        when = max(at, last + timedelta(seconds=self.rng.randint(20, 90)))
        speaker = self.rows["name"][self.me[who]][LANGUAGES.index(self.speaks[who])]
        turns.append(
            {"text": text, "at": when.isoformat(), "speaker": speaker, "source": f"s{session}:{len(turns)}"}
        )
        return 1 - who

    def _questions(self, facts: list[_Fact]) -> list[Question]:
        asked: list[Question] = []
        for fact in facts:
            if question := self._ask(fact.kind, fact, [fact]):
                asked.append(question)
        for kind, (first, second) in CHAINS.items():
            for one in (f for f in facts if f.kind == first):
                two = next(
                    (f for f in facts if f.kind == second and f.slots["name"] == one.slots["name"]), None
                )
                if two is not None and (question := self._ask(kind, one, [one, two], hops=2)):
                    asked.append(question)
        asked += self._made(facts)
        for kind, of in LISTS.items():
            for me in (0, 1):
                some = [f for f in facts if f.kind == of and f.me == me and f.at]
                if kind == "list_buy":
                    months = {f.at.month for f in some if f.at}
                    for month in sorted(months):
                        those = [f for f in some if f.at and f.at.month == month]
                        if question := self._ask(kind, those[0], those, month=month):
                            asked.append(question)
                elif len(some) > 1 and (question := self._ask(kind, some[0], some)):
                    asked.append(question)
        return asked

    def _made(self, facts: list[_Fact]) -> list[Question]:
        """Return questions of two steps that are put together, of every pair of facts that share their bridge."""
        pairs = [
            (chain, one, two)
            for chain in chains()
            for one in facts
            if one.kind == chain.first
            for two in facts
            if two.kind == chain.second and two.slots[chain.slot] == one.slots[chain.slot]
            and (chain.bridge == "person" or (two.me == one.me and two.slots.get("name") != one.slots.get("name")))
        ]  # fmt: skip
        self.rng.shuffle(pairs)
        pairs.sort(key=lambda pair: pair[0].bridge == "person")
        return [self._chained(*pair) for pair in pairs[:MOST_MADE]]

    def _chained(self, chain: Chain, one: _Fact, two: _Fact) -> Question:
        language = self.rng.choice(LANGUAGES) if self.rng.random() < 0.15 else one.language
        asks, clause = wording(chain, language, self.held)
        gold = set()
        for fact, said in ((one, clause), (two, asks)):
            wanted = set(fact.slots) - set(_named(said)) - ({chain.slot} if fact is two else set())
            parts = [p for p in fact.parts if p[1] & wanted] or fact.parts[-1:]
            gold.add(parts[-1][0])
        text = asks.format(**self._words(two, language), C=clause.format(**self._words(one, language)))
        return Question(_capital(text), language, frozenset(gold), chain.kind, 2)

    def _ask(
        self, kind: str, of: _Fact, facts: list[_Fact], hops: int = 1, month: int | None = None
    ) -> Question | None:
        language = self.rng.choice(LANGUAGES) if self.rng.random() < 0.15 else of.language
        wording = self.rng.choice(self.talk[language][kind]["asked_held" if self.held else "asked"])
        words = self._words(of, language)
        if len(facts) == 2 and hops == 2:
            words = {**self._words(facts[1], language), **words}
        if month is not None:
            words["when"] = IN_MONTH[language].format(
                MONTHS[language][month - 1] if language in MONTHS else month
            )
        used = set(_named(wording)) - {"me"}
        gold: set[str] = set()
        for fact in facts:
            wanted = set(fact.slots) - used
            parts = [p for p in fact.parts if p[1] & wanted] or fact.parts[-1:]
            gold.add(parts[-1][0])
        if not gold:
            return None
        text = _capital(wording.format(**words))
        return Question(text, language, frozenset(gold), kind, hops)


def _named(wording: str) -> list[str]:
    return [piece.split("}")[0] for piece in wording.split("{")[1:]]


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
