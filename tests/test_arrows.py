"""The architecture as rules: who may import whom, and which folder may use which library."""

import ast
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parent.parent / "mapkit"
BASE = {"errors", "units", "map", "layout", "tables", "folder", "store"}
ALLOWED = {  # part of mapkit -> the parts it may import
    "errors": set(),
    "units": {"errors"},
    "map": set(),
    "layout": set(),
    "store": set(),
    "tables": {"errors"},
    "folder": {"errors", "map", "tables"},
    "carto": BASE,
    "games": BASE,
    "playtest": BASE | {"games"},
    "sheet": BASE | {"games"},
    "press": BASE | {"sheet", "games"},
    "edit": BASE,
    "ask": BASE | {"sheet", "press"},
    "line": BASE | {"ask", "carto", "games", "sheet", "press"},
    "lay": BASE | {"ask", "line", "carto", "sheet"},
    "leaves": BASE | {"ask", "line", "lay", "games", "sheet", "edit"},
    "web": BASE | {"carto", "games", "playtest", "sheet", "press", "ask", "line", "lay", "leaves"},
    "cli": BASE | {"carto", "games", "playtest", "sheet", "press", "ask", "line", "lay", "leaves", "edit", "web"},
    "__main__": {"cli"},
    "__init__": {"errors", "layout", "map"},
}
HOMES = {  # library -> the parts that may import it
    "shapely": {"carto"},
    "numpy": {"carto", "playtest"},
    "scipy": {"carto"},
    "pyproj": {"carto"},
    "pyogrio": {"carto"},
    "numba": {"playtest", "carto"},
    "svgwrite": {"press"},
    "reportlab": {"press"},
    "pikepdf": {"press"},
    "pypdfium2": {"press"},
    "fontTools": {"press"},
    "starlette": {"web"},
    "uvicorn": {"web"},
    "segno": {"web"},
    "tomlkit": {"edit"},
    "typer": {"cli"},
    "rich": {"cli"},
}
STDLIB_ONLY = {
    "errors",
    "units",
    "map",
    "layout",
    "tables",
    "folder",
    "store",
    "games",
    "sheet",
    "ask",
    "line",
    "lay",
    "leaves",
}
FILES = sorted(ROOT.rglob("*.py"))


def part(path: Path) -> str:
    inside = path.relative_to(ROOT)
    return inside.parts[0] if len(inside.parts) > 1 else inside.stem


def imports(path: Path) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            found |= {a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert node.level == 0, f"{path}: relative import"
            found.add(node.module or "")
            found |= {f"{node.module}.{a.name}" for a in node.names if node.module == "mapkit"}
    return found


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_imports_follow_the_arrows_and_libraries_stay_in_their_homes(path: Path) -> None:
    own = part(path)
    assert own in ALLOWED, f"{own} is a new part: give it a place in the table of arrows"
    for name in imports(path):
        top, _, rest = name.partition(".")
        if top == "mapkit" and rest:
            other = rest.split(".")[0]
            assert other == own or other in ALLOWED[own] or own == "__init__" or other.isupper(), (
                f"{own} imports {other}"
            )
        elif top in HOMES:
            assert own in HOMES[top], f"{top} is at home in {HOMES[top]}, not in {own}"
        elif own in STDLIB_ONLY and top != "mapkit":
            assert top in sys.stdlib_module_names, f"{own} is stdlib only but imports {top}"


@pytest.mark.parametrize(
    ("code", "heavy"),
    [
        ("import mapkit.games.rolling, mapkit.games.caller", ("shapely", "numpy", "reportlab")),
        ("from mapkit.cli.app import app_for; app_for(())", ("shapely", "numpy", "reportlab", "rich.console")),
        ("from mapkit.cli.app import app_for; app_for(('graph', 'x'))", ("mapkit.cli.pads", "mapkit.cli.call")),
        ("from mapkit import line; line.open_map('japan')", ("shapely", "numpy", "reportlab", "mapkit.sheet")),
        (
            "import sys; sys.argv = ['mapkit', 'graph', 'japan', '-o', sys.argv[1] + '/out.csv']\n"
            "from contextlib import suppress\nfrom mapkit.cli import main\nwith suppress(SystemExit): main()",
            ("shapely", "numpy", "rich", "pydantic", "mapkit.sheet", "mapkit.press"),
        ),
        (
            "import pathlib, sys; here = pathlib.Path(sys.argv[1]); from mapkit.line import open_file\n"
            "(here / 'cells.txt').write_text('AAB\\nACB\\n'); open_file(here / 'cells.txt')",
            ("numpy.ma", "scipy", "pyproj", "pyogrio", "mapkit.games.referee", "mapkit.sheet", "mapkit.press"),
        ),
    ],
)
def test_what_must_start_quickly_loads_nothing_heavy(code: str, heavy: tuple[str, ...], tmp_path: Path) -> None:
    script = f"import sys\n{code}\nprint('loaded', *[m for m in {heavy!r} if m in sys.modules])"
    command = [sys.executable, "-c", script, str(tmp_path)]
    loaded = subprocess.run(command, capture_output=True, text=True, check=True).stdout.splitlines()
    assert loaded[-1] == "loaded"


@pytest.mark.parametrize("path", FILES, ids=lambda p: str(p.relative_to(ROOT)))
def test_a_module_says_what_it_does_and_stays_readable(path: Path) -> None:
    text = path.read_text()
    if text.strip():
        assert ast.get_docstring(ast.parse(text)), f"{path}: no docstring"
    assert text.count("\n") <= 260, f"{path}: {text.count(chr(10))} lines; split it along its seams"


def test_library_code_prints_nothing_and_reads_no_clock() -> None:
    for path in FILES:
        if part(path) in {"cli", "web"}:
            continue
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
                assert node.func.id != "print", f"{path}: prints"
        assert not imports(path) & {"time", "datetime"}, f"{path}: reads a clock"
