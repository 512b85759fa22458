"""What the act classifier sees of an utterance: hashed n-grams of the masked words, and a few plain facts.

Times and numbers become tokens of their kind; words of the home's own vocabulary (apps, fields, choices)
become ⟨app⟩, ⟨field⟩, ⟨value⟩, so that what was learned from meals and money serves for beehives. Latin
languages use words (1-2) and letters inside words (3-5), the CJK languages characters (1-4).
"""

from __future__ import annotations

import itertools
import re
from zlib import crc32

from calisson.language.acts.model import BUCKETS
from calisson.language.questions.lexicon import lexicon
from calisson.language.spans import Spans
from calisson.language.talk.patterns import first
from calisson.language.text import is_cjk, lower
from calisson.language.traits import traits
from calisson.language.types import Context, TimeSpan

MAX_CHARS = 300
TITLES = 100
"""Stored titles of the app in focus that count as its words."""
_WORD = re.compile(r"⟨\w+⟩|[^\W\d_]+(?:['-][^\W\d_]+)*|[^\s\w]")
_SPACE = re.compile(r"\s+")
_EMOJI = re.compile(r"[\U0001F300-\U0001FAFF\u2600-\u27BF]")


def vocabulary(context: Context) -> list[tuple[str, str]]:
    """Return (lower-case word, token) of the home's vocabulary, longest first."""
    words: dict[str, str] = {}
    for app in context.apps:
        for entity in app.entities:
            for field in entity.fields:
                for choice in field.choices:
                    for word in (choice.value, *choice.aliases):
                        words.setdefault(lower(word), "⟨value⟩")
                for word in (field.label, *field.aliases):
                    words.setdefault(lower(word), "⟨field⟩")
        words.setdefault(lower(app.name), "⟨app⟩")
    focus = context.app(context.focus)
    if focus is not None and focus.main.title_field:
        for value in context.values(focus.id, focus.main.name, focus.main.title_field)[:TITLES]:
            words.setdefault(lower(value), "⟨value⟩")
    return sorted(((w, t) for w, t in words.items() if len(w) > 1), key=lambda x: -len(x[0]))


def masked(spans: Spans, context: Context) -> str:
    """Return the lower-case text with times, numbers and the home's words replaced by tokens."""
    pieces, at = [], 0
    for start, end, span in spans.pieces():
        kind = _time_kind(span) if isinstance(span, TimeSpan) else span.kind
        pieces += [lower(spans.text[at:start]), f" ⟨{kind}⟩ "]
        at = end
    pieces.append(lower(spans.text[at:]))
    text = "".join(pieces)
    for word, token in vocabulary(context):
        if word in text:
            if is_cjk(word):
                text = text.replace(word, token)
            else:
                text = re.sub(rf"(?<![\w⟨]){re.escape(word)}(?![\w⟩])", token, text)
    return _SPACE.sub(" ", text).strip()[:MAX_CHARS]


def _time_kind(span: TimeSpan) -> str:
    if span.kind == "recurrence":
        return "every"
    return "time" if span.kind == "time" else "date"


def features(spans: Spans, context: Context) -> list[int]:
    """Return the active buckets of an utterance, each once."""
    return sorted({crc32(f.encode()) % BUCKETS for f in names(spans, context)})


def names(spans: Spans, context: Context) -> set[str]:
    """Return the features of an utterance by name, before hashing."""
    text = masked(spans, context)
    language = spans.language
    found = set(_latin(text) if traits(language).latin else _cjk(text))
    facts = [*_facts(text, spans, context), *_heard(spans)]
    out = {f"{language}:{f}" for f in found}
    out |= {f"{language}!{f}" for f in facts}
    out |= {f"!{f}" for f in facts}
    return out


def _latin(text: str) -> list[str]:
    words = _WORD.findall(text)
    out = [f"w{w}" for w in words]
    out += [f"b{a} {b}" for a, b in itertools.pairwise(words)]
    out += [f"f{' '.join(words[:n])}" for n in (1, 2, 3)]
    out.append(f"l{' '.join(words[-2:])}")
    for word in words:
        if word[0] != "⟨" and word[0].isalpha():
            padded = f" {word} "
            for n in (3, 4, 5):
                out += [f"c{padded[i : i + n]}" for i in range(len(padded) - n + 1)]
    return out


_TOKEN = re.compile(r"⟨(\w+)⟩")
_CODES = {"time": "\ue001", "date": "\ue002", "every": "\ue003", "number": "\ue004", "quantity": "\ue005",
          "money": "\ue006", "percent": "\ue007", "duration": "\ue008", "ordinal": "\ue009", "multiple": "\ue00a",
          "field": "\ue00b", "value": "\ue00c", "app": "\ue00d"}  # fmt: skip


def _cjk(text: str) -> list[str]:
    one = _TOKEN.sub(lambda m: _CODES.get(m.group(1), "\ue00e"), text).replace(" ", "")
    out = []
    for n in (1, 2, 3, 4):
        out += [one[i : i + n] for i in range(len(one) - n + 1)]
    out += [f"^{one[:n]}" for n in (1, 2, 3)]
    out += [f"{one[-n:]}$" for n in (1, 2, 3, 4)]
    return out


TALK = (
    ("remind", ("cue", "cancel", "move", "snooze")), ("remember", ("cue", "never")), ("recall", ("cue", "question")),
    ("forget", ("cue", "own", "never")), ("undo", ("cue", "never")), ("refuse", ("instructions", "secrets", "harm")),
)  # fmt: skip
CHAT = ("greeting", "how_are_you", "thanks", "sad", "happy", "tired", "help", "capabilities", "who_are_you", "goodbye",
        "praise", "insult", "acknowledge", "other")  # fmt: skip
ASKING = (
    "how_many", "how_much", "how_long", "how_often", "how_degree", "when", "clock", "who", "where", "which", "what", "show", "is_there",
    "yes_no", "means", "sum", "mean", "max", "min", "most", "streak", "per_day", "compare", "open", "all_time", "due", "follow", "rank",
)  # fmt: skip


def _heard(spans: Spans) -> list[str]:
    """Which cues of the talk and question lexicons the words hold: what wordings of one kind share."""
    language, text = spans.language, spans.text[:MAX_CHARS]
    out = [f"{name}.{key}" for name, keys in TALK for key in keys if first(language, name, key, text)]
    out += [f"chat.{kind}" for kind in CHAT if first(language, "chat", kind, text)]
    folded = lower(text)
    cues = lexicon(language).cues
    out += [f"ask.{name}" for name in ASKING if cues[name].search(folded)]
    asked = sum(o.startswith("ask.") for o in out)
    marked = text.rstrip(" !.~").endswith("?")
    measured = "some" if spans.numbers else "no"
    out.append(f"asked{min(asked, 3)}-mark{marked:d}-{measured}-numbers")
    out.append(f"asked{min(asked, 2)}-dated{bool(spans.times):d}")
    return out


def _facts(text: str, spans: Spans, context: Context) -> list[str]:
    stripped = text.rstrip(" !.~。！")
    numbers = [n.kind for n in spans.numbers]
    out = [f"n{min(len(numbers), 3)}", f"t{min(len(spans.times), 2)}", f"len{min(len(text) // 12, 6)}"]
    out += [f"has-{kind}" for kind in set(numbers)]
    out += [f"time-{_time_kind(t)}-{t.direction}" for t in spans.times[:3]]
    if stripped.endswith("?"):
        out.append("asks")
    elif "?" in text:
        out.append("asks-inside")
    out += [f"names-{kind}" for kind in ("field", "value", "app") if f"⟨{kind}⟩" in text]
    if not context.apps:
        out.append("no-apps")
    if _EMOJI.search(text):
        out.append("emoji")
    if text.count(",") + text.count("、") + text.count("，") > 2:
        out.append("list")
    if ":" in text:
        out.append("colon")
    letters = [c for c in text if c.isalpha()]
    if not letters:
        out.append("no-letters")
    elif len(letters) > 8 and len(set(letters)) * 4 < len(letters):
        out.append("monotone")
    if "<" in text or "{" in text or "';" in text:
        out.append("markup")
    return out
