"""Understanding and phrasing without a model, in every shipped language as a peer.

Owns: languages, numbers, units, dates, recurrences, acts, app drafts, record slots, questions, phrases; all
vocabulary is data beside the code. Must never touch the store: it knows a home only through `Context`.
"""
