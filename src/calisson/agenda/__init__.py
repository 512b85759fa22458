"""Reminders, single and recurring: setting, moving, delivering once, and the calendar feed.

Never loses a due item: what was missed while nothing ran is delivered at the next start, once.
"""

from calisson.agenda.agenda import Agenda
from calisson.agenda.types import CalendarEvent, Occurrence, Reminder

__all__ = ["Agenda", "CalendarEvent", "Occurrence", "Reminder"]
