"""The walls of the house: imports point downward, and importing the package does no work."""

import ast
import re
import subprocess
import sys
from pathlib import Path

SOURCE = Path(__file__).parents[1] / "src" / "calisson"
FLOORS = [
    {"errors", "clock", "settings", "ids", "testing"},
    {"store"},
    {"journal"},
    {"sandbox"},
    {"models"},
    {"language"},
    {"memory"},
    {"apps"},
    {"workshop"},
    {"agenda"},
    {"making"},
    {"circles"},
    {"decide"},
    {"assistant"},
    {"learn"},
    {"app", "doctor", "memories", "nights", "workroom"},
    {"portable"},
    {"server"},
    {"__main__", "cli"},
]
FLOOR = {room: number for number, rooms in enumerate(FLOORS) for room in rooms}


def room_of(path: Path) -> str:
    return path.relative_to(SOURCE).parts[0].removesuffix(".py")


def imports(path: Path) -> list[tuple[str, bool]]:
    """(imported room, only for type checking) of every import of ours in a file."""
    tree = ast.parse(path.read_text("utf-8"))
    checking = {
        id(inner)
        for node in ast.walk(tree)
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)
        for inner in ast.walk(node)
    }
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and node.module and node.module.startswith("calisson."):
            found.append((node.module.split(".")[1], id(node) in checking))
        elif isinstance(node, ast.ImportFrom) and node.module == "calisson":
            found += [(a.name, id(node) in checking) for a in node.names if a.name in FLOOR]
        elif isinstance(node, ast.Import):
            found += [
                (a.name.split(".")[1], id(node) in checking)
                for a in node.names
                if a.name.startswith("calisson.")
            ]
    return found


def test_every_room_is_on_the_map() -> None:
    rooms = {p.name.removesuffix(".py") for p in SOURCE.iterdir() if not p.name.startswith(("_", "py.typed"))}
    assert rooms <= set(FLOOR), f"not on the map: {sorted(rooms - set(FLOOR))}"


def test_no_import_points_upward() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {room}"
        for path in sorted(SOURCE.rglob("*.py"))
        if path.name != "__init__.py" or path.parent != SOURCE
        for room, only_types in imports(path)
        if room in FLOOR and FLOOR[room] > FLOOR[room_of(path)] and not only_types
    ]
    assert not wrong, "\n".join(wrong)


def test_language_never_touches_the_store() -> None:
    wrong = [
        f"{path.relative_to(SOURCE)} imports {room}"
        for path in sorted((SOURCE / "language").rglob("*.py"))
        for room, _ in imports(path)
        if room not in {"language", "errors", "clock", "ids"}
    ]
    assert not wrong, "\n".join(wrong)


def test_nothing_ends_in_a_cycle() -> None:
    arrows: dict[str, set[str]] = {}
    for path in SOURCE.rglob("*.py"):
        if path.parent == SOURCE and path.name == "__init__.py":
            continue
        room = room_of(path)
        arrows.setdefault(room, set()).update(r for r, only in imports(path) if r != room and not only)

    def walk(room: str, seen: tuple[str, ...]) -> None:
        assert room not in seen, " → ".join((*seen, room))
        for further in arrows.get(room, ()):
            walk(further, (*seen, room))

    for room in arrows:
        walk(room, ())


def test_importing_the_package_does_no_work() -> None:
    code = (
        "import sys, calisson\n"
        "heavy = [m for m in ('sqlalchemy', 'torch', 'pydantic', 'babel', 'fastapi') if m in sys.modules]\n"
        "assert not heavy, heavy"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_who_looks_at_memories_is_said_in_one_place() -> None:
    """Else a new address would show a program what stays in the house."""
    doors = [
        SOURCE / "memories.py",
        *sorted((SOURCE / "server").rglob("*.py")),
        *(SOURCE / "portable").glob("*.py"),
    ]
    made = {p.name: p.read_text("utf-8").count("Viewer(") for p in doors}
    assert {name: count for name, count in made.items() if count} == {"memories.py": 1}
    shows = "all|related|search|why|page|overview|one|profile|people|trace|uses|used_in|export|policy"
    past = re.compile(rf"home\.memories\.(?:{shows})\(")
    wrong = [p.name for p in doors if p.parent.name == "server" and past.search(p.read_text("utf-8"))]
    assert not wrong, f"{wrong}: ask `memories_of` for them"


def test_test_modules_have_names_of_their_own() -> None:
    """Pytest imports them by name alone: two of one name end the whole run."""
    names = [p.name for p in Path(__file__).parent.rglob("test_*.py")]
    assert sorted(names) == sorted(set(names))
