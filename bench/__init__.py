"""Benchmarks: speed as ratios against a baseline in the same run where one exists, and the outside quality checks."""
