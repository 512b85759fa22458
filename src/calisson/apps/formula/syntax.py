"""Reading a formula into a tree: the part of CEL that is arithmetic, logic, comparison and calls."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache

from calisson.errors import FormulaError

MAX_DEPTH = 60
"""Nested brackets and operators; deeper ones are nobody's formula."""


@dataclass(frozen=True, slots=True)
class Literal:
    """A number, text, truth value or null."""

    value: float | str | bool | None


@dataclass(frozen=True, slots=True)
class Name:
    """A field."""

    name: str


@dataclass(frozen=True, slots=True)
class Unary:
    """`-x` or `!x`."""

    op: str
    operand: Node


@dataclass(frozen=True, slots=True)
class Binary:
    """`a op b`."""

    op: str
    left: Node
    right: Node


@dataclass(frozen=True, slots=True)
class Choose:
    """`condition ? yes : no`."""

    condition: Node
    yes: Node
    no: Node


@dataclass(frozen=True, slots=True)
class Call:
    """`f(a, b)` or `a.f(b)`, which mean the same."""

    function: str
    arguments: tuple[Node, ...]


Node = Literal | Name | Unary | Binary | Choose | Call


class BeyondError(FormulaError):
    """The formula may be CEL, but not of the part that is read here."""


@dataclass(frozen=True, slots=True)
class Token:
    """A stretch of a formula."""

    kind: str
    """`number`, `text`, `name` or `mark`."""
    text: str
    start: int


_TOKEN = re.compile(
    r"""\s*(?:
      (?P<number>(?:\d+\.\d*|\.\d+|\d+)(?:[eE][+-]?\d+)?u?)
    | (?P<text>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')
    | (?P<name>[^\W\d]\w*)
    | (?P<mark>\|\||&&|==|!=|<=|>=|[-+*/%<>!?:().,\[\]{}])
    )""",
    re.VERBOSE,
)
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "\\": "\\", "'": "'", '"': '"', "`": "`", "?": "?"}
_LEVELS: tuple[tuple[str, ...], ...] = (
    ("||",),
    ("&&",),
    ("==", "!=", "<", "<=", ">", ">=", "in"),
    ("+", "-"),
    ("*", "/", "%"),
)
_MACROS = {"all", "exists", "exists_one", "filter", "map", "matches", "reduce"}
"""Calls that only cel-python knows."""
_WORDS = {"true": True, "false": False, "null": None}


def tokens(formula: str) -> Iterator[Token]:
    """Split a formula.

    Raises:
        FormulaError: A character has no place in a formula.
    """
    at = 0
    while formula[at:].strip():
        found = _TOKEN.match(formula, at)
        if found is None:
            wrong = formula[at:].lstrip()[0]
            raise FormulaError(f"{wrong!r} has no place in a formula", message_id="formula-character",
                               text=wrong, formula=formula)  # fmt: skip
        kind = str(found.lastgroup)
        yield Token(kind, found.group(kind), found.start(kind))
        at = found.end()


@lru_cache(maxsize=2048)
def parse(formula: str) -> Node:
    """Return the tree of a formula.

    Raises:
        BeyondError: It uses more of CEL than is read here.
        FormulaError: It cannot be read.
    """
    return _Parser(formula).whole()


def names_in(node: Node) -> Iterator[str]:
    """Return the names of fields in a tree, in order, with repetitions."""
    match node:
        case Name(name):
            yield name
        case Unary(_, operand):
            yield from names_in(operand)
        case Binary(_, left, right):
            yield from names_in(left)
            yield from names_in(right)
        case Choose(condition, yes, no):
            for part in (condition, yes, no):
                yield from names_in(part)
        case Call(_, arguments):
            for part in arguments:
                yield from names_in(part)
        case Literal():
            return


class _Parser:
    def __init__(self, formula: str) -> None:
        self.formula = formula
        self.tokens = list(tokens(formula))
        self.at = 0
        self.depth = 0

    def whole(self) -> Node:
        if not self.tokens:
            raise FormulaError("the formula is empty", message_id="formula-empty", formula=self.formula)
        node = self.choice()
        if self.at < len(self.tokens):
            self.fail()
        return node

    def fail(self) -> None:
        if self.at >= len(self.tokens):
            raise FormulaError(
                f"the formula {self.formula!r} ends too early",
                message_id="formula-unfinished",
                formula=self.formula,
            )
        token = self.tokens[self.at]
        if token.text in "[]{}":
            raise BeyondError(f"{token.text!r} in {self.formula!r}", message_id="formula-unexpected",
                              text=token.text, formula=self.formula)  # fmt: skip
        raise FormulaError(
            f"{token.text!r} is not expected in {self.formula!r}",
            message_id="formula-unexpected",
            text=token.text,
            formula=self.formula,
        )

    def mark(self, *wanted: str) -> str | None:
        if self.at < len(self.tokens):
            token = self.tokens[self.at]
            if token.kind in ("mark", "name") and token.text in wanted:
                self.at += 1
                return token.text
        return None

    def expect(self, mark: str) -> None:
        if self.mark(mark) is None:
            self.fail()

    def choice(self) -> Node:
        self.depth += 1
        if self.depth > MAX_DEPTH:
            raise FormulaError("the formula is nested too deeply", message_id="formula-too-deep",
                               formula=self.formula)  # fmt: skip
        node = self.level(0)
        if self.mark("?"):
            yes = self.level(0)
            self.expect(":")
            node = Choose(node, yes, self.choice())
        self.depth -= 1
        return node

    def level(self, number: int) -> Node:
        if number == len(_LEVELS):
            return self.unary()
        node = self.level(number + 1)
        count = 0
        while op := self.mark(*_LEVELS[number]):
            node = Binary(op, node, self.level(number + 1))
            count += 1
            if count > MAX_DEPTH:
                raise FormulaError(
                    "the formula is too long", message_id="formula-too-deep", formula=self.formula
                )
        return node

    def unary(self) -> Node:
        ops = []
        while op := self.mark("-", "!"):
            ops.append(op)
        node = self.member()
        for op in reversed(ops[:MAX_DEPTH]):
            node = Unary(op, node)
        return node

    def member(self) -> Node:
        node = self.primary()
        while self.mark("."):
            if self.at >= len(self.tokens) or self.tokens[self.at].kind != "name":
                self.fail()
            name = self.tokens[self.at].text
            self.at += 1
            if name in _MACROS or self.mark("(") is None:
                raise BeyondError(f"{self.formula!r} selects a member", message_id="formula-unexpected",
                                  text=name, formula=self.formula)  # fmt: skip
            node = Call(name, (node, *self.arguments()))
        if self.at < len(self.tokens) and self.tokens[self.at].text == "[":
            self.fail()
        return node

    def primary(self) -> Node:
        if self.mark("("):
            node = self.choice()
            self.expect(")")
            return node
        if self.at >= len(self.tokens) or self.tokens[self.at].kind == "mark":
            self.fail()
        token = self.tokens[self.at]
        self.at += 1
        if token.kind == "number":
            return Literal(float(token.text.rstrip("u")))
        if token.kind == "text":
            return Literal(re.sub(r"\\(.)", lambda m: _ESCAPES.get(m[1], m[1]), token.text[1:-1]))
        if token.text in _WORDS:
            return Literal(_WORDS[token.text])
        if self.mark("("):
            return Call(token.text, self.arguments())
        return Name(token.text)

    def arguments(self) -> tuple[Node, ...]:
        found: list[Node] = []
        if self.mark(")"):
            return ()
        while True:
            found.append(self.choice())
            if self.mark(")"):
                return tuple(found)
            self.expect(",")
