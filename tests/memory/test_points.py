"""The scan of vectors: codes find what full vectors find, with NumPy and without."""

from __future__ import annotations

import random
import sys
from pathlib import Path

import pytest

from calisson import Home
from calisson.memory.finding import encoder as encoders
from calisson.memory.finding import scan as scans
from calisson.memory.finding.encoder import packed, similarity
from calisson.memory.finding.points import Points, points
from calisson.memory.finding.scan import ArrayScan, PlainScan, code


def clustered(count: int, seed: int) -> list[bytes]:
    """Return vectors around 40 centres, as texts about some subjects are."""
    chance = random.Random(seed)
    centres = [[chance.gauss(0, 1) for _ in range(128)] for _ in range(40)]
    return [packed([c + chance.gauss(0, 0.7) for c in chance.choice(centres)]) for _ in range(count)]


def test_arrays_find_the_true_nearest_and_signs_most_of_them(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(scans, "BLOCK", 512)  # several blocks
    vectors = clustered(2000, 1)
    plain, array = PlainScan(128), ArrayScan(128)
    monkeypatch.setitem(sys.modules, "simsimd", None)
    without = ArrayScan(128)
    for scan in (plain, array, without):
        scan.extend(list(enumerate(vectors[:700], 1)))
        scan.extend([*enumerate(vectors[700:], 701), (2001, b"\x01" * 64), (2002, b"")])
    assert array.size() == 2000 * 128 + 16
    hits = 0
    for wanted in clustered(20, 1):
        far = [(code(wanted) ^ code(v)).bit_count() for v in vectors]
        found = plain.seek(wanted, 200)()
        assert [far[n - 1] for n in found] == sorted(far)[:200]
        true = [n + 1 for n in sorted(range(2000), key=lambda n: -similarity(wanted, vectors[n]))[:10]]
        assert array.seek(wanted, 10)() == without.seek(wanted, 10)() == true
        hits += len(set(true) & set(found))
    assert hits >= 190


def test_empty_vectors_and_no_vectors() -> None:
    for scan in (PlainScan(128), ArrayScan(128)):
        assert scan.seek(packed([1.0] * 128), 5)() == []
        scan.extend([(1, b"")])
        assert scan.seek(packed([1.0] * 128), 5)() == []


def test_memories_from_before_there_were_vectors_get_them(tmp_path: Path) -> None:
    with Home(tmp_path) as home:
        home.memories.add("The spare key is under the flower pot")
        with home.database.transaction("me") as tx:
            tx.connection.execute(points.delete())
        assert home.memories.search("Wo ist der Ersatzschlüssel?", 1)[0]["text"].startswith("The spare key")


def test_the_encoder_is_the_built_in_one() -> None:
    assert isinstance(Points(None, encoders.built_in()).encoder, encoders.TableEncoder)  # type: ignore[arg-type]
