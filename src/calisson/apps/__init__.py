"""Mini-apps: the specification, records, formulas, queries, versions, checks, import and export.

An app is a typed specification with its records and its history; everything here is a change that can be
undone. Values are checked at the border and kept in one form. No code of an app runs outside `sandbox`.
"""

from calisson.apps.apps import Apps
from calisson.apps.convert import priced, schema_of, spec_from_draft
from calisson.apps.edits import apply_edits
from calisson.apps.spec import AppSpec, parse_spec
from calisson.apps.types import Answer, App, AppVersion, Metric, Record

__all__ = [
    "Answer",
    "App",
    "AppSpec",
    "AppVersion",
    "Apps",
    "Metric",
    "Record",
    "apply_edits",
    "parse_spec",
    "priced",
    "schema_of",
    "spec_from_draft",
]
