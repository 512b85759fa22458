"""Pictures that come with words: kept with the entry that the words log, otherwise in the talk, and said so.

The embedded engine sees nothing on a picture and does not pretend to; a model that takes pictures is given them
(`beyond`). An app without a place for pictures gets one by its first picture, as a version of its own that undo takes
back with the entry.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from sqlalchemy import select

from calisson.apps import apply_edits
from calisson.assistant.outcome import Outcome
from calisson.assistant.types import RecordOut
from calisson.errors import NotFoundError, SpecError
from calisson.language.types import Edit, FieldSchema, ViewSchema
from calisson.store import metadata

if TYPE_CHECKING:
    from calisson.app import Home
    from calisson.assistant.options import Scene

NAME = "picture"
"""The name of the field that a first picture brings."""


SHOWING = ("gallery", "cards")
"""Views that show pictures; an app without one gets a gallery with its first picture."""


def must_be_there(home: Home, images: tuple[str, ...]) -> None:
    """Let nobody speak of pictures that are not in the home.

    Raises:
        NotFoundError: one is not, or is no picture.
    """
    if not images:
        return
    blobs = metadata.tables["blobs"]
    with home.database.read() as connection:
        there = set(connection.execute(
            select(blobs.c.id).where(blobs.c.id.in_(images), blobs.c.media_type.startswith("image/"))
        ).scalars())  # fmt: skip
    for image in images:
        if image not in there:
            raise NotFoundError(f"no picture {image!r}", message_id="error-no-file", file=image)


def settle(scene: Scene, images: tuple[str, ...], outcome: Outcome) -> None:
    """Keep pictures with the entries of an outcome, in their order, and say in its reply where they are."""
    if not images:
        return
    left, grown = list(images), []
    entries = [at for at, r in enumerate(outcome.records) if r.change != "deleted"]
    for at in entries:
        record = outcome.records[at]
        fields, made = _places(scene, record)
        if made:
            grown.append(made)
        if len(entries) > 1:
            fields = fields[:1]
        values = {name: left.pop(0) for name in fields[: len(left)]}
        if values:
            kept = scene.home.apps.update(scene.tx, record.id, values)
            outcome.records[at] = record.model_copy(update={"values": dict(kept.values)})
    placed = len(images) - len(left)
    said = [scene.say("picture-place", name=name) for name in dict.fromkeys(grown)]
    if placed:
        said.append(scene.say("picture-kept", count=placed))
    if left:
        said.append(scene.say("picture-talk", count=len(left)))
    alone = not scene.text.strip()
    outcome.reply = " ".join([scene.say("picture-alone")] if alone else [outcome.reply, *said])


def _places(scene: Scene, record: RecordOut) -> tuple[list[str], str]:
    """Return the empty fields for pictures of a record, and the app's name when one was made for it."""
    apps = scene.home.apps
    app = apps.get(record.app_id, tx=scene.tx)
    entity = app.spec.entity(record.entity)
    if entity is None:
        return [], ""
    there = [f.name for f in entity.fields if f.type == "image"]
    if there:
        return [name for name in there if not record.values.get(name)], ""
    if any(f.name == NAME for f in entity.fields):
        return [], ""
    label = scene.voice.say("picture-label")
    edits = [Edit("add_field", target=entity.name, field=FieldSchema(NAME, label, "image"))]
    if not any(v.entity == entity.name and v.kind in SHOWING for v in app.spec.views):
        edits.append(Edit("add_view", view=ViewSchema("gallery", entity.name)))
    try:
        apps.publish(scene.tx, record.app_id, apply_edits(app.spec, edits), reason=scene.text[:200])
    except SpecError:  # the app is full, or a rule of its own forbids it: the picture stays in the talk
        return [], ""
    return [NAME], app.name
