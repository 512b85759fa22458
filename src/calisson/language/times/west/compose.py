"""From templates to whole times: join neighbours, find the two ends of ranges, take in prepositions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import cast

from calisson.language.times.west.frame import Bound, Every, Frame, fits, has_clock, has_date, join, slots
from calisson.language.times.west.grammar import Grammar, Rule
from calisson.language.times.west.lexer import Token
from calisson.language.times.west.makers import MAKERS
from calisson.language.times.west.words import Words, counted


@dataclass(slots=True)
class Item:
    """A frame with the tokens it was read from: from `start` up to `end`."""

    start: int
    end: int
    frame: Frame


def compose(text: str, tokens: list[Token], rules: Grammar) -> list[Item]:
    """Return the times of a tokenised text, in reading order."""
    reader = _Reader(text, tokens, rules)
    items = reader.atoms()
    if not items:
        return []
    items = reader.based(reader.with_numbers(items))
    items = reader.joined(items, every=False)
    items = reader.ranges(items)
    items = reader.joined(items, every=False)
    items = [i for i in items if i.frame.num is None and not _open_pair(i.frame)]
    items = [reader.bounded(i) for i in items]
    items = reader.spread(items)
    items = reader.joined(items, every=True)
    return [i for i in items if reader.kept(i)]


def _bound(frame: Frame, word: str) -> Frame:
    """Note that a word such as 'since' or 'until' stands before a time."""
    if frame.pair is not None:
        return replace(frame, lead=True)
    bound = cast(Bound, "from" if word == "since" else word)
    return replace(frame, bound=bound, since=word == "since", lead=True)


def _open_pair(frame: Frame) -> bool:
    return frame.pair is not None and any(f.num is not None for f in frame.pair)


class _Reader:
    """One utterance while it is put together."""

    def __init__(self, text: str, tokens: list[Token], rules: Grammar) -> None:
        self.text = text
        self.tokens = tokens
        self.rules = rules
        self.settings = rules.data["settings"]

    # --- templates

    def atoms(self) -> list[Item]:
        """Return the longest matches of the templates, without overlaps."""
        code = self.rules.encode(self.tokens)
        found: list[tuple[int, int, int, Frame]] = []
        present = {name for token in self.tokens for name in token.classes}
        for rule in self.rules.rules:
            if not rule.may_match(present):
                continue
            for match in rule.pattern.finditer(code):
                spans = [match.span(g + 1) for g in range(len(rule.groups))]
                starts = [s for s, _ in spans if s >= 0]
                if not starts:
                    continue
                start, end = min(starts), match.end()
                frame = self._make(rule, spans, start, end)
                if frame is not None:
                    found.append((start, end, rule.order, frame))
        dashes = [0]
        for token in self.tokens:
            dashes.append(dashes[-1] + (token.text == "-"))
        found.sort(key=lambda f: (f[0] - f[1] + dashes[f[1]] - dashes[f[0]], f[2]))
        taken = [False] * len(self.tokens)
        items: list[Item] = []
        for start, end, _, frame in found:
            if not any(taken[start:end]):
                taken[start:end] = [True] * (end - start)
                items.append(Item(start, end, frame))
        return sorted(items, key=lambda i: i.start)

    def _make(self, rule: Rule, spans: Sequence[tuple[int, int]], start: int, end: int) -> Frame | None:
        caps: dict[str, list[object]] = {}
        for names, (at, _) in zip(rule.groups, spans, strict=True):
            if at < 0:
                continue
            classes = self.tokens[at].classes
            for name in names:
                if name in classes:
                    caps.setdefault(name, []).append(classes[name])
        tokens = self.tokens[start:end]
        last = tokens[-1].end
        words = Words(
            tokens, caps, self.settings, self.rules.language, self.text[last : last + 40].lower(),
            alone=start == 0 and end == len(self.tokens), led=self._led(start),
            before=frozenset(self.tokens[start - 1].classes) if start else frozenset(),
            noun_follows=self.text[last : last + 2].strip()[:1].isupper(),
            preceding=self.text[max(0, self.tokens[start].start - 16) : self.tokens[start].start].lower(),
        )  # fmt: skip
        frame = MAKERS[rule.maker](words)
        if frame is not None and self._weak(tokens):
            frame.weak = True
        return frame

    def _led(self, start: int) -> bool:
        before = self.tokens[start - 1].classes if start else {}
        return bool({"lead", "bound", "between"} & set(before)) or (
            "to" in before and self.tokens[start - 1].text not in "-~"
        )

    def _weak(self, tokens: Sequence[Token]) -> bool:
        """Whether the only word of the match is one that mostly means something else."""
        words = [t for t in tokens if t.kind == "word"]
        if len(tokens) != 1 or len(words) != 1 or words[0].text.rstrip(".") not in self.rules.lexicon.weak:
            return False
        return (
            not words[0].capital
            or words[0] is self.tokens[0]
            or words[0].text.rstrip(".") in self.settings["weak_even_capital"]
        )

    # --- numbers and amounts

    def with_numbers(self, items: list[Item]) -> list[Item]:
        """Add every bare number outside the items: the other end of a range may make it a time."""
        taken = {at for i in items for at in range(i.start, i.end)}
        out = list(items)
        for at, token in enumerate(self.tokens):
            if at in taken or "n" not in token.classes or token.classes["n"] > 2999:
                continue
            following = self.text[token.end : token.end + 40].lower()
            words = Words([token], {}, self.settings, self.rules.language, following)
            if not counted(words):
                out.append(Item(at, at + 1, Frame(num=token.classes["n"], wordy=token.wordy)))
        return sorted(out, key=lambda i: i.start)

    def based(self, items: list[Item]) -> list[Item]:
        """Join 'two days' + 'after' + 'tomorrow'."""
        out: list[Item] = []
        for item in items:
            last = out[-1] if out else None
            if last is not None and last.frame.length is not None and has_date(item.frame):
                gap = self.tokens[last.end : item.start]
                sign = next((t.classes["relation"] for t in gap if "relation" in t.classes), None)
                rest = [t for t in gap if "relation" not in t.classes and "join" not in t.classes]
                given = last.start > 0 and "for" in self.tokens[last.start - 1].classes
                if sign is not None and not rest and len(gap) <= 3 and not given:
                    out[-1] = Item(
                        last.start, item.end, Frame(shift=last.frame.length, sign=sign, base=item.frame)
                    )
                    continue
            out.append(item)
        return out

    # --- joining neighbours

    def _near(self, a: Item, b: Item) -> bool:
        gap = self.tokens[a.end : b.start]
        return len(gap) <= 3 and all("join" in t.classes for t in gap) and "\n" not in self.text[
            self.tokens[a.end - 1].end : self.tokens[b.start].start
        ]  # fmt: skip

    def joined(self, items: list[Item], *, every: bool) -> list[Item]:
        """Join neighbours that fit together until nothing changes."""
        changed = True
        while changed:
            changed = False
            out: list[Item] = []
            for item in items:
                last = out[-1] if out else None
                merged = None
                if last is not None and self._near(last, item):
                    if every or not (last.frame.every or item.frame.every):
                        merged = self._merge(last, item)
                if merged is not None and last is not None:
                    out[-1] = Item(last.start, item.end, merged)
                    changed = True
                else:
                    out.append(item)
            items = out
        return items

    def _merge(self, a: Item, b: Item) -> Frame | None:
        left, right = a.frame, b.frame
        if left.num is not None or right.num is not None:
            return self._clocked(a, b)
        if _open_pair(left) or _open_pair(right):
            pair, other = (left, right) if left.pair else (right, left)
            return _close(pair, other)
        same = left.part is not None and left.part == right.part and (has_clock(left) or has_clock(right))
        if same:
            right = replace(right, part=None)
        if left.part and right.part and left.rel and not right.rel and not has_clock(left):
            left = replace(left, part=None) if has_clock(right) else left
        return join(left, right) if fits(left, right) else None

    def _clocked(self, a: Item, b: Item) -> Frame | None:
        """A bare number beside a part of the day is the hour: '7, this morning', 'tonight 7'."""
        number, other = (a, b) if a.frame.num is not None else (b, a)
        hour = number.frame.num
        if other.frame.part is None or has_clock(other.frame) or hour is None or not 0 <= hour <= 24:
            return None
        if other.frame.num is not None or other.frame.every or other.frame.pair or hour == 0:
            return None
        gap = self.tokens[min(a.end, b.end) : max(a.start, b.start)]
        led = any("lead" in t.classes and "for" not in t.classes for t in gap)
        if number is b and not led and not (number.end == len(self.tokens) and hour <= 12):
            return None
        if number is a and gap and not any(t.text == "," for t in gap):
            return None
        return replace(other.frame, hour=hour, wordy=number.frame.wordy)

    # --- ranges

    def ranges(self, items: list[Item]) -> list[Item]:
        """Join 'from A to B', 'between A and B', 'A-B'."""
        out: list[Item] = []
        for item in items:
            last = out[-1] if out else None
            pair = self._range(last, item) if last is not None else None
            if pair is not None and last is not None:
                out[-1] = Item(self._opening(last.start), item.end, pair)
            else:
                out.append(item)
        return out

    def _opening(self, start: int) -> int:
        """Where a range begins that opens with 'from (the)' or 'between (the)' before `start`."""
        at = start - 1
        if at > 0 and "article" in self.tokens[at].classes and not self._opens(at):
            at -= 1
        return at if at >= 0 and self._opens(at) else start

    def _opens(self, at: int) -> bool:
        return bool({"from", "between"} & set(self.tokens[at].classes))

    def _range(self, a: Item, b: Item) -> Frame | None:
        gap = self.tokens[a.end : b.start]
        if not gap or len(gap) > 4:
            return None
        before = self.tokens[a.start - 1].classes if a.start else {}
        if a.start > 1 and "article" in before:
            before = self.tokens[a.start - 2].classes
        links = [t for t in gap if "to" in t.classes or t.text in "-~"]
        if not links and "between" in before:
            links = [t for t in gap if "and" in t.classes]
        if len(links) != 1 or any(t not in links and "join" not in t.classes for t in gap):
            return None
        led = "from" in before or "between" in before
        dash = links[0].text in "-~"
        return _pair(a.frame, b.frame, led=led, dash=dash)

    # --- prepositions

    def bounded(self, item: Item) -> Item:
        """Take in the prepositions before a time, and note whether they open or close a stretch."""
        start, frame, led = item.start, item.frame, False
        if frame.length is not None and frame.begin is None:
            return item
        while start and item.start - start < 3:
            classes = self.tokens[start - 1].classes
            if "bound" in classes:
                frame = _bound(frame, classes["bound"])
            elif "lead" in classes and not led:
                frame, led = replace(frame, lead=True), True
            elif "article" not in classes:
                break
            start -= 1
        while (
            start < item.start
            and "article" in self.tokens[start].classes
            and "lead" not in self.tokens[start].classes
        ):
            if frame.nth is not None or frame.edge is not None or frame.day is not None or frame.window:
                break
            start += 1
        return Item(start, item.end, frame)

    def spread(self, items: list[Item]) -> list[Item]:
        """Join 'for three days' with 'from Monday' on either side."""
        out: list[Item] = []
        for item in items:
            last = out[-1] if out else None
            if last is not None and self._near(last, item):
                length, begin = (last, item) if last.frame.length else (item, last)
                if (
                    length.frame.length
                    and begin.frame.bound == "from"
                    and not begin.frame.length
                    and (length.start and "for" in self.tokens[length.start - 1].classes)
                ):
                    first = min(last.start, length.start - 1) if length is last else last.start
                    out[-1] = Item(first, item.end, Frame(length=length.frame.length, begin=begin.frame))
                    continue
                if begin.frame.bound == "from" and length.frame.length and length is item:
                    pass
            if (
                last is not None
                and item.frame.length
                and last.frame.bound == "from"
                and item.start - last.end == 1
            ):
                if "for" in self.tokens[last.end].classes:
                    out[-1] = Item(last.start, item.end, Frame(length=item.frame.length, begin=last.frame))
                    continue
            out.append(item)
        return self._dated_spread(out)

    def _dated_spread(self, items: list[Item]) -> list[Item]:
        out: list[Item] = []
        for item in items:
            last = out[-1] if out else None
            if last is not None and item.frame.begin and item.frame.length and self._near(last, item):
                if slots(last.frame) <= {"year", "month", "day", "weekday", "rel", "which"} and not has_date(
                    item.frame.begin
                ):
                    if fits(last.frame, item.frame.begin):
                        begin = join(last.frame, item.frame.begin)
                        out[-1] = Item(last.start, item.end, replace(item.frame, begin=begin))
                        continue
            out.append(item)
        return out

    def kept(self, item: Item) -> bool:
        """Whether the words are a time: neither a common word alone nor a number alone."""
        frame = item.frame
        if frame.num is not None:
            return False
        if frame.weak and frame.weekday is not None:  # 'in the sun' is no Sunday
            opening = self.tokens[item.start].classes
            return "on" in opening or "bound" in opening
        return not (frame.weak and not frame.lead)


def _close(pair: Frame, other: Frame) -> Frame | None:
    """Give a range of bare numbers the unit that the words beside it tell: days of a month or hours."""
    assert pair.pair is not None
    first, second = pair.pair
    names = slots(other)
    if other.pair or other.every or other.length or other.num is not None or other.bound != "none":
        return None
    monthly = (
        (names <= {"month", "year"} and other.month is not None)
        or (names == {"rel"} and other.rel is not None and other.rel[0] == "month")
        or names == {"which", "month"}
    )
    sides = [first, second]
    if monthly:
        out = [_dayed(side, other) for side in sides]
    elif (
        names
        and not has_clock(other)
        and (other.day or other.weekday is not None or other.holiday or other.rel or other.part)
    ):
        if other.rel and other.rel[0] != "day" and other.weekday is None and other.day is None:
            return None
        out = [_houred(side, other) for side in sides]
    else:
        return None
    done = [o for o in out if o is not None]
    return replace(pair, pair=(done[0], done[1]), weak=False) if len(done) == 2 else None


def _dayed(side: Frame, other: Frame) -> Frame | None:
    if side.num is None:
        return join(side, other) if fits(side, other) else None
    return replace(other, day=side.num) if 1 <= side.num <= 31 else None


def _houred(side: Frame, other: Frame) -> Frame | None:
    if side.num is None:
        return join(side, other) if fits(side, other) else None
    return replace(other, hour=side.num) if 0 <= side.num <= 24 else None


def _pair(a: Frame, b: Frame, *, led: bool, dash: bool) -> Frame | None:
    if any(f.length or f.every or f.pair or f.window or (f.now and not led) for f in (a, b)):
        return None
    if a.num is not None and b.num is not None:
        if a.num >= 1000 and b.num >= 1000:
            return Frame(pair=(Frame(year=a.num), Frame(year=b.num)), weak=not led and a.num < 1900)
        if a.num > 31 or b.num > 31:
            return None
        return Frame(pair=(a, b), weak=True)
    a_frame = a if a.num is None else _like(a.num, b)
    b_frame = b if b.num is None else _like(b.num, a, backward=True)
    if a_frame is None or b_frame is None:
        return None
    if (
        slots(a_frame) == {"weekday"}
        and b_frame.weekday is not None
        and slots(b_frame) <= {"weekday", "hour", "meridian"}
    ):
        if has_clock(b_frame):  # 'Monday to Friday at 7' is a rhythm
            first, last = a_frame.weekday or 0, b_frame.weekday
            days = tuple(sorted((first + i) % 7 for i in range((last - first) % 7 + 1)))
            return replace(b_frame, weekday=None, every=Every("WEEKLY", 1, days))
    a_frame, b_frame = _share(a_frame, b_frame)
    if has_clock(a_frame) != has_clock(b_frame) and not (has_date(a_frame) and has_date(b_frame)):
        return None
    if (a_frame.part and not has_clock(a_frame)) or (b_frame.part and not has_clock(b_frame)):
        return None
    return Frame(pair=(a_frame, b_frame), weak=a.weak and b.weak)


def _like(number: int, other: Frame, *, backward: bool = False) -> Frame | None:
    """Read a bare number as the same kind of time as the other end."""
    if has_clock(other) and 0 <= number <= 24:
        part = other.part if not backward or other.meridian is None else None
        return Frame(
            hour=number, part=part if not has_date(other) or part else None, exact=number > 12 or number == 0
        )
    if other.day is not None and not has_clock(other) and 1 <= number <= 31:
        return replace(other, day=number, weekday=None, nth=None)
    if other.year is not None and number >= 1000:
        return Frame(year=number)
    return None


def _share(a: Frame, b: Frame) -> tuple[Frame, Frame]:
    """Let each end lend the other the date parts that were said only once."""
    date = ("year", "month", "day", "weekday", "which", "rel", "holiday", "nth", "nth_of")
    if has_clock(a) and not has_date(a) and has_date(b) and has_clock(b):
        a = replace(a, **{n: getattr(b, n) for n in date})
    elif has_clock(b) and not has_date(b) and has_date(a):
        b = replace(b, **{n: getattr(a, n) for n in date})
    elif a.day is not None and a.month is None and a.rel is None and b.day is not None:
        a = replace(a, month=b.month, year=b.year, rel=b.rel)
    elif b.day is not None and b.month is None and b.rel is None and a.day is not None:
        b = replace(b, month=a.month, year=a.year, rel=a.rel)
    elif a.weekday is not None and b.weekday is not None and a.day is None and b.day is None:
        if a.rel is not None and b.rel is None:
            b = replace(b, rel=a.rel)
        elif b.rel is not None and a.rel is None and b.rel[0] == "week":
            a = replace(a, rel=b.rel)
    if b.year is not None and a.year is None and a.month is not None and b.month is not None:
        a = replace(a, year=b.year - (a.month > b.month))
    elif a.year is not None and b.year is None and b.month is not None and a.month is not None:
        b = replace(b, year=a.year + (b.month < a.month))
    return a, b
