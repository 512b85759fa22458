"""Turns in which a model makes or changes an app: asked before the turn's transaction, published inside it.

A model takes seconds to minutes; nothing is locked meanwhile, and what is live stays. When no version holds, the
embedded engine's draft is made instead and the reply says so; a change that did not come about leaves the app as
it is. What a model made is announced by what was checked, never by what the model says of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from calisson.apps import App, priced, spec_from_draft
from calisson.apps.grants import wider
from calisson.assistant import options
from calisson.assistant.offers import offer_of
from calisson.assistant.outcome import Outcome
from calisson.decide import Choice
from calisson.decide.policy import OPTIONS, Alternative
from calisson.errors import ConfigError, ConflictError, NotFoundError, SpecError
from calisson.language import formats
from calisson.language.types import (
    Act,
    Chat,
    Context,
    CreateApp,
    EditApp,
    Payload,
    Proposal,
    Reading,
    Remind,
)
from calisson.store import kept

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.apps import AppSpec
    from calisson.assistant.turn import Said
    from calisson.language.drafts.beyond import Beyond
    from calisson.making import Design, Made, Progress, Wish
    from calisson.making.desk import Work

Watch = Callable[["Progress"], None]
OTHERS = 4
"""How many further apps a wish may name; more are left out."""


@dataclass(frozen=True, slots=True)
class Prepared:
    """What a model made of a turn's words, before anything is published."""

    need: Beyond
    wish: Wish
    made: Made
    work: Work
    """To be put away when the turn is kept."""
    payload: Payload
    """What is done when nothing of a model's holds."""


def prepare(
    home: Home, said: Said, turn_id: str, reading: Reading, choice: Choice, context: Context,
    watch: Watch | None,
) -> Prepared | None:  # fmt: skip
    """Return what a model made of the words; None when they need none, or when there is none."""
    from calisson.language.drafts.beyond import read_beyond

    payload = choice.chosen.payload
    need = read_beyond(reading, payload, in_app=bool(context.apps))
    if need is None or not _available(home):
        return None
    app = _app(home, said, payload) if need.kind == "edit" else None
    if (need.kind == "edit" and app is None) or _known(home, said):
        return None
    from calisson.making import Ending, Wish, make
    from calisson.making.pipeline import nobody

    start = None
    if need.kind == "create":
        drafts = (p.payload for p in reading.proposals if isinstance(p.payload, CreateApp))
        payload = payload if isinstance(payload, CreateApp) else next(drafts, payload)
        start = _start(home, said, payload)
    wish = Wish(
        said.text, reading.language, said.local.date().isoformat(), said.tz, start, app, _named(home, said.text, app),
        need.why, need.careful, said.person, turn_id, said.key,
    )  # fmt: skip
    work = home.desk.begin(wish)
    try:
        made = make(home.models, wish, work, watch or nobody, plan=_plan(home, app), look=home.look)
        if need.open and made.ending is Ending.DONE and made.spec is not None:
            made = _with_another(home, wish, work, made, watch or nobody)
    except BaseException:
        home.desk.drop(work)
        raise
    return Prepared(need, wish, made, work, payload)


def _with_another(home: Home, wish: Wish, work: Work, made: Made, watch: Watch) -> Made:
    """Return what was made with a second, different design beside it, when one comes about."""
    from calisson.making import Design, Ending, make

    other = make(home.models, wish, work, watch, look=home.look, other=made.spec)
    if other.ending is Ending.STOPPED:
        return other
    if other.spec is None or made.spec is None or _same(other.spec, made.spec):
        return made
    return replace(made, alternatives=(Design(other.spec, other.picture),), decisions=(*made.decisions, *other.decisions),
                   cost_usd=made.cost_usd + other.cost_usd, model_s=made.model_s + other.model_s)  # fmt: skip


def _same(one: AppSpec, other: AppSpec) -> bool:
    """Whether two designs differ in nothing that a person would choose by."""

    def shape(spec: AppSpec) -> Any:
        fields = [(f.name, f.type) for e in spec.entities for f in e.fields]
        return sorted(fields), [v.kind for v in spec.views]

    return bool(shape(one) == shape(other))


def _known(home: Home, said: Said) -> bool:
    """Whether these words got their answer before: no model is paid for them twice."""
    if said.repeat is None:
        return False
    with home.database.transaction(said.person) as tx:
        return kept(tx, said.repeat) is not None


def _available(home: Home) -> bool:
    try:
        return home.models.available
    except ConfigError:
        return False  # a broken list of models is the doctor's matter, and no reason to lose a turn


def _app(home: Home, said: Said, payload: Payload) -> App | None:
    """The app that the words may be about: the one that is edited, the open one, the one last talked about."""
    from calisson.assistant import history

    ids = [payload.app_id] if isinstance(payload, EditApp) else [said.focus]
    ids += [t.app_id for t in history.recent(home.database, said.person, 3)]
    for app_id in ids:
        if app_id is not None:
            try:
                return home.apps.get(app_id)
            except NotFoundError:
                continue
    return next(iter(home.apps.list()), None)


def _named(home: Home, text: str, app: App | None) -> tuple[App, ...]:
    """The other apps that the words name; words with an alphabet name whole words."""
    words = text.casefold()

    def named(other: App) -> bool:
        name = re.escape(other.name.casefold())
        edge = r"(?<!\w){}(?!\w)" if other.name.isascii() else "{}"
        return len(other.name) > 1 and re.search(edge.format(name), words) is not None

    return tuple(a for a in home.apps.list() if (app is None or a.id != app.id) and named(a))[:OTHERS]


def _start(home: Home, said: Said, payload: Payload) -> AppSpec | None:
    if not isinstance(payload, CreateApp):
        return None
    draft = payload.draft
    money = home.preferences.currency or formats.currency_of(draft.language, said.tz)
    try:
        return spec_from_draft(priced(draft, money))
    except SpecError:
        return None


def _plan(home: Home, app: App | None) -> Callable[[AppSpec], Mapping[str, Any]] | None:
    if app is None:
        return None

    def plan(spec: AppSpec) -> Mapping[str, Any]:
        with home.database.transaction("calisson") as tx:
            return home.apps.plan(tx, app.id, spec)

    return plan


# --- inside the turn's transaction -------------------------------------------------------------------------


def chosen(prepared: Prepared, choice: Choice) -> Choice:
    """Return the choice that the journal keeps: to let a model make it, with what became of that."""
    made = prepared.made
    if made.source != "model":
        why = f"{prepared.need.why}; models were asked, none of it held ({made.ending.value})"
        return replace(choice, why=why)
    why = (
        f"{prepared.need.why}; {made.model} made it in {len(made.drafts)} drafts, {made.ending.value}"
        f"{', reviewed by the strong model' if made.reviewed else ''}"
    )
    act = Act.CREATE_APP if prepared.need.kind == "create" else Act.EDIT_APP
    option = OPTIONS[act]
    others = tuple(
        Alternative(f"{a.option} without a model" if a.option == option else a.option, 0.0, a.why)
        for a in choice.alternatives
    )
    best = Alternative(option, 1.0, why)
    return Choice(Proposal(act, Chat(), 1.0, why), (best, *others), why, choice.policy)


def publish(scene: options.Scene, prepared: Prepared) -> Outcome:
    """Publish what holds, inside the turn's transaction, and say honestly what it is.

    Raises:
        CalissonError: when a room refuses; the transaction is then rolled back by the caller.
    """
    from calisson.making import Design

    made, payload = prepared.made, prepared.payload
    why = scene.say(f"making-ended-{made.ending.value}")
    if made.spec is None:
        outcome = _without(scene, prepared, payload, why)
    elif made.alternatives:
        outcome = _offered(scene, Design(made.spec, made.picture), *made.alternatives)
    elif wider(made.spec, prepared.wish.app.spec if prepared.wish.app else None):
        outcome = _asked(scene, Design(made.spec, made.picture), prepared.wish.app)
    elif prepared.wish.app is not None:
        outcome = _changed(scene, prepared.wish.app, made.spec, why)
    else:
        app = scene.home.apps.create(scene.tx, made.spec, reason=scene.text[:200])
        scene.home.models.ledger.belong(scene.tx, prepared.wish.turn_id, app.id)
        fields = _fields(made.spec, scene)
        outcome = Outcome(scene.say("making-created", name=made.spec.name, fields=fields), "create_app", app.id,
                          effects=True)  # fmt: skip
        asked = payload.reminders if isinstance(payload, CreateApp) else ()
        remind(scene, outcome, app.id, asked or reminders_of(made.spec, None, scene))
    if made.spec is not None and outcome.effects:
        outcome.reply += " " + checked(scene, made)
    outcome.evidence = list(made.decisions)
    return outcome


def _offered(scene: options.Scene, *designs: Design) -> Outcome:
    offers = [offer_of(number, one, scene) for number, one in enumerate(designs, 1)]
    shown = formats.listing([f"“{o.name}”" for o in offers], scene.voice.language)
    return Outcome(scene.say("making-offers", options=shown), "clarify", options=[o.option for o in offers],
                   offers=offers)  # fmt: skip


def _asked(scene: options.Scene, design: Design, app: App | None) -> Outcome:
    """A version that holds and wants more than its own app: nothing is live before the person says yes."""
    offer = offer_of(1, design, scene, app)
    reply = scene.say("making-asks", name=offer.name, asks=" ".join(offer.asks))
    return Outcome(reply, "clarify", options=[offer.option], offers=[offer])


def reminders_of(spec: AppSpec, former: AppSpec | None, scene: options.Scene) -> list[Remind]:
    """Return the reminders that a specification has and the former one had not."""
    had = former.reminders if former else ()
    now = scene.context.now
    return [
        Remind(r.text, datetime.combine(now.date(), time.fromisoformat(r.time)), r.rrule)
        for r in spec.reminders if r not in had and r.time and r.rrule
    ]  # fmt: skip


def remind(scene: options.Scene, outcome: Outcome, app_id: str, wishes: Iterable[Remind]) -> None:
    """Set an app's reminders, and say so."""
    for wish in wishes:
        if wish.start is not None:
            done = options.remind(scene, wish, app_id=app_id)
            outcome.reminders += done.reminders
            outcome.reply += f" {done.reply}"


def checked(scene: options.Scene, made: Made) -> str:
    """Say what was tried before the version was published, and who looked at its views."""
    from calisson.apps.checks import with_checks

    assert made.spec is not None
    count = len(with_checks(made.spec).checks)
    return scene.say("making-checked", count=count) + " " + scene.say(f"making-look-{made.looked}")


def _fields(spec: AppSpec, scene: options.Scene) -> str:
    names = [f.label for f in spec.main.fields][: options.FIELDS_NAMED]
    return formats.listing(names, scene.voice.language)


def _changed(scene: options.Scene, app: App, spec: AppSpec, why: str) -> Outcome:
    try:
        scene.home.apps.publish(scene.tx, app.id, spec, reason=scene.text[:200], base_version=app.version)
    except ConflictError:
        return Outcome(scene.say("making-conflict", name=app.name), "clarify", app.id)
    outcome = Outcome(scene.say("making-changed", name=spec.name), "edit_app", app.id, effects=True)
    remind(scene, outcome, app.id, reminders_of(spec, app.spec, scene))
    return outcome


def _without(scene: options.Scene, prepared: Prepared, payload: Any, why: str) -> Outcome:
    """Nothing of a model's holds: the embedded draft, or the app as it is, and the truth about it."""
    stopped = prepared.made.ending.value == "stopped"
    if prepared.wish.app is not None and not isinstance(payload, EditApp):
        return Outcome(f"{why} {scene.say('making-unchanged', name=prepared.wish.app.name)}", "clarify")
    if stopped:
        return Outcome(f"{why} {scene.say('making-nothing')}", "clarify")
    if isinstance(payload, CreateApp):
        outcome = options.create_app(scene, payload)
        outcome.reply = f"{why} {scene.say('making-simple')} {outcome.reply}"
        return outcome
    if isinstance(payload, EditApp) and prepared.need.kind == "edit":
        outcome = options.edit_app(scene, payload)
        outcome.reply = f"{why} {outcome.reply}"
        return outcome
    return Outcome(f"{why} {scene.say('making-nothing')}", "clarify")
