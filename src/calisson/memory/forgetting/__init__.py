"""Letting go: under a budget or at a word, with every trace and in every copy."""
