"""The options of a turn: each takes its payload, asks the rooms to do the work, and words the outcome."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, assert_never

from calisson.apps import Answer, apply_edits, priced, spec_from_draft
from calisson.assistant import history, words
from calisson.assistant.outcome import Outcome
from calisson.assistant.recollection import echoes, forget, recall, remember
from calisson.assistant.types import AnswerOut, ChipOut, RecordOut, ReminderOut
from calisson.assistant.words import Voice
from calisson.errors import ConflictError, SpecError, ValuesError
from calisson.language import formats
from calisson.language.codec import to_plain
from calisson.language.types import (
    AppSchema,
    Ask,
    Chat,
    Clarify,
    Context,
    CreateApp,
    Edit,
    EditApp,
    EntitySchema,
    Forget,
    Log,
    Payload,
    Period,
    Question,
    Recall,
    Refuse,
    Remember,
    Remind,
    Undo,
)
from calisson.memory.tiers.own import tells

if TYPE_CHECKING:
    from calisson.agenda import Reminder
    from calisson.app import Home
    from calisson.store import Transaction

SURE_MEMORY = 0.5
"""The score from which a memory answers better than a bare list of records."""

FIELDS_NAMED = 6
"""How many fields a new app's announcement names."""


@dataclass(frozen=True, slots=True)
class Scene:
    """Everything that an option works with."""

    home: Home
    tx: Transaction
    turn_id: str
    person: str
    text: str
    context: Context
    voice: Voice
    own: bool = True
    """Whether the person says it; else a model does in their name."""

    def say(self, message: str, /, **arguments: str | int | float) -> str:
        """Return a sentence in the person's language."""
        return self.voice.say(message, **arguments)


def carry_out(scene: Scene, payload: Payload) -> Outcome:
    """Do what the chosen proposal says, inside the turn's transaction.

    Raises:
        CalissonError: when a room refuses; the transaction is then rolled back by the caller.
    """
    match payload:
        case CreateApp():
            return create_app(scene, payload)
        case EditApp():
            return edit_app(scene, payload)
        case Log():
            return log(scene, payload)
        case Ask():
            return ask(scene, payload)
        case Remind():
            return remind(scene, payload)
        case Remember():
            return remember(scene, payload)
        case Recall():
            return recall(scene, payload)
        case Forget():
            return forget(scene, payload)
        case Undo():
            return undo(scene, payload)
        case Chat():
            return Outcome(scene.say(f"chat-{payload.kind}"), "chat")
        case Clarify():
            return clarify(scene, payload)
        case Refuse():
            return Outcome(scene.say(payload.message, **payload.arguments), "refuse")
        case _:
            assert_never(payload)


def clarify(scene: Scene, payload: Clarify) -> Outcome:
    """Ask back; nothing is recorded. A statement about the person's life is heard, and found when they ask."""
    heard = payload.message == "not-understood" and not payload.noise
    if heard and tells(scene.text, scene.voice.language, echoes(scene)):
        return Outcome(scene.say("told"), "chat")
    arguments = dict(payload.arguments)
    if payload.options and "options" not in arguments:
        arguments["options"] = formats.listing([f"“{o}”" for o in payload.options], scene.voice.language)
    return Outcome(scene.say(payload.message, **arguments), "clarify", options=list(payload.options))


# --- apps ------------------------------------------------------------------------------------------------


def create_app(scene: Scene, payload: CreateApp) -> Outcome:
    """Make an app, with the reminders that were asked for in the same breath."""
    money = scene.context.currency or formats.currency_of(payload.draft.language, scene.context.tz)
    spec = spec_from_draft(priced(payload.draft, money))
    app = scene.home.apps.create(scene.tx, spec)
    entity = payload.draft.main
    names = [f.label for f in entity.fields][:FIELDS_NAMED]
    fields = formats.listing(names, scene.voice.language)
    outcome = Outcome(
        scene.say("app-created", name=spec.name, fields=fields), "create_app", app_id=app.id, effects=True
    )
    for wish in payload.reminders:
        if wish.start is not None:
            done = remind(scene, wish, app_id=app.id)
            outcome.reminders += done.reminders
            outcome.reply += f" {done.reply}"
    return outcome


def edit_app(scene: Scene, payload: EditApp) -> Outcome:
    """Change an app: a new version, or a deletion, a rollback, a display preference."""
    apps = scene.home.apps
    schema = scene.context.app(payload.app_id)
    if schema is None:
        return Outcome(scene.say("no-apps-yet"), "clarify")
    first = payload.edits[0]
    if first.kind == "delete_app":
        count = apps.count(payload.app_id)
        scene.home.end_app(scene.tx, payload.app_id)
        return Outcome(
            scene.say("app-deleted", name=schema.name, count=count), "edit_app", payload.app_id, effects=True
        )
    if first.kind == "rollback":
        number = first.number or max(schema.version - 1, 1)
        apps.rollback(scene.tx, payload.app_id, number)
        changes = scene.say("edit-rollback", number=number)
        reply = scene.say("app-edited", name=schema.name, changes=changes)
        return Outcome(reply, "edit_app", payload.app_id, effects=True)
    changes = formats.listing([edit_words(scene, schema, e) for e in payload.edits], scene.voice.language)
    if first.kind == "share":
        return Outcome(scene.say("edit-share", text=first.text or ""), "edit_app", payload.app_id)
    if first.kind == "set_display_unit":
        return show_in_unit(scene, payload, changes)
    former = apps.get(payload.app_id, tx=scene.tx).spec
    try:
        spec = apply_edits(former, payload.edits)
        if spec == former:
            return Outcome(scene.say("edit-nothing", name=schema.name), "edit_app", payload.app_id)
        apps.publish(scene.tx, payload.app_id, spec, reason=scene.text[:200])
    except SpecError as problem:
        first_problem = problem.problems[0]
        shown = scene.say(first_problem.message_id, **_texts(first_problem.arguments))
        return Outcome(scene.say("edit-problem", name=schema.name, problem=shown), "clarify", payload.app_id)
    reply = scene.say("app-edited", name=schema.name, changes=changes)
    return Outcome(reply, "edit_app", payload.app_id, effects=True)


def show_in_unit(scene: Scene, payload: EditApp, changes: str) -> Outcome:
    """Keep a display preference; stored values stay as they are."""
    from calisson.language.units import dimension

    unit = payload.edits[0].text or ""
    of = dimension(unit)
    if of is None:
        return Outcome(scene.say("unknown-unit", unit=unit, field=""), "clarify", payload.app_id)
    units = {**scene.home.preferences.units, of: unit}
    scene.home.set_preferences(scene.tx, units=units)
    name = next((a.name for a in scene.context.apps if a.id == payload.app_id), "")
    return Outcome(
        scene.say("app-edited", name=name, changes=changes), "edit_app", payload.app_id, effects=True
    )


def edit_words(scene: Scene, schema: AppSchema, edit: Edit) -> str:
    """Say one change of an app."""
    field = next((f for e in schema.entities for f in e.fields if f.name == edit.target), None)
    label = edit.field.label if edit.field and edit.kind == "add_field" else field.label if field else ""
    arguments: dict[str, str | int | float] = {"field": label, "text": edit.text or ""}
    if edit.view:
        arguments["view"] = scene.say(f"view-{edit.view.kind}")
    if edit.goal:
        goal_field = schema.main.field(edit.goal.field)
        arguments |= {
            "field": goal_field.label if goal_field else edit.goal.field,
            "value": scene.voice.value(edit.goal.value, goal_field),
            "direction": edit.goal.direction,
            "period": scene.say(f"period-{edit.goal.period}"),
        }
    return scene.say(f"edit-{edit.kind.replace('_', '-')}", **arguments)


# --- records ---------------------------------------------------------------------------------------------


def log(scene: Scene, payload: Log) -> Outcome:
    """Add, correct and delete records."""
    apps = scene.home.apps
    outcome = Outcome("", "log", app_id=payload.entries[0].app_id, effects=True)
    said: dict[str, list[str]] = {"added": [], "updated": [], "deleted": []}
    if payload.edits:
        learn(scene, payload)
    for change in payload.entries:
        schema = scene.context.app(change.app_id)
        entity = learned(schema.entity(change.entity), payload) if schema else None
        if schema is None or entity is None:
            continue
        try:
            if change.change == "added":
                record = apps.add(scene.tx, change.app_id, change.entity, dict(change.values))
            elif change.change == "updated":
                record = apps.update(scene.tx, change.record_id or "", dict(change.values))
            else:
                record = apps.remove(scene.tx, change.record_id or "")
        except ValuesError as problem:
            raise Refused(values_problem(scene, entity.label, problem)) from problem
        outcome.records.append(
            RecordOut(id=record.id, app_id=change.app_id, entity=change.entity, change=change.change,
                      values=dict(record.values))
        )  # fmt: skip
        only = tuple(change.values) if change.change == "updated" else ()
        said[change.change].append(words.entry(scene.voice, entity, record.values, only))
        for chip in change.chips:
            field = entity.field(chip.field)
            if field is not None:
                value = record.values.get(chip.field, chip.value)
                outcome.chips.append(
                    ChipOut(record_id=record.id, field=chip.field, label=field.label, value=value,
                            formatted=scene.voice.value(value, field), text=chip.text, sure=chip.sure)
                )  # fmt: skip
    outcome.reply = log_words(scene, payload, said)
    for doubt in payload.warnings:
        outcome.reply += " " + scene.say(doubt.message, **doubt.arguments)
    return outcome


def learn(scene: Scene, payload: Log) -> None:
    """Publish what the entries teach about the app's fields: a field of unknown kind that is given a number."""
    apps = scene.home.apps
    app_id = payload.entries[0].app_id
    spec = apply_edits(apps.get(app_id, tx=scene.tx).spec, payload.edits)
    apps.publish(scene.tx, app_id, spec, reason=scene.text[:200])


def learned(entity: EntitySchema | None, payload: Log) -> EntitySchema | None:
    """Return the entity with the fields that the entries taught."""
    if entity is None or not payload.edits:
        return entity
    new = {e.target: e.field for e in payload.edits if e.field is not None}
    return replace(entity, fields=tuple(new.get(f.name) or f for f in entity.fields))


def log_words(scene: Scene, payload: Log, said: dict[str, list[str]]) -> str:
    """Say what was logged, changed and deleted."""
    name = next((a.name for a in scene.context.apps if a.id == payload.entries[0].app_id), "")
    kinds = [k for k, items in said.items() if items]
    items = [i for k in kinds for i in said[k]]
    if len(kinds) > 1:
        return scene.say("changed-mixed", app=name, entries=scene.voice.listing(items))
    kind = kinds[0] if kinds else "added"
    verb = {"added": "logged", "updated": "updated", "deleted": "deleted"}[kind]
    if len(items) == 1:
        return scene.say(f"{verb}-one", app=name, entry=items[0])
    return scene.say(f"{verb}-many", app=name, count=len(items), entries=scene.voice.listing(items))


class Refused(Exception):
    """An option found that its payload may not be stored; the transaction is rolled back and this is said."""

    def __init__(self, reply: str) -> None:
        super().__init__(reply)
        self.reply = reply


def values_problem(scene: Scene, where: str, problem: ValuesError) -> str:
    """Say which value does not fit, and why."""
    first = problem.problems[0]
    return scene.say(first.message_id, **{"field": where, **_texts(first.arguments)})


def _texts(arguments: Any) -> dict[str, str | int | float]:
    return {k: v if isinstance(v, (int, float, str)) else str(v) for k, v in dict(arguments).items()}


# --- questions -------------------------------------------------------------------------------------------


def ask(scene: Scene, payload: Ask) -> Outcome:
    """Answer from the records or the agenda."""
    question = payload.question
    if question.source == "agenda":
        return due(scene, question)
    schema = scene.context.app(question.app_id)
    if schema is None:
        return Outcome(scene.say("no-apps-yet"), "clarify")
    found = scene.home.apps.answer(question, scene.context.now, tx=scene.tx)
    if _vague(question, found):
        told = recall(scene, Recall(scene.text), sure=True)
        if told.memories and told.memories[0].score >= SURE_MEMORY:
            return told
    value, unit = found.value, found.unit
    entity = schema.entity(question.entity) or schema.main
    field = entity.field(question.select or question.field or "")
    if field is not None and field.type == "quantity" and question.aggregate != "count":
        value, unit = scene.voice.shown(value, unit)
    reply = words.answer(scene.voice, schema, question, value, unit, found.rows)
    answer = AnswerOut(
        value=value, unit=unit, rows=[dict(r) for r in found.rows], query=to_plain(question),
        words=words.question(scene.voice, schema, question), chart=_chart(scene, question, found), count=found.count,
    )  # fmt: skip
    return Outcome(reply, "ask", app_id=question.app_id, answer=answer, question=question)


CHART_STEPS = ((31, "day"), (200, "week"), (1500, "month"))
"""A period of at most so many days is drawn by this step; a longer one not at all."""


def _chart(scene: Scene, question: Question, found: Answer) -> dict[str, Any] | None:
    """Return the answer's chart, or for one number over a stretch of time how it came about, step by step."""
    if found.chart:
        return dict(found.chart)
    period = question.period
    if question.group_by or found.count < 2 or question.aggregate not in ("sum", "count", "mean"):
        return None
    if (
        question.also
        or question.ratio
        or question.per
        or question.compare is not None
        or period is None
        or period.start is None
    ):
        return None
    days = ((period.end or scene.context.now) - period.start).days
    step = next((name for most, name in CHART_STEPS if days <= most), None)
    if days < 2 or step is None:
        return None
    drawn = scene.home.apps.answer(replace(question, group_by=step), scene.context.now, tx=scene.tx).chart
    return dict(drawn) if drawn and len(drawn["points"]) > 1 else None


def _vague(question: Question, found: Answer) -> bool:
    """Whether an answer rests on little: a bare list of everything, or nothing found."""
    bare = question.aggregate == "list" and not question.where and question.period is None
    stated = any(isinstance(c.value, bool) for c in question.where)
    return bare or (found.value is None and not found.rows and not stated)


def due(scene: Scene, question: Question) -> Outcome:
    """Answer what is due from the agenda."""
    period = question.period or Period(scene.context.now, None)
    items = scene.home.agenda.occurrences(period.start or scene.context.now, period.end)
    shown = words.period(scene.voice, period)
    rows = [{"label": i.text, "value": i.at.isoformat(timespec="minutes")} for i in items]
    if not rows:
        told = recall(scene, Recall(scene.text), sure=True)
        if told.memories and told.memories[0].score >= SURE_MEMORY:
            return told
        reply = scene.say("answer-due-nothing", period=shown)
    else:
        said = [
            f"{i.text} ({formats.clock(i.at.time(), scene.voice.language)})"
            for i in items[: words.LIST_LIMIT]
        ]
        reply = scene.say("answer-due", period=shown, items=scene.voice.listing(said))
    answer = AnswerOut(value=len(rows), rows=rows, query=to_plain(question), words=shown, count=len(rows))
    return Outcome(reply, "ask", answer=answer, question=question)


# --- agenda ----------------------------------------------------------------------------------------------


def remind(scene: Scene, payload: Remind, app_id: str | None = None) -> Outcome:
    """Set, move, snooze or cancel a reminder."""
    agenda = scene.home.agenda
    if payload.change == "set":
        if payload.start is None:
            return Outcome(scene.say("remind-when"), "clarify")
        if payload.rrule is None and payload.start <= scene.context.now:
            return Outcome(scene.say("reminder-past", when=scene.voice.moment(payload.start)), "clarify")
        made = agenda.set(scene.tx, payload.text, payload.start, payload.rrule, scene.context.tz,
                          app_id or payload.app_id)  # fmt: skip
        return _reminded(scene, made, "reminder-set-repeating" if made.rrule else "reminder-set")
    found = agenda.find(payload.match)
    if found is None:
        items = [r.text for r in agenda.upcoming(words.LIST_LIMIT)]
        reply = (
            scene.say("reminder-not-found", items=scene.voice.listing(items))
            if items
            else scene.say("reminder-none")
        )
        return Outcome(reply, "clarify")
    if payload.change == "cancel":
        return _reminded(scene, agenda.cancel(scene.tx, found.id), "reminder-cancelled")
    if payload.start is None:
        return Outcome(scene.say("remind-when"), "clarify")
    if payload.change == "snooze":
        return _reminded(scene, agenda.snooze(scene.tx, found.id, payload.start), "reminder-snoozed")
    return _reminded(scene, agenda.move(scene.tx, found.id, payload.start, payload.rrule), "reminder-moved")


def _reminded(scene: Scene, reminder: Reminder, message: str) -> Outcome:
    when = scene.voice.moment(reminder.next) if reminder.next else ""
    every = words.recurrence(scene.voice, reminder.rrule) if reminder.rrule else ""
    out = ReminderOut(
        id=reminder.id, text=reminder.text, rrule=reminder.rrule, tz=reminder.tz,
        next=reminder.next.isoformat(timespec="minutes") if reminder.next else None,
    )  # fmt: skip
    reply = scene.say(message, when=when, every=every, text=reminder.text)
    return Outcome(reply, "remind", reminders=[out], effects=True)


# --- undo ------------------------------------------------------------------------------------------------


def undo(scene: Scene, payload: Undo) -> Outcome:
    """Take back the last turn that had effects, exactly."""
    target = history.undoable(scene.home.database, scene.person, payload.steps)
    if target is None:
        return Outcome(scene.say("undo-nothing"), "undo")
    try:
        touched = scene.home.take_back(scene.tx, target.id, scene.turn_id)
    except ConflictError:
        raise Refused(scene.say("undo-conflict")) from None
    return Outcome(
        scene.say("undone", text=target.text), "undo", app_id=target.app_id, records=touched, effects=True
    )
