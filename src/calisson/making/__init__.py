"""Making apps with models: intent, draft, check, repair, refine; what comes out is a version ready to publish.

A model only ever proposes a specification. Whether it holds is found out here, by our own checks; what a model
says about its work is never believed. Must never publish, and never change what is live: the caller does that,
in one transaction, with a version that passed.
"""

from calisson.making.check import examine
from calisson.making.desk import Desk
from calisson.making.pipeline import make
from calisson.making.trying import Eyes
from calisson.making.types import Design, Draft, Ending, Finding, Look, Made, Progress, Wish

__all__ = [
    "Design",
    "Desk",
    "Draft",
    "Ending",
    "Eyes",
    "Finding",
    "Look",
    "Made",
    "Progress",
    "Wish",
    "examine",
    "make",
]
