"""The specification of a mini-app: what is stored on disk, sent over HTTP and published as a JSON Schema.

Plain declarations; `validation` checks what a type cannot say, `convert` goes to and from the words'
`AppSchema`. Everything is frozen: a change makes a new specification and a new version.
"""

from __future__ import annotations

from typing import Annotated, Any, Literal, Self

from pydantic import BaseModel, BeforeValidator, ConfigDict, Field, ValidationError, model_validator

from calisson.errors import Problem, SpecError
from calisson.language.types import Aggregate, ChartKind, FieldType, ViewKind

SPEC_VERSION = 1
"""The version of this format; stored in every specification."""

Period = Literal["day", "week", "month", "year", "total"]
Label = Annotated[str, Field(min_length=1, max_length=200)]
Name = Annotated[str, Field(min_length=1, max_length=64)]
"""A stable identifier: a letter of any script or `_`, then letters, digits, `_`."""
AccessItem = Annotated[str, Field(min_length=1, max_length=129)]
Aliases = Annotated[tuple[Annotated[str, Field(max_length=200)], ...], Field(max_length=200)]
Labels = dict[str, str]
"""Texts by language."""


class _Part(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid", validate_default=False, str_strip_whitespace=False)


def _choice(value: Any) -> Any:
    return {"value": value} if isinstance(value, str) else value


class ChoiceSpec(_Part):
    """One value of a choice field."""

    value: Label
    label: str | None = None
    labels: Labels = {}
    aliases: Aliases = ()
    color: str | None = None


class FieldSpec(_Part):
    """One field of an entity."""

    name: Name
    label: Label
    type: FieldType
    key: str = ""
    """Where records keep it. Set when the field is made, never changed: a renamed field keeps its key (and
    so its values), a field whose type changes gets a new one (and the old values stay for a rollback)."""
    labels: Labels = {}
    aliases: Aliases = ()
    unit: str | None = None
    currency: str | None = None
    """ISO 4217, for money."""
    choices: Annotated[
        tuple[Annotated[ChoiceSpec, BeforeValidator(_choice)], ...], Field(max_length=1000)
    ] = ()
    strict: bool = False
    """Only the listed choices may be stored; otherwise the list is a suggestion."""
    required: bool = False
    default: Any = None
    """A value; `now` or `today` in a time field."""
    minimum: float | None = None
    maximum: float | None = None
    formula: Annotated[str, Field(max_length=2000)] | None = None
    """CEL over the entity's field names; the field is then computed, never entered."""
    concept: str | None = None
    aggregate: Aggregate | None = None
    ref: str | None = None
    """The entity that a `ref` field points to."""
    display_unit: str | None = None
    """The unit to show; what is stored stays in `unit`."""

    @model_validator(mode="after")
    def _key(self) -> Self:
        if not self.key:
            object.__setattr__(self, "key", self.name)
        return self


class SortSpec(_Part):
    """The order in which records are shown."""

    field: str
    descending: bool = True


class EntitySpec(_Part):
    """One kind of record."""

    name: Name
    label: Label
    fields: Annotated[tuple[FieldSpec, ...], Field(min_length=1, max_length=200)]
    labels: Labels = {}
    aliases: Aliases = ()
    title_field: str | None = None
    time_field: str | None = None
    notes_field: str | None = None
    done_field: str | None = None
    sort: SortSpec | None = None
    retired: tuple[FieldSpec, ...] = ()
    """Fields that were removed; their values are kept, so adding one again brings them back."""

    def field(self, name: str) -> FieldSpec | None:
        """Return the field called `name`, or None."""
        return next((f for f in self.fields if f.name == name), None)


class FilterSpec(_Part):
    """One condition on a record, as in questions."""

    field: str
    op: Literal["eq", "ne", "lt", "le", "gt", "ge", "contains", "lacks", "in", "empty", "filled"]
    value: Any = None


class GoalSpec(_Part):
    """A wish about a metric."""

    value: float
    direction: Literal["at_least", "at_most"] = "at_least"


class MetricSpec(_Part):
    """A named aggregate over records of a window of time."""

    name: Name
    label: str = ""
    labels: Labels = {}
    entity: str
    aggregate: Aggregate
    field: str | None = None
    period: Period = "day"
    where: tuple[FilterSpec, ...] = ()
    goal: GoalSpec | None = None


class ViewSpec(_Part):
    """One view, from the catalogue."""

    kind: ViewKind
    entity: str
    title: str = ""
    labels: Labels = {}
    fields: tuple[str, ...] = ()
    group_by: str | None = None
    aggregate: Aggregate | None = None
    period: str | None = None
    chart: ChartKind | None = None
    where: tuple[FilterSpec, ...] = ()
    sort: SortSpec | None = None
    """The order of its records; the entity's own when None."""
    split_by: str | None = None
    """A field whose values become the layers of a stacked chart."""
    span: Literal["week", "month", "quarter", "year", "all"] | None = None
    """How much time a chart or statistic shows at once."""
    compare: bool = False
    """Whether a chart shows the period before beside it."""
    layout: Literal["month", "week", "agenda"] | None = None
    """How a calendar is laid out."""


class RuleSpec(_Part):
    """When a formula becomes true for a record: say so, add a record, or set fields of it."""

    name: Name
    entity: str
    when: str
    """A condition over the record's fields and the app's metrics (`amount < 200`, `calories_day >= 2000`)."""
    action: Literal["notify", "add", "set"]
    text: Annotated[str, Field(max_length=500)] = ""
    """What `notify` says; `{field}` stands for the record's value."""
    into: str = ""
    """The entity that `add` adds to; empty is the record's own."""
    values: dict[str, Any] = {}
    """What `add` and `set` write, by field; a text that begins with `=` is a formula over the record."""


class ReminderSpec(_Part):
    """A reminder that belongs to the app."""

    text: Label
    rrule: str | None = None
    time: str | None = None
    """`HH:MM`, local."""
    view: int | None = None


class ExampleSpec(_Part):
    """One call of a logic function and what it must give."""

    inputs: dict[str, Any] = {}
    rows: tuple[dict[str, Any], ...] = ()
    """The earlier entries that it sees, newest first, where it sees any."""
    output: Any = None


class LogicSpec(_Part):
    """A Python function that runs in the sandbox."""

    name: Name
    code: Annotated[str, Field(max_length=50_000)]
    inputs: tuple[str, ...] = ()
    hosts: tuple[str, ...] = ()
    """Network hosts it may call; none by default, and none is granted in this release."""
    rows: Annotated[tuple[Name, ...], Field(max_length=50)] = ()
    """Fields of the earlier entries that it sees, as the argument `rows`: a list of dicts, newest first (`apps.windows`)."""
    last: Annotated[int, Field(ge=1, le=1000)] = 100
    """How many earlier entries it sees at most."""
    examples: tuple[ExampleSpec, ...] = ()


class AccessSpec(_Part):
    """What code of an app may see and change of the app's own records; nothing that is not named.

    An item is an entity (`meal`: all of its fields) or one of its fields (`meal.calories`).
    """

    reads: Annotated[tuple[AccessItem, ...], Field(max_length=200)] = ()
    writes: Annotated[tuple[AccessItem, ...], Field(max_length=200)] = ()
    """What it may propose to add, change or remove; the home applies it as the person, and undo takes it back."""


class WidgetSpec(_Part):
    """A custom view: one ES module whose default export is a React component, run in an isolated frame.

    It may import `react` and `calisson` (the frame's `useApp`, `useRecords`, `useLook`, `change`).
    """

    code: Annotated[str, Field(max_length=500_000)]
    source: Literal["tsx", "jsx", "js"] = "js"
    title: Annotated[str, Field(max_length=200)] = ""
    access: AccessSpec = AccessSpec()


class OtherSpec(_Part):
    """Records of another app that a function is given to read, once the person said yes to that (`apps.grants`)."""

    name: Name
    """Under which the function finds them: `records[name]`."""
    app: Annotated[str, Field(min_length=1, max_length=200)]
    """The other app's id."""
    label: Annotated[str, Field(max_length=200)] = ""
    """What the other app was called when it was asked for."""
    entity: Name
    fields: Annotated[tuple[Name, ...], Field(min_length=1, max_length=200)]


class FunctionExampleSpec(_Part):
    """One run of a function and what it must want; examples are its tests."""

    records: dict[str, tuple[dict[str, Any], ...]] = {}
    """What it is given, by entity or other name; a record without an `id` gets one: `bill-1`, `bill-2` …"""
    inputs: dict[str, Any] = {}
    output: dict[str, Any] = {}
    """`add`, `change`, `remove` (none when left out) and, where it is given, `message`."""


class FunctionSpec(_Part):
    """Python that a person starts: `def name(records, inputs)`, run in a sandbox without a network (`apps.functions`)."""

    name: Name
    label: Annotated[str, Field(max_length=200)] = ""
    """What the person reads on the button."""
    code: Annotated[str, Field(max_length=100_000)]
    inputs: Annotated[tuple[Name, ...], Field(max_length=20)] = ()
    """What the person is asked for."""
    access: AccessSpec = AccessSpec()
    others: Annotated[tuple[OtherSpec, ...], Field(max_length=10)] = ()
    examples: Annotated[tuple[FunctionExampleSpec, ...], Field(max_length=50)] = ()


class CheckSpec(_Part):
    """A scenario that must hold before a version is published."""

    name: str
    kind: Literal["metric", "view", "formula", "logic", "values", "rule", "function"]
    target: str
    """The metric's, field's, function's or rule's name, or the view's number."""
    entity: str | None = None
    records: tuple[dict[str, Any], ...] = ()
    expected: Any = None


class PolicySpec(_Part):
    """How careful to be with it, and who may see it."""

    stakes: Literal["ordinary", "health", "money", "legal"] = "ordinary"
    visibility: Literal["private", "circle"] = "private"
    shared_with: tuple[str, ...] = ()
    remote_prompts: bool = False
    """Whether its records may enter prompts of models that run elsewhere."""


class LinkSpec(_Part):
    """One home through whose hands an app came, as it signed for it (`portable.chain`)."""

    author: Annotated[str, Field(max_length=100)]
    """Its public key (Ed25519, base64)."""
    made_at: Annotated[str, Field(max_length=40)] = ""
    content: Annotated[str, Field(max_length=64)] = ""
    """A digest of the specification as it was then."""
    signature: Annotated[str, Field(max_length=100)] = ""
    """Over the other members and the link before, base64."""


class OriginSpec(_Part):
    """The home that an app came from; its signature was checked when the app was taken in."""

    author: Annotated[str, Field(max_length=100)]
    """The public key (Ed25519, base64) of the home that made it."""
    short: Annotated[str, Field(max_length=40)] = ""
    made_at: Annotated[str, Field(max_length=40)] = ""
    chain: Annotated[tuple[LinkSpec, ...], Field(max_length=32)] = ()
    """Through whose hands it came, the author first; the last one brought it here."""


class AppSpec(_Part):
    """A whole mini-app."""

    spec_version: int = SPEC_VERSION
    name: Label
    language: Annotated[str, Field(max_length=16)] = "en"
    icon: Annotated[str, Field(max_length=16)] = "📒"
    summary: Annotated[str, Field(max_length=1000)] = ""
    labels: Labels = {}
    domain: str | None = None
    aliases: Aliases = ()
    entities: Annotated[tuple[EntitySpec, ...], Field(min_length=1, max_length=50)]
    metrics: Annotated[tuple[MetricSpec, ...], Field(max_length=100)] = ()
    views: Annotated[tuple[ViewSpec, ...], Field(max_length=100)] = ()
    rules: Annotated[tuple[RuleSpec, ...], Field(max_length=100)] = ()
    reminders: Annotated[tuple[ReminderSpec, ...], Field(max_length=100)] = ()
    logic: Annotated[tuple[LogicSpec, ...], Field(max_length=50)] = ()
    functions: Annotated[tuple[FunctionSpec, ...], Field(max_length=50)] = ()
    widget: WidgetSpec | None = None
    checks: Annotated[tuple[CheckSpec, ...], Field(max_length=500)] = ()
    policy: PolicySpec = PolicySpec()
    origin: OriginSpec | None = None

    def entity(self, name: str | None) -> EntitySpec | None:
        """Return the entity called `name`, or None."""
        return next((e for e in self.entities if e.name == name), None)

    @property
    def main(self) -> EntitySpec:
        """The first entity: the one that the app is about."""
        return self.entities[0]

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data, complete, in the public contract's shape."""
        return self.model_dump(mode="json")


def parse_spec(data: Any) -> AppSpec:
    """Read a specification from JSON-able data; `validation.problems` says what else is wrong with it.

    Raises:
        SpecError: The data has not the shape of a specification; every problem has its path.
    """
    if isinstance(data, dict) and isinstance(data.get("spec_version", 1), int) and data.get(
        "spec_version", 1
    ) > SPEC_VERSION:  # fmt: skip
        raise SpecError(
            [
                Problem(
                    "spec_version",
                    "spec-newer",
                    {"found": data["spec_version"]},
                    f"this release reads specifications up to version {SPEC_VERSION}",
                )
            ]
        )
    try:
        return AppSpec.model_validate(data)
    except ValidationError as error:
        raise SpecError([_problem(e) for e in error.errors(include_url=False)]) from None


def _problem(error: Any) -> Problem:
    path = ".".join(map(str, error["loc"])) or "spec"
    context = {k: v for k, v in error.get("ctx", {}).items() if isinstance(v, str | int | float)}
    given = error.get("input")
    if isinstance(given, str | int | float | bool):
        context["value"] = str(given)[:80]
    message_id = {
        "missing": "spec-missing",
        "extra_forbidden": "spec-unknown",
        "literal_error": "spec-one-of",
        "string_too_long": "spec-too-long",
        "too_long": "spec-too-many",
        "string_too_short": "spec-empty",
        "too_short": "spec-empty",
    }.get(error["type"], "spec-type")
    return Problem(path, message_id, {"field": path, **context}, error["msg"])


def json_schema() -> dict[str, Any]:
    """Return the JSON Schema of a specification."""
    return AppSpec.model_json_schema()
