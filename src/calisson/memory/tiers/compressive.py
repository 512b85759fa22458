"""The compressive encoder: the vectors of a segment's messages become four vectors, whatever the segment's length.

A strided one-dimensional convolution reads the messages (three at a time, every second one), and four learned
queries attend to what it gives (Vaswani et al. 2017, 'Attention is all you need', with one head a query and a learned
pull of the place in the segment). Trained by `tools/episodes/train.py` to be decoded again, L = ‖decode(z) − h‖²
(as the convolutional memory of Rae et al. 2019, 'Compressive transformers', section 3.2), and then by REINFORCE on
which messages it reads. Differences from the former: the memory is a segment's, not a layer's; the gate; four slots.

Keys of shapes: T messages, U = ⌈T/2⌉ outputs of the convolution, D = 128 numbers of a message's vector, C = 64
channels, K = 4 slots, P = 3 features of a place. Nothing but the standard library is needed; NumPy, where it is, gives
the same within 1e-5.
"""

from __future__ import annotations

import math
import struct
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from operator import mul

from calisson.memory.finding.encoder import Vector

MAGIC = b"CLSE"
WIDTH = 128
CHANNELS = 64
SLOTS = 4
KERNEL = 3
STRIDE = 2
PLACES = 3
SHAPES: dict[str, tuple[int, ...]] = {
    "conv_CKD": (CHANNELS, KERNEL * WIDTH), "conv_C": (CHANNELS,), "query_KC": (SLOTS, CHANNELS),
    "place_KP": (SLOTS, PLACES), "out_DC": (WIDTH, CHANNELS), "out_D": (WIDTH,), "read_KP": (SLOTS, PLACES),
}  # fmt: skip
"""The weights and their shapes, in the order of the file."""

LATENT_BYTES = 4 * SLOTS + 2 * SLOTS * CHANNELS
"""Bytes of a stored latent: the length of each slot as it is decoded, and its numbers as halves."""

Row = list[float]
Latent = list[Row]
"""K slots of C numbers."""


def places(count: int) -> list[Row]:
    """Return the features of each of `count` places: cosines over the segment."""
    at = [n / (count - 1) if count > 1 else 0.5 for n in range(count)]
    return [[math.cos(math.pi * (p + 1) * x) for p in range(PLACES)] for x in at]


def softmax(scores: Sequence[float]) -> Row:
    """Return the softmax of scores."""
    top = max(scores)
    parts = [math.exp(s - top) for s in scores]
    whole = sum(parts)
    return [p / whole for p in parts]


def unit(vector: Vector) -> Row:
    """Return an encoder's vector as numbers of length about 1; zeros for an empty one."""
    return [v / 127.0 for v in memoryview(vector).cast("b")] if vector else [0.0] * WIDTH


@dataclass(frozen=True)
class Compressive:
    """The network."""

    weights: dict[str, list[Row]]
    """Each matrix as rows; a vector is one row."""

    def encode(self, messages: Sequence[Vector], *, plain: bool = False) -> Latent:
        """Return the latent of a segment's messages, in order; with `plain` without NumPy.

        Raises:
            ValueError: there are none.
        """
        if not messages:
            raise ValueError("a segment has at least one message")
        h_TD = [unit(m) for m in messages]
        if not plain and (made := _encode_array(self, h_TD)) is not None:
            return made
        w = self.weights
        count = (len(h_TD) + STRIDE - 1) // STRIDE
        blank = [0.0] * WIDTH
        c_UC = []
        for u in range(count):
            near = [h_TD[t] if 0 <= t < len(h_TD) else blank for t in range(STRIDE * u - 1, STRIDE * u + 2)]
            window = [x for row in near for x in row]
            c_UC.append([_dot(row, window) + b for row, b in zip(w["conv_CKD"], w["conv_C"][0], strict=True)])
        at_UP = places(count)
        latent = []
        for query, pull in zip(w["query_KC"], w["place_KP"], strict=True):
            scores = [
                _dot(query, list(map(math.tanh, c))) + _dot(pull, p) for c, p in zip(c_UC, at_UP, strict=True)
            ]
            share = softmax(scores)
            latent.append([sum(s * c[n] for s, c in zip(share, c_UC, strict=True)) for n in range(CHANNELS)])
        return latent

    def decode(self, latent: Latent, count: int) -> list[Row]:
        """Return `count` messages' vectors as the latent tells them."""
        w = self.weights
        slots_KD = [self.shown(slot) for slot in latent]
        out = []
        for place in places(count):
            share = softmax([_dot(row, place) for row in w["read_KP"]])
            mixed = [sum(s * slot[n] for s, slot in zip(share, slots_KD, strict=True)) for n in range(WIDTH)]
            out.append([m + b for m, b in zip(mixed, w["out_D"][0], strict=True)])
        return out

    def shown(self, slot: Row) -> Row:
        """Return a slot among the messages' vectors."""
        return [_dot(row, slot) for row in self.weights["out_DC"]]

    def packed(self, latent: Latent) -> bytes:
        """Return a latent as `LATENT_BYTES` bytes."""
        lengths = [math.sqrt(sum(x * x for x in self.shown(slot))) for slot in latent]
        return struct.pack(
            f"<{SLOTS}f{SLOTS * CHANNELS}e",
            *lengths,
            *(max(-60000.0, min(60000.0, x)) for s in latent for x in s),
        )

    def similarity(self, query: Vector, packed: Sequence[bytes]) -> list[float]:
        """Return the greatest cosine of a query with a slot of each packed latent, -1 to 1."""
        asked = unit(query)
        size = math.sqrt(_dot(asked, asked)) or 1.0
        columns = zip(*self.weights["out_DC"], strict=True)
        inside = [_dot(asked, list(column)) / size for column in columns]
        found = []
        for latent in packed:
            lengths, slots = unpacked(latent)
            found.append(max(_dot(inside, s) / n if n else 0.0 for n, s in zip(lengths, slots, strict=True)))
        return found


def unpacked(packed: bytes) -> tuple[Row, Latent]:
    """Return the lengths and the slots of a packed latent."""
    values = struct.unpack(f"<{SLOTS}f{SLOTS * CHANNELS}e", packed)
    numbers = values[SLOTS:]
    return list(values[:SLOTS]), [list(numbers[k * CHANNELS : (k + 1) * CHANNELS]) for k in range(SLOTS)]


def read(data: bytes) -> tuple[dict[str, list[Row]], bytes]:
    """Return the network's weights of a file, and what follows them.

    Raises:
        ValueError: it is no such file.
    """
    if data[:4] != MAGIC:
        raise ValueError("these are no weights of a compressive encoder")
    at, found = 4, {}
    for name, shape in SHAPES.items():
        rows, width = (shape[0], shape[1]) if len(shape) > 1 else (1, shape[0])
        numbers = struct.unpack_from(f"<{rows * width}e", data, at)
        found[name] = [list(numbers[r * width : (r + 1) * width]) for r in range(rows)]
        at += 2 * rows * width
    return found, data[at:]


@lru_cache(maxsize=1)
def weights_file() -> bytes:
    """Return the weights that come with Calisson."""
    return (files("calisson.memory.tiers") / "compressive.bin").read_bytes()


@lru_cache(maxsize=1)
def built_in() -> Compressive:
    """Return the network that comes with Calisson."""
    return Compressive(read(weights_file())[0])


def _dot(a: Sequence[float], b: Sequence[float]) -> float:
    return float(sum(map(mul, a, b)))


def _encode_array(net: Compressive, h_TD: list[Row]) -> Latent | None:
    """Return what `encode` does, by NumPy; None without it."""
    try:
        import numpy as np
    except ImportError:
        return None
    w = {name: np.asarray(rows) for name, rows in net.weights.items()}
    padded = np.zeros((len(h_TD) + KERNEL, WIDTH))
    padded[1 : len(h_TD) + 1] = h_TD
    count = (len(h_TD) + STRIDE - 1) // STRIDE
    windows = np.stack([padded[STRIDE * u : STRIDE * u + KERNEL].ravel() for u in range(count)])
    c_UC = windows @ w["conv_CKD"].T + w["conv_C"]
    scores = w["query_KC"] @ np.tanh(c_UC).T + w["place_KP"] @ np.asarray(places(count)).T
    share = np.exp(scores - scores.max(1, keepdims=True))
    share /= share.sum(1, keepdims=True)
    return [[float(x) for x in row] for row in share @ c_UC]
