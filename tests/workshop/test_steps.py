"""Steps come back from both databases as they went in."""

from calisson.models import ToolCall
from calisson.store import Database
from calisson.workshop import Change, Step, StopReason, Task
from calisson.workshop.steps import Steps


def test_steps_come_back_as_they_went_in(database: Database) -> None:
    steps = Steps(database)
    run = steps.run(steps.begin(Task("grüße", privacy="local"), "/somewhere", "anna", "app_1"))
    given = [
        Step(0, "model", "done", "hm", calls=(ToolCall("c1", "write", {"path": "ä"}, "local"),), cost_usd=0.5),
        Step(1, "tool", "kept", "wrote", call_id="c1", tool="write", changes=(Change("ä", None, b"\xff\x00"), Change("b", b"x", None))),
    ]  # fmt: skip
    for step in given:
        steps.keep(run, step)
    assert steps.steps(run.id) == given and run.task.privacy == "local"
    steps.done(run, given[1])
    assert [s.state for s in steps.steps(run.id)] == ["done", "done"]
    assert steps.open_runs() == [run.id]
    steps.end(run, StopReason.DONE)
    assert steps.open_runs() == [] and steps.run(run.id).reason == "done"
    taken: list[Step] = []
    steps.rewind(run, 0, taken.extend)
    assert (
        [s.number for s in taken] == [1] and len(steps.steps(run.id)) == 1 and steps.open_runs() == [run.id]
    )
