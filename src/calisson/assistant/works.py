"""Work of several steps in the talk: offered when no app and no answer covers the words, and begun after a yes.

Nothing begins unasked. The offer says how freely the run would work and what it may cost; it stands in the turn's
result, so that the page shows it, and a yes said in words begins it like the button does. What was decided, and
why, is in the journal as `offer_run` and `start_run`. Without a model the words are answered as ever.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calisson.assistant import history
from calisson.assistant.outcome import Outcome
from calisson.assistant.types import TurnResult, WorkOut
from calisson.circles import Scope, allows
from calisson.decide import Choice
from calisson.decide.policy import POLICY, Alternative
from calisson.errors import CalissonError, ConfigError
from calisson.language import formats
from calisson.language.phrases import phrase
from calisson.language.talk.work import answered, read_work
from calisson.language.types import Act, Chat, Clarify, Context, Proposal, Reading

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.assistant.turn import Said

NEEDS = frozenset({Scope.READ, Scope.LOG, Scope.APPS})
"""What a run may come to do."""

Answer = tuple[Reading, Choice, Outcome]


def offered(home: Home, said: Said, reading: Reading, choice: Choice) -> Answer | None:
    """Return the offer to work on what was said; None when the words ask for something else, or nobody could."""
    if said.images or not allows(said.scopes, NEEDS):
        return None
    why = read_work(reading, choice.chosen.payload)
    if not why or not _available(home):
        return None
    from calisson.workshop.bench import BUDGET_USD

    language = reading.language
    why = f"{why}; no app and no answer covers it"
    money = formats.value(BUDGET_USD, type="money", language=language, currency="USD")
    options = [phrase(language, "work-yes"), phrase(language, "work-no")]
    outcome = Outcome(phrase(language, "work-offer", money=money), "clarify", options=options)
    outcome.work = WorkOut(task=said.text.strip(), mode="ask", budget_usd=BUDGET_USD)
    others = tuple(replace(a, probability=0.0) for a in choice.alternatives)
    clarify = Proposal(Act.CLARIFY, Clarify("work-offer"), 1.0, why)
    return (
        reading,
        Choice(clarify, (Alternative("offer_run", 1.0, why), *others), why, POLICY, "offer_run"),
        outcome,
    )


def picked(home: Home, said: Said, turn_id: str, context: Context) -> Answer | None:
    """Return what came of a yes or no to the last turn's offer; None when there was none, or the words are no answer."""
    last = context.history[0] if context.history else None
    if last is None or last.act is not Act.CLARIFY or len(said.text) > 200 or not allows(said.scopes, NEEDS):
        return None
    found = history.page(home.database, said.person, limit=1)
    if not found or not (found[-1]["result"] or {}).get("work"):
        return None
    before = TurnResult.model_validate(found[-1]["result"])
    assert before.work is not None
    language = before.language
    words = said.text.strip().casefold()
    yes: bool | None = answered(said.text, language)
    for number, option in enumerate(before.options):
        yes = number == 0 if words == option.casefold() else yes
    if yes is None:
        return None
    reading = Reading(said.text, language, (Proposal(Act.CHAT, Chat(), 1.0, "answers an offer of work"),))
    return (_begun if yes else _declined)(home, said, turn_id, before, reading)


def _begun(home: Home, said: Said, turn_id: str, before: TurnResult, reading: Reading) -> Answer:
    assert before.work is not None
    language, work, why = before.language, before.work, "the person said yes to the work that was offered"
    if not home.served:
        return _done(reading, phrase(language, "work-unserved"), "clarify", why, "refuse_run")
    from calisson.workshop.bench import Order

    try:
        order = Order(work.task, "ask", work.budget_usd, turn_id=turn_id, by_person=said.own)
        run_id = home.bench.start(order, said.person)
    except CalissonError as error:
        arguments = {k: v for k, v in error.arguments.items() if isinstance(v, (str, int, float))}
        return _done(reading, phrase(language, error.message_id, **arguments), "clarify", why, "refuse_run")
    answer = _done(reading, phrase(language, "work-begun"), "chat", f"{why}: {run_id}", "start_run")
    answer[2].work = work.model_copy(update={"run_id": run_id})
    answer[2].evidence = [before.id, run_id]
    return answer


def _declined(home: Home, said: Said, turn_id: str, before: TurnResult, reading: Reading) -> Answer:
    return _done(
        reading,
        phrase(before.language, "work-declined"),
        "chat",
        "the person said no to the work",
        "leave_run",
    )


def _done(reading: Reading, reply: str, act: str, why: str, option: str) -> Answer:
    kind = Act.CHAT if act == "chat" else Act.CLARIFY
    payload = Chat() if act == "chat" else Clarify("work-offer")
    choice = Choice(Proposal(kind, payload, 1.0, why), (Alternative(option, 1.0, why),), why, POLICY, option)
    return reading, choice, Outcome(reply, act)


def _available(home: Home) -> bool:
    try:
        return home.models.available
    except ConfigError:
        return False  # a broken list of models is the doctor's matter, and no reason to lose a turn
