"""Apps from words: the ontology of everyday life, the reading of requests, and the composition of drafts.

Owns: what fields mean in five languages, which apps people ask for, how a request becomes an `AppSchema`,
and how words change an app that exists. It never touches the store and never decides: it proposes.
"""

from __future__ import annotations

from calisson.language.drafts.compose import draft_app
from calisson.language.drafts.edits import read_edit

__all__ = ["draft_app", "read_edit"]
