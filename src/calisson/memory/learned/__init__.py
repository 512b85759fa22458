"""Learned retrieval: weights of the views, a gate over shards, expansion, diversity, and hops from memory to memory.

Everything here runs in plain Python and is optional: without `weights.json`, or with `CALISSON_LEARNED=0`, search is what
`calisson.memory.finding` alone makes it. Training is `tools/retrieval/train.py`, the home's own learning `nightly`.
"""

from calisson.memory.learned import tables as tables
