"""The words of an HTML page: headings, paragraphs, lists, tables and links, without scripts, styles and what is hidden."""

from __future__ import annotations

import re
from html.parser import HTMLParser
from urllib.parse import urljoin

_SKIP = {"script", "style", "template", "noscript", "svg", "head", "iframe", "object", "canvas"}
_BLOCK = {"p", "div", "section", "article", "header", "footer", "main", "aside", "nav", "ul", "ol", "table", "tr",
          "blockquote", "pre", "form", "fieldset", "dl", "dt", "dd", "figure", "figcaption", "br", "hr", "h1", "h2",
          "h3", "h4", "h5", "h6", "li"}  # fmt: skip
_VOID = {"br", "hr", "img", "input", "meta", "link", "area", "base", "col", "embed", "source", "track", "wbr"}
_UNSEEN = re.compile(r"display\s*:\s*none|visibility\s*:\s*hidden|font-size\s*:\s*0", re.IGNORECASE)
MOST_DEPTH = 2000


class _Reader(HTMLParser):
    def __init__(self, base: str) -> None:
        super().__init__(convert_charrefs=True)
        self._base = base
        self.out: list[str] = []
        self.title = ""
        self._open: list[tuple[str, bool, str]] = []
        """Open elements: name, whether it is left out, the address of a link."""
        self._in_title = False

    @property
    def _left_out(self) -> bool:
        return bool(self._open) and self._open[-1][1]

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag == "title":
            self._in_title = True
        given = dict(attrs)
        hidden = (self._left_out or tag in _SKIP or "hidden" in given or given.get("aria-hidden") == "true"
                  or bool(_UNSEEN.search(given.get("style") or "")))  # fmt: skip
        if tag in _BLOCK and not hidden:
            self.out.append(
                "\n- "
                if tag == "li"
                else f"\n\n{'#' * int(tag[1])} "
                if re.fullmatch("h[1-6]", tag)
                else "\n"
            )
        if tag in ("td", "th") and not hidden:
            self.out.append(" | ")
        if tag == "img" and not hidden and given.get("alt"):
            self.out.append(f"[{given['alt']}]")
        if tag not in _VOID and len(self._open) < MOST_DEPTH:
            link = given.get("href") or "" if tag == "a" and not hidden else ""
            self._open.append((tag, hidden, link))

    def handle_endtag(self, tag: str) -> None:
        if tag == "title":
            self._in_title = False
        for place in range(len(self._open) - 1, -1, -1):
            if self._open[place][0] == tag:
                link = self._open[place][2]
                if link and not link.startswith(("#", "javascript:", "data:")):
                    self.out.append(f" ({urljoin(self._base, link)})")
                if tag in _BLOCK and not self._open[place][1]:
                    self.out.append("\n")
                del self._open[place:]
                return

    def handle_data(self, data: str) -> None:
        if self._in_title and not self.title:
            self.title = " ".join(data.split())
        elif not self._left_out:
            self.out.append(re.sub(r"\s+", " ", data))


def readable(html: str, base: str = "") -> str:
    """Return the words of a page, its title first; links carry their whole addresses."""
    reader = _Reader(base)
    reader.feed(html)
    reader.close()
    text = re.sub(r"[ \t]+", " ", "".join(reader.out))
    text = re.sub(r" ?\n ?", "\n", text)
    text = re.sub(r"\n{3,}", "\n\n", text).strip()
    return f"{reader.title}\n\n{text}" if reader.title else text
