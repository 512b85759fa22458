"""Making and repairing apps beyond what the composer drafts: plan, draft, check, test, repair, refine.

It never publishes what did not pass its tests. Empty in this release.
"""
