"""Two designs side by side: offered when nobody said what an app should be like, and one of them picked.

Both passed every check; neither is live. They stand in the result of the turn that offered them, so that they are
kept, backed up and listed with the talk. What is picked becomes an app like any other, and the pick is a decision
in the journal: which design a person likes better is worth knowing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from calisson.apps import App, AppSpec, parse_spec
from calisson.apps.grants import wider
from calisson.assistant import history
from calisson.assistant.outcome import Outcome
from calisson.assistant.types import OfferOut, TurnResult
from calisson.decide import Choice
from calisson.decide.policy import OPTIONS, POLICY, Alternative
from calisson.errors import NotFoundError
from calisson.language.phrases import phrase
from calisson.language.types import Act, Chat, Clarify, Context, Proposal, Reading

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.assistant.options import Scene
    from calisson.making import Design

FIELDS_NAMED = 6


def offer_of(number: int, design: Design, scene: Scene, live: App | None = None) -> OfferOut:
    """Return a design as it is offered; its option is what a person taps or says.

    Args:
        number: from 1.
        design: it, and how it looks.
        scene: of the turn that offers it.
        live: the app that it would change; None makes a new one.
    """
    from calisson.store import Blobs

    spec, jpeg = design.spec, design.picture
    kept = Blobs(scene.home.database).put(scene.tx, jpeg, "image/jpeg").id if jpeg else None
    return OfferOut(
        asks=asks_of(spec, live.spec if live else None, scene), app_id=live.id if live else None,
        version=live.version if live else None,
        number=number, option=f"{number}. {spec.name}", name=spec.name, icon=spec.icon, summary=spec.summary,
        fields=[f.label for f in spec.main.fields][:FIELDS_NAMED], views=[v.kind for v in spec.views],
        picture=kept, spec=spec.as_dict(),
    )  # fmt: skip


def asks_of(spec: AppSpec, live: AppSpec | None, scene: Scene) -> list[str]:
    """Return what a design wants beyond its own app and beyond what the live version has, a sentence each."""
    found = []
    for function, other in wider(spec, live):
        app = scene.home.apps.get(other.app, tx=scene.tx)
        entity = app.spec.entity(other.entity) or app.spec.main
        labels = [f.label if (f := entity.field(name)) else name for name in other.fields]
        found.append(scene.say("making-ask", name=function.label or function.name, app=app.name,
                               fields=scene.voice.listing([f"“{one}”" for one in labels])))  # fmt: skip
    return found


def picked(home: Home, text: str, person: str, context: Context) -> tuple[TurnResult, OfferOut] | None:
    """Return the turn that offered designs and the one that these words pick, or None."""
    last = context.history[0] if context.history else None
    if last is None or last.act is not Act.CLARIFY or len(text) > 200:
        return None
    found = history.page(home.database, person, limit=1)
    if not found or not (found[-1]["result"] or {}).get("offers"):
        return None
    result = TurnResult.model_validate(found[-1]["result"])
    said = text.strip().casefold().rstrip(".!。！")
    if len(result.offers) == 1 and said in phrase(result.language, "making-yes").casefold().split("|"):
        return result, result.offers[0]
    for offer in result.offers:
        if said in (str(offer.number), offer.option.casefold(), offer.name.casefold()):
            return result, offer
    return None


def offered(home: Home, turn_id: str, number: int, person: str) -> tuple[TurnResult, OfferOut]:
    """Return the turn that offered designs and one of them, by its number.

    Raises:
        NotFoundError: that turn offered no such design.
    """
    for turn in history.page(home.database, person, around=turn_id, limit=1):
        if turn["id"] == turn_id and (turn["result"] or {}).get("offers"):
            result = TurnResult.model_validate(turn["result"])
            for offer in result.offers:
                if offer.number == number:
                    return result, offer
    raise NotFoundError(f"turn {turn_id!r} offers no design {number}")


def take(scene: Scene, given: tuple[TurnResult, OfferOut]) -> tuple[Reading, Choice, Outcome]:
    """Make the app that was picked; it is checked again before it is live.

    Raises:
        SpecError: it does not hold any more (a newer release checks more).
        ConflictError: the app that it would change was changed meanwhile.
    """
    from calisson.assistant import making

    result, offer = given
    spec = parse_spec(offer.spec)
    former = None
    if offer.app_id is None:
        app = scene.home.apps.create(scene.tx, spec, reason=offer.option, granted=True)
        scene.home.models.ledger.belong(scene.tx, result.id, app.id)
    else:
        former = scene.home.apps.get(offer.app_id, tx=scene.tx).spec
        app = scene.home.apps.publish(scene.tx, offer.app_id, spec, reason=offer.option, base_version=offer.version,
                                      granted=True)  # fmt: skip
    why = f"picked design {offer.number} of {len(result.offers)}"
    why += f", agreed: {'; '.join(offer.asks)}" if offer.asks else ""
    act = Act.CREATE_APP if former is None else Act.EDIT_APP
    proposal = Proposal(act, Chat(), 1.0, why)
    others = tuple(
        Alternative(f"design {o.number}", 0.0, o.name) for o in result.offers if o.number != offer.number
    )
    choice = Choice(proposal, (Alternative(OPTIONS[act], 1.0, f"{why}: {offer.name}"), *others), why, POLICY)
    if former is None:
        reply = scene.say("making-created", name=offer.name, fields=scene.voice.listing(offer.fields))
    else:
        reply = scene.say("making-changed", name=offer.name)
    outcome = Outcome(reply, act.value, app.id, effects=True, evidence=[result.id])
    making.remind(scene, outcome, app.id, making.reminders_of(spec, former, scene))
    return (
        Reading(
            scene.text, scene.voice.language, (Proposal(Act.CLARIFY, Clarify("not-understood"), 0.0, why),)
        ),
        choice,
        outcome,
    )
