"""Edits of a specification, their migrations, versions and rollback."""

from typing import Any

import pytest
from app_samples import MEALS, spec

from calisson.apps import App, Apps, apply_edits
from calisson.apps.validation import problems
from calisson.errors import ConflictError, NotFoundError, SpecError
from calisson.language.types import Choice, Edit, FieldSchema, Goal, ViewSchema
from calisson.store import Database, undo

BASE = spec(MEALS)
SUGAR = FieldSchema("sugar", "Sugar", "quantity", unit="g", aggregate="sum")


def edited(*edits: Edit, base: Any = BASE) -> Any:
    made = apply_edits(base, edits)
    assert problems(made) == []
    return made


class Editor:
    """Publishes edits, one turn each."""

    def __init__(self, apps: Apps, database: Database, app_id: str) -> None:
        self.apps, self.database, self.app_id, self.turns = apps, database, app_id, 0

    def __call__(self, *edits: Edit) -> App:
        with self.turn() as tx:
            spec = apply_edits(self.apps.get(self.app_id, tx=tx).spec, edits)
            return self.apps.publish(tx, self.app_id, spec, "edited")

    def turn(self) -> Any:
        self.turns += 1
        return self.database.transaction("me", f"turn_{self.turns}")

    def column(self, field: str) -> list[Any]:
        return [r.values.get(field) for r in self.apps.records(self.app_id)]


@pytest.fixture
def edit(apps: Apps, database: Database, meals: App) -> Editor:
    return Editor(apps, database, meals.id)


def test_a_field_is_added_and_shown() -> None:
    view = BASE.views[0].model_copy(update={"fields": ("food", "calories")})
    made = edited(Edit("add_field", field=SUGAR), base=BASE.model_copy(update={"views": (view,)}))
    assert made.main.fields[-1].name == "sugar"
    assert made.views[0].fields == ("food", "calories", "sugar")


def test_a_field_is_removed_with_all_that_shows_it() -> None:
    made = edited(Edit("remove_field", target="calories"), Edit("remove_field", target="Food"),
                  Edit("remove_field", target="eaten_at"))  # fmt: skip
    assert [m.name for m in made.metrics] == ["meals"]
    assert [v.kind for v in made.views] == ["table", "form"]
    assert (made.main.title_field, made.main.time_field) == (None, None)
    assert [f.name for f in made.main.retired] == ["calories", "food", "eaten_at"]


def test_a_field_is_renamed_wherever_it_is_named() -> None:
    ratio = FieldSchema("share", "Share", "percent", formula="protein / calories * 100")
    made = edited(
        Edit("add_field", field=ratio),
        Edit("rename_field", target="calories", text="Energie (kcal)"),
        Edit("rename_field", target="food", text="食べ物"),
    )
    fields = {f.name: f for f in made.main.fields}
    assert fields["energie_kcal"].label == "Energie (kcal)"
    assert "Calories" in fields["energie_kcal"].aliases and fields["energie_kcal"].key == "calories"
    assert fields["share"].formula == "protein / energie_kcal * 100"
    assert (made.main.title_field, made.metrics[0].field, made.views[2].fields) == (
        "食べ物", "energie_kcal", ("energie_kcal",),
    )  # fmt: skip


@pytest.mark.parametrize(
    ("edit", "check"),
    [
        (Edit("rename_app", text="Mein Essen"), lambda s: s.name == "Mein Essen" and "Meals" in s.aliases),
        (Edit("set_icon", text="🥗"), lambda s: s.icon == "🥗"),
        (
            Edit("add_choice", target="kind", text="snack"),
            lambda s: s.main.field("kind").choices[-1].value == "snack",
        ),
        (Edit("add_choice", text="snack"), lambda s: s.main.field("kind").choices[-1].value == "snack"),
        (Edit("add_choice", target="kind", text="LUNCH"), lambda s: len(s.main.field("kind").choices) == 3),
        (
            Edit("add_view", view=ViewSchema("stat", "meal", fields=("calories",), period="week")),
            lambda s: s.views[-1].kind == "stat",
        ),
        (Edit("add_view", view=ViewSchema("table", "meal")), lambda s: len(s.views) == 4),
        (
            Edit("add_view", view=ViewSchema("chart", "", fields=("protein", "nobody"))),
            lambda s: s.views[-1].fields == ("protein",) and s.views[-1].entity == "meal",
        ),
        (
            Edit("remove_view", view=ViewSchema("chart", "meal")),
            lambda s: "chart" not in {v.kind for v in s.views},
        ),
        (Edit("remove_view", number=0), lambda s: s.views[0].kind == "form"),
        (
            Edit("add_goal", goal=Goal("calories", 1800, "day", "sum", "at_most")),
            lambda s: len(s.metrics) == 2 and s.metrics[0].goal.value == 1800,
        ),
        (Edit("add_goal", goal=Goal("protein", 100, "week")), lambda s: s.metrics[0].name == "protein_week"),
        (
            Edit("set_display_unit", target="protein", text="oz"),
            lambda s: s.main.field("protein").display_unit == "oz",
        ),
        (Edit("set_display_unit", text="kJ"), lambda s: s.main.field("calories").display_unit == "kJ"),
        (Edit("share", text="Ben"), lambda s: s.policy.shared_with == ("Ben",)),
    ],
)
def test_other_edits(edit: Edit, check: Any) -> None:
    assert check(edited(edit))


@pytest.mark.parametrize(
    ("edit", "message"),
    [
        (Edit("add_field", field=FieldSchema("food", "food", "text")), "edit-field-exists"),
        (Edit("add_field"), "edit-incomplete"),
        (Edit("remove_field", target="weight"), "edit-no-field"),
        (Edit("rename_field", target="food", text="protein"), "edit-field-exists"),
        (Edit("rename_field", target="food", text=" "), "edit-incomplete"),
        (Edit("rename_app", text="x" * 300), "edit-too-long"),
        (Edit("remove_view", view=ViewSchema("map", "meal")), "edit-no-view"),
        (Edit("add_choice", target="calories", text="x"), "edit-no-choices"),
        (Edit("add_goal", goal=Goal("weight", 1, "day")), "edit-no-field"),
        (Edit("set_display_unit", target="protein", text="km"), "edit-unit"),
        (Edit("delete_app"), "edit-not-here"),
    ],
)  # fmt: skip
def test_what_cannot_be_edited_is_said(edit: Edit, message: str) -> None:
    with pytest.raises(SpecError) as caught:
        apply_edits(BASE, [edit])
    assert caught.value.problems[0].message_id == message


def test_a_field_that_others_are_computed_from_stays() -> None:
    made = edited(Edit("add_field", field=FieldSchema("x", "X", "number", formula="calories * 2")))
    with pytest.raises(SpecError) as caught:
        apply_edits(made, [Edit("remove_field", target="calories")])
    assert caught.value.problems[0].arguments["other"] == "X"


def test_two_fields_of_one_word() -> None:
    made = edited(Edit("add_field", field=FieldSchema("food", "Fodder", "text")))
    assert made.main.fields[-1].name == "food_2"


# --- records come along ----------------------------------------------------------------------------------


def test_a_rename_keeps_the_values(edit: Editor) -> None:
    before = edit.column("calories")
    edit(Edit("rename_field", target="calories", text="Energie"))
    assert edit.column("energie") == before
    with edit.turn() as tx:
        edit.apps.add(tx, edit.app_id, None, {"food": "x", "energie": 5})
    app = edit.apps.rollback
    with edit.turn() as tx:
        app(tx, edit.app_id, 1)
    assert sorted(v for v in edit.column("calories") if v) == sorted([*before, 5])


def test_a_removed_field_comes_back_with_its_values(edit: Editor) -> None:
    before = edit.column("protein")
    edit(Edit("remove_field", target="protein"))
    assert edit.column("protein") == [None] * 5
    edit(Edit("add_field", field=FieldSchema("protein", "Eiweiß", "quantity", unit="g")))
    assert edit.column("protein") == before
    edit(Edit("remove_field", target="protein"))
    edit(Edit("add_field", field=FieldSchema("protein", "Protein", "text")))
    assert edit.column("protein") == [None] * 5
    with edit.turn() as tx:
        edit.apps.rollback(tx, edit.app_id, 1)
    assert edit.column("protein") == before


def test_a_new_field_with_a_default_fills_what_is_there(edit: Editor) -> None:
    edit(Edit("add_field", field=FieldSchema("paid", "Paid", "boolean", default=False)))
    assert edit.column("paid") == [False] * 5
    version = edit.apps.history(edit.app_id)[0]
    assert version.report is not None and version.report["filled"] == 5


@pytest.mark.parametrize(
    ("target", "field", "values"),
    [
        ("calories", FieldSchema("calories", "Calories", "integer"), [None, 540, 720, 380, 410]),
        ("calories", FieldSchema("calories", "Calories", "text"), ["650.5", "540", "720", "380", "410"]),
        (
            "calories",
            FieldSchema("calories", "Calories", "quantity", unit="kJ"),
            [2721.692, 2259.36, 3012.48, 1589.92, 1715.44],
        ),
        (
            "calories",
            FieldSchema("calories", "Calories", "money", currency="EUR"),
            [650.5, 540, 720, 380, 410],
        ),
        (
            "kind",
            FieldSchema("kind", "Kind", "multi_choice", choices=(Choice("lunch"),)),
            [["lunch"], ["lunch"], ["dinner"], ["breakfast"], ["dinner"]],
        ),
        ("tags", FieldSchema("tags", "Tags", "choice"), ["Warm", None, None, None, None]),
        ("tags", FieldSchema("tags", "Tags", "text"), ["Warm", None, "spicy, warm", "sweet, warm", None]),
        ("homemade", FieldSchema("homemade", "Homemade", "number"), [None, 0, 1, 1, 1]),
        (
            "eaten_at",
            FieldSchema("eaten_at", "When", "date"),
            ["2026-03-04", "2026-03-03", "2026-03-02", "2026-03-02", "2026-02-25"],
        ),
        ("took", FieldSchema("took", "Time", "quantity", unit="h"), [None, None, 0.75, 10 / 60, None]),
        ("food", FieldSchema("food", "Food", "number"), [None] * 5),
        (
            "food",
            FieldSchema("food", "Food", "long_text"),
            ["Ramen", "Tuna sandwich", "Chicken curry", "Oatmeal", "Chicken salad"],
        ),
    ],
)
def test_a_type_changes_and_changes_back(
    edit: Editor, target: str, field: FieldSchema, values: list[Any]
) -> None:
    order = [r.id for r in edit.apps.records(edit.app_id)]

    def column() -> list[Any]:
        found = {r.id: r.values.get(target) for r in edit.apps.records(edit.app_id)}
        return [found[i] for i in order]

    change = Edit("change_field", field=field, target=target)
    before = column()
    with edit.turn() as tx:
        plan = edit.apps.plan(tx, edit.app_id, apply_edits(BASE, [change]))
    assert column() == before
    app = edit(change)
    assert column() == [pytest.approx(v, rel=1e-9) if isinstance(v, float) else v for v in values]
    report = edit.apps.history(edit.app_id)[0].report or {"lost": 0}
    assert (
        report["lost"]
        == plan["lost"]
        == sum(a is None and b is not None for a, b in zip(values, before, strict=True))
    )
    with edit.turn() as tx:
        edit.apps.rollback(tx, edit.app_id, 1)
    assert column() == before
    with edit.turn() as tx:
        undo(tx, f"turn_{edit.turns - 1}")
    assert edit.apps.get(edit.app_id).version == app.version


def test_what_was_entered_since_survives_a_rollback(edit: Editor) -> None:
    edit(Edit("change_field", target="calories", field=FieldSchema("calories", "Calories", "text")))
    with edit.turn() as tx:
        records = edit.apps.records(edit.app_id, tx=tx)
        edit.apps.update(tx, records[0].id, {"calories": "700"})
        edit.apps.update(tx, records[1].id, {"calories": "plenty"})
        edit.apps.add(
            tx, edit.app_id, None, {"food": "Cake", "calories": "300 kcal", "eaten_at": "2026-03-05"}
        )
    with edit.turn() as tx:
        app = edit.apps.rollback(tx, edit.app_id, 1)
    assert edit.column("calories") == [300, 700, None, 720, 380, 410]
    report = edit.apps.history(edit.app_id)[0].report
    assert report is not None and report["lost"] == 1
    assert report["examples"][0]["value"] == "plenty"
    assert [f.key for f in app.spec.main.fields][:3] == ["food", "calories", "protein"]


def test_versions_conflicts_and_rollback(edit: Editor) -> None:
    edit(Edit("add_field", field=SUGAR))
    edit(Edit("rename_app", text="Food"))
    history = edit.apps.history(edit.app_id)
    assert [(v.number, v.spec.name, len(v.spec.main.fields)) for v in history] == [
        (3, "Food", 11), (2, "Meals", 11), (1, "Meals", 10),
    ]  # fmt: skip
    with edit.turn() as tx, pytest.raises(ConflictError):
        edit.apps.publish(tx, edit.app_id, BASE, base_version=2)
    with edit.turn() as tx:
        app = edit.apps.rollback(tx, edit.app_id, 1)
    assert (app.version, app.name, len(app.spec.main.fields)) == (4, "Meals", 10)
    assert edit.apps.history(edit.app_id)[0].reason == "rollback:1"
    with edit.turn() as tx:
        undo(tx, f"turn_{edit.turns - 1}")
    assert (edit.apps.get(edit.app_id).name, edit.apps.get(edit.app_id).version) == ("Food", 3)
    with edit.turn() as tx, pytest.raises(NotFoundError):
        edit.apps.rollback(tx, edit.app_id, 9)


def test_a_formula_that_changes_is_computed_anew(edit: Editor) -> None:
    edit(Edit("add_field", field=FieldSchema("ratio", "Ratio", "number", formula="protein / calories * 100")))
    first = edit.apps.records(edit.app_id)[1]
    assert first.computed == {"ratio": 5.185185185}
    edit(
        Edit(
            "change_field",
            target="ratio",
            field=FieldSchema("ratio", "Ratio", "number", formula="calories * 2"),
        )
    )
    assert [r.computed["ratio"] for r in edit.apps.records(edit.app_id)] == [1301, 1080, 1440, 760, 820]
    edit(Edit("rename_field", target="calories", text="kcal"))
    assert edit.apps.records(edit.app_id)[0].computed["ratio"] == 1301


def test_a_broken_version_is_never_live(edit: Editor) -> None:
    with edit.turn() as tx, pytest.raises(SpecError):
        edit.apps.publish(tx, edit.app_id, BASE.model_copy(update={"views": (
            BASE.views[0].model_copy(update={"entity": "nobody"}),)}))  # fmt: skip
    assert edit.apps.get(edit.app_id).version == 1
