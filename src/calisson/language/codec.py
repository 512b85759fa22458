"""Readings as JSON and back, so that 'and yesterday?' works in another process or after a restart.

Every dataclass of `calisson.language.types` is written as an object with its class name under `$`; members
that hold their default are left out. Only those classes are ever built again, so a stored or foreign text can
make nothing else.
"""

from __future__ import annotations

import dataclasses
from datetime import datetime
from enum import Enum
from typing import Any

from calisson.language import types

_CLASSES: dict[str, type] = {
    name: cls for name, cls in vars(types).items() if isinstance(cls, type) and dataclasses.is_dataclass(cls)
}


def to_plain(value: Any) -> Any:
    """Return `value` as JSON-able data.

    Raises:
        TypeError: for anything but our dataclasses, containers, texts, numbers and date-times.
    """
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        out: dict[str, Any] = {"$": type(value).__name__}
        for f in dataclasses.fields(value):
            held = getattr(value, f.name)
            if not callable(held) and held != f.default:
                out[f.name] = to_plain(held)
        return out
    if isinstance(value, Enum):
        return value.value
    if isinstance(value, datetime):
        return {"$": "datetime", "iso": value.isoformat()}
    if isinstance(value, dict):
        return {str(k): to_plain(v) for k, v in value.items()}
    if isinstance(value, (list, tuple, set, frozenset)):
        return [to_plain(v) for v in value]
    if value is None or isinstance(value, (str, int, float, bool)):
        return value
    raise TypeError(f"cannot write {type(value).__name__} as JSON")


def from_plain(data: Any) -> Any:
    """Return what `to_plain` was given; lists become tuples. Unknown members are dropped.

    Raises:
        ValueError: when a named class is not one of ours.
    """
    if isinstance(data, list):
        return tuple(from_plain(item) for item in data)
    if not isinstance(data, dict):
        return data
    name = data.get("$")
    if name is None:
        return {k: from_plain(v) for k, v in data.items()}
    if name == "datetime":
        return datetime.fromisoformat(data["iso"])
    cls = _CLASSES.get(name)
    if cls is None:
        raise ValueError(f"unknown kind of reading {name!r}")
    known = {f.name for f in dataclasses.fields(cls)}
    made = cls(**{k: from_plain(v) for k, v in data.items() if k in known})
    return dataclasses.replace(made, act=types.Act(made.act)) if hasattr(made, "act") else made
