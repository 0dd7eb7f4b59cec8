"""What the README says is so: its commands exist and run, its map.toml is read, its picture is there."""

import re
from pathlib import Path

import pytest

from mapkit import folder

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_it_begins_with_a_picture_that_is_there() -> None:
    first = re.match(r"!\[.+\]\((.+)\)\n", README)
    assert first
    assert (ROOT / first[1]).is_file()


def test_every_command_it_names_exists_and_every_command_is_named() -> None:
    from typer.main import get_command

    from mapkit.cli.app import app_for

    commands = set(get_command(app_for(())).commands)  # type: ignore[attr-defined]
    named = set(re.findall(r"`(?:\.venv/bin/)?mapkit ([a-z]+)\b", README))
    assert named == commands


def test_its_map_toml_is_read_as_it_stands(tmp_path: Path) -> None:
    block = re.search(r"```toml\n(.*?)```", README, re.DOTALL)
    assert block
    (tmp_path / "map.toml").write_text(block[1], encoding="utf-8")
    d = folder.read(tmp_path)
    assert [c.id for c in d.cells] == ["A", "B", "C"]
    assert set(folder.LAYOUT) <= set(d.layout)
    for key in (*folder.TOP, *folder.SOURCE, *folder.LINKS, *folder.REGION, *folder.LAYOUT):
        assert re.search(rf"\b{key}\b", block[1]) or key == "layer", f"{key} is not in the README's map.toml"


@pytest.mark.parametrize("target", ["pad", "test", "lint", "golden", "gallery", "bench", "clean"])
def test_the_makefile_has_the_targets_it_names(target: str) -> None:
    assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
    assert f"make {target}" in README


def test_the_table_of_the_game_s_keys_is_the_one_the_reader_checks() -> None:
    from mapkit.games.keys import KEYS
    from mapkit.games.schema import reference

    for key, kind, default, what in reference(KEYS, "game"):
        assert f"| `{key}` | {kind} | {default} | {what} |" in README
