"""How soon followers hear a call: `python tests/bench/web_followers.py 99 300` (loopback, a game of 24 turns).

Prints, per number of followers, p50, p99 and the worst time from the presenter's request to a follower's whole event,
the server's memory, and whether every follower got every call in order.
"""

from __future__ import annotations

import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent.parent))
from web_running import Running, served, tiny


async def follower(server: Running, ready: asyncio.Semaphore, heard: list[tuple[int, float]]) -> None:
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    writer.write(b"GET /events?after=-1 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n")
    await writer.drain()
    number = -1
    while not heard or heard[-1][0] < 24:
        line = await reader.readline()
        if line.startswith(b"id: "):
            number = int(line[4:])
        elif line.startswith(b"data: {"):
            heard.append((number, time.perf_counter()))
            if number == 0:
                ready.release()
    writer.close()


async def press(server: Running, seen: int) -> float:
    began = time.perf_counter()
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
    body = json.dumps({"do": "next", "seen": seen}).encode()
    head = f"POST /act HTTP/1.1\r\nHost: x\r\nConnection: close\r\nAuthorization: Bearer {server.secret}\r\n"
    writer.write(f"{head}Content-Length: {len(body)}\r\n\r\n".encode() + body)
    answer = await reader.read()
    assert b" 200 " in answer.split(b"\r\n")[0], answer
    writer.close()
    return began


def memory(pid: int) -> float:
    for line in Path(f"/proc/{pid}/status").read_text().splitlines():
        if line.startswith("VmHWM"):
            return int(line.split()[1]) / 1024
    return 0.0


async def measure(server: Running, many: int) -> None:
    ready = asyncio.Semaphore(0)
    heard: list[list[tuple[int, float]]] = [[] for _ in range(many)]
    jobs = [asyncio.create_task(follower(server, ready, h)) for h in heard]
    for _ in range(many):
        await ready.acquire()
    began = []
    for seen in range(1, 25):
        began.append(await press(server, seen))
        await asyncio.sleep(0.4)
    await asyncio.gather(*jobs)
    ordered = all([n for n, _ in h] == list(range(25)) for h in heard)
    waits = sorted(at - began[n - 1] for h in heard for n, at in h if n)
    p50, p99 = waits[len(waits) // 2], waits[int(len(waits) * 0.99)]
    times = f"p50 {p50 * 1000:.0f} ms, p99 {p99 * 1000:.0f} ms, worst {waits[-1] * 1000:.0f} ms"
    print(f"{many} followers: {times}, server {memory(server.job.pid):.0f} MB, all in order: {ordered}")


def main() -> None:
    for many in map(int, sys.argv[1:] or ["99", "300"]):
        with tempfile.TemporaryDirectory() as name:
            here = Path(name)
            server = served(tiny(here / "tiny"), here, "--seed", "fuji", "--log", str(here / "game.log"))
            try:
                asyncio.run(measure(server, many))
            finally:
                server.stop()


if __name__ == "__main__":
    main()
