"""Words that are not understood, and questions of the world that nothing here answers: a model, if one is set up, speaks.

It only speaks: nothing is changed by it, and it is told to make up nothing. Asked before the turn's transaction,
because a model takes seconds. What it says is marked as the model's in the turn's decision; when no model
answers, the turn goes on as ever.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, Literal

from calisson.assistant.outcome import Outcome
from calisson.assistant.recollection import finds_nothing
from calisson.decide import Choice
from calisson.decide.policy import Alternative
from calisson.errors import ConfigError, NotFoundError
from calisson.language.drafts.beyond import asks_strong
from calisson.language.types import Act, Chat, Clarify, Proposal, Reading, Recall
from calisson.memory import Given, Viewer

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.assistant.turn import Said
    from calisson.memory import Hit
    from calisson.models import Reply, Request

Heard = Callable[[str | None], None]
"""Told a model's words as they come; None says that those before are void."""

LONGEST_S = 30.0
"""How long a person waits for it, whatever is tried."""

BLOCKS = 2
"""Blocks of the last days, those nearest to the words, that a model is shown."""

LONGEST_CHARS = 20_000
"""Longer words are a file, not talk: they are not sent on."""


def answer(
    home: Home, said: Said, turn_id: str, reading: Reading, choice: Choice, heard: Heard | None = None
) -> tuple[Choice, Outcome] | None:
    """Return the choice to let a model speak and what it said; None when the turn goes on without one.

    `heard` is told the words as they come.
    """
    payload = choice.chosen.payload
    unclear = isinstance(payload, Clarify) and (payload.message == "not-understood" or bool(said.images))
    asks = isinstance(payload, Recall) and not (payload.place or payload.after)
    if not (unclear or asks) or not (said.text.strip() or said.images) or len(said.text) > LONGEST_CHARS:
        return None
    try:
        if not home.models.available:
            return None
    except ConfigError:
        return None  # a broken list of models is the doctor's matter, and no reason to lose a turn
    if isinstance(payload, Recall) and not finds_nothing(
        home, said.text, payload.query, said.person, reading.language
    ):
        return None
    from babel import Locale

    from calisson.models import Image, Message, Request, Text
    from calisson.models.prompts import render
    from calisson.store import Blobs

    viewer = home.outward(said.person)
    view = home.earlier_talk.view(viewer, home.preferences.short_term)
    about, earlier = _about(home, viewer), _earlier(home, said, reading.language, viewer)
    prompt = render("talk", today=said.local.date().isoformat(), zone=said.tz,
                    language=str(Locale.parse(reading.language).english_name),
                    about=_quoted([line["text"] for line in about]),
                    before=_quoted(view.before),
                    earlier=_quoted([f"{h.at.date().isoformat()}: {h.text}" for h in earlier]))  # fmt: skip
    messages = [
        Message("model" if n % 2 else "person", (Text(text or "…"),)) for n, text in enumerate(view.window)
    ]
    seen = tuple(Image(data, blob.media_type) for blob, data in map(Blobs(home.database).get, said.images))
    messages.append(Message("person", (*seen, *((Text(said.text),) if said.text.strip() else ()))))
    found = _told(home, heard, Request(
        tuple(messages), instructions=prompt.text, prompt=prompt.id, purpose="talk", max_tokens=600,
        timeout_s=LONGEST_S, within_s=LONGEST_S, person=said.person, app_id=said.focus, turn_id=turn_id,
        stakes=_stakes(home, said), ask_strong=asks_strong(said.text, reading.language),
    ))  # fmt: skip
    if found.embedded or not found.text.strip():
        return None
    why = f"nothing embedded fits; {found.model} answered in words"
    spoken = Proposal(Act.CHAT, Chat(), 1.0, why)
    others = tuple(replace(a, probability=0.0) for a in choice.alternatives)
    chosen = Choice(spoken, (Alternative("chat", 1.0, why), *others), why, choice.policy)
    given = [*(Given(line["id"], "profile") for line in about), *(Given(h.id, "episode") for h in earlier)]
    evidence = [found.decision] if found.decision else []
    return chosen, Outcome(found.text.strip(), "chat", evidence=evidence, given=given)


def _told(home: Home, heard: Heard | None, request: Request) -> Reply:
    """Return a model's reply; `heard` is told its words as they come, and None when they are void."""
    if heard is None:
        return home.models.answer(request)
    told = False
    for piece in home.models.stream(request):
        if piece.text:
            heard(piece.text)
            told = True
        elif piece.restart or (piece.reply is not None and piece.reply.embedded and told):
            heard(None)
            told = False
    assert piece.reply is not None, "the last piece has the reply"
    return piece.reply


def _stakes(home: Home, said: Said) -> Literal["low", "high"]:
    """Return how much hangs on the answer: what the app in sight says of itself."""
    if said.focus is None:
        return "low"
    try:
        return "low" if home.apps.get(said.focus).spec.policy.stakes == "ordinary" else "high"
    except NotFoundError:
        return "low"


def _about(home: Home, viewer: Viewer) -> list[dict[str, Any]]:
    """Return the lines of the profile that the viewer may see; none while it is locked."""
    if home.database.vault.is_locked(viewer.person):
        return []
    return home.memories.profile(viewer.person, viewer=viewer)


def _earlier(home: Home, said: Said, language: str, viewer: Viewer) -> list[Hit]:
    """Return the blocks of the last days that have to do with the words."""
    if home.database.vault.is_locked(said.person) or not said.text.strip():
        return []
    return home.memory.search(said.text, language, BLOCKS, viewer=viewer, tiers=("episode",))


def _quoted(lines: Sequence[str]) -> str:
    """Return lines as data that a model may not take for instructions."""
    said = "\n".join(line.replace("⟦", "(").replace("⟧", ")") for line in lines)
    return f"⟦{said}⟧" if said else "⟦⟧"
