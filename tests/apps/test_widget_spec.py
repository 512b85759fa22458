"""An app's own view in its specification: what is wrong with it is found before it is published."""

from typing import Any

import pytest

from calisson.apps import parse_spec
from calisson.apps.access import fields_of
from calisson.apps.validation import problems

ENTITIES = [
    {"name": "day", "label": "Day", "fields": [
        {"name": "cups", "label": "Cups", "type": "integer"}, {"name": "note", "label": "Note", "type": "text"}]},
    {"name": "shop", "label": "Shop", "fields": [{"name": "name", "label": "Name", "type": "text"}]},
]  # fmt: skip
FINE = """import React, { useState } from "react";
import { useRecords } from 'calisson'; // import x from 'y' in a remark at the end
const text = "import z from 'w'";
export default function W() { throw new Error('nothing'); location.href = 'http://a'; }
"""


def spec(code: str = FINE, **widget: Any) -> Any:
    return parse_spec({"name": "Tea", "entities": ENTITIES, "views": [{"kind": "custom", "entity": "day"}],
                       "widget": {"code": code, **widget}})  # fmt: skip


def found(code: str = FINE, **widget: Any) -> list[str]:
    return [p.message_id for p in problems(spec(code, **widget))]


def test_a_good_widget_has_no_problem() -> None:
    assert found() == []
    assert (
        found("export default function W({ a }: { a?: number }) { return <p>{a}</p>; }", source="tsx") == []
    )
    assert found("const W = () => null;\nexport { W as default };") == []
    assert found("/** A remark before it. */ export default function W() { return null; }") == []


@pytest.mark.parametrize(
    ("code", "message"),
    [
        ("export default () => <p>", "widget-compile"),
        ("export const W = () => null;", "widget-no-export"),
        ("/* a */ import x from 'lodash';\nexport default () => x;", "widget-import"),
        ("const a = 1; import x from 'lodash';\nexport default () => [a, x];", "widget-import"),
        ("import x from 'lodash';\nexport default () => x;", "widget-import"),
        ("import 'https://example.com/x.js';\nexport default () => null;", "widget-import"),
        ("export * from './other';\nexport default () => null;", "widget-import"),
        ("import {\n  a,\n  b,\n} from 'fs';\nexport default () => [a, b];", "widget-import"),
    ],
)
def test_what_the_frame_could_not_run_is_refused(code: str, message: str) -> None:
    assert found(code, source="tsx") == [message]


def test_access_names_what_is_there() -> None:
    assert found(access={"reads": ["day.cups", "shop"], "writes": ["day"]}) == []
    assert found(access={"reads": ["night"], "writes": ["day.cost"]}) == ["spec-no-entity", "spec-no-field"]


def test_items_stand_for_fields() -> None:
    given = spec()
    assert fields_of(given, ("day.cups", "shop")) == {"day": {"cups"}, "shop": {"name"}}
    assert fields_of(given, ("day.cups", "day")) == {"day": {"cups", "note"}}
    assert fields_of(given, ("night", "day.cost")) == {"day": frozenset()}
