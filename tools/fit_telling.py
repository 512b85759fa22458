"""Fit the direction in which words tell something: `src/calisson/memory/shortening/telling.json`.

    python tools/fit_telling.py

Logistic regression on the built-in encoder's vectors of single words in five languages. Words that answer
questions (things, people, places, works, foods: some of the encoder's concepts and `telling/telling.en.txt`) against
words that say how it was or that something was (`telling/passing.*.txt`: praise, feelings, thinking, light
verbs, abstractions). Every language and either class weigh the same. The lists were written for this.

Prints the area under the ROC curve in five-fold cross-validation over words, and with each language left out.
Needs NumPy.
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from calisson.memory.finding.encoder import built_in

HERE = Path(__file__).parent
OUT = HERE.parent / "src/calisson/memory/shortening/telling.json"
LANGUAGES = ("en", "de", "zh", "ja", "ko")
THINGS = ("body", "food", "home", "life", "money", "people", "travel", "work")
"""The concepts that are mostly things, people and places; others are verbs, qualities and feelings."""
L2 = 1e-3
STEPS = 1500
Floats = NDArray[np.float64]


def words() -> list[tuple[str, str, int]]:
    """Return language, word, and 1 for one that tells something."""
    passing = {x: set((HERE / "telling" / f"passing.{x}.txt").read_text("utf-8").split()) for x in LANGUAGES}
    telling: dict[str, set[str]] = {x: set() for x in LANGUAGES}
    telling["en"] |= set((HERE / "telling" / "telling.en.txt").read_text("utf-8").split())
    for name in THINGS:
        for line in (HERE / "encoder" / "concepts" / f"{name}.txt").read_text("utf-8").splitlines():
            if "|" in line and not line.startswith("#"):
                for language, part in zip(LANGUAGES, line.split("|"), strict=False):
                    telling[language] |= {w.replace("_", " ") for w in part.split()}
    return [
        (language, word, label)
        for language in LANGUAGES
        for label, some in ((1, telling[language] - passing[language]), (0, passing[language]))
        for word in sorted(some)
    ]


def fitted(x: Floats, y: Floats, groups: NDArray[np.int64]) -> tuple[Floats, float]:
    """Return weights and bias; each group of examples weighs the same."""
    share = 1.0 / np.bincount(groups)[groups]
    share /= share.sum()
    weights, bias = np.zeros(x.shape[1]), 0.0
    for _ in range(STEPS):
        off = share * (1 / (1 + np.exp(-(x @ weights + bias))) - y)
        weights -= 2 * (x.T @ off + L2 * weights)
        bias -= 2 * float(off.sum())
    return weights, bias


def area(z: Floats, y: Floats) -> float:
    """Return the area under the ROC curve."""
    return float((z[y == 1][:, None] > z[y == 0][None]).mean())


def main() -> None:
    """Fit, print how well it tells, and write the weights."""
    encoder = built_in()
    known = [(*w, v) for w in words() if (v := encoder.encode(w[1], w[0]))]
    x = np.array([np.frombuffer(v, dtype=np.int8) for *_, v in known]) / 127.0
    y = np.array([label for _, _, label, _ in known], dtype=float)
    language = np.array([LANGUAGES.index(w[0]) for w in known])
    groups = language * 2 + y.astype(int)
    fold = np.random.default_rng(0).integers(0, 5, len(y))
    crossed, apart = np.zeros(len(y)), np.zeros(len(y))
    for parts, out in ((fold, crossed), (language, apart)):
        for part in range(5):
            held = parts == part
            weights, bias = fitted(x[~held], y[~held], np.unique(groups[~held], return_inverse=True)[1])
            out[held] = x[held] @ weights + bias
    for n, name in enumerate(LANGUAGES):
        mine = language == n
        print(f"{name}: {int(y[mine].sum())} and {int((1 - y[mine]).sum())} words, area {area(crossed[mine], y[mine]):.3f}, "
              f"language left out {area(apart[mine], y[mine]):.3f}")  # fmt: skip
    weights, bias = fitted(x, y, groups)
    values = {
        "encoder": encoder.name,
        "bias": round(bias, 3),
        "weights": [round(w, 3) for w in weights.tolist()],
    }
    OUT.write_text(json.dumps(values) + "\n", "utf-8")


if __name__ == "__main__":
    main()
