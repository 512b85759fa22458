"""The only wiring: a `Home` built from a folder, with every room opened on the same database and clock."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import Any
from zoneinfo import ZoneInfo

from calisson.agenda import Agenda
from calisson.apps import Apps
from calisson.assistant import context as contexts
from calisson.assistant import history, turn
from calisson.assistant import tables as _assistant_tables  # noqa: F401 - declares its tables before a home opens
from calisson.assistant.types import RecordOut, TurnResult
from calisson.clock import Clock, FixedClock, SystemClock, local
from calisson.errors import NotFoundError
from calisson.ids import new_id
from calisson.journal import Journal
from calisson.language.types import Context
from calisson.memory import Memory
from calisson.settings import Preferences
from calisson.store import Database, PreferenceStore, Transaction, undo


class Home:
    """A household's home: its data folder, opened.

        with Home("~/life") as home:
            print(home.say("I'd like to track what I eat").reply)

    Safe to share between threads; several processes may open the same folder.
    """

    def __init__(self, data_dir: str | Path, *, clock: Clock | None = None, url: str | None = None) -> None:
        """Open the home in `data_dir`, making it when it is new.

        Args:
            data_dir: the home's folder.
            clock: the source of time; the machine's by default.
            url: a PostgreSQL URL; SQLite inside the folder by default.

        Raises:
            StoreError: the database cannot be opened, or was made by a newer release.
        """
        self.clock: Clock = clock or SystemClock()
        self.database = Database.open(Path(data_dir).expanduser(), url, self.clock)
        self.journal = Journal(self.database)
        self.apps = Apps(self.database, self.clock)
        self.agenda = Agenda(self.database, self.clock)
        self.memory = Memory(self.database, self.clock)
        self.preference_store = PreferenceStore(self.database)

    def close(self) -> None:
        """Close the home; what was acknowledged is on disk already."""
        self.database.close()

    def __enter__(self) -> Home:
        """Return the open home."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the home."""
        self.close()

    # --- talking ---------------------------------------------------------------------------------------

    def say(
        self,
        text: str,
        *,
        at: datetime | None = None,
        tz: str | None = None,
        person: str = "me",
        circle: str | None = None,
        app_id: str | None = None,
    ) -> TurnResult:
        """Take one turn of conversation.

        Args:
            text: what the person says.
            at: the turn's time, aware (naive means local to the home's zone); now by default.
            tz: the home's IANA zone; given once, it is kept.
            person: who speaks.
            circle: the circle that it is said in; circles come with a later release.
            app_id: the app that is open beside the talk.

        Raises:
            ConfigError: `tz` is no zone.
            StoreError: the database could not keep the turn.
        """
        return turn.take(self, self._said(text, at, tz, person, app_id))

    def stream(
        self,
        text: str,
        *,
        at: datetime | None = None,
        tz: str | None = None,
        person: str = "me",
        app_id: str | None = None,
    ) -> Iterator[turn.Event]:
        """Take one turn like `say` and yield the reply in pieces, then the result."""
        return turn.stream(self, self._said(text, at, tz, person, app_id))

    def _said(self, text: str, at: datetime | None, tz: str | None, person: str, app_id: str | None) -> turn.Said:
        if tz is not None and tz != self.preferences.tz:
            with self.database.transaction(person) as tx:
                self.set_preferences(tx, tz=tz)
        zone = self.preferences.tz
        now = at or self.clock.now()
        if now.tzinfo is None:
            now = now.replace(tzinfo=ZoneInfo(zone))
        return turn.Said(text=text, now=now, tz=zone, person=person, focus=app_id)

    def context(self, *, now: datetime | None = None, tz: str | None = None, person: str = "me") -> Context:
        """Return what understanding would look at if something were said now."""
        zone = tz or self.preferences.tz
        return contexts.build(self, now=local(now or self.clock.now(), zone), tz=zone, person=person)

    def turns(self, person: str = "me", *, before: str | None = None, limit: int = 50) -> Sequence[dict[str, Any]]:
        """Return past turns for reading, oldest first."""
        return history.page(self.database, person, before=before, limit=limit)

    def last_language(self, person: str = "me") -> str | None:
        """Return the language of the person's last turn."""
        return history.last_language(self.database, person)

    def undo(self, turn_id: str, person: str = "me") -> str:
        """Take back a turn by its id and return the id of the turn that did it.

        Raises:
            NotFoundError: the turn changed nothing, or was taken back already.
            ConflictError: something that it changed was changed again since.
        """
        own = new_id("turn")
        with self.database.transaction(person, own) as tx:
            self.take_back(tx, turn_id, own)
        return own

    def take_back(self, tx: Transaction, turn_id: str, by: str) -> list[RecordOut]:
        """Undo a turn inside `tx`, mark it, and return the records that it brought back or took away."""
        changes = undo(tx, turn_id)
        history.mark_undone(tx, turn_id, by)
        self.journal.event(tx, "undo", {"turn": turn_id, "changes": len(changes)}, evidence=[turn_id])
        return []

    # --- preferences -----------------------------------------------------------------------------------

    @property
    def preferences(self) -> Preferences:
        """What the home prefers."""
        return self._preferences

    @cached_property
    def _preferences(self) -> Preferences:
        return self.preference_store.get()

    def set_preferences(self, tx: Transaction, **changes: Any) -> Preferences:
        """Change preferences inside `tx`.

        Raises:
            ConfigError: no such preference, or a value that cannot be one.
        """
        made = self.preference_store.set(tx, **changes)
        tx.on_commit(self.forget_preferences)
        return made

    def forget_preferences(self) -> None:
        """Read the preferences anew next time (another process may have changed them)."""
        self.__dict__.pop("_preferences", None)

    # --- doors' conveniences ---------------------------------------------------------------------------

    def find_app(self, name: str) -> str:
        """Return the id of the app with this id or name.

        Raises:
            NotFoundError: there is none.
        """
        for app in self.apps.schemas():
            if name in (app.id, app.name) or app.name.casefold() == name.casefold():
                return app.id
        raise NotFoundError(f"no app {name!r}; `calisson apps list` shows them", message_id="error-not-found")

    def app_out(self, app_id: str, tx: Transaction | None = None) -> dict[str, Any] | None:
        """Return an app in the public shape: its specification with id and version; None when it is gone."""
        try:
            app = self.apps.get(app_id, tx=tx)
        except NotFoundError:
            return None
        return {"id": app.id, "version": app.version, **app.spec.model_dump(mode="json")}

    def at(self, when: datetime) -> Home:
        """Fix the clock of this home; for replays."""
        self.clock = FixedClock(when.astimezone(UTC))
        return self

    def explain(self, decision: str) -> dict[str, Any]:
        """Return a decision: what was chosen, over what, on what evidence, under which policy.

        Raises:
            NotFoundError: there is no such decision.
        """
        return self.journal.get(decision).as_dict()

