"""Train the act classifier: `python -m calisson.language.acts.train [--check]`.

Multinomial logistic regression by stochastic gradient descent on sparse binary features of unit length, in
pure Python (no further package; a minute on one core). First a model that never saw one template in five says
how well new wordings are told apart, language by language, and fits the softmax temperature to its own held-out
log loss (Guo et al. 2017, 'On Calibration of Modern Neural Networks', section 4.2); then the committed model
learns from all templates. Weights are kept as signed bytes, one scale for each act.

`--check` stops after the held-out figures and writes nothing.
"""

from __future__ import annotations

import argparse
import math
from array import array
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from random import Random

from calisson.language.acts.examples import Example, examples
from calisson.language.acts.features import features
from calisson.language.acts.model import BUCKETS, Model, pack
from calisson.language.types import LANGUAGES, Act

EPOCHS = 9
RATE = 6.0
"""First step length; it falls with the inverse of the epoch."""
SHRINK = 0.985
"""What is kept of every weight from one epoch to the next (an L2 penalty taken in steps)."""
SMOOTHING = 0.04
"""Probability spread over the wrong acts in training; keeps the model from certainty."""
FOLDS = 5
SKIP = 0.004
"""Gradients smaller than this are not applied; most acts are ruled out early."""

ACTS = tuple(Act)
WEIGHTS = Path(__file__).with_name("weights.bin")


@dataclass(frozen=True, slots=True)
class Row:
    """One example as the trainer sees it."""

    active: tuple[int, ...]
    act: int
    language: str


def rows(given: Sequence[Example]) -> list[Row]:
    """Return examples as sparse rows."""
    return [Row(tuple(features(e.spans, e.context)), ACTS.index(e.act), e.language) for e in given]


def fit(data: Sequence[Row], *, epochs: int = EPOCHS, seed: int = 3) -> Model:
    """Return a model of these rows; the same rows and seed give the same model."""
    columns = [[0.0] * BUCKETS for _ in ACTS]
    bias = [0.0] * len(ACTS)
    order = list(data)
    random = Random(seed)
    low, high = SMOOTHING / len(ACTS), 1 - SMOOTHING + SMOOTHING / len(ACTS)
    for epoch in range(epochs):
        random.shuffle(order)
        rate = RATE / (1 + 0.6 * epoch)
        for row in order:
            norm = 1 / math.sqrt(len(row.active) or 1)
            scores = [b + norm * sum([c[i] for i in row.active]) for c, b in zip(columns, bias, strict=True)]
            top = max(scores)
            weights = [math.exp(s - top) for s in scores]
            total = sum(weights)
            for k, weight in enumerate(weights):
                gradient = (high if k == row.act else low) - weight / total
                if -SKIP < gradient < SKIP:
                    continue
                step = rate * gradient * norm
                column = columns[k]
                for i in row.active:
                    column[i] += step
                bias[k] += 0.02 * rate * gradient
        for column in columns:
            column[:] = [SHRINK * w for w in column]
    return quantised(columns, bias)


def quantised(columns: Sequence[Sequence[float]], bias: Sequence[float]) -> Model:
    """Return the model with its weights as signed bytes."""
    packed, scales = [], []
    for column in columns:
        scale = max(max(column), -min(column), 1e-9) / 127
        packed.append(array("b", [round(w / scale) for w in column]))
        scales.append(scale)
    return Model(ACTS, tuple(packed), tuple(scales), tuple(bias), 1.0)


def loss(model: Model, data: Sequence[Row], temperature: float) -> float:
    """Return the mean negative log likelihood of the rows at a softmax temperature."""
    total = 0.0
    for row in data:
        scores = [s / temperature for s in model.scores(row.active)]
        top = max(scores)
        total += math.log(sum(math.exp(s - top) for s in scores)) + top - scores[row.act]
    return total / max(len(data), 1)


def calibrated(model: Model, data: Sequence[Row]) -> Model:
    """Return the model with the temperature that fits the rows best, found by golden-section search."""
    low, high = 0.3, 4.0
    golden = (math.sqrt(5) - 1) / 2
    for _ in range(18):
        a, b = high - golden * (high - low), low + golden * (high - low)
        if loss(model, data, a) < loss(model, data, b):
            high = b
        else:
            low = a
    return replace(model, temperature=round((low + high) / 2, 3))


def accuracy(model: Model, data: Sequence[Row]) -> float:
    """Return the share of rows whose likeliest act is the right one."""
    right = sum(model.probabilities(r.active)[0][0] is ACTS[r.act] for r in data)
    return right / max(len(data), 1)


def calibration_error(model: Model, data: Sequence[Row], bins: int = 10) -> float:
    """Return the expected calibration error of the likeliest act over equal-width bins (Naeini et al. 2015)."""
    sums = [[0.0, 0.0, 0] for _ in range(bins)]
    for row in data:
        act, p = model.probabilities(row.active)[0]
        slot = sums[min(int(p * bins), bins - 1)]
        slot[0] += p
        slot[1] += act is ACTS[row.act]
        slot[2] += 1
    return sum(abs(p - hit) for p, hit, _ in sums) / max(len(data), 1)


def main() -> None:
    """Run the command."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--check", action="store_true", help="only print the held-out figures")
    parser.add_argument(
        "--errors", action="store_true", help="print the held-out examples that are read wrongly"
    )
    arguments = parser.parse_args()
    given = [e for language in LANGUAGES for e in examples(language)]
    seen = [e for e in given if not e.held_out(0, FOLDS)]
    unseen = [e for e in given if e.held_out(0, FOLDS)]
    test = rows(unseen)
    model = calibrated(fit(rows(seen)), test)
    figures = {
        lang: round(100 * accuracy(model, [r for r in test if r.language == lang]), 1) for lang in LANGUAGES
    }
    error = round(calibration_error(model, test), 3)
    print(f"examples {len(given)}, held out {len(test)}; accuracy on unseen templates: {figures}")  # noqa: T201
    print(f"temperature {model.temperature}, expected calibration error {error}")  # noqa: T201
    if arguments.errors:
        for e, row in zip(unseen, test, strict=True):
            act, p = model.probabilities(row.active)[0]
            if act is not e.act:
                print(f"{e.language} {e.act:10s} read as {act:10s} {p:.2f}  {e.spans.text}")  # noqa: T201
    if arguments.check:
        return
    final = replace(fit(rows(given)), temperature=model.temperature)
    data = pack(final, {"held_out_accuracy": figures, "calibration_error": error, "examples": len(given)})
    WEIGHTS.write_bytes(data)
    print(f"{WEIGHTS.name}: {len(data) / 1000:.0f} kB")  # noqa: T201


if __name__ == "__main__":
    main()
