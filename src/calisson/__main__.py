"""`python -m calisson`: the same as the command."""

from calisson.cli import main

main()
