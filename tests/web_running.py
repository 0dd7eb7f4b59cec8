"""A caller's server in a process of its own, for tests: started, read, killed."""

from __future__ import annotations

import http.client
import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

MAP = """
id = "tiny"
title = {en = "Tiny <b>land</b>", ja = "小国"}
[cells]
A = {en = "Aa"}
B = {en = "Bb"}
C = {en = "Cc"}
[regions.red]
color = "red"
letter = "R"
cells = ["A"]
[regions.blue]
color = "blue"
letter = "B"
cells = ["B"]
[regions.green]
color = "green"
letter = "G"
cells = ["C"]
[game]
rounds = 12
"""
RUN = """
import sys
from mapkit.cli.call import call
from mapkit.errors import MapkitError
import typer
app = typer.Typer(pretty_exceptions_enable=False)
app.command()(call)
try:
    app()
except MapkitError as error:
    sys.exit(f"mapkit: {error}")
"""


def tiny(folder: Path) -> Path:
    """A map folder with three regions: four dice, two turns a round, 24 turns."""
    folder.mkdir(exist_ok=True)
    (folder / "map.toml").write_text(MAP, "utf-8")
    return folder


@dataclass
class Running:
    job: subprocess.Popen[str]
    base: str
    secret: str

    @property
    def port(self) -> int:
        return int(self.base.rpartition(":")[2])

    def ask(self, method: str, path: str, body: bytes | None = None, **headers: str) -> tuple[int, bytes]:
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            link.request(method, path, body, headers)
            reply = link.getresponse()
            return reply.status, reply.read()
        finally:
            link.close()

    def act(self, do: str, seen: int, text: str = "", secret: str | None = None) -> int:
        body = json.dumps({"do": do, "seen": seen, "text": text}).encode()
        return self.ask("POST", "/act", body, Authorization=f"Bearer {self.secret if secret is None else secret}")[0]

    def events(self, after: int, count: int, header: bool = False) -> list[tuple[int, Any]]:
        """The first `count` events after a number, as (id, entry)."""
        link = http.client.HTTPConnection("127.0.0.1", self.port, timeout=10)
        try:
            headers = {"Last-Event-ID": str(after)} if header else {}
            link.request("GET", "/events" if header else f"/events?after={after}", headers=headers)
            return list(islice(read_events(link.getresponse()), count))
        finally:
            link.close()

    def kill(self) -> None:
        os.kill(self.job.pid, signal.SIGKILL)
        self.job.wait()

    def stop(self) -> None:
        if self.job.poll() is None:
            self.job.send_signal(signal.SIGINT)
            try:
                self.job.wait(5)
            except subprocess.TimeoutExpired:
                self.kill()
        if self.job.stderr:
            self.job.stderr.close()


def read_events(reply: http.client.HTTPResponse) -> Iterator[tuple[int, Any]]:
    number = -1
    for raw in reply:
        line = raw.decode().rstrip("\n")
        if line.startswith("id: "):
            number = int(line[4:])
        elif line.startswith("data: {"):
            yield number, json.loads(line[6:])


def served(map: Path, folder: Path, *options: str) -> Running:
    """`call MAP --web` on a free port, once it listens."""
    command = [sys.executable, "-c", RUN, str(map), "--web", "--port", "0", *options]
    job = subprocess.Popen(command, cwd=folder, stderr=subprocess.PIPE, text=True)
    assert job.stderr is not None
    said = ""
    for line in job.stderr:
        said += line
        if "Ctrl-C" in line:
            break
    found = re.search(r"present: (http://[\d.]+:\d+)/present#(\S+)", said)
    assert found, said
    return Running(job, found[1], found[2])
