"""The compressive encoder: its gradients, the same with and without NumPy, and that it learns."""

import sys
from pathlib import Path

import numpy as np
import pytest

from calisson.memory.finding.encoder import built_in as encoder
from calisson.memory.tiers.compressive import LATENT_BYTES, Compressive, built_in, unit, unpacked

sys.path.insert(0, str(Path(__file__).parents[2] / "tools" / "episodes"))

import net

TALK = ["my sister is allergic to nuts", "pizza for lunch, 650 kcal", "we moved to Graz in March", "sooo tired",
        "the spare key is under the blue pot"]  # fmt: skip


def test_gradients_are_those_of_finite_differences() -> None:
    rng = np.random.default_rng(3)
    w = net.fresh(rng)
    h_TD = rng.normal(0, 1, (5, 128)) / 11
    _, slopes = net.loss(w, h_TD)
    for name, slope in slopes.items():
        for place in [tuple(rng.integers(n) for n in w[name].shape) for _ in range(4)]:
            step, kept = 1e-5, w[name][place]
            w[name][place] = kept + step
            above = net.loss(w, h_TD)[0]
            w[name][place] = kept - step
            below = net.loss(w, h_TD)[0]
            w[name][place] = kept
            assert slope[place] == pytest.approx((above - below) / (2 * step), rel=1e-4, abs=1e-7), name


@pytest.mark.parametrize("count", [1, 2, 3, 5])
def test_plain_python_gives_what_numpy_gives(count: int) -> None:
    messages = [encoder().encode(t) for t in TALK[:count]]
    plain, fast = built_in().encode(messages, plain=True), built_in().encode(messages)
    assert np.abs(np.asarray(plain) - np.asarray(fast)).max() < 1e-5
    weights = {
        name: np.asarray(rows) if len(rows) > 1 else np.asarray(rows[0])
        for name, rows in built_in().weights.items()
    }
    h_TD = np.asarray([unit(m) for m in messages])
    assert np.abs(net.encode(weights, h_TD) - np.asarray(plain)).max() < 1e-5
    assert (
        np.abs(
            net.decode(weights, np.asarray(plain), count) - np.asarray(built_in().decode(plain, count))
        ).max()
        < 1e-5
    )


def test_it_tells_messages_better_than_their_mean() -> None:
    messages = [encoder().encode(t) for t in TALK]
    h_TD = np.asarray([unit(m) for m in messages])
    told = np.asarray(built_in().decode(built_in().encode(messages), len(messages)))
    assert ((told - h_TD) ** 2).sum() < 0.9 * ((h_TD - h_TD.mean(0)) ** 2).sum()


def test_a_question_is_nearer_to_the_segment_that_answers_it() -> None:
    net_ = built_in()
    own = net_.packed(net_.encode([encoder().encode(t) for t in TALK]))
    other = net_.packed(
        net_.encode([encoder().encode(t) for t in ["ran 5 km", "watered the plants", "read 30 pages"]])
    )
    assert len(own) == LATENT_BYTES
    near = net_.similarity(encoder().encode("what is my sister allergic to?"), [own, other])
    assert near[0] > near[1] + 0.1
    assert unpacked(own)[0] == pytest.approx(
        [np.linalg.norm(net_.shown(s)) for s in net_.encode([encoder().encode(t) for t in TALK])], rel=1e-3
    )


def test_an_empty_segment_is_refused() -> None:
    with pytest.raises(ValueError, match="at least one"):
        built_in().encode([])
    assert isinstance(built_in(), Compressive)
