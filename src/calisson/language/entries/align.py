"""Laying a stretch of words over one entity: which field takes which number, time, choice and text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from calisson.language.entries.alignment import Alignment, Fill, time_value
from calisson.language.entries.figures import NumberLayer
from calisson.language.entries.roles import (
    ACTIONS,
    CLAUSE,
    name_before_article,
    peel,
    roles_of,
    subject,
    without_verb,
)
from calisson.language.entries.truth import denied, finders, negated_span, outcome
from calisson.language.entries.words import cues, label_core, names_of, pattern, trim
from calisson.language.spans import Spans
from calisson.language.types import (
    NUMERIC,
    AppSchema,
    Context,
    EntitySchema,
    FieldSchema,
    TimeSpan,
)

QUOTES = re.compile(r"[“„\"「『《〈<'‘]([^“”„\"「」『』《》〈〉<>'‘’]{1,120})[”“\"」』》〉>'’]")


BESIDE = frozenset(("medication", "trigger", "reason", "treatment", "place", "doctor"))
"""Meanings of titles that stand beside what the app is about: its own name is none of them."""

STATES = frozenset(
    ("win", "direction", "attending", "priority", "frequency", "billing_cycle", "feeding", "nappy", "side")
)
"""Meanings of choices that are states: stored as their one value, whatever the synonym."""


class Aligner(NumberLayer):
    """Lays words over one entity of one app."""

    def __init__(self, spans: Spans, context: Context, app: AppSchema, entity: EntitySchema) -> None:
        self.spans, self.context, self.app, self.entity = spans, context, app, entity
        self.low = spans.text.lower() if len(spans.text.lower()) == len(spans.text) else spans.text
        self.language = spans.language
        self.fields = [f for f in entity.fields if f.formula is None]
        self._mentions: list[tuple[int, int, FieldSchema]] = self._find_mentions()
        self._open = {f.name for f in self.fields if self._untyped(f)}
        rated = self._rated()
        plain = [
            n for n in (*spans.numbers, *self._clocks())
            if not any(r.start_char < n.end_char and n.start_char < r.end_char for r in rated)
        ]  # fmt: skip
        self._all = [*(n for n in plain if not self._denied(n)), *self._glued(), *rated]
        self._scored = [(r.start_char, r.end_char) for r in rated]

    def _find_mentions(self) -> list[tuple[int, int, FieldSchema]]:
        found = []
        for f in self.fields:
            if f.type == "boolean":
                for finder in finders(f, self.language):
                    found += [(m.start(), m.end(), f) for m in finder.finditer(self.low)]
                continue
            for name in (*names_of(f), *label_core(f.label, self.language)):
                if len(name) < 2 and not name.isalpha():
                    continue
                found += [(m.start(), m.end(), f) for m in pattern(name).finditer(self.low)]
                if f.type in NUMERIC and name.isascii():  # 'pH7.2'
                    glued = re.compile(rf"(?<![a-z0-9]){re.escape(name.lower())}(?=\d)")
                    found += [(m.start(), m.end(), f) for m in glued.finditer(self.low)]
        found += self._label_words()
        for m in re.finditer(r"(?:^|[.;,。；，、\s])([^\W\d_]{2,20})\s*[:：]", self.low):
            word = m[1]
            for f in self.fields:
                if any(word in re.findall(r"[^\W\d_]+", name.lower()) for name in names_of(f)):
                    found.append((m.start(1), m.end(1), f))
                    break
        found.sort(key=lambda m: (-(m[1] - m[0]), m[0]))
        taken: list[tuple[int, int, FieldSchema]] = []
        for hit in found:
            if all(hit[1] <= t[0] or hit[0] >= t[1] for t in taken):
                taken.append(hit)
        return sorted(taken, key=lambda m: m[0])

    def _label_words(self) -> list[tuple[int, int, FieldSchema]]:
        """Where one word of a longer label stands that no other field has ('zweimal wach': 'Wie oft wach')."""
        said: dict[str, set[str]] = {}
        for f in self.fields:
            for word in re.findall(r"[^\W\d_]{4,}", " ".join((f.label, *f.aliases)).lower()):
                said.setdefault(word, set()).add(f.name)
        found = []
        for f in self.fields:
            words = f.label.lower().split()
            if f.type not in NUMERIC or len(words) < 2 or _WIDE.search(f.label):
                continue
            own = [w for w in words if said.get(w) == {f.name} and not _filler(w, self.language)]
            found += [(m.start(), m.end(), f) for w in own for m in pattern(w).finditer(self.low)]
        return found

    def promise(self) -> float:
        """Return quickly how much the words could be about this entity: fields named, measures that fit, choices."""
        named = len({f.name for _, _, f in self._mentions})
        fitting = sum(
            any(self._number_fit(n, f, ()) >= 4 for f in self.fields if f.type in NUMERIC) for n in self._all
        )
        known = any(
            len(w) > 1 and w.lower() in self.low
            for f in self.fields
            for c in f.choices
            for w in (c.value, *c.aliases)
        )
        called = any(len(w) > 2 and w.lower() in self.low for w in (self.app.name, *self.app.aliases))
        return named + 2.0 * fitting + 1.0 * known + 0.5 * called

    def align(self, start: int, end: int) -> Alignment:
        """Return the stretch [start, end) laid over the entity."""
        made = Alignment(self.app, self.entity, start, end)
        mentions = [m for m in self._mentions if start <= m[0] and m[1] <= end]
        made.mentions = len(mentions)
        numbers = [n for n in self._all if start <= n.start_char and n.end_char <= end]
        times = [t for t in self.spans.times if start <= t.start_char and t.end_char <= end]
        used: list[tuple[int, int]] = []
        numbers = [n for n in numbers if not self._named(n, mentions)]
        self._numbers(made, numbers, mentions, used)
        self._times(made, times, mentions, used)
        self._choices(made, start, end, used)
        self._results(made, start, end, used)
        self._booleans(made, mentions, start, end, used)
        self._texts(made, mentions, start, end, used)
        self._roles(made, start, end, used)
        self._rest(made, start, end, used)
        return made

    # --- times ---------------------------------------------------------------------------------------

    def _times(self, made: Alignment, times: Sequence[TimeSpan], mentions: Any, used: Any) -> None:
        now = self.context.now
        targets = [f for f in self.fields if f.type in ("date", "datetime", "time")]
        if not targets:  # the day of what has no date is no part of its name
            used += [(t.start_char, t.end_char) for t in times if t.has_date and t.kind != "recurrence"]
            return
        for t in times:
            if t.kind in ("duration", "recurrence") or t.start is None:
                continue
            if _inside(t.start_char, t.end_char, self._scored):
                continue  # '2/10' is a score where a field has that scale
            ranked = sorted(
                targets,
                key=lambda f: (
                    min(
                        (self._gap(a, b, t.start_char, t.end_char) for a, b, g in mentions if g is f),
                        default=99,
                    ),
                    f.name != self.entity.time_field,
                ),
            )
            taken = False
            for f in ranked:
                if f.type == "time" and not t.has_clock:
                    continue
                if f.type == "date" and not (t.has_date or t.kind in ("date", "datetime", "range")):
                    continue
                if f.name in made.fills:
                    continue
                value = time_value(t, f, self.entity, now)
                if value is None:
                    continue
                made.fills[f.name] = Fill(f, value, t.start_char, t.end_char, True, 0.6)
                taken = True
                other = {"date": "time", "time": "date"}.get(f.type)
                both = (
                    t.has_clock
                    and t.has_date
                    and any(g.type == other and g.name not in made.fills for g in targets)
                )
                if not both:
                    break
            if targets and not taken and (t.has_date or t.has_clock):
                made.repeated = True
            used.append((t.start_char, t.end_char))

    # --- words ---------------------------------------------------------------------------------------

    def _choices(self, made: Alignment, start: int, end: int, used: Any) -> None:
        for f in self.fields:
            if f.type not in ("choice", "multi_choice", "person", "place") or f.name in made.fills:
                continue
            best: tuple[int, int, int, str] | None = None
            names = [(w, c.value) for c in f.choices for w in (c.value, *c.aliases)]
            names += [(v, v) for v in self.context.values(self.app.id, self.entity.name, f.name)[:60]]
            for word, value in names:
                finder = pattern(word)
                if len(word) < 2:
                    if not _WIDE.match(word):
                        continue
                    if not re.match(r"[\u3400-\u9fff]", word):  # a syllable that stands alone: 비
                        finder = re.compile(rf"(?<![가-힣]){word}(?![가-힣])")
                m = finder.search(self.low, start, end)
                if m and not _inside(m.start(), m.end(), used) and (best is None or len(word) > best[0]):
                    best = (len(word), m.start(), m.end(), value)
            if best:
                value = self._in_own_words(made, f, best[3], self.spans.original[best[1] : best[2]])
                made.fills[f.name] = Fill(f, value, best[1], best[2], True, 1.5)
                used.append((best[1], best[2]))

    def _in_own_words(self, made: Alignment, f: FieldSchema, value: str, said: str) -> str:
        """Return the choice to store: a synonym that is said before its preset was ever used takes its place.

        States that are compared ('win', 'done') keep their one value.
        """
        stated = f.name == self.entity.done_field or "status" in f.name or f.concept in STATES
        preset = next((c for c in f.choices if c.value == value), None)
        if f.type != "choice" or stated or preset is None or said.lower().startswith(value.lower()):
            return value
        if any(r.values.get(f.name) == value for r in self.context.records(self.app.id)):
            return value
        own = said[:1].upper() + said[1:] if value[:1].isupper() else said
        renamed = replace(preset, value=own, aliases=(value, *preset.aliases))
        before = made.learned.get(f.name, f)
        choices = tuple(renamed if c.value == value else c for c in before.choices)
        made.learned[f.name] = replace(before, choices=choices)
        return own

    def _results(self, made: Alignment, start: int, end: int, used: Any) -> None:
        """'won', 'verloren', '和棋': the outcome of a game goes to the field for it, in the person's word."""
        for f in self.fields:
            if f.name in made.fills or "result" not in roles_of(f, self.language):
                continue
            for name in ("drawn", "won", "lost"):
                cue = cues(self.language, name)
                m = cue.search(self.low, start, end) if cue else None
                if m and not _inside(m.start(), m.end(), used):
                    word = self.spans.original[m.start() : m.end()]
                    made.fills[f.name] = Fill(f, word, m.start(), m.end(), True, 1.2)
                    used.append((m.start(), m.end()))
                    break

    def _booleans(self, made: Alignment, mentions: Any, start: int, end: int, used: Any) -> None:
        for f in self.fields:
            if f.type != "boolean" or f.name in made.fills:
                continue
            for a, b, g in mentions:
                if g is f and not _inside(a, b, used):
                    value = not denied(self.low[start:end], a - start, b - start, self.language)
                    made.fills[f.name] = Fill(f, value, a, b, True, 1.5)
                    used.append((a, b) if value else negated_span(self.low, a, b, self.language))
                    break
            if f.name in made.fills:
                continue
            for value, cue in zip((False, True), reversed(outcome(f, self.language)), strict=True):
                if cue is not None and (m := cue.search(self.low, start, end)):
                    made.fills[f.name] = Fill(f, value, m.start(), m.end(), True, 1.5)
                    used.append((m.start(), m.end()))
                    break

    def _texts(self, made: Alignment, mentions: Any, start: int, end: int, used: Any) -> None:
        linkers = cues(self.language, "linkers")
        texts = [
            f for f in self.fields if f.type in ("text", "long_text", "choice", "person", "place", "link")
        ]
        for a, b, f in mentions:
            if f not in texts or f.name in made.fills or _inside(a, b, used):
                continue
            link = linkers.match(self.low, b + (self.low[b : b + 1] == " ")) if linkers else None
            opens = not re.search(r"[^,，、;；。.!?()（）：:\s]", self.low[self._clause_start(start, a) : a])
            if (
                not opens
                and _WIDE.search(self.low[a:b])
                and not re.search(r"[\sのはがを]$", self.low[start:a])
            ):
                self._labelled_behind(made, f, a, b, start, used)
                continue
            led = cues(self.language, "label_before")
            lead = re.search(rf"(?:{led.pattern})\s+$", self.low[start:a]) if led and not opens else None
            short = re.match(r"\s+[^\s,;.]{1,12}(?=\s*(?:$|[,;.!?]))", self.low[b:end])
            code = re.match(r"\s+([A-Z]?\d{1,3}|[A-Z])\b", self.spans.original[b:end])
            if lead and code and f.concept is None:
                made.fills[f.name] = Fill(f, code[1], b + code.start(1), b + code.end(), True, 1.5)
                used.append((start + lead.start(), b + code.end()))
                continue
            if lead and short and f.concept is None:
                opens, a = True, start + lead.start()  # 'in tray B'
            at = link.end() if link else b
            stop = re.compile(r"[,;.!?。；，、！？\n]").search(self.low, at, end)
            held = [c for c, _ in used if c >= max(at, b)]
            stop_at = min(
                [s.start() if (s := stop) else end, *held, *(m[0] for m in mentions if m[0] > b)], default=end
            )
            said = self.spans.original[at:stop_at]
            whom = name_before_article(said, self.language) if f.type == "person" else None
            if whom:
                stop_at = at + said.index(whom) + len(whom)  # 'für Papa ein Taschenmesser'
            value = trim(self.spans.original[at:stop_at], self.language)
            if value and (link or f.type == "choice" or opens):
                made.fills[f.name] = Fill(f, value, at, stop_at, bool(link), 1.5)
                used.append((a, stop_at))
        for m in QUOTES.finditer(self.spans.original, start, end):
            title = self.entity.field(self.entity.title_field or "")
            if _inside(m.start(), m.end(), used):
                continue
            before = trim(self.spans.original[start : m.start()], self.language)
            second = next(
                (f for f in texts if f is not title and f.type == "text" and f.name not in made.fills), None
            )
            equal = cues(self.language, "equates")
            tail = self.low[start : m.start()].rstrip()
            if (
                title
                and second
                and equal
                and before
                and len(before.split()) <= 3
                and re.search(f"(?:{equal.pattern})$", tail)
            ):
                made.fills[title.name] = Fill(title, before, start, m.start(), True, 1.5)
                made.fills[second.name] = Fill(second, m[1].strip(), m.start(), m.end(), True, 1.5)
                used.append((start, m.end()))
                continue
            if title and title.name not in made.fills:
                made.fills[title.name] = Fill(title, m[1].strip(), m.start(), m.end(), True, 1.5)
                used.append((m.start(), m.end()))

    def _clause_start(self, start: int, at: int) -> int:
        return max((m.end() for m in CLAUSE.finditer(self.low, start, at)), default=start)

    def _labelled_behind(
        self, made: Alignment, f: FieldSchema, a: int, b: int, start: int, used: Any
    ) -> None:
        """A label behind its value ('鈴木さん相手に', '내가 담당'): the words before it in the clause."""
        begin = max([self._clause_start(start, a), *(d for _, d in used if d <= a)])
        value = trim(self.spans.original[begin:a], self.language)
        ends = re.match(r"[にがはを]|\s*(?:$|[,，、。.!！])", self.low[b:])
        if b - a > 1 and ends and value and len(value) <= 12 and f.type in ("person", "place", "text"):
            made.fills[f.name] = Fill(f, value, begin, b, True, 1.5)
            used.append((begin, b))

    def _roles(self, made: Alignment, start: int, end: int, used: Any) -> None:
        """Phrases with a marker ('at High Park', '한강에서') go to the field that plays the marker's role."""
        kinds = ("text", "choice", "person", "place", "multi_choice")
        title = self.entity.field(self.entity.title_field or "")
        for begin, stop in self._gaps(start, end, used, split=True):
            who = [
                f for f in self.fields if f.name not in made.fills and "person" in roles_of(f, self.language)
            ]
            if not who or title is None or not (title.concept in ACTIONS or title in who):
                break
            if name := subject(self.spans.original[begin:stop], self.language):
                a, b = begin + name[0], begin + name[1]
                made.fills[who[0].name] = Fill(who[0], self.spans.original[a:b], a, b, False, 0.8)
                used.append((begin, begin + name[2]))
            if name or self.spans.original[begin:stop].strip():
                break
        for begin, stop in self._gaps(start, end, used, split=True):
            free = [f for f in self.fields if f.type in kinds and f.name not in made.fills]
            if not free:
                return
            loose = cues(self.language, "particles")
            if loose and any(t.end_char == begin for t in self.spans.times):
                m = loose.match(self.low, begin)  # the は of '今日は鎌倉で'
                begin = m.end() if m else begin
            for f, said, a, b in peel(self.spans.original[begin:stop], self.language, free):
                made.fills[f.name] = Fill(f, said, begin + a, begin + b, False, 0.8)
                used.append((begin + a, begin + b))

    def _gaps(self, start: int, end: int, used: Any, *, split: bool) -> list[tuple[int, int]]:
        """The stretches that nothing took yet, cut at the ends of clauses when `split`."""
        out, at = [], start
        for a, b in [*sorted(used), (end, end)]:
            if a > at:
                cuts = [at]
                if split:
                    for m in CLAUSE.finditer(self.spans.text, at, a):
                        cuts += [m.start(), m.end()]
                out += [(x, y) for x, y in zip(cuts[::2], [*cuts[1::2], a], strict=True) if y > x]
            at = max(at, b)
        return out

    def _rest(self, made: Alignment, start: int, end: int, used: Any) -> None:
        title = self.entity.field(self.entity.title_field or "")
        acts = title is None or title.concept in ACTIONS
        cleaned = []
        for a, b in self._gaps(start, end, used, split=False):
            piece = trim(self.spans.original[a:b], self.language)
            if not acts:
                piece = trim(without_verb(piece, self.language), self.language)
            cleaned.append(piece)
        lone = cues(self.language, "lone_verbs") if not acts and len(cleaned) > 1 else None
        cleaned = [p for p in cleaned if not (lone and lone.fullmatch(p.lower()))]
        made.pieces = [p for p in cleaned if p and not _filler(p, self.language) and not self._echo(p, made)]

    def _echo(self, piece: str, made: Alignment) -> bool:
        """Whether a piece only repeats a word of the label of a filled field ('4.5 mm needles')."""
        low = piece.lower()
        words = low.split()
        title = self.entity.field(self.entity.title_field or "")
        beside = title is not None and title.concept in BESIDE
        if beside and len(made.fills) >= 2 and len(low) > 1 and self.app.name.lower().startswith(low):
            return True  # 'migraine this morning, 7, …' in a migraine diary is no medication
        for f in self.fields:
            label = f.label.lower().split()
            if len(words) > 1 and f.type in ("text", "long_text") and label[: len(words)] == words:
                return True  # 'vet visit' before what the visit was for
        for fill in made.fills.values():
            for word in re.findall(r"[^\W\d_]+", fill.field.label.lower()):
                wide = _WIDE.search(word) is not None
                whole = fill.field.label.lower()
                if (wide and low in word and low != whole) or (
                    len(low) > 3
                    and not wide
                    and (low.startswith(word) or word.startswith(low))
                    and (
                        isinstance(fill.value, (int, float))
                        or fill.field.type in ("date", "datetime", "time")
                    )
                ):
                    return True
        return False


_WIDE = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3]")


def _filler(text: str, language: str) -> bool:
    from calisson.language.lexicon import load

    return text.lower() in {w.lower() for w in load(language, "entries").get("fillers", ())}


def _inside(a: int, b: int, used: Sequence[tuple[int, int]]) -> bool:
    return any(a < d and c < b for c, d in used)
