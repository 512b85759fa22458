"""Apps from words: the ontology of everyday life, the reading of requests, and the composition of drafts.

Owns: what fields mean in five languages, which apps people ask for, how a request becomes an `AppSchema`,
and how words change an app that exists. It never touches the store and never decides: it proposes.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from calisson.language.spans import Spans
    from calisson.language.types import Context, Proposal

__all__ = ["draft_app", "read_edit"]


def draft_app(spans: Spans, context: Context) -> Proposal | None:
    """Return the app that the words ask for as a `CreateApp` proposal; None when they ask for none."""
    from calisson.language.drafts.compose import draft_app as draft  # most turns never need it

    return draft(spans, context)


def read_edit(spans: Spans, context: Context) -> Proposal | None:
    """Return the change of an existing app that the words ask for; None when they ask for none."""
    from calisson.language.drafts.edits import read_edit as read

    return read(spans, context)
