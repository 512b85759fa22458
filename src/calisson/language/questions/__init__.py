"""Questions: from the words of a question to a typed query over the home's apps.

A compositional parser: cues (how many, average, last, than, still open), mentions of the home's vocabulary and
typed spans are laid over each app; the app whose words fit best answers. Wording is data
(`data/<language>/questions.toml`). It must not touch records beyond the names and values in `Context`; the
apps room compiles the query and finds the answer.
"""

from __future__ import annotations

from calisson.language.questions.reader import read_question

__all__ = ["read_question"]
