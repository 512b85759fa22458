"""Questions about what is due: reminders of a period ('what is due tomorrow?')."""

from __future__ import annotations

from datetime import datetime, timedelta

from calisson.language.questions.heard import Heard
from calisson.language.questions.periods import plans
from calisson.language.talk.patterns import first
from calisson.language.types import Act, Ask, Context, Period, Proposal, Question


def read_agenda(heard: Heard, context: Context) -> Proposal | None:
    """Return the question for what is due, or None when the words ask for nothing of the kind."""
    if not heard.has("due") or not heard.asks or heard.has("how_much", "sum", "mean"):
        return None
    reminders = first(heard.language, "remind", "reminder", heard.raw) is not None
    period = _period(heard, context.now)
    if period is None and not reminders:
        return None
    planned = any(plans(app, app.main) and app.id == context.focus for app in context.apps)
    score = 0.9 if reminders else 0.35 if planned else 0.6
    app = context.apps[0] if context.apps else None
    question = Question(
        app_id=app.id if app else "", entity=app.main.name if app else "", aggregate="list",
        period=period or Period(context.now, context.now + timedelta(days=366)), source="agenda",
    )  # fmt: skip
    return Proposal(Act.ASK, Ask(question), score, "asks what is due")


def _period(heard: Heard, now: datetime) -> Period | None:
    for span in heard.times:
        if span.start is not None:
            return Period(span.start, span.end or span.start + timedelta(days=1), span.text)
    return None
