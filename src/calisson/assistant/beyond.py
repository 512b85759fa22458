"""Words that the embedded engine does not understand, when a model is set up: the model answers in words.

It only speaks: nothing is changed by it, and it is told to make up nothing. Asked before the turn's transaction,
because a model takes seconds. What it says is marked as the model's in the turn's decision; when no model
answers, the turn goes on as ever.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from calisson.assistant import history
from calisson.assistant.outcome import Outcome
from calisson.decide import Choice
from calisson.decide.policy import Alternative
from calisson.errors import ConfigError
from calisson.language.types import Act, Chat, Clarify, Proposal, Reading

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.assistant.turn import Said

LONGEST_S = 30.0
"""How long a person waits for it."""

EARLIER_TOKENS = 2000
"""Of what was said before, by `calisson.memory.words.measure`; what is longer is shortened, the oldest most."""

LONGEST_CHARS = 20_000
"""Longer words are a file, not talk: they are not sent on."""


def answer(
    home: Home, said: Said, turn_id: str, reading: Reading, choice: Choice
) -> tuple[Choice, Outcome] | None:
    """Return the choice to let a model speak and what it said; None when the turn goes on without one."""
    payload = choice.chosen.payload
    unclear = isinstance(payload, Clarify) and (payload.message == "not-understood" or bool(said.images))
    if not unclear or not (said.text.strip() or said.images) or len(said.text) > LONGEST_CHARS:
        return None
    try:
        if not home.models.available:
            return None
    except ConfigError:
        return None  # a broken list of models is the doctor's matter, and no reason to lose a turn
    from babel import Locale

    from calisson.memory.shortening.episodic import fitted
    from calisson.models import Image, Message, Request, Text
    from calisson.models.prompts import render
    from calisson.store import Blobs

    prompt = render("talk", today=said.local.date().isoformat(), zone=said.tz,
                    language=str(Locale.parse(reading.language).english_name))  # fmt: skip
    talk: list[str] = []
    # Only mere talk is shown: what was logged, remembered, recalled or answered from records is not sent.
    for turn in history.page(home.database, said.person, limit=home.preferences.short_term // 2):
        earlier, reply = str(turn["text"]), str(turn["result"].get("reply") or "")
        if earlier and reply and turn["result"].get("act") in ("chat", "clarify"):
            talk += [earlier, reply]
    shown = fitted(talk, EARLIER_TOKENS)
    messages = [Message("model" if n % 2 else "person", (Text(text or "…"),)) for n, text in enumerate(shown)]
    seen = tuple(Image(data, blob.media_type) for blob, data in map(Blobs(home.database).get, said.images))
    messages.append(Message("person", (*seen, *((Text(said.text),) if said.text.strip() else ()))))
    found = home.models.answer(Request(
        tuple(messages), instructions=prompt.text, prompt=prompt.id, purpose="talk", max_tokens=600,
        timeout_s=LONGEST_S, person=said.person, app_id=said.focus, turn_id=turn_id,
    ))  # fmt: skip
    if found.embedded or not found.text.strip():
        return None
    why = f"nothing embedded fits; {found.model} answered in words"
    spoken = Proposal(Act.CHAT, Chat(), 1.0, why)
    others = tuple(replace(a, probability=0.0) for a in choice.alternatives)
    chosen = Choice(spoken, (Alternative("chat", 1.0, why), *others), why, choice.policy)
    return chosen, Outcome(found.text.strip(), "chat", evidence=[found.decision] if found.decision else [])
