"""The memories a page at a time: every one once, narrowed down, walled off; counted; one of them with its reasons."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.errors import NotFoundError
from calisson.memory import Policy, Viewer, note_use
from calisson.memory.filters import Filters, people_of, told_apart
from calisson.memory.forgetting.retention import WEIGHTS
from calisson.memory.listing import Listing

START = datetime(2026, 1, 5, 9)


@pytest.fixture
def home(tmp_path: Path, clock: FixedClock) -> Iterator[Home]:
    with Home(tmp_path / "home", clock=clock) as opened:
        yield opened


def keep(home: Home, texts: list[str], person: str = "me", policy: Policy | None = None) -> list[str]:
    with home.database.transaction(person, "t") as tx:
        return [
            home.memory.remember(
                tx, text, source_turn="t", language="en", at=START + timedelta(days=n // 3), **({"policy": policy} if policy else {})
            ).id
            for n, text in enumerate(texts)
        ]  # fmt: skip


def pages(home: Home, tier: str, limit: int, **narrowed: object) -> list[list[str]]:
    """Return the ids of page after page."""
    found, before = [], ""
    while True:
        page = home.memories.page((tier,), limit, filters=Filters(**narrowed), before=before)  # type: ignore[arg-type]
        found.append([m["id"] for m in page["memories"]])
        if page["next"] is None:
            return found
        before = page["next"]


FACTS = [
    f"crate {n} has the {w} paint"
    for n, w in enumerate("red blue green white black brown golden silver".split())
]


@pytest.mark.parametrize("limit", [1, 3, 8, 50])
def test_every_memory_is_on_one_page_the_latest_first(home: Home, limit: int) -> None:
    keep(home, FACTS)
    found = pages(home, "fact", limit)
    flat = [i for page in found for i in page]
    assert flat == [m["id"] for m in home.memories.all()] and len(set(flat)) == len(FACTS)
    assert all(len(page) == limit for page in found[:-1])


def test_what_goes_or_comes_meanwhile_shifts_nothing(home: Home) -> None:
    ids = keep(home, FACTS)
    first = home.memories.page(("fact",), 3)
    home.memories.forget(first["memories"][0]["id"])
    home.memories.add("crate 99 is new")
    second = home.memories.page(("fact",), 50, before=first["next"])
    assert {m["id"] for m in second["memories"]} == {*ids} - {m["id"] for m in first["memories"]}


def test_tiers_are_lists_of_their_own(home: Home) -> None:
    home.say("remember that the spare key is under the blue pot", at=START)
    home.say("my sister Quillon is allergic to zanzafruit", at=START + timedelta(minutes=1))
    home.say("we are going to paint the greenhouse with Nora", at=START + timedelta(hours=5))
    (fact,) = home.memories.page(("fact",), 10)["memories"]
    talk = [m["text"] for m in home.memories.page(("turn",), 10)["memories"]]
    (block,) = home.memories.page(("episode",), 10)["memories"]
    assert "blue pot" in fact["text"] and "greenhouse" in talk[0] and "zanzafruit" in talk[1]
    assert block["tier"] == "episode" and "zanzafruit" in block["text"]
    whole = home.memories.one(block["id"])
    assert [p["text"] for p in whole["parts"]] == ["my sister Quillon is allergic to zanzafruit"]
    assert home.memories.overview(("turn",))["tiers"] == {"fact": 1, "turn": 2, "app": 0, "episode": 1}
    home.memories.forget(whole["parts"][0]["id"])
    assert home.memories.page(("episode",), 10)["memories"] == []
    with pytest.raises(NotFoundError):
        home.memories.one(block["id"])


def test_a_list_is_narrowed_down_over_its_pages(home: Home) -> None:
    texts = [f"Tom borrowed tool {n}" if n % 5 == 0 else f"shelf {n} has jam" for n in range(40)]
    ids = keep(home, texts)
    home.memories.care_for(ids[1], pinned=True)
    assert sum(map(len, pages(home, "fact", 3, person="Tom"))) == 8
    assert pages(home, "fact", 3, pinned=True) == [[ids[1]]]
    assert sum(map(len, pages(home, "fact", 4, since="2026-01-06", until="2026-01-07"))) == 6
    assert pages(home, "fact", 4, speaker="Nora") == [[]]
    keep(home, ["I live in Lyon"])
    home.say("remember that I live in Basel now", at=START + timedelta(days=20))
    (over,) = pages(home, "fact", 4, over_at="2026-03-01T00:00:00")
    assert [home.memories.one(i)["text"] for i in over] == ["I live in Lyon"]
    assert "Basel" in home.memories.one(over[0])["later"]["text"]


def test_a_page_looks_no_further_than_so_far(home: Home) -> None:
    keep(home, ["Tom has the ladder", *FACTS])
    listing = Listing(home.database, home.clock, home.memory.episodes, home.memory.guard, looked=4, step=2)
    found, before, count = [], "", 0
    while before is not None:
        page = listing.page(
            ("fact",), limit=5, viewer=Viewer("me", "manage"), filters=Filters(person="Tom"), before=before,
            describe=lambda some: [{**m, "people": people_of(m["text"], "en")} for m in some],
        )  # fmt: skip
        found += page.memories
        before, count = page.next, count + 1
    assert [m["text"] for m in found] == ["Tom has the ladder"] and count == 3


def test_nobody_lists_counts_or_opens_what_is_not_theirs(home: Home) -> None:
    (mine,) = keep(home, ["my diary is behind the books"])
    (hers,) = keep(home, ["the house has seven doors"], "ana", Policy(scope="house"))
    assert [m["id"] for m in home.memories.page(("fact",), 9, "ana")["memories"]] == [hers]
    assert home.memories.overview(("fact",), "ana")["tiers"]["fact"] == 1
    with pytest.raises(NotFoundError):
        home.memories.one(mine, "ana")
    assert "reasons" in home.memories.one(mine) and "reasons" not in home.memories.one(hers)


def test_what_stays_in_the_house_is_on_no_list_for_programs_and_that_is_noted(home: Home) -> None:
    (walled,) = keep(home, ["my locker code is 4711"], policy=Policy(local_only=True))
    (free,) = keep(home, ["the bus leaves at nine"])
    abroad = home.memories.abroad
    assert [m["id"] for m in abroad.page(("fact",), 9)["memories"]] == [free]
    assert abroad.overview(("fact",))["counted"] == 1
    with pytest.raises(NotFoundError):
        abroad.one(walled)
    assert home.memories.one(walled)["id"] == walled
    assert home.journal.tail(9, "memory-barred")


def test_an_overview_counts_what_the_list_holds(home: Home) -> None:
    keep(home, ["Tom has a dog called Rex", "the rent of the flat is 900 euros", "I live in Lyon"])
    home.say("remember that I live in Basel now", at=START + timedelta(days=40))
    found = home.memories.overview(("fact",))
    listed = home.memories.page(("fact",), 50)["memories"]
    assert found["counted"] == len(listed) == sum(n for m in found["months"].values() for n in m.values())
    assert sorted(found["months"]) == ["2026-01", "2026-02"] and found["over"] == 1
    assert {"name": "Tom", "relation": None, "count": 1, "themes": ["pets"]} in found["people"]
    assert [t["month"] for t in found["turned"]] == ["2026-02"] and "Basel" in found["turned"][0]["texts"][0]


def test_one_person_is_counted_once_in_every_language(home: Home) -> None:
    for n, (text, language) in enumerate(
        [
            ("my sister likes jam", "en"),
            ("meine Schwester mag Marmelade", "de"),
            ("我姐姐喜欢果酱", "zh"),
            ("여동생은 잼을 좋아해", "ko"),
        ]
    ):
        with home.database.transaction("me", f"t{n}") as tx:
            home.memory.remember(tx, text, source_turn=f"t{n}", language=language)
    (sister,) = home.memories.overview(("fact",))["people"]
    assert (sister["relation"], sister["count"]) == ("sister", 4)
    assert len(home.memories.page(("fact",), 9, filters=Filters(person=sister["name"]))["memories"]) == 4


@pytest.mark.parametrize(
    ("text", "language", "people"),
    [
        ("Grandma Rosa drinks her tea without sugar", "en", ("Rosa",)),
        ("Oma Rosa mag Krimis", "de", ("Rosa",)),
        ("妹のミアは卵アレルギー", "ja", ("Mia",)),
        ("ミアの妹は大阪にいる", "ja", ("Mia", "妹")),
        ("여동생 미아는 땅콩 알레르기가 있어", "ko", ("Mia",)),
        ("my brother and Tom went out", "en", ("Tom", "brother")),
    ],
)
def test_who_is_named_with_a_relation_is_one_person(
    text: str, language: str, people: tuple[str, ...]
) -> None:
    assert told_apart(text, language) == people


def test_the_reasons_are_the_parts_of_the_score(home: Home) -> None:
    same, other, plain = keep(
        home, ["the blue ladder is behind the barn", "the blue ladder is behind the shed", "Rex eats"]
    )
    with home.database.transaction("me") as tx:
        note_use(tx, [other, other])
    home.memories.care_for(same, kept_for="legal")
    reasons = {i: home.memories.one(i)["reasons"] for i in (same, other, plain)}
    for one in reasons.values():
        assert one["score"] == pytest.approx(sum(WEIGHTS[n] * v for n, v in one["parts"].items()), abs=1e-3)
    assert reasons[same]["kept"] == "legal" and reasons[other]["kept"] is None
    assert (reasons[other]["uses"], reasons[plain]["uses"]) == (2, 0)
    assert reasons[other]["parts"]["use"] > reasons[plain]["parts"]["use"] == 0
    assert reasons[other]["nearest"] == same and reasons[plain]["nearest"] is None
    assert reasons[other]["parts"]["novelty"] < reasons[plain]["parts"]["novelty"] == 1
