"""What a new app is called and which emoji stands for it.

The person's own word for it is best ('Lauftagebuch', '家計簿'); without one, the domain's name; without a
domain, the words before 'app' or the object of 'keep track of'.
"""

from __future__ import annotations

import re

from calisson.language.drafts import grammar, ontology
from calisson.language.drafts.naming import label as as_label
from calisson.language.drafts.request import Request
from calisson.language.lexicon import load
from calisson.language.text import is_cjk
from calisson.language.traits import traits

MAX_WORDS = 4
MAX_BARE = 12
"""Characters; a longer word for a list is a compound that names what it lists ('Reifenprotokoll')."""


def app_name(request: Request, given: str | None, language: str) -> tuple[str, str | None]:
    """Return (name, icon or None) for a request; an empty name when its words give none."""
    icon = request.domain.icon if request.domain else _icon(request.subject or request.text, language)
    if given:
        return as_label(given), icon
    own = _own_word(request, language)
    says = traits(language).compounds and ("-" in own or len(own) > MAX_BARE)
    if own == _bare_artifact(request) and request.domain is None and not says:
        own = ""  # a bare 'log' says nothing
    if any(len(r.said) > 1 and r.said in own and r.said != own for r in request.reads):
        own = ""  # '칼로리랑 단백질 기록' lists fields
    if own and (request.domain is None or _says_more(own, request.domain, language)):
        return as_label(own), icon
    if request.spent and [r.said for r in request.reads] == [request.spent]:
        return as_label(request.spent), icon
    if request.domain is not None:
        return ontology.domain_name(request.domain.id, language), icon
    return as_label(_topic(request, language)), icon


def _bare_artifact(request: Request) -> str:
    return request.text[slice(*(request.cues.artifact or (0, 0)))]


def _says_more(own: str, about: ontology.Domain, language: str) -> bool:
    """Whether the person's word is a name for this domain and not a bare 'list' or 'plan'."""
    return any(hit.domain == about.id for hit in ontology.domains_in(own, language))


def _own_word(request: Request, language: str) -> str:
    """The compound with its word for a list: 'chore chart', 'Haushaltsbuch', '単語帳', '독서 목록'."""
    if not request.cues.artifact:
        return ""
    start, end = request.cues.artifact
    text = request.text
    if traits(language).latin:
        words = re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", text[max(0, start - 60) : start])
        said = text[start:end]
        before: list[str] = []
        for word in reversed(words):
            if word.lower() in _small(language) or len(before) >= 2 or not _adjacent(text, word, start):
                break
            before.insert(0, word)
        if traits(language).compounds:
            before = [w for w in before if w[:1].isupper() or w.endswith("s")][-1:]
        return " ".join([*before, said]).strip()
    left = max((text.rfind(c, 0, start) for c in _STOPS), default=-1) + 1
    if traits(language).particles:
        left = max(left, _last_words(text, start, 2))
    compound = grammar.strip_lead(text[left:end], language)
    for rule in load(language, grammar.LEXICON)["name_cut"]:
        compound = re.sub(rule, "", compound)
    if traits(language).kana and (len(compound) > 14 or re.search("[をがはで]", compound)):
        tail = re.search(r"(?:[\u4e00-\u9fff\u3005\u30a1-\u30fcA-Za-z0-9]+の?)+$", compound)
        compound = tail.group() if tail else ""
    return grammar.trim(compound) if len(compound) <= 20 else ""


_STOPS = ",.!?。、「」『』()\n:;"


def _last_words(text: str, end: int, count: int) -> int:
    """Where the last `count` words before a place begin (the word that touches it is one of them)."""
    at = end
    for _ in range(count):
        space = text.rfind(" ", 0, max(0, at - 1))
        if space < 0:
            return 0
        at = space
    return at + 1


def _adjacent(text: str, word: str, start: int) -> bool:
    """Whether only the words of a noun phrase stand between this word and the end."""
    at = text.rfind(word, max(0, start - 60), start)
    return not any(c in text[at + len(word) : start] for c in ",.:;!?()\n")


def _small(language: str) -> frozenset[str]:
    return frozenset(load(language, grammar.LEXICON)["small_words"])


def _topic(request: Request, language: str) -> str:
    """The words that say what an app of no known domain is about."""
    part = request.subject
    for rule in grammar.patterns(language, "topic"):
        found = rule.search(part) or rule.search(request.text)
        if found and found.group("what"):
            return _cut(found.group("what"), language)
    own = _own_word(request, language)
    if own and own != _bare_artifact(request):
        return own
    return _last_nouns(part, language)


def _last_nouns(part: str, language: str) -> str:
    """The last words before the list that are neither small nor about asking."""
    part = grammar.trim(part)
    if is_cjk(part):
        return _cut(re.split(r"[,、。:!?\s]", part)[-1], language)
    asking = grammar.one_of(language, "specific", "generic", "verbs", "weak")
    words = re.findall(r"[^\W_]+(?:[-'][^\W_]+)*", asking.sub(" ", part))
    return " ".join([w for w in words if w.lower() not in _small(language)][-2:])


def _cut(text: str, language: str) -> str:
    text = grammar.strip_lead(grammar.trim(text), language)
    if is_cjk(text):
        for rule in load(language, grammar.LEXICON)["name_cut"]:
            text = re.sub(rule, "", text)
        return grammar.trim(text)[:16]
    return " ".join(text.split()[:MAX_WORDS])


def _icon(text: str, language: str) -> str | None:
    table: dict[str, str] = load(language, grammar.LEXICON)["icons"]
    low = text.lower()
    for words, icon in table.items():
        if any(w in low for w in words.split("|")):
            return icon
    return None
