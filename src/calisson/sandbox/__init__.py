"""Running untrusted code: small functions of apps in Monty, whole programs in bubblewrap or what stands in for it.

Monty is a Python interpreter without files, environment, network, processes or host objects; it runs in
worker processes of its own, so a crash stays there. Whole programs (Python, JavaScript, shell) run in the
strongest backend that is there and that held against every attack of the suite in this process; when none does,
nothing is run.
"""

from calisson.sandbox.monty import Failure, Limits, Outcome, close, run
from calisson.sandbox.selftest import Attack, self_test
from calisson.sandbox.trust import BACKENDS, Verdict, run_program, strongest, survey
from calisson.sandbox.types import Job, ProcessLimits, Run, Sandbox

__all__ = ["BACKENDS", "Attack", "Failure", "Job", "Limits", "Outcome", "ProcessLimits", "Run", "Sandbox", "Verdict", "close",
           "run", "run_program", "self_test", "strongest", "survey"]  # fmt: skip
