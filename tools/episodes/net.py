"""The compressive encoder with its gradients by hand, in NumPy: what `train.py` fits.

Shapes as in `calisson.memory.tiers.compressive`. `loss` returns L = mean over messages of ‖decode(z) − h‖² and the
gradient of every weight; `tests/memory/test_compressive.py` compares it with finite differences.
"""

from __future__ import annotations

import math

import numpy as np

from calisson.memory.tiers.compressive import KERNEL, SHAPES, STRIDE, WIDTH, places

Weights = dict[str, np.ndarray]


def fresh(rng: np.random.Generator) -> Weights:
    """Return weights to begin with; the slots begin at four places of the segment."""
    made = {name: rng.normal(0, 0.3 / math.sqrt(shape[-1]), shape) for name, shape in SHAPES.items()}
    made["conv_C"], made["out_D"] = np.zeros(SHAPES["conv_C"]), np.zeros(SHAPES["out_D"])
    made["conv_CKD"] *= 3
    begin = np.asarray(places(SHAPES["query_KC"][0]))
    made["place_KP"] = 1.5 * begin
    made["read_KP"] = 1.5 * begin
    return made


def windows(h_TD: np.ndarray) -> np.ndarray:
    """Return what the convolution reads at each of its places, flat."""
    padded = np.zeros((len(h_TD) + KERNEL, WIDTH))
    padded[1 : len(h_TD) + 1] = h_TD
    count = (len(h_TD) + STRIDE - 1) // STRIDE
    return np.stack([padded[STRIDE * u : STRIDE * u + KERNEL].ravel() for u in range(count)])


def _softmax(scores: np.ndarray) -> np.ndarray:
    parts = np.exp(scores - scores.max(-1, keepdims=True))
    return parts / parts.sum(-1, keepdims=True)


def encode(w: Weights, h_TD: np.ndarray) -> np.ndarray:
    """Return the latent, K × C."""
    return forward(w, h_TD)["z"]


def forward(w: Weights, h_TD: np.ndarray) -> dict[str, np.ndarray]:
    """Return everything that the way there computes."""
    x = windows(h_TD)
    c = x @ w["conv_CKD"].T + w["conv_C"]
    a = np.tanh(c)
    at = np.asarray(places(len(c)))
    share = _softmax(w["query_KC"] @ a.T + w["place_KP"] @ at.T)
    return {"x": x, "c": c, "a": a, "at": at, "share": share, "z": share @ c}


def decode(w: Weights, z: np.ndarray, count: int) -> np.ndarray:
    """Return `count` messages' vectors."""
    read = _softmax(np.asarray(places(count)) @ w["read_KP"].T)
    return read @ (z @ w["out_DC"].T) + w["out_D"]


def loss(w: Weights, h_TD: np.ndarray) -> tuple[float, Weights]:
    """Return the reconstruction error of a segment and its gradients."""
    f = forward(w, h_TD)
    at_T = np.asarray(places(len(h_TD)))
    read = _softmax(at_T @ w["read_KP"].T)
    slots = f["z"] @ w["out_DC"].T
    off = read @ slots + w["out_D"] - h_TD
    value = float((off**2).sum() / len(h_TD))
    g_out = 2 * off / len(h_TD)
    g: Weights = {"out_D": g_out.sum(0)}
    g_read = g_out @ slots.T
    g["read_KP"] = (read * (g_read - (read * g_read).sum(1, keepdims=True))).T @ at_T
    g_slots = read.T @ g_out
    g["out_DC"] = g_slots.T @ f["z"]
    g_z = g_slots @ w["out_DC"]
    g_share = g_z @ f["c"].T
    g_c = f["share"].T @ g_z
    g_scores = f["share"] * (g_share - (f["share"] * g_share).sum(1, keepdims=True))
    g["query_KC"] = g_scores @ f["a"]
    g["place_KP"] = g_scores @ f["at"]
    g_c = g_c + (g_scores.T @ w["query_KC"]) * (1 - f["a"] ** 2)
    g["conv_C"] = g_c.sum(0)
    g["conv_CKD"] = g_c.T @ f["x"]
    return value, g


class Adam:
    """Adam (Kingma & Ba 2015) with the usual constants."""

    def __init__(self, rate: float) -> None:
        self.rate = rate
        self.step = 0
        self.first: Weights = {}
        self.second: Weights = {}

    def __call__(self, w: Weights, g: Weights) -> None:
        """Move the weights down the gradient."""
        self.step += 1
        for name, slope in g.items():
            m = self.first[name] = 0.9 * self.first.get(name, 0.0) + 0.1 * slope
            v = self.second[name] = 0.999 * self.second.get(name, 0.0) + 0.001 * slope**2
            m, v = m / (1 - 0.9**self.step), v / (1 - 0.999**self.step)
            w[name] = w[name] - self.rate * m / (np.sqrt(v) + 1e-8)
