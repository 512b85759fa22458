"""`python -m calisson.cli`."""

from calisson.cli import main

main()
