"""Thirty days in which the words of others pass through the talk: books, songs, forwarded mail, games, code."""

import random
from datetime import datetime, timedelta
from pathlib import Path

import pytest
from loops_samples import LOOPS
from sqlalchemy import select
from test_thirty_days import ASK, KEEP, Life, bare, made_talk, statement

from calisson.app import Home
from calisson.clock import FixedClock
from calisson.memory.tables import memories

DAYS = 30


def lived(home: Home, seed: int) -> tuple[Life, list[tuple[str, str, str]]]:
    """Live through thirty days of loops; return what was said, and each loop with its class and language."""
    rng, life, used = random.Random(seed), Life(), set[str]()
    languages, heard = list(KEEP), []
    for day in range(DAYS):
        language = languages[day % len(languages)]
        at = datetime(2026, 10, 1, 8) + timedelta(days=day)

        def say(text: str, at: datetime = at) -> str:
            return home.say(text, at=at + timedelta(minutes=17 * rng.randint(0, 30))).reply

        kept, passing = statement(rng, language, used), statement(rng, language, used)
        say(KEEP[language].format(kept))
        say(passing)
        life.facts.append(kept)
        life.told.append(passing)
        reply = say(ASK[language].format(name=rng.choice(made_talk.SLOTS[language]["name"])))
        for name, texts in LOOPS.items():
            given = {"{fact}": kept, "{passing}": passing, "{reply}": reply}
            loop = rng.choice(texts[language])
            for mark, text in given.items():
                loop = loop.replace(mark, text)
            say(loop)
            heard.append((name, language, loop))
    return life, heard


@pytest.mark.parametrize("seed", [21, 22])
def test_the_words_of_others_are_nobodys_memory(tmp_path: Path, clock: FixedClock, seed: int) -> None:
    with Home(tmp_path / "home", clock=clock) as home:
        life, heard = lived(home, seed)
        profile = {bare(line["text"]) for line in home.memories.profile()}
        with home.database.read() as connection:
            query = select(memories.c.tier, memories.c.text).where(memories.c.status == "live")
            rows = [(str(r.tier), str(r.text)) for r in connection.execute(query)]
    wanted, told = {bare(f) for f in life.facts}, {bare(t) for t in life.told}
    facts = [bare(text) for tier, text in rows if tier == "fact"]
    junk = [text for n, text in enumerate(facts) if text not in wanted or text in facts[:n]]
    talk = [(text, bare(text)) for tier, text in rows if tier == "turn"]
    lists = {bare(loop) for name, _, loop in heard if name == "list"}  # the person's own, but no fact
    stray = [text for text, flat in talk if flat not in told | wanted | lists]
    print(
        f"facts {len(facts)} of {len(wanted)}, junk {len(junk)}; talk {len(talk)}, stray {len(stray)}; loops {len(heard)}"
    )
    for text in stray:
        print([name for name, _, loop in heard if bare(text) in bare(loop)][:1], text)
    print(junk, sorted(wanted - set(facts)), sorted(told - {f for _, f in talk}), sep="\n")
    print(len(profile), sorted(profile & told - wanted))
    assert profile <= wanted | told
    assert len(junk) < 0.02 * len(facts)
    assert len(wanted & set(facts)) >= 0.95 * len(wanted)
    assert len(told & {flat for _, flat in talk}) >= 0.95 * len(told)
    assert len(stray) < 0.02 * len(heard)
