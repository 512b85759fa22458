"""Specifications as a model would give them, and homes whose models are scripted."""

from __future__ import annotations

import copy
from collections.abc import Sequence
from typing import Any

from calisson.app import Home
from calisson.models import Budget, Models, ModelSpec, Roster
from calisson.models.retry import Backoff
from calisson.testing import Answer, Call, ScriptedServer

RENT: dict[str, Any] = {
    "name": "Rent split",
    "icon": "🏠",
    "summary": "Who pays how much of the rent",
    "entities": [
        {
            "name": "flatmate",
            "label": "Flatmate",
            "title_field": "person",
            "fields": [
                {"name": "person", "label": "Name", "type": "text", "required": True},
                {"name": "income", "label": "Income", "type": "money", "currency": "EUR", "minimum": 0},
                {"name": "rent", "label": "Whole rent", "type": "money", "currency": "EUR", "minimum": 0},
                {"name": "everyone", "label": "Income of all", "type": "money", "currency": "EUR", "minimum": 0},
                {"name": "share", "label": "Share", "type": "money", "currency": "EUR",
                 "formula": "everyone > 0.0 ? rent * income / everyone : 0.0"},
            ],
        }
    ],
    "metrics": [{"name": "shares", "label": "All shares", "entity": "flatmate", "aggregate": "sum",
                 "field": "share", "period": "total"}],
    "views": [{"kind": "table", "entity": "flatmate"}, {"kind": "stat", "entity": "flatmate"}],
    "checks": [
        {"name": "a third of the income pays a third", "kind": "formula", "target": "share", "entity": "flatmate",
         "records": [{"person": "A", "income": 1000, "rent": 900, "everyone": 3000}], "expected": 300}
    ],
    "policy": {"stakes": "ordinary"},
}  # fmt: skip

WISHES = {
    "en": "I need an app that splits the rent fairly between flatmates by their income",
    "de": "Wir brauchen eine App, die die Miete nach Einkommen gerecht aufteilt",
    "zh": "做一个根据收入分摊房租的应用",
    "ja": "家賃を収入に応じて分けるアプリを作って",
    "ko": "소득에 따라 월세를 나누는 앱을 만들어 줘",
}
"""The same wish in every language; the embedded engine makes a plain list of it."""


def changed(**top: Any) -> dict[str, Any]:
    """Return the specification with other members."""
    return {**copy.deepcopy(RENT), **top}


def with_formula(formula: str) -> dict[str, Any]:
    """Return the specification with another formula for the share."""
    made = copy.deepcopy(RENT)
    made["entities"][0]["fields"][-1]["formula"] = formula
    return made


FAIR = """
def fair_share(rent, income, everyone):
    if not everyone or rent is None or income is None:
        return None
    return round(rent * income / everyone, 2)
"""
EXAMPLES = [
    {"inputs": {"rent": 900, "income": 1000, "everyone": 3000}, "output": 300},
    {"inputs": {"rent": 900, "income": 0, "everyone": 3000}, "output": 0},
]


def with_code(code: str = FAIR, examples: Any = EXAMPLES) -> dict[str, Any]:
    """Return the specification with a function that works the share out."""
    made = with_formula("logic.fair_share(rent, income, everyone)")
    made["logic"] = [
        {"name": "fair_share", "inputs": ["rent", "income", "everyone"], "code": code, "examples": examples}
    ]
    return made


WRONG = with_formula("rent * income")
"""It fits together, and fails its check."""


def said(spec: dict[str, Any], **more: Any) -> Answer:
    """Return the answer that gives a specification."""
    return Answer(calls=(Call("answer", spec),), **more)


def with_models(
    home: Home,
    server: ScriptedServer,
    *,
    strong: bool = False,
    budget: Budget | None = None,
    local: bool = True,
) -> Sequence[ModelSpec]:
    """Give a home scripted models that never wait between tries."""

    async def sleep(_: float) -> None:
        return

    if "models" in home.__dict__:
        home.models.close()
    specs = [ModelSpec("openai", "quick", server.openai_url, local=local, context_tokens=200_000)]
    if strong:
        specs.append(
            ModelSpec(
                "openai", "careful", server.openai_url, local=local, strength="strong", context_tokens=200_000
            )
        )
    home.__dict__["models"] = Models(
        home.database, lambda: Roster(tuple(specs), (), budget or Budget()), home.clock, home.journal,
        backoff=Backoff(), sleep=sleep, random=lambda: 0.0,
    )  # fmt: skip
    return specs


PICTURE = """import { useLook, useRecords } from 'calisson';

export default function Shares() {
  const { records, ready } = useRecords();
  const { theme } = useLook();
  if (!ready) return null;
  if (!records.length) return <p id="none">Here the shares of the rent will stand.</p>;
  const all = records.reduce((sum, one) => sum + Number(one.values.share ?? 0), 0);
  return (
    <svg viewBox="0 0 100 12" width="100%" role="img" aria-label="Shares" data-theme={theme}>
      {records.map((one, number) => (
        <rect key={one.id} x={number * 20} y={1} height={10} rx={2} fill={`var(--c${number % 8})`}
          width={all > 0 ? 4 + (14 * Number(one.values.share ?? 0)) / all : 4} />
      ))}
    </svg>
  );
}
"""


def with_widget(
    code: str = PICTURE, reads: Sequence[str] = ("flatmate.share",), **more: Any
) -> dict[str, Any]:
    """Return the specification with a picture of its own as the first view."""
    views = [{"kind": "custom", "entity": "flatmate", "title": "Shares"}, *RENT["views"]]
    return changed(
        views=views, widget={"code": code, "source": "tsx", "access": {"reads": list(reads)}, **more}
    )


RAISE = """
def raise_rent(records, inputs):
    try:
        more = float(inputs.get("percent") or "")
    except ValueError:
        return {"message": "By how many percent?"}
    due = [r for r in records["flatmate"] if r.get("rent") is not None]
    return {"change": [{"id": r["id"], "values": {"rent": round(r["rent"] * (1 + more / 100), 2)}} for r in due]}
"""
RAISED = [
    {"records": {"flatmate": [{"id": "a", "rent": 100}, {"id": "b"}]}, "inputs": {"percent": "10"},
     "output": {"change": [{"id": "a", "values": {"rent": 110}}]}},
    {"records": {"flatmate": []}, "inputs": {"percent": "x"}, "output": {"message": "By how many percent?"}},
]  # fmt: skip


def with_function(code: str = RAISE, examples: Any = RAISED, **more: Any) -> dict[str, Any]:
    """Return the specification with something that a person starts."""
    access = {"reads": ["flatmate.rent"], "writes": ["flatmate.rent"]}
    function = {"name": "raise_rent", "label": "Raise the rent", "code": code, "inputs": ["percent"], "access": access,
                "examples": examples, **more}  # fmt: skip
    return changed(functions=[function])


NEXT = """
def next_rent(rent, rows):
    before = [r["rent"] for r in rows if r["rent"] is not None][:5]
    if not before:
        return rent
    return round(sum(before) / len(before) * 1.02, 2)
"""
SEEN = [
    {"inputs": {"rent": 500}, "rows": [], "output": 500},
    {"inputs": {"rent": 500}, "rows": [{"rent": 900}, {"rent": None}, {"rent": 1100}], "output": 1020},
]


def with_rows(code: str = NEXT, examples: Any = SEEN, **more: Any) -> dict[str, Any]:
    """Return the specification with a field that comes from the entries before."""
    made = changed()
    money = {
        "name": "next",
        "label": "Next rent",
        "type": "money",
        "currency": "EUR",
        "formula": "logic.next_rent(rent)",
    }
    made["entities"][0]["fields"].append(money)
    made["logic"] = [
        {
            "name": "next_rent",
            "inputs": ["rent"],
            "rows": ["rent"],
            "last": 5,
            "code": code,
            "examples": examples,
            **more,
        }
    ]
    return made
