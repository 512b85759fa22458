"""A home's memories as its doors want them: JSON-able data out, each change by hand a turn that undo takes back."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, BinaryIO, Literal

from calisson.errors import MemoryError_, NotFoundError
from calisson.memory import Policy, Viewer
from calisson.memory.filters import FURTHEST, WIDER, Filters

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.memory.forgetting.parting import Forgetting
    from calisson.memory.forgetting.retention import Budget, Retention
    from calisson.memory.learned.further import FurtherWords
    from calisson.memory.listing import Listing
    from calisson.memory.privacy.policy import Purpose
    from calisson.memory.types import Tier
    from calisson.models.types import Privacy


EVERYTHING = Filters()


@dataclass(frozen=True, slots=True)
class Export:
    """Memories as a text."""

    text: str
    left_out: int
    """Memories of the person's own whose policy keeps them from it."""


class Memories:
    """What the page, the terminal and other programs do with memories."""

    def __init__(self, home: Home, *, remote: bool = False) -> None:
        """Open the door to a home's memories; `remote` when what it gives goes to a program, wherever that runs."""
        self._home = home
        self._remote = remote

    @property
    def abroad(self) -> Memories:
        """The same for programs with a token: what may not leave the house is left out, and that is journalled."""
        return Memories(self._home, remote=True)

    def _viewer(self, person: str, purpose: Purpose = "manage") -> Viewer:
        """Return who looks through this door."""
        return Viewer(person, purpose, self._remote)

    def all(
        self, person: str = "me", *, viewer: Viewer | None = None, filters: Filters = EVERYTHING
    ) -> list[dict[str, Any]]:
        """Return what the person (or this viewer) may see of what is remembered, latest first, as JSON-able data."""
        facts = self._home.memory.list(viewer=viewer or self._viewer(person))
        filters = self._known(filters, person)
        found = self._described([f.as_dict() for f in facts])
        return [m for m in found if filters.fits(m)]

    @property
    def listing(self) -> Listing:
        """Looks through memories, a page at a time."""
        from calisson.memory.listing import Listing

        memory = self._home.memory
        return Listing(self._home.database, self._home.clock, memory.episodes, memory.guard)

    def page(
        self,
        tiers: Sequence[Tier],
        limit: int,
        person: str = "me",
        *,
        filters: Filters = EVERYTHING,
        before: str = "",
    ) -> dict[str, Any]:
        """Return what this person may see of these tiers as `memories`, latest first, and where to read on as `next`."""
        found = self.listing.page(
            tiers, limit=limit, viewer=self._viewer(person), filters=self._known(filters, person),
            describe=self._described, before=before,
        )  # fmt: skip
        return {"memories": found.memories, "next": found.next}

    def overview(self, tiers: Sequence[Tier], person: str = "me") -> dict[str, Any]:
        """Return what the latest memories of these tiers are about, counted, as JSON-able data."""
        viewer, at = self._viewer(person), self._home.now()
        return self.listing.overview(tiers, viewer=viewer, at=at, describe=self._described).as_dict()

    def one(self, memory_id: str, person: str = "me") -> dict[str, Any]:
        """Return a memory or a block of the last days, and of the person's own memories why they are kept, as `reasons`.

        Raises:
            NotFoundError: there is none that they may see.
        """
        from calisson.memory.forgetting.reasons import reasons_for

        home, viewer = self._home, self._viewer(person)
        found = self.listing.one(memory_id, viewer=viewer, describe=self._described)
        if found is None:
            home.memory.may_see([memory_id], viewer)  # notes who was barred from it
            raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
        reasons = reasons_for(home.database, home.clock, home.memory, memory_id, person)
        return {**found, "reasons": reasons.as_dict()} if reasons is not None else found

    def _known(self, filters: Filters, person: str) -> Filters:
        """Return filters that know by which names and relations the person asked for is spoken of."""
        if not filters.person:
            return filters
        return replace(
            filters, same=self._home.memory.who_is_who(viewer=self._viewer(person)).same(filters.person)
        )

    def people(self, person: str = "me") -> list[dict[str, Any]]:
        """Return who is who to a person, by what they said, the latest first, with sources, as JSON-able data.

        `current` is false for who is no more what they were: there is one landlord at a time.
        """
        register = self._home.memory.who_is_who(viewer=self._viewer(person))
        return [{**k.as_dict(), "current": register.holds(k)} for k in register.known]

    def _described(self, found: list[dict[str, Any]]) -> list[dict[str, Any]]:
        """Add to memories what they are about, why they are kept and who may see them."""
        from calisson.memory.filters import people_of
        from calisson.memory.finding.themes import theme_of

        ids = [m["id"] for m in found]
        policies, cares = self._home.memory.policies(ids), self._home.memory.cares(ids)
        return [
            {
                **m,
                "theme": theme_of(m["text"], m["language"]),
                "people": list(people_of(m["text"], m["language"])),
                **cares.get(m["id"], {}),
                **({"policy": policies[m["id"]].as_dict()} if m["id"] in policies else {}),
            }
            for m in found
        ]

    def related(
        self, query: str, limit: int = 100, person: str = "me", *, filters: Filters = EVERYTHING
    ) -> list[dict[str, Any]]:
        """Return the person's memories that have to do with a query, best first, described as `all` does."""
        from calisson.language.languages import detect

        language = detect(query, self._home.preferences.language)
        tiers: tuple[Tier, ...] = ("episode",) if filters.tier == "episode" else ("fact", "turn")
        found = self._found(
            query, language, limit, self._viewer(person), tiers, filters, person, related=True
        )
        return [described for _, described in found]

    def search(
        self,
        query: str,
        limit: int = 10,
        person: str = "me",
        *,
        viewer: Viewer | None = None,
        tiers: Sequence[Tier] = ("fact", "turn", "episode", "app"),
        filters: Filters = EVERYTHING,
    ) -> list[dict[str, Any]]:
        """Return the memories that answer a query of this person (or viewer), best first, as JSON-able data."""
        from calisson.language.languages import detect

        language = detect(query, self._home.preferences.language)
        if not filters:
            hits = self._home.memory.search(
                query, language, limit, viewer=viewer or self._viewer(person, "answer"), tiers=tiers
            )
            return [h.as_dict() for h in hits]
        viewer = viewer or self._viewer(person, "answer")
        found = self._found(query, language, limit, viewer, tiers, filters, person)
        return [plain for plain, _ in found]

    def _found(
        self, query: str, language: str, limit: int, viewer: Viewer, tiers: Sequence[Tier], filters: Filters, person: str,
        *, related: bool = False,
    ) -> list[tuple[dict[str, Any], dict[str, Any]]]:  # fmt: skip
        """Return what a search finds that fits, plain and described; it looks further as long as too little does."""
        filters = self._known(filters, person)
        most = limit * WIDER if filters else limit
        while True:
            hits = self._home.memory.search(
                query, language, most, viewer=viewer, related=related, tiers=tiers, only=filters
            )
            plain = [h.as_dict() for h in hits]
            found = [(m, d) for m, d in zip(plain, self._described(plain), strict=True) if filters.fits(d)]
            if len(found) >= limit or len(hits) < most or most >= FURTHEST or not filters:
                return found[:limit]
            most *= WIDER

    def why(
        self, query: str, limit: int = 10, person: str = "me", *, viewer: Viewer | None = None,
        tiers: Sequence[Tier] = ("fact", "turn", "episode", "app"), filters: Filters = EVERYTHING,
        further: Privacy | None = None, hops: bool = False,
    ) -> dict[str, Any]:  # fmt: skip
        """Return what `search` returns as `hits`, and why it went so as `trace`: further words, gate, hops.

        With `further` a model is asked for further words, where one is set up; `local` asks none outside the house.
        With `hops` it searches on from what it found.
        """
        from calisson.language.languages import detect

        language = detect(query, self._home.preferences.language)
        filters = self._known(filters, person)
        hits, trace = self._home.memory.explain_search(
            query, language, limit * WIDER if filters else limit, tiers=tiers,
            viewer=viewer or self._viewer(person, "answer"),
            further=self._further(further, person) if further else None, hops=hops,
        )  # fmt: skip
        found = [h.as_dict() for h in hits]
        if filters:
            described = self._described(found)
            found = [m for m, d in zip(found, described, strict=True) if filters.fits(d)][:limit]
        return {"hits": found, "trace": trace.as_dict()}

    def _further(self, privacy: Privacy, person: str) -> FurtherWords:
        """Return who is asked for further words; the same as before, so that it remembers."""
        from calisson.memory.learned.further import FurtherWords

        known = self._home.further_words
        if (privacy, person) not in known:
            known[privacy, person] = FurtherWords(self._home.models, privacy=privacy, person=person)
        return known[privacy, person]

    def add(self, text: str, person: str = "me") -> str:
        """Remember a text and return its id."""
        from calisson.language.languages import detect

        with self._home.by_hand(person) as tx:
            language = detect(text, self._home.preferences.language)
            return self._home.memory.remember(tx, text, source_turn=tx.turn_id or "", language=language).id

    def offer(self, text: str, person: str = "me", *, request: str = "") -> dict[str, Any]:
        """Remember what a program brings, as JSON-able data; what the person's own request does not say `waits` for a yes."""
        from calisson.language.languages import detect

        with self._home.by_hand(person) as tx:
            language = detect(text, self._home.preferences.language)
            fact = self._home.memory.offer(
                tx, text, source_turn=tx.turn_id or "", language=language, request=request
            )
            return {**fact.as_dict(), "turn_id": tx.turn_id}

    def forget(self, memory_id: str, person: str = "me") -> str:
        """Forget a memory by its id and return the turn that undoes it.

        Raises:
            NotFoundError: there is none.
        """
        with self._home.by_hand(person) as tx:
            self._home.memory.forget_id(tx, memory_id)
            return tx.turn_id or ""

    def set_policy(self, memory_id: str, data: Mapping[str, Any], person: str = "me") -> str:
        """Change what may be done with a memory, by the members of a `Policy`, and return the turn that undoes it.

        Raises:
            NotFoundError: the person has no such memory. MemoryError_: a value that cannot be one.
        """
        with self._home.by_hand(person) as tx:
            now = self._home.memory.policies([memory_id]).get(memory_id, Policy())
            wanted = Policy.from_dict({**now.as_dict(), **data})
            if wanted != wanted.without_circles():
                raise MemoryError_(
                    "a home has no circles yet: name readers (scope people), or share with the house",
                    message_id="error-memory-circles",
                )
            self._home.memory.set_policy(tx, memory_id, wanted)
            return tx.turn_id or ""

    def used_in(self, turn_id: str, person: str = "me") -> list[dict[str, Any]]:
        """Return which memories the answer of a turn to this person came from, and how each was found."""
        return [u.as_dict() for u in self._home.memory.used_in(turn_id, viewer=self._viewer(person))]

    def uses(self, memory_id: str, person: str = "me") -> list[dict[str, Any]]:
        """Return the answers to this person that a memory was used in, the latest first."""
        from calisson.memory.uses import uses_of

        if self._remote and not self._home.memory.may_see([memory_id], self._viewer(person)):
            return []
        return [u.as_dict() for u in uses_of(self._home.database, memory_id, person)]

    def reopen(self, memory_id: str, person: str = "me") -> str:
        """Let a fact that a later one closed hold again, and return the turn that undoes that.

        Raises:
            NotFoundError: the person has no such memory, or nothing closed it.
        """
        with self._home.by_hand(person) as tx:
            self._home.memory.reopen(tx, memory_id)
            return tx.turn_id or ""

    @property
    def forgetting(self) -> Forgetting:
        """Carries out what was forgotten."""
        from calisson.memory.forgetting.parting import Forgetting

        return Forgetting(self._home.database, self._home.clock)

    def erase(self, ids: Sequence[str] | None = None) -> dict[str, Any]:
        """Take the bytes of forgotten memories out of everything (those that are due without `ids`), and report."""
        from calisson.workshop.forgetting import Workspaces

        return self.forgetting.erase(ids, places=(Workspaces(self._home.database),)).as_dict()

    def policy(self, memory_id: str, person: str = "me") -> dict[str, Any]:
        """Return the policy of a memory of this person, as JSON-able data.

        Raises:
            NotFoundError: there is none that they may manage.
        """
        if not self._home.memory.may_see([memory_id], self._viewer(person)):
            raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
        return self._home.memory.policies([memory_id]).get(memory_id, Policy()).as_dict()

    def proposed(self, person: str = "me") -> list[dict[str, Any]]:
        """Return what came from outside and waits for this person's yes, as JSON-able data."""
        return [m.as_dict() for m in self._home.memory.proposed(viewer=self._viewer(person))]

    def answer(self, memory_id: str, yes: bool, person: str = "me") -> str:
        """Keep what came from outside, or let go of it, and return the turn that undoes that.

        Raises:
            NotFoundError: nothing of this person's waits under this id.
        """
        with self._home.by_hand(person) as tx:
            (self._home.memory.accept if yes else self._home.memory.decline)(tx, memory_id)
            return tx.turn_id or ""

    def report(self, person: str = "me", limit: int = 100) -> dict[str, Any]:
        """Return how much this person's memory holds, and what was forgotten, latest first, and why, as JSON-able data."""
        budget = self.budget()
        usage = self.retention.usage(person, budget)
        return {
            "items": usage.items, "bytes": usage.size_bytes, "most_items": budget.items,
            "most_bytes": budget.size_bytes, "erase_after_h": self._home.preferences.erase_after_h,
            "kept": self._kept(person),
            "forgotten": [p.as_dict() for p in self.forgetting.partings(person, limit)],
            "vectors": self.vectors(),
        }  # fmt: skip

    def _kept(self, person: str) -> dict[str, int]:
        from calisson.memory.forgetting.keeping import reasons

        with self._home.database.read() as connection:
            return reasons(connection, person)

    def vectors(self) -> dict[str, Any]:
        """Return of how many memories the vectors are made, by which encoder, which answers meanwhile, and what searches."""
        from calisson.memory.finding.renewal import SOON

        self._home.memory.points.pgvector.prepare(SOON)
        with self._home.database.read() as connection:
            return self._home.memory.renewal.progress(connection)

    @property
    def retention(self) -> Retention:
        """Keeps memories under a budget."""
        from calisson.memory.forgetting.retention import Retention

        return Retention(self._home.database, self._home.clock, self._home.memory)

    def budget(self) -> Budget:
        """Return how much of a person's memory is kept, by the home's settings."""
        from calisson.memory.forgetting.retention import Budget

        return Budget(self._home.preferences.memory_most_items, self._home.preferences.memory_most_bytes)

    def care_for(self, memory_id: str, person: str = "me", **changes: Any) -> str:
        """Set `pinned`, `kept_for` or `importance` of a memory and return the turn that undoes it.

        Pinning what was forgotten brings it back, while its bytes are there.

        Raises:
            NotFoundError: the person has no such memory.
        """
        from calisson.memory.forgetting.retention import care_for

        with self._home.by_hand(person) as tx:
            if changes.get("pinned") and memory_id not in self._home.memory.may_see(
                [memory_id], self._viewer(person)
            ):
                self.retention.bring_back(tx, memory_id)
            care_for(tx, memory_id, **changes)
            return tx.turn_id or ""

    def keep_house(self, *, now: bool = True) -> dict[str, Any]:
        """Do what is done at night: memories stay under their budget, what is due to be forgotten goes; and report.

        Without `now` it is done only between two and five in the home's zone, or when it is a day late.
        """
        from calisson import nights

        return nights.keep_house(self._home, now=now)

    def learn(self) -> dict[str, Any]:
        """Make lessons of what was asked and answered since, take a night's steps, and return what came of it."""
        from calisson import nights

        return nights.learn(self._home)

    def learned(self) -> list[dict[str, Any]]:
        """Return the versions of what this home's search learned, latest first, as JSON-able data."""
        return self._home.memory.learning.versions()

    def unlearn(self, person: str = "me") -> dict[str, Any]:
        """Return to the version before, or to the shipped weights.

        Raises:
            NotFoundError: no version of the home's own serves.
        """
        with self._home.database.transaction(person) as tx:
            done = self._home.memory.learning.back(tx)
        self._home.memory.use_learned()
        return done

    def profile(self, person: str = "me", *, viewer: Viewer | None = None) -> list[dict[str, Any]]:
        """Return who this person is, line by line, of the facts that the viewer may see, as JSON-able data."""
        memory, viewer = self._home.memory, viewer or self._viewer(person, "answer")
        facts, told = memory.list(2000, viewer=viewer), memory.told(2000, person, viewer=viewer)
        return [line.as_dict() for line in memory.profiles.lines(person, facts, self._home.now(), told)]

    def change_profile(self, memory_id: str, person: str = "me", **changes: Any) -> str:
        """Change a line of the profile: `text`, `pinned`, `removed`; return the turn that undoes it.

        Raises:
            NotFoundError: the person has no such fact. MemoryError_: words without any letter.
        """
        with self._home.by_hand(person) as tx:
            self._home.memory.profiles.change(tx, memory_id, **changes)
            return tx.turn_id or ""

    def trace(self, memory_id: str, person: str = "me") -> dict[str, Any]:
        """Return where a memory comes from: the turn, when it was said again, what it took the place of.

        Raises:
            NotFoundError: there is none that the person may manage.
        """
        from sqlalchemy import select

        from calisson.memory.rows import fact_of
        from calisson.memory.tables import memories

        if not self._home.memory.may_see([memory_id], self._viewer(person)):
            raise NotFoundError(f"no memory {memory_id!r}", message_id="error-not-found", row=memory_id)
        with self._home.database.read() as connection:
            row = dict(
                connection.execute(select(memories).where(memories.c.id == memory_id)).mappings().one()
            )
            return {**fact_of(row).as_dict(), **self._home.memory.merges.trace(connection, row)}

    def take_apart(self, merge_id: str, person: str = "me") -> dict[str, Any]:
        """Undo a merge that `trace` names, and return the fact that stands by itself, with the turn that undoes it.

        Raises:
            NotFoundError: the person has no such merge.
        """
        with self._home.by_hand(person) as tx:
            fact = self._home.memory.merges.take_apart(tx, merge_id)
            return {**fact.as_dict(), "turn_id": tx.turn_id}

    def keep_episodes(self, person: str = "me") -> int:
        """Make the blocks of this person's talk of the last days that is over, let go of old ones; return how many."""
        with self._home.database.transaction(person) as tx:
            days = self._home.preferences.episodic_days
            return self._home.memory.episodes.keep(tx, self._home.now(), days)

    def encrypt(self, passphrase: str | None, person: str = "me") -> str:
        """Encrypt a person's memories and files from now on, and return the recovery code.

        Without a passphrase a random one is kept in the system's keyring.

        Raises:
            VaultError: they are already, the passphrase is too short, or this is a PostgreSQL home.
        """
        from calisson.memory.privacy.encrypt import turn_on
        from calisson.store.vault import code_of, keyring_passphrase

        if passphrase is not None:
            return code_of(turn_on(self._home.database, person, passphrase))
        name = f"{self._home.sessions.fingerprint()} {person}"
        random = keyring_passphrase(name, make=True)
        return code_of(turn_on(self._home.database, person, random, keyring=name))

    def decrypt(self, passphrase: str, person: str = "me") -> None:
        """Store a person's memories and files plainly again.

        Raises:
            VaultError: the passphrase is wrong, or they are plain.
        """
        from calisson.memory.privacy.encrypt import turn_off

        turn_off(self._home.database, person, passphrase)

    def unlock(self, passphrase: str, person: str = "me") -> None:
        """Open a person's encrypted memories in this process, and finish what was interrupted.

        Raises:
            VaultError: the passphrase is wrong, or they are not encrypted.
        """
        from calisson.memory.privacy.encrypt import finish

        self._home.database.vault.unlock(person, passphrase)
        finish(self._home.database, person)

    def lock(self, person: str = "me") -> None:
        """Close a person's encrypted memories in this process.

        Raises:
            VaultError: they are not encrypted.
        """
        from calisson.errors import VaultError

        if not self._home.database.vault.is_on(person):
            raise VaultError("these memories are not encrypted", message_id="error-vault-off")
        self._home.database.vault.lock(person)

    def take_in(self, lines: Sequence[str], person: str = "me") -> int:
        """Take in JSON lines and return how many memories came of them."""
        with self._home.by_hand(person, kind="import") as tx:
            return self._home.memory.import_lines(tx, lines)

    def look_into(self, file: BinaryIO, person: str = "me") -> dict[str, Any]:
        """Return what taking in a file of memories would do, as JSON-able data; nothing is stored.

        Raises:
            MemoryError_: it is broken, or of no known kind.
        """
        return self._home.memory.look_into(file, person).as_dict()

    def take_in_file(self, file: BinaryIO, person: str = "me") -> dict[str, Any]:
        """Take in a file of memories, of this or another program, after it was checked; and say what came of it.

        Raises:
            MemoryError_: it is broken, or of no known kind; nothing is stored then.
        """
        preview = self.look_into(file, person)
        with self._home.by_hand(person, kind="import") as tx:
            taken = self._home.memory.take_in(tx, file)
        return {**preview, "added": taken.added, "waiting": taken.offers, "turn_id": tx.turn_id}

    def export(
        self, form: Literal["jsonl", "markdown"] = "jsonl", person: str = "me", *, talk: bool = False,
        everything: bool = False,
    ) -> Export:  # fmt: skip
        """Return what this person keeps, as JSON lines that `take_in_file` reads, or as Markdown.

        Args:
            form: of the text.
            person: whose memories.
            talk: also what they said in passing, not facts alone.
            everything: also what is kept for other purposes than an export, which its person may always take home.
        """
        viewer = self._viewer(person, "manage" if everything else "export")
        left_out = self._home.memory.left_out(viewer=viewer, talk=talk)
        if form == "jsonl":
            lines = self._home.memory.export_lines(viewer=viewer, talk=talk)
            return Export("".join(f"{line}\n" for line in lines), left_out)
        from calisson.language.formats import day
        from calisson.language.phrases import phrase
        from calisson.memory.exchange.markdown import markdown

        language = self._home.preferences.language or "en"
        lines = markdown(
            self._home.memory.exported(viewer=viewer, talk=talk),
            phrase(language, "memory-export-title"),
            lambda f: day(f.at.date(), language),
            lambda f: (
                phrase(language, "memory-export-until", until=day(f.until.date(), language))
                if f.until
                else ""
            ),
            phrase(language, "memory-export-left-out", count=left_out) if left_out else "",
        )
        return Export("\n".join(lines) + "\n", left_out)
