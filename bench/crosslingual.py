"""A fact said in one language, asked for in another: 200 facts in five languages, each asked in the other four.

All facts lie in one home. `recall@5` is the share of questions whose fact is among the first five; BM25 over the
same tokens stands beside it. Then 80 facts, each asked in two other languages, that were written without a look at
the encoder's concepts (`fresh.txt`), among all of these.
"""

from __future__ import annotations

import json
import math
import tempfile
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

from calisson import Home
from calisson.memory.words.tokens import content_tokens, tokens

FACTS = Path(__file__).parents[1] / "tests" / "memory" / "cross"
LANGUAGES = ("en", "de", "zh", "ja", "ko")


def facts() -> Iterator[tuple[str, str, dict[str, str]]]:
    """Yield each fact's language, its text, and its question by language."""
    for path in sorted(FACTS.glob("*.tsv")):
        for line in path.read_text("utf-8").splitlines():
            language, said, *asked = line.split("\t")
            yield language, said, dict(zip((x for x in LANGUAGES if x != language), asked, strict=True))


def bm25(texts: list[list[str]], query: list[str]) -> list[int]:
    """Return the five best texts by BM25, k1 = 1.2 and b = 0.75."""
    df = Counter(t for words in texts for t in set(words))
    mean = sum(map(len, texts)) / len(texts)
    scores = []
    for words in texts:
        tf, total = Counter(words), 0.0
        for t in set(query) & tf.keys():
            idf = math.log(1 + (len(texts) - df[t] + 0.5) / (df[t] + 0.5))
            total += idf * tf[t] * 2.2 / (tf[t] + 1.2 * (0.25 + 0.75 * len(words) / mean))
        scores.append(total)
    best = sorted(range(len(texts)), key=lambda n: -scores[n])[:5]
    return [n for n in best if scores[n] > 0]


def fresh() -> list[tuple[str, str, list[str]]]:
    """Return the fresh facts: language, text, two questions in other languages."""
    lines = (FACTS / "fresh.txt").read_text("utf-8").splitlines()
    return [(language, said, asked) for language, said, *asked in (line.split("\t") for line in lines)]


def found_fresh(every: list[str]) -> float:
    """Return recall@5 of the fresh facts, kept beside all others, in per cent."""
    some = fresh()
    with tempfile.TemporaryDirectory() as folder, Home(Path(folder)) as home:
        texts = [*every, *(said for _, said, _ in some)]
        lines = [json.dumps({"text": t, "source": f"f{n}"}, ensure_ascii=False) for n, t in enumerate(texts)]
        home.memories.take_in(lines)
        hits = [
            said in [h["text"] for h in home.memories.search(question, 5)]
            for _, said, asked in some
            for question in asked
        ]
    return 100 * sum(hits) / len(hits)


def main() -> list[dict[str, object]]:
    """Measure, print a table, and return its rows: language asked, questions, both recalls."""
    every = list(facts())
    found: dict[str, list[bool]] = {x: [] for x in LANGUAGES}
    plain: dict[str, list[bool]] = {x: [] for x in LANGUAGES}
    missed = []
    with tempfile.TemporaryDirectory() as folder, Home(Path(folder)) as home:
        home.memories.take_in(
            [
                json.dumps({"text": t, "source": f"f{n}"}, ensure_ascii=False)
                for n, (_, t, _) in enumerate(every)
            ]
        )
        texts = [tokens(t) for _, t, _ in every]
        for n, (_, said, questions) in enumerate(every):
            for language, question in questions.items():
                got = [h["text"] for h in home.memories.search(question, 5)]
                found[language].append(said in got)
                plain[language].append(n in bm25(texts, content_tokens(question, language)))
                if said not in got:
                    missed.append((question, said, got[:2]))
    print("| asked in | questions | recall@5 | BM25 |\n| --- | --- | --- | --- |")
    rows: list[dict[str, object]] = []
    for language in (*LANGUAGES, "all"):
        hits = found.get(language) or [x for some in found.values() for x in some]
        other = plain.get(language) or [x for some in plain.values() for x in some]
        row = (language, len(hits), 100 * sum(hits) / len(hits), 100 * sum(other) / len(other))
        print("| {} | {} | {:.1f} | {:.1f} |".format(*row))
        rows.append(dict(zip(("language", "questions", "recall", "bm25"), row, strict=True)))
    print(f"\nFacts written without a look at the concepts: {found_fresh([t for _, t, _ in every]):.1f}")
    rows.append({"missed": missed})
    return rows


if __name__ == "__main__":
    main()
