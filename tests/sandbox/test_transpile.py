"""Compiling of widgets: what it gives, what it says of mistakes, what it does not do."""

import pytest

from calisson.sandbox.transpile import can_compile, compile_module

TSX = """import { useState } from 'react';
type P = { start: number };
export default function W({ start }: P) {
  const [n, set] = useState<number>(start);
  return <button onClick={() => set(n + 1)}>{n}</button>;
}
"""


def test_typescript_and_jsx_become_a_plain_module() -> None:
    made = compile_module(TSX)
    assert made.ok and "react/jsx-runtime" in made.code
    assert "type P" not in made.code and "<button" not in made.code and "<number>" not in made.code


def test_plain_javascript_comes_back_as_it_is() -> None:
    code = "export default () => null  // <b>"
    assert compile_module(code, "js").code == code
    assert can_compile("js")


@pytest.mark.parametrize(("code", "line"), [("export default 1;\nlet x = <a>", 2), ("\n\n\nlet = = 3;", 4)])
def test_a_mistake_is_named_with_its_line(code: str, line: int) -> None:
    made = compile_module(code)
    assert not made.ok and made.code == "" and made.line == line
    assert "/tmp" not in made.problem and "\x1b" not in made.problem


def test_code_that_breaks_the_compiler_is_only_a_problem() -> None:
    assert not compile_module("export default " + "(" * 200_000 + "1" + ")" * 200_000).ok
    assert not compile_module("\ud800 ]] \x00").ok


def test_nothing_is_fetched_or_run() -> None:
    """Imports stay names, whatever they point to; a side effect at the top does not happen."""
    code = "import a from 'http://127.0.0.1:9/x.ts';\nimport b from 'npm:left-pad';\nDeno.exit(3);\nexport default [a, b];"
    made = compile_module(code)
    assert made.ok and "127.0.0.1:9" in made.code and "npm:left-pad" in made.code
