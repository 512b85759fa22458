"""A million memories: how fast the nearest are found, what the codes miss, what they take of working memory.

    python -m bench.million [--count 1000000] [--home FOLDER]

The memories are made of the concepts' words (`tools/encoder/concepts`), six to twelve of them each with frequencies
after Zipf's law, in one of five languages. With --home the home is made once and kept.
"""

from __future__ import annotations

import argparse
import json
import random
import statistics
import tempfile
import time
from collections.abc import Iterator
from contextlib import nullcontext
from pathlib import Path

from sqlalchemy import select

from calisson import Home
from calisson.memory.finding.points import points

CONCEPTS = Path(__file__).parents[1] / "tools" / "encoder" / "concepts"
PART = 20_000
QUERIES = 300


def words() -> list[list[str]]:
    """Return the concepts' words by language."""
    rows = [
        [cell.replace("_", " ").split() for cell in line.split("|")]
        for path in sorted(CONCEPTS.glob("*.txt"))
        for line in path.read_text("utf-8").splitlines()
        if line and not line.startswith("#")
    ]
    return [[w for row in rows for w in row[n]] for n in range(5)]


def texts(count: int, seed: int) -> Iterator[str]:
    """Yield made-up memories."""
    chance = random.Random(seed)
    known = words()
    for some in known:
        chance.shuffle(some)
    shares = [[1 / (n + 3) for n in range(len(some))] for some in known]
    for _ in range(count):
        language = chance.choices(range(5), (5, 2, 1, 1, 1))[0]
        picked = chance.choices(known[language], shares[language], k=chance.randint(6, 12))
        yield ("" if language in (2, 3) else " ").join(picked) + f" {chance.randint(1, 9999)}"


def fill(home: Home, count: int) -> float:
    """Make the memories that are still missing and return the seconds."""
    begun = time.perf_counter()
    lines = (json.dumps({"text": t, "at": f"20{n % 20 + 5:02}-01-{n % 28 + 1:02}T10:00:00"}, ensure_ascii=False)
             for n, t in enumerate(texts(count, 1)))  # fmt: skip
    while part := [line for _, line in zip(range(PART), lines, strict=False)]:
        home.memories.take_in(part)
    return time.perf_counter() - begun


def resident() -> int:
    """Return the bytes of working memory that this process has."""
    status = Path("/proc/self/status").read_text()
    return 1024 * int(next(x for x in status.splitlines() if x.startswith("VmRSS")).split()[1])


def exact(home: Home, queries: list[bytes]) -> list[set[int]]:
    """Return the true ten nearest of each query, by all vectors."""
    import numpy as np

    best: list[list[tuple[float, int]]] = [[] for _ in queries]
    asked = np.frombuffer(b"".join(queries), np.int8).reshape(len(queries), -1).astype(np.float32)
    with home.database.read() as connection:
        rows = connection.execution_options(yield_per=PART).execute(select(points.c.number, points.c.vector))
        for part in rows.partitions():
            numbers = [int(n) for n, v in part if v]
            vectors = np.frombuffer(b"".join(bytes(v) for _, v in part if v), np.int8)
            scores = asked @ vectors.reshape(len(numbers), -1).astype(np.float32).T
            for n, row in enumerate(scores):
                top = np.argpartition(-row, 10)[:10]
                best[n] = sorted(best[n] + [(float(row[t]), numbers[t]) for t in top], reverse=True)[:10]
    return [{number for _, number in some} for some in best]


def measure(home: Home, count: int) -> dict[str, float]:
    """Return milliseconds of a search, recall of the codes, and bytes a memory."""
    home.memories.search("warm up", 10)
    before = resident()
    asked = [" ".join(t.split()[:4]) for t in texts(QUERIES, 2)]
    took = []
    for query in asked:
        begun = time.perf_counter()
        home.memories.search(query, 10)
        took.append(1000 * (time.perf_counter() - begun))
    scan = home.memory.points
    vectors = [v for q in asked if (v := scan.encoder.encode(q))][:100]
    near, alone = [], []
    with home.database.read() as connection:
        for vector in vectors:
            begun = time.perf_counter()
            near.append(set(scan.nearest(connection, vector, 10)))
            alone.append(1000 * (time.perf_counter() - begun))
    true = exact(home, vectors)
    took.sort()
    return {
        "memories": count,
        "search_p50_ms": statistics.median(took),
        "search_p95_ms": took[int(0.95 * len(took))],
        "scan_p50_ms": statistics.median(alone),
        "recall": statistics.mean(len(a & b) / len(b) for a, b in zip(near, true, strict=True)),
        "codes_bytes": scan.code_bytes() / count,
        "grown_bytes": (resident() - before) / count,
    }


def main() -> None:
    """Make the home if need be, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1_000_000)
    parser.add_argument("--home", type=Path)
    given = parser.parse_args()
    with tempfile.TemporaryDirectory() if given.home is None else nullcontext(str(given.home)) as folder:
        fresh = not (Path(folder) / "calisson.db").exists()
        with Home(Path(folder)) as home:
            if fresh:
                print(f"filled in {fill(home, given.count):.0f} s", flush=True)
        with Home(Path(folder)) as home:
            for name, value in measure(home, given.count).items():
                print(f"{name:16} {value:,.3f}")


if __name__ == "__main__":
    main()
