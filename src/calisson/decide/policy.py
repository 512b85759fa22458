"""The one policy of this release: take the best-fitting proposal, or ask back when none fits well enough.

The policy is greedy, so that the same words do the same thing twice; the logged propensities are a softmax
over the scores, which is what a later learner needs to weigh the alternatives (inverse propensity weighting,
Horvitz & Thompson 1952). Acts that store something need more certainty than acts that only speak.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

from calisson.language.types import Act, Clarify, Proposal, Reading

POLICY = "embedded-1"
"""The name of this policy in the journal."""

TEMPERATURE = 0.12
"""Of the softmax that turns scores into logged propensities."""

LEAST = {
    Act.CREATE_APP: 0.30, Act.EDIT_APP: 0.30, Act.LOG: 0.26, Act.REMIND: 0.28, Act.REMEMBER: 0.30,
    Act.FORGET: 0.35, Act.UNDO: 0.35, Act.ASK: 0.22, Act.RECALL: 0.20, Act.CHAT: 0.15, Act.CLARIFY: 0.0,
    Act.REFUSE: 0.25,
}  # fmt: skip
"""The least fused score at which an act is done without asking."""


OPTIONS = {
    Act.CREATE_APP: "create_app", Act.EDIT_APP: "edit_app", Act.LOG: "log_record", Act.ASK: "answer_question",
    Act.REMIND: "set_reminder", Act.REMEMBER: "remember", Act.RECALL: "recall", Act.FORGET: "forget",
    Act.UNDO: "undo", Act.CHAT: "chat", Act.CLARIFY: "clarify", Act.REFUSE: "refuse",
}  # fmt: skip
"""The option that carries out each act, as the journal names it."""


@dataclass(frozen=True, slots=True)
class Alternative:
    """One option that was weighed."""

    option: str
    probability: float
    """Its propensity under the policy's softmax."""
    why: str


@dataclass(frozen=True, slots=True)
class Choice:
    """What to do, over what, and why."""

    chosen: Proposal
    alternatives: tuple[Alternative, ...]
    """All options weighed, the chosen one first; probabilities sum to 1."""
    why: str
    policy: str = POLICY
    named: str = ""
    """The option's name, where it is none of the acts'."""

    @property
    def option(self) -> str:
        """The chosen option's name."""
        return self.named or OPTIONS[self.chosen.act]


def choose(reading: Reading) -> Choice:
    """Pick the proposal to carry out.

    A proposal below its act's threshold is passed over; when none is left the choice is to clarify, and the
    passed-over proposals stay visible as alternatives.
    """
    sure = [p for p in reading.proposals if p.score >= LEAST[p.act]]
    if sure:
        chosen, why = sure[0], f"best fit ({sure[0].why})"
    else:
        best = reading.proposals[0]
        chosen = Proposal(
            Act.CLARIFY, Clarify("not-understood"), 1.0 - best.score, "nothing fits well enough"
        )
        why = f"the best reading, {best.act.value}, scores {best.score:.2f}, under {LEAST[best.act]:.2f}"
    options = [chosen, *(p for p in reading.proposals if p is not chosen)]
    weights = [math.exp(p.score / TEMPERATURE) for p in options]
    total = sum(weights)
    return Choice(
        chosen=chosen,
        alternatives=tuple(
            Alternative(OPTIONS[p.act], round(w / total, 4), p.why)
            for p, w in zip(options, weights, strict=True)
        ),
        why=why,
    )
