"""Score the number engine on the Number specifications of Recognizers-Text, in process: no command line.

    .venv/bin/python bench/numbers_local.py SCORER DATA [LANGUAGE] [--fails]

SCORER is a file with `load(folder, language)` and `holds(case, output)`; DATA the folder of specifications.
"""

from __future__ import annotations

import importlib.util
import pathlib
import sys
import time
from collections import defaultdict
from typing import Any

from calisson.language.numbers import find_numbers


def main() -> None:
    names = [a for a in sys.argv[1:] if not a.startswith("--")]
    spec = importlib.util.spec_from_file_location("scorer", names[0])
    assert spec is not None and spec.loader is not None
    scorer: Any = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(scorer)
    loaded = scorer.load(pathlib.Path(names[1]), names[2] if names[2:] else None)
    cases = [case for case in loaded if case["kind"] == "number"]
    table: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    for case in cases:
        began = time.perf_counter()
        spans = find_numbers(case["text"], case["lang"])
        table[case["lang"]][2] += time.perf_counter() - began
        numbers = [s.value if s.literal is None else s.literal for s in spans if s.kind != "ordinal"]
        right, _ = scorer.holds(case, {"numbers": numbers})
        table[case["lang"]][0] += 1
        table[case["lang"]][1] += right
        if "--fails" in sys.argv and not right:
            print(f"{case['text']!r}: want {case['gold']}, got {numbers}")
    for language, (n, right, seconds) in sorted(table.items()):
        print(f"{language}: {100 * right / n:.1f} % of {n:.0f}, {1000 * seconds / n:.2f} ms each")


if __name__ == "__main__":
    main()
