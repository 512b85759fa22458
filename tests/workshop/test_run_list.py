"""A person's runs as a list: latest first, with steps and cost, on either database; sub-agents' runs are not in it."""

from calisson.store import Database
from calisson.workshop import Step, Task
from calisson.workshop.steps import Steps
from calisson.workshop.telling import checkpoints_out, listed
from calisson.workshop.types import Change


def test_the_list_counts_steps_and_cost(database: Database) -> None:
    steps = Steps(database)
    one = steps.begin(Task("first", turn_id="turn_1", budget_usd=0.5, mode="edits"), "/work/1", "me", None)
    other = steps.begin(Task("second"), "/work/2", "me", None)
    steps.begin(Task("helps"), "/work/1.sub/abc", "me", None)
    steps.begin(Task("somebody's"), "/work/3", "guest", None)
    for number in range(3):
        steps.keep(steps.run(one), Step(number, "model", "done", cost_usd=0.25))
    found = {run.id: (count, cost) for run, count, cost in listed(database, "me")}
    assert found == {one: (3, 0.75), other: (0, 0.0)}
    [(run, _, _)] = listed(database, "me", turn_id="turn_1")
    assert (run.id, run.task.budget_usd, run.task.mode) == (one, 0.5, "edits")
    first, second = (r.id for r, _, _ in listed(database, "me"))
    assert [r.id for r, _, _ in listed(database, "me", before=first)] == [second]
    assert steps.step(one, 2).number == 2


def test_points_say_what_would_go_back() -> None:
    write = [
        Step(n, "tool", "done", tool="write", call_id=f"c{n}", changes=(Change(f"f{n}", None, b"x"),))
        for n in (1, 3)
    ]
    steps = [Step(0, "model", "done"), write[0], Step(2, "model", "done"), write[1], Step(4, "model", "done")]
    found = [(p["number"], p["files"], p["steps"]) for p in checkpoints_out(steps)]
    assert found == [(-1, ["f1", "f3"], 5), (1, ["f3"], 3)]
