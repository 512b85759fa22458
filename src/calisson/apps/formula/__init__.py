"""Formulas: CEL over the names of an entity's fields, with every number a double.

Most formulas are arithmetic, comparisons and a few functions. Those are read, checked and computed here
(`syntax`, `types`, `evaluate`), in microseconds and without loading anything; whatever else is CEL goes to
cel-python (`cel`). Names may be of any script: they are replaced by plain ones before CEL sees them.

Meaning, the same in the browser (`tests/apps/formula_vectors.json` runs on both sides): an empty field is
null, and null passes through arithmetic, comparisons and functions (`==` and `!=` compare with it); a
division by zero is an error, not infinity; `date - date` is days, `datetime - datetime` and `time - time` are
minutes (a time before the other is on the next day); `round` rounds half away from zero, by the decimal
digits that are shown; results keep ten significant digits. An error is a value: the cell shows it.
"""

from calisson.apps.formula.entity import FormulaProblem, check_formulas, evaluate_all, formula_names
from calisson.apps.formula.evaluate import FormulaFailure, evaluate
from calisson.apps.formula.syntax import Node, names_in, parse

__all__ = [
    "FormulaFailure",
    "FormulaProblem",
    "Node",
    "check_formulas",
    "evaluate",
    "evaluate_all",
    "formula_names",
    "names_in",
    "parse",
]
