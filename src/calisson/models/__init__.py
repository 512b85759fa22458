"""Language and embedding model clients, routing, fallback, budgets and the cost ledger.

Never required: without a key the embedded engine does the work. Empty in this release.
"""
