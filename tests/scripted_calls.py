"""A model that makes the calls that it was given, one by one, and then says "done"."""

from typing import Any

from calisson.models import Reply, Request, Roster, ToolCall


class Scripted:
    """Answers by how far the conversation is, so that a run can be taken up anew; `asked` are its questions."""

    def __init__(
        self, *calls: tuple[str, dict[str, Any]], others: tuple[tuple[str, dict[str, Any]], ...] = ()
    ) -> None:
        """Make it; `others` are the calls of whoever asks for another purpose than the workshop's (sub-agents)."""
        self.calls, self.others = calls, others
        self.available, self.roster = True, Roster()
        self.asked: list[Request] = []

    def answer(self, request: Request, stopped: Any = None) -> Reply:
        self.asked.append(request)
        turn = sum(m.role == "model" for m in request.messages)
        calls = self.others if self.others and request.purpose != "workshop" else self.calls
        if turn >= len(calls):
            return Reply("done", model="scripted")
        name, arguments = calls[turn]
        return Reply("", (ToolCall(f"c{turn}", name, arguments),), model="scripted")
