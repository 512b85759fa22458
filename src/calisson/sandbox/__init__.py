"""Running untrusted code: small Python functions of apps, in Monty, with limits of time, memory and output.

Monty is a Python interpreter without files, environment, network, processes or host objects; it runs in
worker processes of its own, so a crash stays there. Before the first run in a process the self-test tries the
attacks of `selftest`, judged by their effect; when one succeeds, nothing is run. In this release nothing else
is run.
"""

from calisson.sandbox.monty import Failure, Limits, Outcome, close, run
from calisson.sandbox.selftest import Attack, self_test

__all__ = ["Attack", "Failure", "Limits", "Outcome", "close", "run", "self_test"]
