"""The command line as a user meets it: one line for every mistake, exit 1, nothing half-written."""

import json
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

import pytest
from shapely import box
from small_map import small_map

import mapkit.carto.layout
from mapkit import folder, store
from mapkit.ask import Ask
from mapkit.cli import main
from mapkit.lay import lay
from mapkit.line import layout_findings, open_map

JAPAN = folder.shipped() / "japan"


ENV = {"COLUMNS": "200", "NO_COLOR": "1", "TERM": "dumb"}


@dataclass(frozen=True)
class Done:
    returncode: int
    stdout: str
    stderr: str


Run = Callable[..., Done]


@pytest.fixture
def run(capfd: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Run:
    """mapkit as a shell would start it, in this process, in an empty folder of its own."""
    (tmp_path / "here").mkdir()
    monkeypatch.chdir(tmp_path / "here")
    for key, value in ENV.items():
        monkeypatch.setenv(key, value)

    def one(*args: str) -> Done:
        monkeypatch.setattr(sys, "argv", ["mapkit", *args])
        with pytest.raises(SystemExit) as stop:
            main()
        out, err = capfd.readouterr()
        return Done(int(stop.value.code or 0), out, err)

    return one


@pytest.fixture
def japan(tmp_path: Path) -> Path:
    """A copy of the japan folder, without the values derived from it."""
    shutil.copytree(JAPAN, tmp_path / "japan", ignore=shutil.ignore_patterns("made"))
    return tmp_path / "japan"


def edit_toml(japan: Path, was: str, becomes: str) -> None:
    text = (japan / "map.toml").read_text(encoding="utf-8")
    assert was in text
    (japan / "map.toml").write_text(text.replace(was, becomes, 1), encoding="utf-8")


def edit_cells(japan: Path, change: object) -> None:
    path = japan / "cells.geojson"
    raw = json.loads(path.read_text(encoding="utf-8"))
    change(raw["features"])  # type: ignore[operator]
    path.write_text(json.dumps(raw), encoding="utf-8")


def shift(features: list[dict[str, object]]) -> None:
    """Nagano two kilometres to the east."""

    def moved(c: object) -> object:
        return [c[0] + 0.022, c[1]] if isinstance(c[0], float) else [moved(x) for x in c]  # type: ignore[index]

    geometry = next(f for f in features if f["id"] == "JP-20")["geometry"]
    geometry["coordinates"] = moved(geometry["coordinates"])  # type: ignore[index]


def test_check_has_nothing_severe_to_say_about_japan(run: Run) -> None:
    done = run("check", "japan", "--json", "--style", "true")
    found = json.loads(done.stdout)
    assert {f["rule"] for f in found["findings"] if f["severe"]} <= {"room"}
    assert done.returncode == (1 if found["severe"] else 0)


def test_the_report_for_people_says_cells_regions_links_and_pieces(run: Run) -> None:
    out = run("check", "japan", "--polygons").stdout
    assert "47 cells in 6 regions (blue 7, red 7, green 9, yellow 7, black 9, white 8)" in out
    assert "92 links: 86 borders and 6 bridges; pieces by borders [34, 7, 4, 1, 1], with bridges [47]" in out


def test_graph_gives_the_86_true_borders_and_six_bridges(run: Run) -> None:
    rows = [line.split(",") for line in run("graph", "japan", "-f", "csv").stdout.splitlines()]
    assert rows[0] == ["a", "b", "kind", "km"]
    truth = (Path(__file__).parent / "data" / "japan_borders.csv").read_text(encoding="utf-8").splitlines()[1:]
    pairs = {tuple(sorted(end.split(" ")[0] for end in line.split(",")[:2])) for line in truth}
    assert {(a, b) for a, b, kind, _ in rows[1:] if kind == "border"} == pairs
    assert len(pairs) == 86
    bridges = [f"{a[3:]}-{b[3:]}" for a, b, kind, _ in rows[1:] if kind == "bridge"]
    assert bridges == ["01-02", "28-36", "33-37", "34-38", "35-40", "46-47"]


@pytest.mark.parametrize("command", ["check", "graph", "sheet", "pad", "proof", "layout"])
@pytest.mark.parametrize(
    ("fault", "words"),
    [
        ("cell removed", "no polygon for cell 'JP-20'"),
        ("region emptied", "cell 'JP-08' is in no region"),
        ("bridge renamed", "bridges names 'JP-99'"),
        ("bridge on land", "border on land already"),
        ("truncated", "cells.geojson"),
        ("typo", "unknown key 'colour'"),
        ("no toml", "map.toml"),
        ("empty", "cells.geojson"),
        ("missing", "cells.geojson"),
        ("binary", "cells.geojson"),
        ("binary toml", "map.toml"),
    ],
)
def test_a_broken_map_is_one_line_and_exit_1(
    run: Run, japan: Path, tmp_path: Path, command: str, fault: str, words: str
) -> None:
    cells = japan / "cells.geojson"
    match fault:
        case "cell removed":
            edit_cells(japan, lambda features: features.pop(19))
        case "region emptied":
            lines = (japan / "map.toml").read_text(encoding="utf-8").splitlines()
            members = next(x for x in lines if '"JP-08", "JP-09"' in x)
            edit_toml(japan, members, "cells = []")
        case "bridge renamed":
            edit_toml(japan, '["JP-01", "JP-02"],', '["JP-01", "JP-99"],')
        case "bridge on land":
            edit_toml(japan, '["JP-01", "JP-02"],', '["JP-03", "JP-02"],')
        case "truncated":
            cells.write_bytes(cells.read_bytes()[:100_000])
        case "typo":
            edit_toml(japan, 'color = "red"', 'colour = "red"')
        case "no toml":
            (japan / "map.toml").unlink()
        case "empty":
            cells.write_bytes(b"")
        case "missing":
            cells.unlink()
        case "binary":
            cells.write_bytes(bytes(range(256)) * 40)
        case "binary toml":
            (japan / "map.toml").write_bytes(bytes(range(256)))
    done = run(command, str(japan))
    assert done.returncode == 1
    assert done.stdout == ""
    assert done.stderr.startswith("mapkit: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert words in done.stderr
    assert list(Path.cwd().iterdir()) == []


def test_a_polygon_shifted_by_two_kilometres_is_severe_with_place_and_size(run: Run, japan: Path) -> None:
    edit_cells(japan, shift)
    done = run("check", str(japan), "--polygons", "--json")
    severe = [f for f in json.loads(done.stdout)["findings"] if f["severe"]]
    assert done.returncode == 1
    assert {"overlap", "gap"} <= {f["rule"] for f in severe}
    assert all("JP-20" in f["where"] + f["message"] or "E" in f["where"] for f in severe)


def test_what_is_derived_is_stored_beside_a_map_and_stale_values_are_made_anew(run: Run, japan: Path) -> None:
    assert run("graph", str(japan)).stdout.count("\n") == 93
    assert (japan / "made" / "survey.json").is_file()
    edit_toml(japan, '  ["JP-46", "JP-47"],  # Kagoshima - Okinawa: the ferry\n', "")
    assert run("graph", str(japan)).stdout.count("\n") == 92
    edit_cells(japan, shift)
    assert run("graph", str(japan)).stdout.count("\n") < 92


@pytest.mark.parametrize("command", ["sheet", "pad"])
def test_a_map_with_a_severe_finding_is_not_printed(run: Run, japan: Path, command: str) -> None:
    edit_cells(japan, shift)
    done = run(command, str(japan), "--style", "true")
    assert done.returncode == 1
    assert done.stderr.count("\n") == 1, done.stderr
    assert "severe" in done.stderr
    assert "mapkit check" in done.stderr
    assert list(Path.cwd().iterdir()) == []


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (("graph", "atlantis"), "no such map"),
        (("graph", "japan", "-f", "xls"), "unknown format 'xls'"),
        (("sheet", "japan", "--style", "true", "-o", "x.gif"), "unknown ending '.gif'"),
        (("sheet", "japan", "--size", "a99"), "unknown paper size 'a99'"),
        (("sheet", "japan", "--size", "-5x3"), "paper size"),
        (("sheet", "japan", "--theme", "neon"), "unknown theme 'neon'"),
        (("sheet", "japan", "--lang", "xx"), "unknown language 'xx'"),
        (("sheet", "japan", "--style", "cubist"), "cubist"),
        (("sheet", "japan", "--room", "wide"), "cannot read the length 'wide'"),
        (("pad", "japan", "--style", "true", "--paper", "a6"), "105 x 148"),
        (("sheet", "japan", "--style", "true", "-o", "/proc/x/y.pdf"), "cannot be written"),
    ],
)
def test_a_wrong_option_is_one_line_that_says_what_is_known(
    run: Run, args: tuple[str, ...], words: str, tmp_path: Path
) -> None:
    done = run(*args)
    assert done.returncode == 1
    assert done.stderr.startswith("mapkit: ")
    assert done.stderr.count("\n") == 1, done.stderr
    assert words in done.stderr
    assert list(Path.cwd().iterdir()) == []


def test_what_has_no_place_on_the_paper_is_said_before_anything_is_laid_out(run: Run, japan: Path) -> None:
    began = time.process_time()
    done = run("sheet", str(japan), "--room", "60mm")
    assert done.returncode == 1
    assert done.stderr.startswith("mapkit: --room: 47 circles of 60 mm have no place on 148 x 210 mm: 14 mm may have")
    done = run("pad", str(japan), "--size", "2000x2000mm")
    assert done.returncode == 1 and "does not fit on a paper of 210 x 297 mm" in done.stderr
    assert time.process_time() - began < 3


def test_a_poster_is_a_small_sheet_enlarged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mapkit.carto.layout, "LARGEST", 100.0)
    squares = {i: box(x, y, x + 1, y + 1) for i, x, y in (("A", 0, 0), ("B", 1, 0), ("C", 0, 1))}
    began = time.process_time()
    opened = open_map(small_map(tmp_path / "t", squares))
    ask = Ask((1500.0, 2000.0), room=40.0)
    layout = lay(opened, ask).layout
    assert time.process_time() - began < 10  # a mesh of 2 m by 1.5 m would take minutes
    assert sorted(layout.size) == [1500.0, 2000.0]
    assert not any(f.severe for f in layout_findings(opened, layout, 40.0))
    assert max(x1 for _, _, x1, _ in layout.block.values()) > 750


def test_a_stored_value_that_somebody_broke_is_made_anew(run: Run, japan: Path) -> None:
    assert run("graph", str(japan)).stdout.count("\n") == 93
    path = japan / "made" / "survey.json"
    whole = json.loads(path.read_text(encoding="utf-8"))
    for value in ("no survey", {"borders": [{"a": "JP-01"}]}, None):
        store.write(japan, "survey", whole["key"], value)
        assert run("graph", str(japan)).stdout.count("\n") == 93


def test_a_stored_layout_changed_by_hand_is_made_anew_and_said(run: Run, tmp_path: Path) -> None:
    shutil.copytree(folder.shipped() / "template", tmp_path / "template")
    place, path = str(tmp_path / "template"), tmp_path / "template" / "made" / "block-a5.json"
    as_it_was = path.read_bytes()
    told = "the stored block layout was older than the map, or changed by hand, and was made anew"
    moved, unsigned = json.loads(as_it_was), json.loads(as_it_was)
    ring = moved["value"]["places"][0]["outline"][0][0]
    ring[:] = [[x + 6, y] for x, y in ring]
    del unsigned["digest"]
    for changed in (moved, unsigned):
        path.write_text(json.dumps(changed), encoding="utf-8")
        done = run("sheet", place, "--style", "block", "-o", "x.pdf")
        assert done.returncode == 0 and told in done.stderr
        assert store.read(tmp_path / "template", "block-a5") == (moved["key"], json.loads(as_it_was)["value"])
    path.write_text(json.dumps(json.loads(as_it_was), indent=2), encoding="utf-8")  # spaced otherwise: the same value
    assert "made anew" not in run("sheet", place, "--style", "block", "-o", "x.pdf").stderr


def test_every_layout_that_ships_is_the_one_that_was_written() -> None:
    made = sorted(folder.shipped().glob("*/made/*.json"))
    assert made
    for path in made:
        assert store.read(path.parent.parent, path.stem)[0], path  # type: ignore[index]


def test_maps_lists_each_shipped_map_on_a_line(run: Run) -> None:
    assert [x.split()[0] for x in run("maps").stdout.splitlines()] == folder.shipped_names()


def test_a_broken_map_is_listed_with_its_fault_and_those_after_it_too(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("japan", "rows", "template"):
        shutil.copytree(folder.shipped() / name, tmp_path / "maps" / name, ignore=shutil.ignore_patterns("made"))
    edit_toml(tmp_path / "maps" / "japan", 'color = "red"', 'colour = "red"')
    monkeypatch.setattr(folder, "shipped", lambda: tmp_path / "maps")
    done = run("maps")
    rows = done.stdout.splitlines()
    assert [row.split()[0] for row in rows] == ["japan", "rows", "template"]
    assert "map.toml [regions.red]: unknown key 'colour'" in rows[0] and "cells, " in rows[2]
    assert done.returncode == 0


def test_a_wild_die_of_no_colour_is_said_with_the_file(run: Run, japan: Path) -> None:
    with (japan / "map.toml").open("a", encoding="utf-8") as file:
        file.write('\n[game.wild]\ndice = 1\ncolor = "rde"\n')
    assert "map.toml [game] color of the wild die: unknown colour 'rde'" in run("graph", str(japan)).stderr


def test_no_more_bridges_are_written_than_are_worth_it_and_how_many_is_said(run: Run, tmp_path: Path) -> None:
    """Two blocks of nine cells a short strait apart, and far over the water from one end to the other."""
    cells = {f"{side}{x}{y}": box(x + at, y, x + 1 + at, y + 1) for side, at in (("w", 0), ("e", 3.3)) for x in range(3)
             for y in range(3)}  # fmt: skip
    place = small_map(tmp_path / "strait", cells)
    done = run("links", str(place), "--write", "99")
    written = folder.read(place).bridges
    assert 0 < len(written) < 15
    assert f"{len(written)} bridges added; 99 were asked for, and there are no more proposals" in done.stderr
    assert all(cells[a].distance(cells[b]) <= 1 for a, b in written)


def test_every_command_has_an_example_in_its_help() -> None:
    from typer.main import get_command

    from mapkit.cli.app import app_for

    commands = get_command(app_for(())).commands  # type: ignore[attr-defined]
    assert {"maps", "check", "graph", "layout", "sheet", "pad", "proof"} <= set(commands)
    for name, command in commands.items():
        assert re.search(rf"Example: +mapkit {name}\b", command.help or ""), name


def test_version_and_module_and_script_are_one() -> None:
    script = Path(sys.executable).parent / "mapkit"
    for command in ([sys.executable, "-m", "mapkit"], [str(script)]):
        done = subprocess.run([*command, "--version"], capture_output=True, text=True, check=True)
        assert done.stdout.startswith("mapkit 0.")


def test_a_reader_that_stops_early_is_no_fault() -> None:
    command = f"{sys.executable} -m mapkit graph japan | head -n 1"
    done = subprocess.run(command, shell=True, capture_output=True, text=True, check=True)
    assert done.stdout == "a,b,kind,km\n"
    assert "Traceback" not in done.stderr
