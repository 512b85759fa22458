"""Entries: what an utterance adds to, corrects in or removes from the records of the home's apps."""

from calisson.language.entries.read import read_entries

__all__ = ["read_entries"]
