"""The words that every part of understanding shares: spans, the home's vocabulary, and readings.

Language knows a home only through `Context`: the schemas of its apps, their latest records and stored
values, handed in by the caller. It returns a `Reading`: what the utterance could mean, as ranked
proposals. Nothing here touches a database or a clock.

Values inside entries follow the public contract: dates `YYYY-MM-DD`, times `HH:MM`, date-times
`YYYY-MM-DDTHH:MM[:SS]` in the home's zone; durations in minutes; quantities in the field's unit; money as a
number in the field's currency; booleans as `True`/`False`; multi-choice as a list of texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from enum import StrEnum
from pathlib import Path
from typing import Any, Literal

LANGUAGES = tuple(
    sorted(
        (f.parent.name for f in Path(__file__).parent.glob("data/*/traits.toml")),
        key=lambda code: (code != "en", code),
    )
)
"""The shipped languages, English first: every folder of `data` with a `traits.toml`."""

FieldType = Literal[
    "text", "long_text", "number", "integer", "quantity", "money", "percent", "duration", "date", "time",
    "datetime", "boolean", "choice", "multi_choice", "rating", "image", "link", "person", "place", "ref",
]  # fmt: skip
"""The field types of the public contract."""

NUMERIC: frozenset[str] = frozenset(
    {"number", "integer", "quantity", "money", "percent", "duration", "rating"}
)
TEXTUAL: frozenset[str] = frozenset(
    {"text", "long_text", "choice", "multi_choice", "link", "person", "place"}
)
TEMPORAL: frozenset[str] = frozenset({"date", "time", "datetime"})

ViewKind = Literal[
    "table", "list", "cards", "form", "calendar", "board", "chart", "stat", "checklist", "timeline", "gallery",
    "map", "custom",
]  # fmt: skip

ChartKind = Literal["line", "bar", "stacked", "area", "scatter", "pie", "heatmap"]

Aggregate = Literal[
    "sum", "mean", "min", "max", "count", "last", "first", "median", "streak", "list", "value"
]
"""How rows become an answer. `value` reads one field of one row; `list` returns rows; `streak` counts days."""

Grain = Literal["second", "minute", "hour", "day", "week", "month", "quarter", "year"]


# --- typed spans -----------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TimeSpan:
    """A stretch of text that names a time."""

    start_char: int
    end_char: int
    text: str
    kind: Literal["date", "time", "datetime", "range", "duration", "recurrence"]
    start: datetime | None
    """Naive local time in the home's zone; for `time` the day is the reference day (or the next sensible one)."""
    end: datetime | None
    """Exclusive."""
    grain: Grain
    rrule: str | None = None
    """RFC 5545 recurrence without the `RRULE:` prefix; `start` is then its first occurrence at or after now."""
    seconds: float | None = None
    """The length, for kind `duration`."""
    has_date: bool = False
    """Whether a day (or coarser) was named."""
    has_clock: bool = False
    """Whether a time of day was named exactly (a clock time), not only as 'evening'."""
    part_of_day: str | None = None
    """`morning`, `noon`, `afternoon`, `evening`, `night` … when one was named without a clock time."""
    direction: Literal["past", "future", "none"] = "none"
    """Which way the words point ('last', 'ago' / 'next', 'in')."""
    vague_year: bool = False
    """A date without a year: `start` is the nearest reading; the caller may move it by a year."""
    invalid: str | None = None
    """Set when the words name a time that does not exist ('31 February'): the reason's message id."""
    alternatives: tuple[datetime, ...] = ()
    """Other admissible readings of `start`, likeliest first ('Friday': the one before; 'at 7': 19:00)."""
    last: datetime | None = None
    """For a range told by both its ends ('from the 4th to the 22nd'), the named end; `end` lies after it."""
    bound: Literal["none", "from", "until", "before", "after"] = "none"
    """Whether the words open a stretch with this time ('since Monday'), close one with it ('until Friday', 'by
    6 pm'), or name what lies on one side of it ('before Friday', 'after 8')."""


@dataclass(frozen=True, slots=True)
class NumberSpan:
    """A stretch of text that names a number, with what it measures when a unit stands beside it."""

    start_char: int
    end_char: int
    text: str
    """The number with its unit, as written."""
    value: float
    kind: Literal["number", "quantity", "money", "percent", "duration", "ordinal", "multiple"]
    unit: str | None = None
    """A unit id that pint understands (`kg`, `kcal`, `km`), a CJK unit id, an ISO 4217 code for money, or the
    bare counter word for counted things (`reps`, `个`)."""
    number_end: int = 0
    """Where the bare number ends inside the text (absolute offset); the unit follows."""
    approximate: bool = False
    words: bool = False
    """Written in words or numerals of the language, not digits."""
    literal: float | None = None
    """The number that the words themselves name (1.5 for '1.5 h', 0.7 for '7/10'), when `value` is another."""
    literal_unit: str | None = None
    """The unit that was written, when `unit` is another ('h' for a duration, whose value is in minutes)."""
    article: bool = False
    """'a', 'one', '一', '한': may only be the article of what follows, not a count."""
    scale_of: float | None = None
    """The whole that it is rated against: 10 in '7/10' and '7 out of 10'."""


# --- the home's vocabulary -------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Choice:
    """One value of a choice field."""

    value: str
    """What is stored: the person's own word."""
    aliases: tuple[str, ...] = ()
    color: str | None = None


@dataclass(frozen=True, slots=True)
class FieldSchema:
    """One field of an entity, as understanding sees it."""

    name: str
    """Stable identifier: English where the ontology knows the thing, else made from the person's word."""
    label: str
    type: FieldType
    aliases: tuple[str, ...] = ()
    """Every other word for it, in any language; matching is case-folded."""
    unit: str | None = None
    currency: str | None = None
    choices: tuple[Choice, ...] = ()
    required: bool = False
    default: Any = None
    minimum: float | None = None
    maximum: float | None = None
    formula: str | None = None
    """CEL over the entity's field names."""
    concept: str | None = None
    """The ontology's id of what this field means (`energy`, `amount`, `mood`), when it knows it."""
    aggregate: Aggregate | None = None
    """What a question about it without an aggregate word means (calories: sum; weight: last; mood: mean)."""
    ref: str | None = None
    """The entity that a `ref` field points to."""


@dataclass(frozen=True, slots=True)
class EntitySchema:
    """One kind of record of an app."""

    name: str
    label: str
    fields: tuple[FieldSchema, ...]
    aliases: tuple[str, ...] = ()
    title_field: str | None = None
    """The text field that names a record; words with no field of their own go here or to the notes field."""
    time_field: str | None = None
    """The date or date-time field by which periods are meant."""
    notes_field: str | None = None
    done_field: str | None = None
    """The boolean (or status choice) that says a record is finished."""

    def field(self, name: str) -> FieldSchema | None:
        """Return the field called `name`, or None."""
        return next((f for f in self.fields if f.name == name), None)


@dataclass(frozen=True, slots=True)
class ViewSchema:
    """One view of an app."""

    kind: ViewKind
    entity: str
    title: str = ""
    fields: tuple[str, ...] = ()
    group_by: str | None = None
    aggregate: Aggregate | None = None
    period: str | None = None
    """`day`, `week`, `month`: the step of a chart or the window of a stat."""
    chart: ChartKind | None = None


@dataclass(frozen=True, slots=True)
class Goal:
    """A wish about a number: 'at most 2,000 a day'."""

    field: str
    value: float
    period: Literal["day", "week", "month", "year", "total"]
    aggregate: Aggregate = "sum"
    direction: Literal["at_least", "at_most"] = "at_least"


@dataclass(frozen=True, slots=True)
class AppSchema:
    """An app of the home (or the draft of one): everything that words can refer to."""

    id: str
    """Empty for a draft."""
    name: str
    language: str
    entities: tuple[EntitySchema, ...]
    icon: str = "📒"
    summary: str = ""
    views: tuple[ViewSchema, ...] = ()
    goals: tuple[Goal, ...] = ()
    domain: str | None = None
    """The ontology's domain id (`meals`, `spending`), when it is one."""
    aliases: tuple[str, ...] = ()
    """Other words for the app: the domain's names and verbs in every language."""
    stakes: Literal["ordinary", "health", "money", "legal"] = "ordinary"
    version: int = 0

    def entity(self, name: str) -> EntitySchema | None:
        """Return the entity called `name`, or None."""
        return next((e for e in self.entities if e.name == name), None)

    @property
    def main(self) -> EntitySchema:
        """The first entity: the one that the app is about."""
        return self.entities[0]


@dataclass(frozen=True, slots=True)
class RecordRef:
    """A stored record, as words can refer to it."""

    id: str
    app_id: str
    entity: str
    values: Mapping[str, Any]
    created_turn: str | None = None


@dataclass(frozen=True, slots=True)
class Turn:
    """What the last turns did: the ground for 'and yesterday?', 'no, 450', 'the same again'."""

    act: Act
    app_id: str | None = None
    record_ids: tuple[str, ...] = ()
    question: Question | None = None
    text: str = ""
    at: datetime | None = None
    payload: Payload | None = None


def _no_records(app_id: str) -> Sequence[RecordRef]:
    return ()


def _no_values(app_id: str, entity: str, field_name: str) -> Sequence[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Context:
    """Everything that understanding may look at besides the words."""

    now: datetime
    """Naive local time in the home's zone."""
    tz: str = "UTC"
    language: str | None = None
    """The language of the conversation so far; decides ties between English and German, Chinese and Japanese."""
    currency: str | None = None
    """The home's currency, when set."""
    apps: tuple[AppSchema, ...] = ()
    """Most recently used first."""
    focus: str | None = None
    """The id of the app that the conversation is about."""
    history: tuple[Turn, ...] = ()
    """The last turns, most recent first."""
    records: Callable[[str], Sequence[RecordRef]] = _no_records
    """app id → its latest records, most recently touched first (bounded by the caller); cached by the caller."""
    values: Callable[[str, str, str], Sequence[str]] = _no_values
    """(app id, entity, field) → distinct stored texts, most frequent first (bounded by the caller)."""

    def app(self, app_id: str | None) -> AppSchema | None:
        """Return the app with this id, or None."""
        return next((a for a in self.apps if a.id == app_id), None)

    def at(self, now: datetime) -> Context:
        """The same context at another time."""
        return replace(self, now=now)


# --- typed questions -------------------------------------------------------------------------------------

Operator = Literal["eq", "ne", "lt", "le", "gt", "ge", "contains", "lacks", "in", "empty", "filled"]


@dataclass(frozen=True, slots=True)
class Condition:
    """One filter of a question; `empty`/`filled` ignore the value. Conditions are joined by AND."""

    field: str
    op: Operator
    value: Any = None
    or_empty: bool = False
    """Rows where the field is not filled match too (a checkbox never ticked is 'not done')."""


@dataclass(frozen=True, slots=True)
class Period:
    """A half-open stretch of local time `[start, end)`; a None side is open."""

    start: datetime | None
    end: datetime | None
    text: str = ""
    """The person's words for it."""


@dataclass(frozen=True, slots=True)
class Question:
    """A typed query: aggregate × field × filters × period × group × order × limit × compare."""

    app_id: str
    entity: str
    aggregate: Aggregate
    field: str | None = None
    """The measured field; None for counting or listing records."""
    where: tuple[Condition, ...] = ()
    period: Period | None = None
    group_by: str | None = None
    """A field name, or `day`, `week`, `month`, `year`, `weekday` over the time field."""
    per: Literal["day", "week", "month", "year"] | None = None
    """Aggregate over per-period totals: 'average per day' = mean of daily sums."""
    order_by: str | None = None
    descending: bool = True
    limit: int | None = None
    select: str | None = None
    """The field to report of the extreme row ('which day was the lowest?' → the time field)."""
    compare: Period | None = None
    """A second period: the answer is this one minus that one."""
    ratio: bool = False
    """With `compare`: percent change instead of difference; without: share of the whole."""
    also: tuple[Question, ...] = ()
    """The same question over further apps, when one question spans several."""
    invert: bool = False
    """With `compare`: report the decrease as a positive number ('how many fewer?')."""
    unit: str | None = None
    """The unit the person asked for, when it differs from the field's."""
    source: Literal["records", "agenda"] = "records"
    """`agenda`: what is due (reminders) in `period`."""


# --- acts and what they carry ----------------------------------------------------------------------------


class Act(StrEnum):
    """What a turn does, in the public contract's words."""

    CREATE_APP = "create_app"
    EDIT_APP = "edit_app"
    LOG = "log"
    ASK = "ask"
    REMIND = "remind"
    REMEMBER = "remember"
    RECALL = "recall"
    FORGET = "forget"
    UNDO = "undo"
    CHAT = "chat"
    CLARIFY = "clarify"
    REFUSE = "refuse"


@dataclass(frozen=True, slots=True)
class CreateApp:
    """Make this app."""

    draft: AppSchema
    reminders: tuple[Remind, ...] = ()


@dataclass(frozen=True, slots=True)
class Edit:
    """One change of an app. Which members are set depends on `kind`."""

    kind: Literal[
        "add_field", "remove_field", "rename_field", "change_field", "add_view", "remove_view", "rename_app",
        "add_goal", "set_icon", "add_choice", "set_display_unit", "delete_app", "share", "rollback",
    ]  # fmt: skip
    field: FieldSchema | None = None
    """The new or changed field."""
    target: str | None = None
    """The name of the field that is removed, renamed or changed."""
    text: str | None = None
    """The new name, choice, icon, person or display unit."""
    view: ViewSchema | None = None
    goal: Goal | None = None
    number: int | None = None


@dataclass(frozen=True, slots=True)
class EditApp:
    """Change an app."""

    app_id: str
    edits: tuple[Edit, ...]


@dataclass(frozen=True, slots=True)
class Chip:
    """One understood piece of an entry, shown to the person to check and change."""

    field: str
    value: Any
    text: str = ""
    """The words it came from; empty for a default."""
    sure: bool = True


@dataclass(frozen=True, slots=True)
class EntryChange:
    """Add, update or delete one record."""

    change: Literal["added", "updated", "deleted"]
    app_id: str
    entity: str
    values: Mapping[str, Any] = field(default_factory=dict)
    """All values for `added`; only the changed ones for `updated`; empty for `deleted`."""
    record_id: str | None = None
    chips: tuple[Chip, ...] = ()


@dataclass(frozen=True, slots=True)
class Log:
    """Record, correct or delete entries."""

    entries: tuple[EntryChange, ...]
    edits: tuple[Edit, ...] = ()
    """What the entries teach about fields whose kind nobody knew: the first number makes a text field a number."""
    warnings: tuple[Clarify, ...] = ()
    """Doubts to show beside the result."""


@dataclass(frozen=True, slots=True)
class Ask:
    """Answer from the records or the agenda."""

    question: Question


@dataclass(frozen=True, slots=True)
class Remind:
    """Set, move, cancel a reminder. `start` is naive local time."""

    text: str
    start: datetime | None
    rrule: str | None = None
    change: Literal["set", "move", "cancel", "snooze"] = "set"
    match: str | None = None
    """Words that name the reminder to move or cancel; None means the last one."""
    app_id: str | None = None


@dataclass(frozen=True, slots=True)
class Remember:
    """Keep this fact."""

    text: str
    amends: bool = False
    """The text is only what was wrong in the fact that was told, recalled or kept last ('no, the 14th')."""


Place = Literal["", "app", "noted", "where"]
"""How an app that keeps something is asked for: by the word, by writing it down, by where it is."""


@dataclass(frozen=True, slots=True)
class Recall:
    """Find what was said or remembered."""

    query: str
    after: str = ""
    """The question before, when this one only names somebody else ('and Ben?')."""
    who: str = ""
    """Whom it names then."""
    place: Place = ""
    """Set when it asks which app keeps something."""


@dataclass(frozen=True, slots=True)
class Forget:
    """Let go of what matches."""

    query: str
    everything: bool = False
    last: bool = False
    """What was told, recalled or kept last ('forget that')."""
    others: tuple[str, ...] = ()
    """What may be meant when nothing matches the query: its parts, the likeliest first."""
    all_of_it: bool = False
    """Everything about the query goes, not only what matches it best."""


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back a turn (the last one that had effects, by default)."""

    steps: int = 1


@dataclass(frozen=True, slots=True)
class Chat:
    """Small talk and help; `kind` names the phrase."""

    kind: Literal["greeting", "thanks", "how_are_you", "sad", "happy", "tired", "help", "capabilities", "goodbye",
                  "praise", "insult", "who_are_you", "acknowledge", "other"] = "other"  # fmt: skip


@dataclass(frozen=True, slots=True)
class Clarify:
    """Ask back; `message` is a catalogue id and `arguments` its variables."""

    message: str
    arguments: Mapping[str, str | int | float] = field(default_factory=dict)
    options: tuple[str, ...] = ()
    noise: bool = False
    """The words are markup, a key hit many times or the like: they state nothing."""


@dataclass(frozen=True, slots=True)
class Refuse:
    """Say no, with the reason as a catalogue id."""

    message: str
    arguments: Mapping[str, str | int | float] = field(default_factory=dict)


Payload = (
    CreateApp | EditApp | Log | Ask | Remind | Remember | Recall | Forget | Undo | Chat | Clarify | Refuse
)


@dataclass(frozen=True, slots=True)
class Proposal:
    """One thing that the utterance could mean."""

    act: Act
    payload: Payload
    score: float
    """Calibrated: the share of such proposals that people meant, 0 to 1."""
    why: str = ""
    """What spoke for it, in a few words, for the journal."""


@dataclass(frozen=True, slots=True)
class Reading:
    """Everything that was understood of one utterance."""

    text: str
    language: str
    proposals: tuple[Proposal, ...]
    """Best first; never empty (a `Clarify` stands in when nothing fits)."""
    times: tuple[TimeSpan, ...] = ()
    numbers: tuple[NumberSpan, ...] = ()
    acts: tuple[tuple[Act, float], ...] = ()
    """The classifier's probabilities, best first."""

    @property
    def best(self) -> Proposal:
        """The likeliest proposal."""
        return self.proposals[0]
