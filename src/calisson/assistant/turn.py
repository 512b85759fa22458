"""One turn: read, decide, do, say, journal; all effects in one transaction."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextvars import copy_context
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from queue import SimpleQueue
from typing import TYPE_CHECKING

from calisson.assistant import beyond, crediting, history, making, offers, pictures, works
from calisson.assistant import context as contexts
from calisson.assistant.options import Refused, Scene, carry_out
from calisson.assistant.outcome import Outcome
from calisson.assistant.recollection import ECHOES
from calisson.assistant.types import DecisionOut, OfferOut, TurnResult
from calisson.assistant.words import Voice
from calisson.circles import EVERYTHING, Scope, allows, require, touching
from calisson.clock import local
from calisson.decide import POLICY, Choice, choose
from calisson.errors import CalissonError, ScopeError
from calisson.ids import new_id
from calisson.journal import Alternative
from calisson.language.phrases import has_phrase, phrase
from calisson.language.reading import understand
from calisson.language.types import Act, Context, Log, Reading, Turn
from calisson.store import Repeat, keep, kept

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.making import Progress
    from calisson.store import Transaction

CHUNK = 24
"""Characters of a streamed piece of a reply."""


@dataclass(frozen=True, slots=True)
class Event:
    """One event of a streamed turn: a piece of the reply, or the end with the whole result."""

    delta: str = ""
    result: TurnResult | None = None
    restart: bool = False
    """The pieces before are void: what was begun is said anew."""


@dataclass(frozen=True, slots=True)
class Said:
    """What was said to the home, by whom and when."""

    text: str
    now: datetime
    """Aware."""
    tz: str
    person: str = "me"
    focus: str | None = None
    """The app that is open beside the talk."""
    key: str | None = None
    """The request's own key: what was said under it before is not done again."""
    scopes: frozenset[Scope] = EVERYTHING
    """What whoever speaks may do."""
    images: tuple[str, ...] = ()
    """Pictures that come with the words, by id."""
    own: bool = True
    """Whether the person says it; else a model does in their name."""

    @property
    def repeat(self) -> Repeat | None:
        """How a repeat of these words is known."""
        asked = " ".join(["turn", self.text, self.focus or "", *self.images])
        return Repeat(self.key, asked) if self.key else None

    @property
    def local(self) -> datetime:
        """The naive local time of the home."""
        return local(self.now, self.tz)


def take(
    home: Home, said: Said, watch: making.Watch | None = None, heard: beyond.Heard | None = None
) -> TurnResult:
    """Take one turn and return its result.

    `watch` is told what happens while a model makes an app, `heard` the words that a model answers in.

    Whatever fails inside an option is rolled back whole and answered in the person's language; the turn itself
    is kept, so that nothing said is lost. Words that come again under the same key get the answer they got.

    Raises:
        ConflictError: the key was used for other words.
        NotFoundError: a picture that came with the words is not in the home.
    """
    pictures.must_be_there(home, said.images)
    turn_id = new_id("turn")
    context = contexts.build(home, now=said.local, tz=said.tz, person=said.person, focus=said.focus)
    if (pick := offers.picked(home, said.text, said.person, context)) is not None:
        return _picked(home, said, turn_id, pick)
    if (answer := works.picked(home, said, turn_id, context)) is not None:
        return _kept(home, said, turn_id, answer)
    text, context = _continued(said.text, context)
    reading = understand(text, context)
    choice = choose(reading)
    if (answer := works.offered(home, said, reading, choice)) is not None:
        return _kept(home, said, turn_id, answer)
    made = None
    if allows(said.scopes, {Scope.READ, Scope.APPS}):
        made = making.prepare(home, said, turn_id, reading, choice, context, watch)
    try:
        return _carried(home, said, turn_id, reading, choice, context, made, heard)
    finally:
        if made is not None:
            home.desk.end(made.work)


def _kept(home: Home, said: Said, turn_id: str, answer: works.Answer) -> TurnResult:
    """Keep a turn that changes nothing by itself."""
    with home.database.transaction(said.person, turn_id, now=said.now.astimezone(UTC)) as tx:
        if (before := _answered(tx, said)) is not None:
            return before
        return _finish(home, tx, said, turn_id, *answer)


def _picked(home: Home, said: Said, turn_id: str, pick: tuple[TurnResult, OfferOut]) -> TurnResult:
    """Make the design that the person picked."""
    voice = Voice(pick[0].language, said.local.date(), home.preferences.units)
    with home.database.transaction(said.person, turn_id, now=said.now.astimezone(UTC)) as tx:
        if (before := _answered(tx, said)) is not None:
            return before
        context = contexts.build(home, now=said.local, tz=said.tz, person=said.person, focus=said.focus)
        scene = Scene(home, tx, turn_id, said.person, said.text, context, voice, said.own)
        return _finish(home, tx, said, turn_id, *offers.take(scene, pick))


def pick(home: Home, said: Said, offered: str, number: int) -> TurnResult:
    """Pick a design of the turn `offered` by its number, as a turn of its own.

    Raises:
        NotFoundError: that turn offered no such design.
        SpecError: the design does not hold any more.
    """
    given = offers.offered(home, offered, number, said.person)
    return _picked(home, replace(said, text=given[1].option), new_id("turn"), given)


def _carried(
    home: Home, said: Said, turn_id: str, reading: Reading, choice: Choice, context: Context,
    made: making.Prepared | None, heard: beyond.Heard | None = None,
) -> TurnResult:  # fmt: skip
    """Do what was chosen, in one transaction, and keep the turn."""
    voice = Voice(reading.language, said.local.date(), home.preferences.units)
    spoken = None
    if made is None and allows(said.scopes, {Scope.READ}):
        spoken = beyond.answer(home, said, turn_id, reading, choice, heard)
    try:
        with home.database.transaction(said.person, turn_id, now=said.now.astimezone(UTC)) as tx:
            if (before := _answered(tx, said)) is not None:
                return before
            if spoken is not None:
                return _finish(home, tx, said, turn_id, reading, *spoken)
            scene = Scene(home, tx, turn_id, said.person, said.text, context, voice, said.own)
            if made is not None:
                outcome = making.publish(scene, made)
                return _finish(home, tx, said, turn_id, reading, making.chosen(made, choice), outcome)
            outcome = carry_out(scene, choice.chosen.payload)
            pictures.settle(scene, said.images, outcome)
            return _finish(home, tx, said, turn_id, reading, choice, outcome)
    except Refused as refused:
        outcome = Outcome(refused.reply, "clarify")
    except ScopeError as refused:
        outcome = Outcome(phrase(voice.language, refused.message_id, **refused.arguments), "refuse")
    except CalissonError as problem:
        message = problem.message_id if has_phrase(voice.language, problem.message_id) else "unexpected"
        arguments = {k: v for k, v in problem.arguments.items() if isinstance(v, (str, int, float))}
        outcome = Outcome(phrase(voice.language, message, **arguments), "clarify")
    with home.database.transaction(said.person, turn_id, now=said.now.astimezone(UTC)) as tx:
        if (before := _answered(tx, said)) is not None:
            return before
        return _finish(home, tx, said, turn_id, reading, choice, outcome)


def _answered(tx: Transaction, said: Said) -> TurnResult | None:
    """Return the result that these words got before under their key, or None."""
    answer = kept(tx, said.repeat) if said.repeat else None
    return TurnResult.model_validate(answer) if answer is not None else None


def stream(home: Home, said: Said, watch: making.Watch | None = None) -> Iterator[Event]:
    """Take one turn and yield its reply in pieces, then its result.

    What a model says comes as it says it; everything else is there at once and is cut into pieces. `watch` is told of a
    model's work as it goes. When nobody listens any more, the turn is finished and kept all the same.
    """
    pieces: SimpleQueue[str | tuple[Progress] | BaseException | TurnResult | None] = SimpleQueue()

    def work() -> None:
        try:
            pieces.put(take(home, said, (lambda step: pieces.put((step,))) if watch else None, pieces.put))
        except BaseException as error:
            pieces.put(error)

    threading.Thread(target=copy_context().run, args=(work,), name="turn", daemon=True).start()
    told = ""
    while not isinstance(piece := pieces.get(), TurnResult):
        if isinstance(piece, BaseException):
            raise piece
        if isinstance(piece, tuple):
            assert watch is not None
            watch(*piece)
            continue
        told = told + piece if piece is not None else ""
        yield Event(delta=piece) if piece is not None else Event(restart=True)
    if not piece.reply.startswith(told):
        told = ""
        yield Event(restart=True)
    for at in range(len(told), len(piece.reply), CHUNK):
        yield Event(delta=piece.reply[at : at + CHUNK])
    yield Event(result=piece)


def _continued(text: str, context: Context) -> tuple[str, Context]:
    """When the last turn asked which app was meant and this one names it, read the former words again."""
    last = context.history[0] if context.history else None
    if last is None or last.act is not Act.CLARIFY or not last.text:
        return text, context
    named = text.strip().casefold().rstrip(".!。！")
    for app in context.apps:
        if named == app.name.casefold():
            return last.text, _focused(context, app.id)
    return text, context


def _focused(context: Context, app_id: str) -> Context:
    first = [a for a in context.apps if a.id == app_id]
    return replace(context, focus=app_id, apps=(*first, *(a for a in context.apps if a.id != app_id)))


def _finish(
    home: Home,
    tx: Transaction,
    said: Said,
    turn_id: str,
    reading: Reading,
    choice: Choice,
    outcome: Outcome,
) -> TurnResult:
    """Journal the decision, keep the turn, and return its result.

    Raises:
        ScopeError: the words did more than whoever spoke may do; the transaction is to be rolled back.
    """
    _permitted(tx, said, choice, outcome)
    decision = home.journal.decision(
        tx,
        option=choice.option,
        alternatives=[Alternative(a.option, a.probability, a.why) for a in choice.alternatives],
        evidence=[turn_id, *outcome.evidence],
        policy=POLICY,
        explanation=choice.why,
    )
    result = TurnResult(
        id=turn_id,
        reply=" ".join([outcome.reply, *tx.notices]),
        notices=list(tx.notices),
        language=reading.language,
        act=outcome.act,
        app=home.app_out(outcome.app_id, tx) if outcome.app_id else None,
        records=outcome.records,
        chips=outcome.chips,
        answer=outcome.answer,
        reminders=outcome.reminders,
        memories=outcome.memories,
        decision=DecisionOut(id=decision, option=choice.option, why=choice.why),
        options=outcome.options,
        offers=outcome.offers,
        work=outcome.work,
        undoable=outcome.effects and outcome.act != "undo",
        images=list(said.images),
    )
    memory = Turn(
        act=Act(outcome.act),
        app_id=outcome.app_id or (choice.chosen.act is Act.CLARIFY and _last_app(home, said)) or None,
        record_ids=tuple(r.id for r in outcome.records if r.change != "deleted"),
        question=outcome.question,
        text=said.text,
        at=said.local,
        payload=choice.chosen.payload,
    )
    crediting.judge(home, tx, turn_id, said.text, said.local, choice.chosen.payload, outcome)
    history.write(
        tx, result, person=said.person, at=said.now.astimezone(UTC).isoformat(),
        local_at=said.local.isoformat(timespec="seconds"), text=said.text, memory=memory,
    )  # fmt: skip
    home.memory.note_given(tx, turn_id, outcome.given)
    if home.memory.episodes.is_due(tx, said.local):
        home.memory.episodes.keep(tx, said.local, home.preferences.episodic_days)
    if said.own:
        home.memory.index_turn(
            tx, turn_id, said.text, outcome.act, reading.language, said.local,
            echoes=history.answers(home.database, said.person, ECHOES),
        )  # fmt: skip
    if said.repeat:
        keep(tx, said.repeat, result.model_dump(mode="json"))
    return result


def _permitted(tx: Transaction, said: Said, choice: Choice, outcome: Outcome) -> None:
    """Judge what the words did: the tables that they touched, and whether they tell what is in the home."""
    pictures = (
        {"blobs"} if outcome.offers else set()
    )  # of designs: the home's own, nothing that somebody added
    needs = touching(tx.touched - pictures)
    if isinstance(choice.chosen.payload, Log):  # what an entry teaches about its field is part of the entry
        needs -= {Scope.APPS}
    if outcome.act in ("ask", "recall"):
        needs |= {Scope.READ}
    require(said.scopes, needs)


def _last_app(home: Home, said: Said) -> str | None:
    turns = history.recent(home.database, said.person, 1)
    return turns[0].app_id if turns else None
