"""What a turn does with memories: keep one, amend it, find one, let go of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from calisson.assistant import history
from calisson.assistant.outcome import Outcome
from calisson.assistant.places import whereabouts
from calisson.assistant.types import MemoryOut
from calisson.decide import choose
from calisson.language import formats
from calisson.language.drafts.beyond import of_ones_own
from calisson.language.reading import understand
from calisson.language.talk.amend import amended
from calisson.language.talk.patterns import first
from calisson.language.talk.places import named_app, wanted
from calisson.language.types import Act, Forget, Recall, Remember
from calisson.memory import Viewer, content_tokens, has_token, note_use
from calisson.memory.finding.follow import about, whole
from calisson.memory.finding.others import names_somebody
from calisson.memory.finding.righting import put_right
from calisson.memory.tiers.merges import restates
from calisson.memory.tiers.own import is_copy, is_told, tells, without_quotes
from calisson.memory.words.tokens import tokens

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.assistant.options import Scene
    from calisson.memory import Fact

BEFORE = 4
"""How many turns back 'the new one' may speak of."""

ECHOES = 30
"""How many of the last answers are compared with what a person says."""


def remember(scene: Scene, payload: Remember) -> Outcome:
    """Keep a fact; a wish that stands in what others wrote, or in an answer that is read back, is nobody's."""
    if not scene.own:
        return _offer(scene, payload)
    if payload.amends:
        return _amend(scene, payload)
    if _is_not_own(scene):
        return Outcome(scene.say("not-understood"), "clarify")
    text = _renewed(scene, payload.text) or payload.text
    kept = scene.home.memory.remember(
        scene.tx, text, source_turn=scene.turn_id, language=scene.voice.language
    )
    if (app := named_app(text, scene.voice.language, scene.context.apps)) is not None:
        scene.home.memory.keep_for(scene.tx, {kept.id: app.id}, scene.person)
    message = "remembered-instead" if kept.replaced else "remembered" if kept.new else "remembered-already"
    out = MemoryOut(id=kept.id, text=kept.text)
    reply = scene.say(message, text=kept.text, before=kept.replaced or "")
    return Outcome(reply, "remember", memories=[out], effects=kept.new)


def _offer(scene: Scene, payload: Remember) -> Outcome:
    """Propose what a model wants kept in the person's name; what only puts right a memory is not done."""
    if payload.amends:
        return Outcome(scene.say("not-understood"), "clarify")
    kept = scene.home.memory.offer(
        scene.tx, payload.text, source_turn=scene.turn_id, language=scene.voice.language
    )
    reply = scene.say("remembered-waits" if kept.waits else "remembered-already", text=kept.text)
    return Outcome(reply, "remember", memories=[MemoryOut(id=kept.id, text=kept.text)], effects=kept.new)


def _amend(scene: Scene, payload: Remember) -> Outcome:
    """Put right what was kept, told or recalled last; without any such thing it is only heard."""
    last = _last(scene)
    if last is None:
        return Outcome(scene.say("told"), "chat")
    language = scene.voice.language
    text = amended(last.text, payload.text, language) or put_right(last.text, payload.text, language)
    if text is None and not (payload.text[:1].isupper() or any(c.isdecimal() for c in payload.text)):
        return Outcome(scene.say("told"), "chat")
    if text is None:
        text = f"{last.text.rstrip('.。')} — {scene.text.strip()}"
    kept = scene.home.memory.amend(scene.tx, last.id, text, source_turn=scene.turn_id)
    reply = scene.say("remembered-instead", text=kept.text, before=last.text)
    return Outcome(reply, "remember", memories=[MemoryOut(id=kept.id, text=kept.text)], effects=True)


def _renewed(scene: Scene, fact: str) -> str | None:
    """Return the whole fact behind 'the new one is 9023': that which was spoken of just before, with its new part."""
    if first(scene.voice.language, "remember", "renews", fact) is None:
        return None
    for turn in history.last_turns(scene.home.database, scene.person, BEFORE):
        for memory in turn["result"]["memories"][:1]:
            return amended(memory["text"], fact, scene.voice.language)
    return None


def _last(scene: Scene) -> Fact | None:
    """Return the memory that the person's last turn kept, recalled first, or told; None when it was about none."""
    turn = history.last_turn(scene.home.database, scene.person)
    if turn is None:
        return None
    return scene.home.memory.about(scene.tx, turn["id"], [m["id"] for m in turn["result"]["memories"][:1]])


def recall(scene: Scene, payload: Recall, *, sure: bool = False) -> Outcome:
    """Find what was said, or which app keeps what is asked for.

    Unless it must be `sure`, also what may be meant, and the answer says that it only may be.
    """
    if payload.place == "app":
        told = None
    elif payload.place:
        told = _told(scene, payload, sure=True)
        about = content_tokens(" ".join(wanted(payload.query, scene.voice.language)), scene.voice.language)
        heard = told.memories and any(has_token(tokens(told.memories[0].text), t) for t in about)
        told = told if told.act == "chat" or heard else None
    else:
        return _told(scene, payload, sure=sure)
    return whereabouts(scene, payload, told) or told or _told(scene, payload, sure=sure)


def _told(scene: Scene, payload: Recall, *, sure: bool) -> Outcome:
    viewer = Viewer(scene.person)
    language = scene.voice.language
    follows = whole(payload.after, payload.who, language) if payload.after else None
    query = follows or payload.query
    hits = scene.home.memory.recall(
        query, language, 5, viewer=viewer, sure=sure or bool(follows), tx=scene.tx
    )
    if follows:
        hits = [h for h in hits if about(payload.who, h.text, language)]
    memories = [MemoryOut(id=h.id, text=h.text, score=round(h.score, 3)) for h in hits]
    if (
        not any(restates(scene.text, h.text, scene.voice.language) for h in hits[:1])
        and is_told(scene.text, scene.voice.language)
        and tells(scene.text, scene.voice.language, echoes(scene))
    ):
        return Outcome(scene.say("told"), "chat")
    if not hits:
        return Outcome(scene.say("recall-nothing"), "recall")
    best = hits[0]
    if best.how != "meaning":  # what only may be meant is no use yet
        note_use(scene.tx, [h.id for h in hits])
    scene.home.memory.note_answer(scene.tx, scene.turn_id, hits)
    when = formats.day(best.at.date(), scene.voice.language, today=scene.voice.today)
    over = best.until is not None and best.until <= scene.context.now
    until = (
        formats.day(best.until.date(), scene.voice.language, today=scene.voice.today)
        if best.until and over
        else ""
    )
    message = "recall-perhaps" if best.how == "meaning" else "recall-found"
    reply = scene.say(f"{message}-until" if over else message, when=when, text=best.text, until=until)
    return Outcome(reply, "recall", memories=memories, evidence=[h.id for h in hits])


def finds_nothing(home: Home, text: str, query: str, person: str, language: str) -> bool:
    """Tell whether words ask something of the world, and nothing here answers it.

    Not a question about what is one's own or about somebody: nobody else knows that.
    """
    if is_told(text, language) or of_ones_own(text, language) or names_somebody(text, language):
        return False
    return not home.memory.recall(query, language, 1, viewer=Viewer(person))


def _is_not_own(scene: Scene) -> bool:
    """Tell whether a wish to remember is a copy of an answer, or gone when what is quoted is left out."""
    if is_copy(scene.text, echoes(scene)):
        return True
    bare = without_quotes(scene.text, scene.voice.language)
    return bare != scene.text and choose(understand(bare, scene.context)).chosen.act is not Act.REMEMBER


def echoes(scene: Scene) -> list[str]:
    """Return what was answered lately: words that come back from there are nobody's own."""
    return history.answers(scene.home.database, scene.person, ECHOES)


def forget(scene: Scene, payload: Forget) -> Outcome:
    """Let go of what matches; of memories alone, records of apps stay."""
    gone: Sequence[Any] = ()
    if payload.last:
        last = _last(scene)
        gone = [scene.home.memory.forget_id(scene.tx, last.id)] if last is not None else ()
    else:
        for query in (payload.query, *payload.others):
            gone = scene.home.memory.forget(
                scene.tx, query, everything=payload.everything, all_of_it=payload.all_of_it
            )
            if gone:
                break
    if not gone:
        return Outcome(scene.say("forget-nothing"), "forget")
    memories = [MemoryOut(id=m.id, text=m.text) for m in gone]
    shown = scene.voice.listing([m.text for m in gone])
    return Outcome(scene.say("forgotten", text=shown), "forget", memories=memories, effects=True)
