"""What a run of the workshop needs to design apps: the rules, the checks and the publishing that the talk has too."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from datetime import datetime, time
from typing import TYPE_CHECKING, Any

from calisson.apps import App, AppSpec, parse_spec

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.store import Transaction
    from calisson.workshop.design import Designs, Trial


def designs_of(home: Home) -> Designs:
    """Return it for a home."""
    from calisson.making import shape
    from calisson.workshop.design import Designs

    def tried(data: Mapping[str, Any], live: App | None, stopped: Callable[[], bool]) -> Trial:
        return _tried(home, data, live, stopped)

    def publish(tx: Transaction, spec: Mapping[str, Any], app_id: str, version: int, why: str) -> App:
        return _published(home, tx, parse_spec(spec), app_id, version, why)

    return Designs(lambda: _rules(home), shape.for_model, tried, publish)


def _rules(home: Home) -> str:
    from babel import Locale

    from calisson.making import shape
    from calisson.models.prompts import render

    language = str(Locale.parse(home.preferences.language or "en").english_name)
    rules = render(
        "draft_app", today=home.now().date().isoformat(), zone=home.preferences.tz, language=language
    )
    return (
        f"{rules.text}\n\nThe specification's JSON Schema:\n{json.dumps(shape.schema(), ensure_ascii=False)}"
    )


def _tried(home: Home, data: Mapping[str, Any], live: App | None, stopped: Callable[[], bool]) -> Trial:
    from calisson.making.trying import tried
    from calisson.workshop.design import Trial

    def plan(spec: AppSpec) -> Mapping[str, Any]:
        assert live is not None
        with home.database.transaction("calisson") as tx:
            return home.apps.plan(tx, live.id, spec)

    found = tried(
        data, live.spec if live else None, language=home.preferences.language or "en", live=live.spec if live else None,
        plan=plan if live else None, look=home.look, stopped=stopped,
    )  # fmt: skip
    looked = found.looked.how if found.looked is not None else "server"
    return Trial(found.spec, [f.as_dict() for f in found.findings], looked)


def _published(home: Home, tx: Transaction, spec: AppSpec, app_id: str, version: int, why: str) -> App:
    """Publish a specification and set the reminders that are new in it."""
    former = home.apps.get(app_id, tx=tx).spec if app_id else None
    if app_id:
        app = home.apps.publish(tx, app_id, spec, reason=why, base_version=version)
    else:
        app = home.apps.create(tx, spec, reason=why)
    for reminder in spec.reminders:
        if reminder.time and reminder.rrule and (former is None or reminder not in former.reminders):
            start = datetime.combine(home.now().date(), time.fromisoformat(reminder.time))
            home.agenda.set(tx, reminder.text, start, reminder.rrule, home.preferences.tz, app.id)
    return app
