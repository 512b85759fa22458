"""The only wiring: a `Home` built from a folder, with every room opened on the same database and clock."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal
from zoneinfo import ZoneInfo

from calisson.agenda import Agenda
from calisson.apps import App, Apps
from calisson.assistant import context as contexts
from calisson.assistant import crediting, history, places, turn
from calisson.assistant import tables as _assistant_tables  # noqa: F401 - declares its tables before a home opens
from calisson.assistant.earlier import EarlierTalk
from calisson.assistant.making import Watch
from calisson.assistant.types import RecordOut, TurnResult
from calisson.circles import EVERYTHING, Scope, Sessions, require, touching
from calisson.clock import Clock, FixedClock, SystemClock, day_start, local
from calisson.errors import NotFoundError
from calisson.ids import new_id
from calisson.journal import Journal
from calisson.language.types import Context
from calisson.memory import Memory, Viewer
from calisson.settings import Preferences
from calisson.store import Database, PreferenceStore, Transaction, undo

if TYPE_CHECKING:
    from calisson.making import Desk, Eyes
    from calisson.memories import Memories
    from calisson.memory.learned.further import FurtherWords
    from calisson.models import Models
    from calisson.workshop import Agent, Event, Hooks, Permissions
    from calisson.workshop.bench import Bench
    from calisson.workshop.browser import Headless
    from calisson.workshop.engines import Engines
    from calisson.workshop.household import Kit
    from calisson.workshop.mcp_client import McpClient


def _pages() -> Headless | None:
    from calisson.workshop.browser import here

    return here()


class Home:
    """A household's home: its data folder, opened.

        with Home("~/life") as home:
            print(home.say("I'd like to track what I eat").reply)

    Safe to share between threads; several processes may open the same folder.
    """

    def __init__(
        self,
        data_dir: str | Path,
        *,
        clock: Clock | None = None,
        url: str | None = None,
        keys: Mapping[str, str] | None = None,
        passphrase: str | None = None,
    ) -> None:
        """Open the home in `data_dir`, making it when it is new.

        Args:
            data_dir: the home's folder.
            clock: the source of time; the machine's by default.
            url: a PostgreSQL URL; SQLite inside the folder by default.
            keys: model keys and addresses, as in `Settings.keys`; none by default.
            passphrase: of the encrypted memories of `me`, to open them; ignored when they are not encrypted.

        Raises:
            StoreError: the database cannot be opened, or was made by a newer release.
            VaultError: the passphrase is wrong.
        """
        self.clock: Clock = clock or SystemClock()
        self._keys = dict(keys or {})
        self.database = Database.open(Path(data_dir).expanduser(), url, self.clock)
        self.open_rooms()
        if self.database.vault.is_locked("me"):
            try:
                self._open_vault(passphrase)
            except BaseException:
                self.close()
                raise

    def _open_vault(self, passphrase: str | None) -> None:
        passphrase = passphrase or self.database.vault.from_keyring("me")
        if passphrase:
            self.memories.unlock(passphrase)

    def open_rooms(self) -> None:
        """Open every room on the database, as it is now; what they knew of it before is forgotten."""
        self.forget_preferences()
        if "models" in self.__dict__:
            self.__dict__.pop("models").close()
        self.journal = Journal(self.database)
        self.apps = Apps(self.database, self.clock)
        self.agenda = Agenda(self.database, self.clock)
        self.memory = Memory(self.database, self.clock)
        self.database.followers = [partial(places.follow, self)]
        self.sessions = Sessions(self.database, self.clock)
        self.preference_store = PreferenceStore(self.database)
        self.vocabulary = contexts.Vocabulary()
        self.served = False
        """Whether a server keeps the home open, so that work may go on after a turn; set by it."""
        self.earlier_talk = EarlierTalk(self.database, self.memory)
        self.further_words: dict[tuple[str, str], FurtherWords] = {}
        """Who is asked for further words of a search, by privacy and person; they remember."""
        self.look: Eyes | None = None
        """Opens the views of an app that a model made; set by whoever can (the server)."""
        self.hooks: Hooks | None = None
        """Asked about every call of a run of the workshop, and before it ends; set by whoever embeds a home."""
        self.pages: Callable[[], Headless | None] = _pages
        """Gives each run of the workshop a browser to look at pages with; None where there is none."""

    @cached_property
    def models(self) -> Models:
        """The language models that are set up, if any; nothing is looked up before the first use."""
        from calisson.models import Models, roster

        return Models(
            self.database,
            lambda: roster.load(self.database.data_dir, self._keys),
            self.clock,
            self.journal,
            day_start=lambda now: day_start(now, self.preferences.tz),
            changed=lambda: roster.stamp(self.database.data_dir),
        )

    @cached_property
    def engines(self) -> Engines:
        """What leads the workshop's talk with a model."""
        from calisson.workshop.engines import Engines

        return Engines(lambda: self.models)

    @cached_property
    def desk(self) -> Desk:
        """The apps that models are making right now."""
        from calisson.making import Desk

        return Desk(self.database.data_dir)

    def close(self) -> None:
        """Close the home; what was acknowledged is on disk already."""
        self.memory.renewal.close()
        if "bench" in self.__dict__:
            self.bench.close()
        if "engines" in self.__dict__:
            self.engines.close()
        if "models" in self.__dict__:
            self.models.close()
        if "servers" in self.__dict__:
            self.servers.close()
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
        key: str | None = None,
        scopes: Collection[Scope] = EVERYTHING,
        images: Sequence[str] = (),
        own: bool = True,
    ) -> TurnResult:
        """Take one turn of conversation.

        Args:
            text: what the person says.
            at: the turn's time, aware (naive means local to the home's zone); now by default.
            tz: the home's IANA zone; given once, it is kept.
            person: who speaks.
            circle: the circle that it is said in; circles come with a later release.
            app_id: the app that is open beside the talk.
            key: the same words under the same key are one turn, however often they come.
            scopes: what whoever speaks may do; words that would do more are answered so, and do nothing.
            images: pictures that come with the words, by id (`store.Blobs`).
            own: whether the person says it; else a model does in their name, and what is to be remembered waits for their
                yes.

        Raises:
            ConfigError: `tz` is no zone.
            ConflictError: the key was used for other words.
            StoreError: the database could not keep the turn.
        """
        return turn.take(self, self._said(text, at, tz, person, app_id, key, scopes, images, own=own))

    def stream(
        self,
        text: str,
        *,
        at: datetime | None = None,
        tz: str | None = None,
        person: str = "me",
        app_id: str | None = None,
        key: str | None = None,
        scopes: Collection[Scope] = EVERYTHING,
        images: Sequence[str] = (),
        watch: Watch | None = None,
    ) -> Iterator[turn.Event]:
        """Take one turn like `say` and yield the reply in pieces, then the result.

        `watch` is told what happens while a model makes an app; it is called in this thread and must not block.
        """
        return turn.stream(self, self._said(text, at, tz, person, app_id, key, scopes, images), watch)

    def pick(self, turn_id: str, number: int, *, person: str = "me", key: str | None = None) -> TurnResult:
        """Make the app of a design that a turn offered, as a turn of its own.

        Raises:
            NotFoundError: that turn offered no such design.
        """
        return turn.pick(self, self._said("", None, None, person, None, key, EVERYTHING), turn_id, number)

    def _said(
        self,
        text: str,
        at: datetime | None,
        tz: str | None,
        person: str,
        app_id: str | None,
        key: str | None,
        scopes: Collection[Scope],
        images: Sequence[str] = (),
        *,
        own: bool = True,
    ) -> turn.Said:
        if tz is not None and tz != self.preferences.tz:
            with self.database.transaction(person) as tx:
                self.set_preferences(tx, tz=tz)
        zone = self.preferences.tz
        now = at or self.clock.now()
        if now.tzinfo is None:
            now = now.replace(tzinfo=ZoneInfo(zone))
        text = text.replace("\0", "").encode("utf-8", "replace").decode("utf-8")  # what a database can keep
        return turn.Said(text=text, now=now, tz=zone, person=person, focus=app_id, key=key,
                         scopes=frozenset(scopes), images=tuple(images), own=own)  # fmt: skip

    def context(self, *, now: datetime | None = None, tz: str | None = None, person: str = "me") -> Context:
        """Return what understanding would look at if something were said now."""
        zone = tz or self.preferences.tz
        return contexts.build(self, now=local(now or self.clock.now(), zone), tz=zone, person=person)

    def turns(
        self,
        person: str = "me",
        *,
        before: str | None = None,
        after: str | None = None,
        around: str | None = None,
        limit: int = 50,
    ) -> Sequence[dict[str, Any]]:
        """Return past turns for reading, oldest first: the last ones, or those before, after or around a turn."""
        return history.page(self.database, person, before=before, after=after, around=around, limit=limit)

    def search_turns(self, query: str, person: str = "me", *, limit: int = 30) -> list[dict[str, Any]]:
        """Return the turns that answer a query: those with its words, latest first, then those that say it otherwise."""
        from calisson.language.languages import detect

        language = detect(query, self.preferences.language)
        locked = self.database.vault.is_locked(person)  # talk is found by its words then
        viewer = Viewer(person)
        hits = (
            [] if locked else self.memory.recall(query, language, limit, viewer=viewer, own=True, sure=True)
        )
        found = [h.source for h in hits if h.tier == "turn"]
        return history.search(self.database, person, query, found=found, limit=limit)

    def changes(
        self, language: str, *, app_id: str | None = None, before: int | None = None, limit: int = 30
    ) -> list[dict[str, Any]]:
        """Return what was changed, turn by turn, latest first, as JSON-able data."""
        from calisson.assistant import chronicle

        return [
            s.as_dict()
            for s in chronicle.steps(self, language=language, app_id=app_id, before=before, limit=limit)
        ]

    def last_language(self, person: str = "me") -> str | None:
        """Return the language of the person's last turn."""
        return history.last_language(self.database, person)

    def undo(self, turn_id: str, person: str = "me", *, scopes: Collection[Scope] = EVERYTHING) -> str:
        """Take back a turn by its id and return the id of the turn that did it.

        Raises:
            ScopeError: what the turn changed is more than `scopes` allow to change.
            NotFoundError: the turn changed nothing, or was taken back already.
            ConflictError: something that it changed was changed again since.
        """
        own = new_id("turn")
        with self.database.transaction(person, own) as tx:
            self.take_back(tx, turn_id, own)
            require(scopes, touching(tx.touched))
        return own

    def take_back(self, tx: Transaction, turn_id: str, by: str) -> list[RecordOut]:
        """Undo a turn inside `tx`, mark it, and return the records that it brought back or took away."""
        changes = undo(tx, turn_id)
        self.apps.settle(tx, changes)
        history.mark_undone(tx, turn_id, by)
        self.memory.hide_turn(tx, turn_id)
        crediting.undone(self, tx, turn_id, by)
        self.journal.event(tx, "undo", {"turn": turn_id, "changes": len(changes)}, evidence=[turn_id])
        return []

    def outward(self, person: str) -> Viewer:
        """Return who looks at a person's memories when a model is to be shown them: from where, and where they go."""
        roster = self.models.roster
        return Viewer(person, remote=roster.is_outside, region=roster.region if roster.is_outside else None)

    @cached_property
    def memories(self) -> Memories:
        """The memories, as the doors want them."""
        from calisson.memories import Memories

        return Memories(self)

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

    # --- by hand ---------------------------------------------------------------------------------------

    @contextmanager
    def by_hand(
        self, person: str = "me", *, kind: Literal["hand", "import"] = "hand"
    ) -> Iterator[Transaction]:
        """Open a transaction for a change made by hand; its `turn_id` undoes it like any other turn.

        `import` marks what is written as the words of a file's author.
        """
        with self.database.transaction(person, new_id(kind)) as tx:
            yield tx

    def now(self) -> datetime:
        """Return the home's local time, naive."""
        return local(self.clock.now(), self.preferences.tz)

    def call_function(
        self, app_id: str, name: str, inputs: Mapping[str, Any], person: str = "me", *,
        scopes: Collection[Scope] = EVERYTHING,
    ) -> dict[str, Any]:  # fmt: skip
        """Run a function of an app and write what it wants, as the person, in one undoable turn.

        Raises:
            ScopeError: it reads other apps, and `scopes` allow no reading.
            NotFoundError: there is no such app or function.
            AppError: it failed, or wanted what it may not; nothing is written.
            SandboxError: no sandbox for Python holds here; nothing was run.
        """
        from calisson.apps import functions, grants

        def read(app: str, entity: str) -> list[dict[str, Any]]:
            found = self.apps.records(app, entity, limit=functions.MOST_READ)
            return [{"id": r.id, **r.values, **r.computed} for r in found]

        spec = self.apps.get(app_id).spec
        function = functions.named(spec, name)
        require(scopes, {Scope.READ} if function.others else ())
        records = {e.name: read(app_id, e.name) for e in spec.entities} | grants.records_of(function, read)
        effects = functions.call(spec, name, records, inputs)
        if not effects.count:
            return {"message": effects.message, "changed": 0, "turn_id": None}
        with self.by_hand(person) as tx:
            functions.apply(self.apps, tx, app_id, effects)
            return {"message": effects.message, "changed": effects.count, "turn_id": tx.turn_id}

    def let_models_read(self, app_id: str, may: bool, person: str = "me") -> None:
        """Say whether an app's records may enter prompts of models outside the house; a new version of the app.

        Raises:
            NotFoundError: there is no such app.
        """
        with self.by_hand(person) as tx:
            spec = self.apps.get(app_id, tx=tx).spec
            policy = spec.policy.model_copy(update={"remote_prompts": may})
            self.apps.publish(tx, app_id, spec.model_copy(update={"policy": policy}), "by hand")

    def import_app(self, data: Any, *, person: str = "me", trust: bool = False) -> tuple[str, str]:
        """Take in an exported app that nobody signed; return its id and the turn that undoes it.

        Raises:
            ImportDataError: it is no exported app.
            AppError: it holds code, and `trust` is not given.
        """
        from calisson.apps.unsigned import checked

        whole = checked(data, trust=trust)
        with self.by_hand(person, kind="import") as tx:
            return self.apps.import_json(tx, whole).id, tx.turn_id or ""

    def import_csv(self, app_id: str, text: str, person: str = "me") -> dict[str, Any]:
        """Add the records of a CSV text to an app, all or none, and report.

        Raises:
            ImportDataError: it is no CSV, or has no column that the app knows.
        """
        with self.by_hand(person, kind="import") as tx:
            return {**self.apps.import_csv(tx, app_id, text).as_dict(), "turn_id": tx.turn_id}

    def apps_history(self, app_id: str) -> list[dict[str, Any]]:
        """Return the versions of an app, latest first, as JSON-able data."""
        current = self.apps.get(app_id, deleted=True).version
        return [
            {"version": v.number, "at": v.at.isoformat(), "who": v.actor, "reason": v.reason, "turn_id": v.turn_id,
             "current": v.number == current}
            for v in self.apps.history(app_id)
        ]  # fmt: skip

    def records_out(self, app_id: str) -> list[dict[str, Any]]:
        """Return the records of an app as JSON-able data."""
        return [r.as_dict() for r in self.apps.records(app_id, limit=10_000)]

    # --- agenda ----------------------------------------------------------------------------------------

    def claim_due(self) -> list[dict[str, Any]]:
        """Claim what is due, so that it is delivered once, and return it as JSON-able data."""
        if not self.agenda.has_due():
            return []
        with self.database.transaction("calisson") as tx:
            found = self.agenda.claim_due(tx)
            for reminder in found:
                self.journal.event(tx, "reminder", {"reminder": reminder.id, "text": reminder.text})
        return [
            {"id": r.id, "text": r.text, "next": r.next.isoformat(timespec="minutes") if r.next else None,
             "rrule": r.rrule, "tz": r.tz, "app_id": r.app_id, "status": r.status}
            for r in found
        ]  # fmt: skip

    def calendar_key(self) -> str:
        """Return the secret of the calendar feed's address, made at the first call."""
        return self.sessions.standing(self.database, "calendar")

    # --- work ------------------------------------------------------------------------------------------

    def work_kit(self, person: str = "me") -> Kit:
        """Return the tools with which a run of the workshop reads and changes this home for a person."""
        from calisson import workroom

        return workroom.work_kit(self, person)

    @cached_property
    def servers(self) -> McpClient:
        """The outside MCP servers that the home's `mcp.toml` names; none is spoken to before the first use.

        Raises:
            ConfigError: the file cannot be read.
        """
        from calisson.workshop import mcp_client

        return mcp_client.McpClient(mcp_client.load(self.database.data_dir))

    def worker(
        self, permissions: Permissions | None = None, *, person: str = "me", hooks: Hooks | None = None,
        watch: Callable[[Event], None] = lambda event: None,
    ) -> Agent:  # fmt: skip
        """Return an agent of the workshop with every tool of this home, for a person; see `workroom.worker`."""
        from calisson import workroom

        return workroom.worker(self, permissions, person=person, hooks=hooks, watch=watch)

    @cached_property
    def bench(self) -> Bench:
        """The runs of the workshop that go on in this home, each in a thread of its own."""
        from calisson import workroom

        return workroom.bench_of(self)

    # --- care ------------------------------------------------------------------------------------------

    def doctor(self) -> list[dict[str, Any]]:
        """Say what works here, with the mend for what does not."""
        from calisson.doctor import examine

        return examine(self)

    def backup(
        self, file: Path, *, download: bool = False, seal: bool = False, keys: Path | None = None
    ) -> Path:
        """Write the whole home to one file, consistent while it runs; for the options see `store.backups`."""
        from calisson.store import backup

        return backup(self.database, file, download=download, seal=seal, keys=keys)

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
            return self.apps.get(app_id, tx=tx).as_dict()
        except NotFoundError:
            return None

    def at(self, when: datetime) -> Home:
        """Fix the clock of this home; for replays."""
        self.clock = FixedClock(when.astimezone(UTC))
        return self

    def rollback_app(self, app_id: str, to: int, person: str = "me") -> str:
        """Bring version `to` of an app back and return the turn that undoes it."""
        with self.by_hand(person) as tx:
            self.apps.rollback(tx, app_id, to)
            return tx.turn_id or ""

    def delete_app(self, app_id: str, person: str = "me") -> str:
        """Delete an app and return the turn that undoes it."""
        with self.by_hand(person) as tx:
            self.end_app(tx, app_id)
            return tx.turn_id or ""

    def end_app(self, tx: Transaction, app_id: str) -> None:
        """Delete an app inside `tx`, and its reminders with it; one undo brings back both."""
        self.apps.delete(tx, app_id)
        for reminder in self.agenda.upcoming(10_000):
            if reminder.app_id == app_id:
                self.agenda.cancel(tx, reminder.id)

    def take_idea(self, idea: str, language: str | None = None, person: str = "me") -> tuple[App, str]:
        """Make an app of a ready idea and return it with the turn that undoes it.

        Raises:
            NotFoundError: there is no such idea.
        """
        from calisson.apps.gallery import specification
        from calisson.language.formats import currency_of

        wanted = language or self.preferences.language or "en"
        spec = specification(
            idea, wanted, self.preferences.currency or currency_of(wanted, self.preferences.tz)
        )
        with self.by_hand(person) as tx:
            app = self.apps.create(tx, spec, reason=idea)
            return self.apps.get(app.id, tx=tx), tx.turn_id or ""

    def start_example(self, language: str | None = None, person: str = "me") -> Sequence[App]:
        """Put in an example life; a second time it is left as it is."""
        from calisson.apps import example

        wanted = language or self.preferences.language or "en"
        return example.start(self.database, self.apps, person, wanted, self.preferences.currency, self.now())

    def end_example(self, person: str = "me") -> str:
        """Throw the example life away and return the turn that undoes it; what a person logged stays."""
        from calisson.apps import example

        with self.by_hand(person) as tx:
            example.end(tx, self.apps)
            return tx.turn_id or ""

    def explain(self, decision: str, person: str = "me") -> dict[str, Any]:
        """Return a decision: what was chosen, over what, on what evidence and memories, under which policy.

        Of memories only those that this person may see, in an answer to them.

        Raises:
            NotFoundError: there is no such decision.
        """
        found = self.journal.get(decision).as_dict()
        return {**found, "memories": self.memories.used_in(str(found.get("turn_id") or ""), person)}
