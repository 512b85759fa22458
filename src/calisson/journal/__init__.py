"""The journal: append-only events and decisions with their alternatives, probabilities and evidence.

Every entry carries the hash of the one before it, so a changed or removed entry shows; the database refuses
changes by itself. Whatever the program decides can be explained from here alone. It is never rewritten.
"""

from calisson.journal.journal import Alternative, Decision, Entry, Journal

__all__ = ["Alternative", "Decision", "Entry", "Journal"]
