"""What was learned, as one frozen value: read from a file, written to one, switched off by a setting."""

from __future__ import annotations

import json
import os
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from functools import lru_cache
from importlib.resources import files
from typing import Any, Literal

from calisson.memory.finding.encoder import built_in
from calisson.memory.finding.ranking import WEIGHTS
from calisson.memory.learned.gate import SHARDS, WIDTH, Gate, shut
from calisson.memory.learned.hops import ASKED, MARKS, Onward
from calisson.memory.learned.pointer import Pointer
from calisson.memory.shortening.importance import NAMES

SETTING = "CALISSON_LEARNED"
"""`0` turns learned retrieval off."""

HOPS = "CALISSON_HOPS"
"""`1` lets every search hop, where hops were learned."""

FORM = 2
"""Version of the file's form."""

Part = Literal["weights", "gate", "expansion", "diversity", "hops"]
PARTS: tuple[Part, ...] = ("weights", "gate", "expansion", "diversity", "hops")

DIGITS = 4
"""Decimals that are kept."""


_OF: Mapping[str, Part] = {"gate": "gate", "expanded": "expansion", "hop": "hops"}
"""View → the part that fills it."""


@dataclass(frozen=True, slots=True)
class Learned:
    """The learned parts of retrieval."""

    weights: Mapping[str, float]
    """View → weight, those of gate, expansion and hops among them."""
    gate: Gate
    diversity: float = 1.0
    """λ of maximal marginal relevance; 1 is off."""
    pointer: Pointer | None = None
    onward: Onward = field(default_factory=Onward)
    parts: frozenset[Part] = frozenset(PARTS)
    """What is on."""
    encoder: str = ""
    """Name of the encoder whose vectors it was learned with; it serves no other."""
    name: str = "shipped"
    """Version, for people."""
    scorer: Mapping[str, float] | None = None
    """The weights of `importance.Scorer` that this home learned; None: those of the release."""

    def fits(self, encoder: str) -> bool:
        """Tell whether it was learned with this encoder's vectors."""
        return self.encoder == encoder

    def without(self, *parts: Part) -> Learned:
        """Return it with parts turned off; without `weights` the views have their prior ones."""
        return replace(self, parts=self.parts - set(parts))

    def with_parts(self, *parts: Part) -> Learned:
        """Return it with parts turned on; what was not learned stays off."""
        return replace(self, parts=self.parts | set(parts))

    def has(self, part: Part) -> bool:
        """Tell whether a part is on and was learned."""
        return part in self.parts and (part != "hops" or self.pointer is not None)

    def view_weights(self) -> dict[str, float]:
        """Return the weights of the views that are on."""
        learned = self.weights if "weights" in self.parts else {**self.weights, **WEIGHTS}
        off = {view for view, part in _OF.items() if not self.has(part)}
        return {view: 0.0 if view in off else w for view, w in learned.items()}

    def as_dict(self) -> dict[str, Any]:
        """Return it as JSON-able data."""

        def rounded(rows: Any) -> Any:
            return [round(x, DIGITS) if isinstance(x, float) else rounded(x) for x in rows]

        net = self.pointer
        own = {"scorer": {n: round(w, DIGITS) for n, w in self.scorer.items()}} if self.scorer else {}
        return {
            **own,
            "form": FORM,
            "name": self.name,
            "encoder": self.encoder,
            "parts": sorted(self.parts),
            "weights": {view: round(w, DIGITS) for view, w in self.weights.items()},
            "gate": {"rows": rounded(self.gate.rows), "temperature": self.gate.temperature},
            "diversity": self.diversity,
            "pointer": None
            if net is None
            else {"w1": rounded(net.w1), "w2": rounded(net.w2), "v": rounded(net.v), "w": rounded(net.w)},
            "onward": {
                "signs": {sign: round(w, DIGITS) for sign, w in self.onward.signs.items()},
                "stop_at": self.onward.stop_at,
            },
        }

    @classmethod
    def from_dict(cls, data: Mapping[str, Any]) -> Learned:
        """Return what `as_dict` gave.

        Raises:
            ValueError: another form, or shapes that do not fit this release.
        """

        def rows(values: Any) -> tuple[tuple[float, ...], ...]:
            return tuple(tuple(map(float, row)) for row in values)

        if data.get("form") != FORM:
            raise ValueError(f"learned weights of form {data.get('form')!r}, not {FORM}")
        given = data["gate"]["rows"] or shut().rows
        gate, net = Gate(rows(given), float(data["gate"]["temperature"])), data["pointer"]
        if (len(gate.rows), len(gate.rows[0])) != (len(SHARDS), WIDTH):
            raise ValueError("learned weights of other shards")
        pointer = None
        if net is not None:
            pointer = Pointer(rows(net["w1"]), rows(net["w2"]), tuple(net["v"]), tuple(net["w"]))
            if (len(pointer.w1[0]), len(pointer.w2[0]), len(pointer.w)) != (MARKS, ASKED, ASKED + 2):
                raise ValueError("a learned pointer of another shape")
        onward = Onward(data["onward"]["signs"], float(data["onward"]["stop_at"]))
        return cls(
            dict(data["weights"]), gate, float(data["diversity"]), pointer, onward,
            frozenset(data["parts"]), data["encoder"], data["name"], _scorer(data.get("scorer")),
        )  # fmt: skip


def _scorer(given: Mapping[str, Any] | None) -> dict[str, float] | None:
    """Return the weights of a scorer, None when they are of another release's features."""
    if given is None or set(given) != set(NAMES):
        return None
    return {name: float(given[name]) for name in NAMES}


def untrained() -> Learned:
    """Return the prior: nothing learned, every part as good as off."""
    return Learned({**WEIGHTS, "expanded": 0.0, "gate": 0.0, "hop": 0.0}, shut(), encoder=built_in().name)


@lru_cache(maxsize=1)
def shipped() -> Learned | None:
    """Return what comes with Calisson, None without its file or when it does not fit this release."""
    source = files("calisson.memory.learned") / "weights.json"
    try:
        return Learned.from_dict(json.loads(source.read_text("utf-8")))
    except (FileNotFoundError, ValueError, KeyError, TypeError):
        return None


def is_on() -> bool:
    """Tell whether the environment wants learned retrieval."""
    return os.environ.get(SETTING, "1") != "0"


def wants_hops() -> bool:
    """Tell whether the environment wants every search to hop."""
    return os.environ.get(HOPS, "0") == "1"
