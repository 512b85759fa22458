"""Whether an answer has what its JSON Schema requires: the members that models get wrong."""

from __future__ import annotations

from typing import Any

from calisson.errors import ModelOutputError


def check(data: Any, schema: Any) -> None:
    """Make sure that an answer has what its schema requires.

    Checked: the members of the subset that `_problem` names; the caller's own validation follows.

    Raises:
        ModelOutputError: it does not fit.
    """
    problem = _problem(data, schema, schema, "answer")
    if problem:
        raise ModelOutputError(problem)


_TYPES: dict[str, tuple[type, ...]] = {
    "object": (dict,), "array": (list,), "string": (str,), "number": (int, float), "integer": (int,),
    "boolean": (bool,), "null": (type(None),),
}  # fmt: skip


def _problem(data: Any, schema: Any, root: Any, where: str) -> str:
    """Return what is wrong, by `$ref`, `anyOf`, `type`, `enum`, `const`, `required`, `properties`, `items`."""
    if not isinstance(schema, dict):
        return "" if schema is not False else f"{where} is not allowed"
    if "$ref" in schema:
        target = root
        for step in str(schema["$ref"]).removeprefix("#/").split("/"):
            target = target.get(step, {}) if isinstance(target, dict) else {}
        return _problem(data, target, root, where)
    if "anyOf" in schema:
        problems = [_problem(data, option, root, where) for option in schema["anyOf"]]
        if all(problems):
            return problems[0]
    kinds = schema.get("type")
    allowed = [kinds] if isinstance(kinds, str) else list(kinds or ())
    is_number = isinstance(data, (int, float)) and not isinstance(data, bool)
    fits = [
        (isinstance(data, _TYPES.get(k, (object,))) and (k == "boolean" or not isinstance(data, bool)))
        or (k == "integer" and is_number and float(data).is_integer())
        for k in allowed
    ]  # fmt: skip
    if allowed and not any(fits):
        return f"{where} has to be {' or '.join(allowed)}, not {type(data).__name__}"
    if "enum" in schema and data not in schema["enum"]:
        return f"{where} has to be one of {schema['enum']!r}, not {data!r}"
    if "const" in schema and data != schema["const"]:
        return f"{where} has to be {schema['const']!r}"
    if isinstance(data, dict):
        missing = [n for n in schema.get("required", ()) if n not in data]
        if missing:
            return f"{where} lacks {', '.join(missing)}"
        for name, value in data.items():
            inner = schema.get("properties", {}).get(name, schema.get("additionalProperties", True))
            problem = _problem(value, inner, root, f"{where}.{name}")
            if problem:
                return problem
    if isinstance(data, list):
        for number, value in enumerate(data):
            problem = _problem(value, schema.get("items", True), root, f"{where}[{number}]")
            if problem:
                return problem
    return ""
