"""Reminders over HTTP, the stream of what happens, and the calendar."""

import contextlib
import json
import threading
import time
from datetime import datetime, timedelta

import httpx
import icalendar
import pytest
from serving import Served

API = "/api/v1"


class Listener:
    """A page that hears what happens."""

    def __init__(self, client: httpx.Client) -> None:
        self.heard: list[tuple[str, dict[str, object]]] = []
        self.ready = threading.Event()
        self._client = client
        self.thread = threading.Thread(target=self._listen, daemon=True)
        self.thread.start()
        assert self.ready.wait(10)

    def _listen(self) -> None:
        kind = ""
        with (
            contextlib.suppress(httpx.ReadError),
            self._client.stream("GET", f"{API}/events", timeout=60) as answer,
        ):
            for line in answer.iter_lines():
                self.ready.set()
                if line.startswith("event: "):
                    kind = line[7:]
                elif line.startswith("data: "):
                    self.heard.append((kind, json.loads(line[6:])))

    def wait_for(self, kind: str, seconds: float = 15) -> dict[str, object]:
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            for heard, data in self.heard:
                if heard == kind:
                    return data
            time.sleep(0.02)
        raise AssertionError(f"{kind} was not heard, only {self.heard}")


def soon(served: Served, **later: float) -> str:
    return (served.home.now() + timedelta(**later)).isoformat(timespec="seconds")


def test_what_is_due_is_heard_once_and_stays_until_done(served: Served, client: httpx.Client) -> None:
    with served.signed_in() as other:
        pages = [Listener(client), Listener(other)]
        with served.signed_in() as third:
            made = third.post(f"{API}/reminders", json={"text": "stretch", "start": soon(served, seconds=1)})
            assert made.status_code == 201
            for page in pages:
                heard = page.wait_for("reminder.due")
                assert (heard["id"], heard["text"], heard["status"]) == (made.json()["id"], "stretch", "due")
            time.sleep(3)
            assert [k for k, _ in pages[0].heard].count("reminder.due") == 1
            (listed,) = third.get(f"{API}/reminders").json()["reminders"]
            assert listed["status"] == "due"
            assert (
                third.patch(f"{API}/reminders/{listed['id']}", json={"done": True}).json()["status"] == "done"
            )
            assert third.get(f"{API}/reminders").json() == {"reminders": []}
        served.server.handle_exit(15, None)
        for page in pages:
            page.thread.join(5)
            assert not page.thread.is_alive()


def test_changes_by_another_process_are_heard(served: Served, client: httpx.Client) -> None:
    page = Listener(client)
    with served.home.database.transaction("me", "turn_elsewhere") as tx:
        served.home.agenda.set(tx, "call", served.home.now() + timedelta(days=1), None, "UTC")
    assert page.wait_for("reminders.changed")["turn_id"] == "turn_elsewhere"


def test_set_move_snooze_list_and_cancel(served: Served, client: httpx.Client) -> None:
    start = soon(served, days=1)
    made = client.post(
        f"{API}/reminders", json={"text": "bins", "start": start, "rrule": "FREQ=DAILY"}
    ).json()
    assert made["next"] == start[:16]
    moved = client.patch(
        f"{API}/reminders/{made['id']}", json={"next": soon(served, days=2), "text": "take out bins"}
    )
    assert (moved.json()["next"], moved.json()["text"]) == (soon(served, days=2)[:16], "take out bins")
    snoozed = client.patch(f"{API}/reminders/{made['id']}", json={"snooze_minutes": 30}).json()
    assert datetime.fromisoformat(snoozed["next"]) - served.home.now() < timedelta(minutes=31)
    end = datetime.fromisoformat(start) + timedelta(days=4, hours=12)
    query = {"from": start, "to": end.isoformat()}
    week = client.get(f"{API}/reminders", params=query).json()["reminders"]
    assert len({r["next"] for r in week}) == len(week) == 4
    assert client.delete(f"{API}/reminders/{made['id']}").status_code == 200
    assert client.get(f"{API}/reminders").json() == {"reminders": []}


@pytest.mark.parametrize(
    ("body", "status", "message"),
    [
        ({"text": "", "start": "2030-01-01T08:00"}, 422, "error-request"),
        ({"text": "x", "start": "soon"}, 422, "error-request"),
        ({"text": "x", "start": "2020-01-01T08:00"}, 400, "reminder-past"),
        ({"text": "x", "start": "9999-01-01T08:00"}, 400, "reminder-time-range"),
        ({"text": "x", "start": "2030-01-01T08:00", "rrule": "FREQ=SECONDLY"}, 400, "reminder-rrule"),
        ({"text": "\ud800", "start": "2030-01-01T08:00"}, 422, "error-request"),
    ],
)
def test_what_cannot_be_planned_is_a_problem(
    client: httpx.Client, body: dict[str, str], status: int, message: str
) -> None:
    answer = client.post(
        f"{API}/reminders", content=json.dumps(body), headers={"content-type": "application/json"}
    )
    assert (answer.status_code, answer.json()["message_id"]) == (status, message)


def test_reminders_that_are_not_there(client: httpx.Client) -> None:
    assert client.patch(f"{API}/reminders/rem_no", json={"done": True}).status_code == 404
    assert client.delete(f"{API}/reminders/rem_no").status_code == 404
    for query in ({"from": "x"}, {"limit": 0}, {"limit": 10**30}, {"from": "0001-01-01"}):
        assert client.get(f"{API}/reminders", params=query).status_code in (200, 422)


def test_the_calendar_opens_with_its_key_only(served: Served, client: httpx.Client) -> None:
    client.post(
        f"{API}/reminders", json={"text": "Yoga", "start": soon(served, days=1), "rrule": "FREQ=WEEKLY"}
    )
    address = client.get(f"{API}/calendar").json()["address"]
    with served.client() as nobody:
        feed = nobody.get(address)
        assert feed.headers["content-type"].startswith("text/calendar")
        (event,) = icalendar.Calendar.from_ical(feed.content).walk("VEVENT")
        assert str(event["summary"]) == "Yoga"
        for key in ("", "x", "日本"):
            assert nobody.get("/calendar.ics", params={"key": key}).status_code == 401
