"""What several test files ask for by name."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from web_running import Running, served, tiny


@pytest.fixture
def place(tmp_path: Path) -> Path:
    return tiny(tmp_path / "tiny")


@pytest.fixture
def server(place: Path, tmp_path: Path) -> Iterator[Running]:
    running = served(place, tmp_path, "--seed", "fuji", "--log", str(tmp_path / "game.log"))
    yield running
    running.stop()
