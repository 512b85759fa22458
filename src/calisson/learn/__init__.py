"""Training of the learned parts: codecs, gates, reward models, policies.

Needs the extra `learn` and is never imported by a turn. Empty in this release.
"""
