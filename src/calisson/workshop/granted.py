"""What a person's own request allows, read from its words: which tools, files, apps and hosts.

A lexicon of verbs in five languages (data/requests.json) names the tools; files, apps and addresses count when the
request names them, and a request to write that names no file means the run's own workspace. A verb that is negated
grants nothing, nor does one that only tells of a state ("what is written there") or stands in a question for
knowledge ("who deleted it"). What is missed here is asked of the
person later; nothing is guessed beyond the words.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping
from functools import cache
from importlib.resources import files
from typing import Any
from urllib.parse import urlsplit

from calisson.language.traits import traits
from calisson.settings import LANGUAGES
from calisson.workshop.provenance import NEW_APP, Grants

NEAR = 24
"""Characters between a negation and its verb; a quarter of that where words are not spaced."""
_URL = re.compile(r"https?://[^\s<>\"'“”「」（）()，。、]+", re.IGNORECASE)
_PATH = re.compile(
    r"(?<![\wÀ-ɏ/.:-])((?:[\wÀ-ɏ-]+/)*[\wÀ-ɏ-]+\.([A-Za-z]{2,5})|(?:[\wÀ-ɏ-]+/)+)(?![\wÀ-ɏ/])", re.ASCII
)
_POINT = "\u2024"
"""Stands for the point inside a file's name, which ends no clause."""


@cache
def _words() -> dict[str, Any]:
    data: dict[str, Any] = json.loads(
        (files("calisson.workshop") / "data" / "requests.json").read_text("utf-8")
    )
    return data


@cache
def _pattern(language: str, kind: str) -> re.Pattern[str]:
    stems = sorted(_words()[language][kind], key=len, reverse=True)
    inside = "|".join(re.escape(s) for s in stems)
    if not traits(language).latin:
        return re.compile(inside)
    endings = () if kind == "not" else _words()["endings"].get(language, ())
    whole = kind == "not" or bool(endings)  # German stems take any ending
    return re.compile(rf"(?<!\w)(?:{inside})(?:{'|'.join(endings)})?" + (r"(?!\w)" if whole else ""))


@cache
def _clause() -> re.Pattern[str]:
    return re.compile("|".join([r"[.!?;:。！？；\n]", *map(re.escape, _words()["breaks"])]))


@cache
def _asking(language: str) -> re.Pattern[str]:
    inside = "|".join(re.escape(w) for w in _words()["asks"][language])
    return re.compile(rf"(?<!\w)(?:{inside})(?!\w)" if traits(language).latin else inside)


def _wondered(clause: str, language: str, hit: re.Match[str]) -> bool:
    """Tell whether a verb stands in a question for knowledge: "who wrote it" asks for no writing.

    Where words are spaced, that is a verb after a question word up to the next comma, or in a clause that begins
    like a question. Elsewhere it is a verb beside a question word that is in no form of a request.
    """
    if traits(language).latin:
        first = clause.split(None, 1)[0] if clause.strip() else ""
        since = clause.rfind(",", 0, hit.start()) + 1
        if since == 0 and first in _words()["asks_first"][language]:
            return True
        return _asking(language).search(clause[since : hit.start()]) is not None
    if _asking(language).search(clause) is None:
        return False
    rest = clause if traits(language).characters else clause[hit.end() - 1 :]
    return re.search(_words()["wants"][language], rest) is None


def _asked(clause: str, language: str, kind: str) -> bool | None:
    """Tell whether a clause asks for a kind of work: true, false where it forbids it, None where it does neither."""
    verdict: bool | None = None
    follows = language in _words()["negation_follows"]
    near = NEAR if traits(language).latin else NEAR // 4
    for hit in _pattern(language, kind).finditer(clause):
        around = (
            clause[hit.end() : hit.end() + near]
            if follows
            else clause[max(0, hit.start() - near) : hit.start()]
        )
        if traits(language).compounds and not _pattern(language, "not").search(around):
            around = clause[hit.end() : hit.end() + near]  # the negation of a German imperative follows it
        if _pattern(language, "not").search(around):
            return False
        if kind not in _words()["harmless"] and _wondered(clause, language, hit):
            continue
        verdict = True
    return verdict


def _designed(clause: str, language: str) -> tuple[bool, bool]:
    """Tell whether a clause asks for an app to be made, and whether for one to be changed.

    The verb alone says neither: "add the price to Prices" wants an entry, "add a field" another form of the app. A part
    of an app (a field, a view, a button) makes both clear; beside the word for an app itself, adding is logging.
    """
    app, part = (_asked(clause, language, kind) is True for kind in ("app", "part"))
    made, reshaped, amended = (
        _asked(clause, language, kind) is True for kind in ("make", "reshape", "amend")
    )
    return app and made, (part and (made or reshaped or amended)) or (app and reshaped)


def urls(text: str) -> list[str]:
    """Return the addresses that a text names."""
    return [u.rstrip(".,;:!?…") for u in _URL.findall(text)]


def paths(text: str) -> list[str]:
    """Return the files that a text names, and its folders as patterns."""
    known = _words()["extensions"]
    return [
        f"{p}*" if p.endswith("/") else p for p, end in _PATH.findall(text) if not end or end.lower() in known
    ]


def grants_of(text: str, apps: Mapping[str, str] | None = None, servers: Iterable[str] = ()) -> Grants:
    """Return what a request in any of the five languages allows.

    Args:
        text: the person's own words, nothing that others wrote.
        apps: the home's apps that the person may change, their names by id.
        servers: outside MCP servers; the tools of those that the request names may be used.
    """
    links = urls(text)
    bare = _URL.sub(" ", text)
    lowered = bare.casefold()
    for phrase in _words()["states"]:
        lowered = lowered.replace(phrase, " ")
    verdicts: dict[str, bool] = {}
    made = changed = False
    for clause in _clause().split(re.sub(r"(?<=\w)\.(?=\w)", _POINT, lowered)):
        for language in LANGUAGES:
            for kind in _words()["tools"]:
                found = _asked(clause, language, kind)
                if found is not None:
                    verdicts[kind] = verdicts.get(kind, True) and found
            wanted = _designed(clause, language)
            made, changed = made or wanted[0], changed or wanted[1]
    kinds = [k for k in _words()["tools"] if verdicts.get(k)]
    barred = {
        t
        for k, ok in verdicts.items()
        if not ok and k in ("remember", "forget", "record")
        for t in _words()["tools"][k]
    }
    tools = dict.fromkeys(t for k in kinds for t in _words()["tools"][k] if t not in barred)
    named = tuple(dict.fromkeys(paths(bare)))
    writes = verdicts.get("edit", False) or verdicts.get("delete", False)
    hosts = dict.fromkeys(h.lower() for u in links if (h := urlsplit(u).hostname))
    if hosts:
        tools.update(dict.fromkeys(_words()["tools"]["look"]))
    tools.update(
        dict.fromkeys(
            f"mcp__{s}__*"
            for s in servers
            if re.search(rf"(?<![a-z0-9]){re.escape(s.casefold())}(?![a-z0-9])", lowered)
        )
    )
    mine = tuple(i for i, name in (apps or {}).items() if name and name.casefold() in lowered)
    anywhere = () if mine else ("*",)  # who names an app and no file means the app
    if mine and verdicts.get("edit"):
        tools.update(dict.fromkeys(_words()["tools"]["record"]))
    if made or changed:
        tools.update(dict.fromkeys(("app_spec", "app_change")))
    if made:
        mine = (*mine, NEW_APP)
    return Grants(
        tuple(tools), (named or anywhere) if writes or verdicts.get("run") else (), mine, tuple(hosts),
        verdicts.get("delete", False), verdicts.get("edit", False) or verdicts.get("delete", False),
    )  # fmt: skip
