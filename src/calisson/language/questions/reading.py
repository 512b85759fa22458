"""One entity's reading of a question: what is explained, what is asked, and how well it fits."""

from __future__ import annotations

from dataclasses import dataclass, field

from calisson.language.questions import values
from calisson.language.questions.filters import Filters, build
from calisson.language.questions.heard import Heard
from calisson.language.questions.linking import LABEL, WEAK, Linker, Mention
from calisson.language.questions.measures import measured_field
from calisson.language.questions.periods import Periods, periods
from calisson.language.types import AppSchema, Context, EntitySchema, FieldSchema

_RANK = {"choice": 5, "value": 4, "state": 3, "field": 2, "unit": 1, "entity": 1, "part": 1, "app": 0}


@dataclass(slots=True)
class Reading:
    """A question laid over one entity."""

    heard: Heard
    context: Context
    app: AppSchema
    entity: EntitySchema
    mentions: list[Mention]
    """Accepted ones; several fields may share a stretch."""
    measured: FieldSchema | None
    measured_weight: float
    filters: Filters
    times: Periods
    unexplained: list[tuple[str, int, int]]
    link: float = 0.0
    """How much of the entity's vocabulary the words name."""
    notes: list[str] = field(default_factory=list)

    def named(self, *kinds: str) -> list[Mention]:
        """Return the accepted mentions of these kinds."""
        return [m for m in self.mentions if m.kind in kinds]

    def field_named(self, *types: str) -> FieldSchema | None:
        """Return the best named field of one of these types (any type when none is given)."""
        found = [
            m for m in self.mentions
            if m.field is not None and m.kind in ("field", "unit", "state") and (not types or m.field.type in types)
        ]  # fmt: skip
        return max(found, key=lambda m: m.weight).field if found else None

    @property
    def title(self) -> FieldSchema | None:
        """The field that names a record."""
        return self.entity.field(self.entity.title_field) if self.entity.title_field else None

    @property
    def time(self) -> FieldSchema | None:
        """The field by which periods are meant."""
        return self.entity.field(self.entity.time_field) if self.entity.time_field else None


def read(
    heard: Heard,
    linker: Linker,
    context: Context,
    app: AppSchema,
    entity: EntitySchema,
    *,
    comparing: bool,
    stored: bool,
) -> Reading:
    """Lay the question over one entity. `stored` says whether stored values may be looked up."""
    found = [
        m
        for m in linker.schema(app, entity)
        if m.kind != "choice" or m.length > 1 or m.start not in heard.covered
    ]
    if stored:
        found += values.whole_values(linker, context, app, entity)
    accepted = _accept(found)
    taken = heard.covered | {i for m in accepted for i in range(m.start, m.end)}
    if stored:
        parts = values.part_values(heard, context, app, entity, taken)
        accepted += parts
        taken |= {i for m in parts for i in range(m.start, m.end)}
    left = values.residue(heard, taken)
    if heard.latin and stored:
        slips = linker.fuzzy(entity.fields, left)
        accepted += slips
        gone = {(m.start, m.end) for m in slips}
        left = [r for r in left if (r[1], r[2]) not in gone]
    measured, weight = measured_field(heard, app, entity, accepted)
    filters = build(heard, entity, accepted, measured)
    named = [(m.start, m.end) for m in accepted if m.kind in ("choice", "value")]
    times = periods(heard, context, app, entity, comparing=comparing, taken=named)
    left = [r for r in left if not _hinted(heard, r)]
    out = Reading(heard, context, app, entity, accepted, measured, weight, filters, times, left)
    out.link = _link(out)
    return out


def _hinted(heard: Heard, piece: tuple[str, int, int]) -> bool:
    """Whether a leftover word is the verb of a hint ('spent', 'ran')."""
    _, start, end = piece
    return any(s < end and start < e for spans in heard.hints.values() for s, e in spans)


def _rank(m: Mention) -> float:
    """What goes first of two mentions of one stretch; a field's own name goes before a value that is spelt alike."""
    if m.kind in ("field", "entity") and m.weight >= 1.8 and (m.kind == "entity" or m.weight >= LABEL):
        return 4.5
    return _RANK[m.kind] if m.weight > 1 else -1


def _accept(found: list[Mention]) -> list[Mention]:
    """Keep the longest and strongest of overlapping mentions; equal stretches may name several fields."""
    out: list[Mention] = []
    order = sorted(found, key=lambda m: (m.weight <= WEAK, -m.length, -_rank(m), -m.weight))
    for m in order:
        if m.kind == "app":
            continue
        clash = [o for o in out if o.start < m.end and m.start < o.end]
        same = [o for o in clash if (o.start, o.end) == (m.start, m.end)]
        if len(clash) != len(same):
            if m.weight >= 2 and all(o.weight <= 0.5 for o in clash):
                out = [o for o in out if o not in clash] + [m]
            continue
        if any(o.kind in ("choice", "value") for o in same) and m.kind not in ("choice", "value", "entity"):
            continue
        if m.kind == "value" and any(_rank(o) > _RANK["value"] for o in same):
            continue
        if any(o.field is m.field and o.kind == m.kind and o.value == m.value for o in same):
            continue
        if m.kind in ("choice", "value") and any(
            o.kind in ("choice", "value")
            and (o.value == m.value or (o.field is m.field and o.weight > m.weight))
            for o in same
        ):
            continue
        out.append(m)
    free = [
        m
        for m in order
        if m.kind == "app" and not any(o.start < m.end and m.start < o.end and o.weight > 1 for o in out)
    ]
    kept: list[Mention] = []
    for m in free:  # the words for a kind of app ('books I read') hide no word inside them
        if not any(k.start < m.end and m.start < k.end for k in kept):
            kept.append(m)
    return out + kept


def _link(reading: Reading) -> float:
    spots: dict[tuple[int, int], float] = {}
    for m in reading.mentions:
        spots[(m.start, m.end)] = max(spots.get((m.start, m.end), 0.0), m.weight)
    hint = max(0.0, reading.measured_weight - sum(
        m.weight for m in reading.mentions if m.field is reading.measured and m.kind in ("field", "unit")
    )) if reading.measured is not None else 0.0  # fmt: skip
    states = (
        1.6
        if reading.filters.state
        and not any(m.field is not None and m.field.type == "boolean" for m in reading.mentions)
        else 0.0
    )
    bounds = 1.2 * sum(
        not any(m.start <= n.start_char < m.end for m in reading.mentions)
        for n in reading.filters.used_numbers
    )
    return sum(sorted(spots.values(), reverse=True)[:5]) + min(hint, 2.0) + states + min(bounds, 2.0)
