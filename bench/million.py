"""A million memories: how fast a search is, whether the index misses any, what it takes of working memory.

    python -m bench.million [--count 1000000] [--home FOLDER] [--rounds 3]

The memories are made: sentences of fourteen patterns in five languages over the concepts' words
(`tools/encoder/concepts`), drawn with frequencies after Zipf's law. Making a million takes about a quarter of an
hour; with --home the home is kept for the next time. The questions have two to four of the words of a sentence that
is not among the memories. Every question is asked in each round, and its best time counts: the machine may have other
work. Processor time stands beside it.
"""

from __future__ import annotations

import argparse
import json
import random
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import nullcontext
from functools import partial
from itertools import accumulate
from pathlib import Path
from statistics import mean, median
from tempfile import TemporaryDirectory

from sqlalchemy import select

from calisson import Home
from calisson.memory.finding.points import points
from calisson.memory.tables import memories

CONCEPTS = Path(__file__).parents[1] / "tools" / "encoder" / "concepts"
LIVE = memories.c.status == "live"
PART = 20_000
QUERIES = 200
PATTERNS = (
    (
        "{} and {} on Sunday with {}",
        "my {} is in the {} behind the {}",
        "bought {} and {} for {} euros",
        "{} told me about {}, {} and her {}",
        "we talked about {} and the {} of {}",
    ),
    ("{} und {} am Sonntag mit {}", "mein {} liegt im {} hinter {}", "{} und {} für {} Euro gekauft"),
    ("星期天和{}一起{}{}", "我的{}在{}后面的{}"),
    ("日曜日に{}と{}、{}も", "私の{}は{}の{}にある"),
    ("일요일에 {} {} 그리고 {}", "내 {} 는 {} 뒤 {} 에 있다"),
)
"""Sentences by language: English, German, Chinese, Japanese, Korean."""


def words() -> list[list[str]]:
    """Return the concepts' words by language."""
    rows = [
        [cell.replace("_", " ").split() for cell in line.split("|")]
        for path in sorted(CONCEPTS.glob("*.txt"))
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    return [[w for row in rows for w in row[n]] for n in range(5)]


def sentences(count: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Yield made-up memories, each with its words."""
    chance = random.Random(seed)
    known = words()
    for some in known:
        random.Random(0).shuffle(some)
    sums = [list(accumulate(1 / (n + 3) for n in range(len(some)))) for some in known]
    for _ in range(count):
        language = chance.choices(range(5), (5, 2, 1, 1, 1))[0]
        pattern = chance.choice(PATTERNS[language])
        picked = chance.choices(known[language], cum_weights=sums[language], k=pattern.count("{}"))
        yield f"{pattern.format(*picked)} {chance.randint(1, 9999)}", picked


def questions(count: int, seed: int) -> list[str]:
    """Return questions: two to four words of sentences like the memories."""
    chance = random.Random(seed)
    return [
        " ".join(chance.sample(picked, min(len(picked), chance.randint(2, 4))))
        for _, picked in sentences(count, seed)
    ]


def fill(home: Home, count: int) -> float:
    """Make the memories that are still missing and return the seconds."""
    begun = time.perf_counter()
    lines = (json.dumps({"text": t, "at": f"20{n % 20 + 5:02}-01-{n % 28 + 1:02}T10:00:00"}, ensure_ascii=False)
             for n, (t, _) in enumerate(sentences(count, 1)))  # fmt: skip
    while part := [line for _, line in zip(range(PART), lines, strict=False)]:
        home.memories.take_in(part)
    return time.perf_counter() - begun


def resident() -> int:
    """Return the bytes of working memory that this process has for itself: without pages of files, which can go."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(next(x for x in status.splitlines() if x.startswith("RssAnon")).split()[1])


def recall(home: Home, queries: list[bytes], near: list[list[int]]) -> float:
    """Return which share of the ten found are as near as the true tenth, by all full vectors; ties count alike."""
    import numpy as np

    asked = np.frombuffer(b"".join(queries), np.int8).reshape(len(queries), -1).astype(np.float32)
    best = np.full((len(queries), 10), -np.inf, np.float32)
    found: list[dict[int, float]] = [{} for _ in queries]
    wanted = {number for some in near for number in some}
    with home.database.read() as connection:
        rows = connection.execution_options(yield_per=PART).execute(select(points.c.number, points.c.vector))
        for part in rows.partitions():
            numbers = [int(n) for n, v in part if v]
            vectors = np.frombuffer(b"".join(bytes(v) for _, v in part if v), np.int8)
            scores = asked @ vectors.reshape(len(numbers), -1).astype(np.float32).T
            best = -np.partition(-np.concatenate((best, scores), axis=1), 9, axis=1)[:, :10]
            for place in (n for n, number in enumerate(numbers) if number in wanted):
                for n, some in enumerate(near):
                    if numbers[place] in some:
                        found[n][numbers[place]] = float(scores[n, place])
    return mean(sum(v >= best[n].min() for v in some.values()) / 10 for n, some in enumerate(found))


def timed(call: Callable[[], object]) -> tuple[float, float]:
    """Return the milliseconds by the clock and of the processor that a call takes."""
    wall, cpu = time.perf_counter(), time.process_time()
    call()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


def at_best(calls: Sequence[Callable[[], object]], rounds: int) -> dict[str, float]:
    """Return the median and the 95th percentile of the calls' best times."""
    took = [[timed(call) for call in calls] for _ in range(rounds)]
    wall, cpu = (sorted(min(t[n][kind] for t in took) for n in range(len(calls))) for kind in (0, 1))
    p95 = int(0.95 * len(calls))
    return {"p50_ms": median(wall), "p95_ms": wall[p95], "cpu_p50_ms": median(cpu), "cpu_p95_ms": cpu[p95]}


def measure(home: Home, count: int, rounds: int) -> dict[str, float]:
    """Return milliseconds of a search and of the index, recall of the index, and bytes a memory."""
    asked = questions(QUERIES, 2)
    with TemporaryDirectory() as folder, Home(Path(folder)) as small:  # loads what every home needs
        fill(small, 1000)
        for query in asked:
            small.memories.search(query, 10)
    before = resident()
    with home.database.read() as connection:
        vector = home.memory.points.encoder.encode("warm up")
        load = timed(lambda: home.memory.points.nearest(connection, vector, 10, LIVE))
    loaded = resident() - before
    for query in asked:
        home.memories.search(query, 10)
    grown = resident() - before
    whole = at_best([partial(home.memories.search, q, 10) for q in asked], rounds)
    scan = home.memory.points
    vectors = [v for q in asked if (v := scan.encoder.encode(q))]
    with home.database.read() as connection:
        near = [scan.nearest(connection, v, 10, LIVE) for v in vectors]
        alone = at_best([partial(scan.nearest, connection, v, 10, LIVE) for v in vectors], rounds)
    return {
        "memories": count,
        "load_s": load[0] / 1000,
        "load_cpu_s": load[1] / 1000,
        **{f"search_{name}": value for name, value in whole.items()},
        **{f"index_{name}": value for name, value in alone.items()},
        "index_recall_at_10": recall(home, vectors, near),
        "index_bytes": scan.scan_bytes() / count,
        "index_grown_bytes": loaded / count,
        "search_grown_bytes": grown / count,
    }


def main() -> None:
    """Make the home if need be, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--home", type=Path)
    parser.add_argument("--rounds", type=int, default=3)
    given = parser.parse_args()
    with TemporaryDirectory() if given.home is None else nullcontext(str(given.home)) as folder:
        fresh = not (Path(folder) / "calisson.db").exists()
        with Home(Path(folder)) as home:
            if fresh:
                print(f"filled in {fill(home, given.count):.0f} s", flush=True)
        with Home(Path(folder)) as home:
            for name, value in measure(home, given.count, given.rounds).items():
                print(f"{name:20} {value:,.3f}")


if __name__ == "__main__":
    main()
