"""The HTTP door: sessions, turns as event streams, apps, records, reminders, memories, the page.

Holds no logic: every route asks a room and shapes the answer. Nothing listens beyond loopback without a
password.
"""

from calisson.server.guard import require_safe_bind
from calisson.server.main import create_app
from calisson.server.run import run

__all__ = ["create_app", "require_safe_bind", "run"]
