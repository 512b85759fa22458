"""Questions: words to a typed query over the records of the home's apps."""

from calisson.language.queries.read import read_question

__all__ = ["read_question"]
