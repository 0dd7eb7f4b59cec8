"""The voice of this platform, where it has one."""

from __future__ import annotations

import shutil
import subprocess
import sys
from collections.abc import Callable, Sequence

from mapkit.games.announce import spoken
from mapkit.games.rules import Call, Game

MAC = {"en": "Samantha", "de": "Anna", "ja": "Kyoko", "zh": "Tingting", "fr": "Thomas"}
ESPEAK = {"en": "en", "de": "de", "ja": "ja", "zh": "cmn", "fr": "fr-fr"}


def command(text: str, locale: str) -> list[str] | None:
    """The command that says a text in a language; None where this platform has no voice."""
    if sys.platform == "darwin" and shutil.which("say"):
        return ["say", "-v", MAC.get(locale, MAC["en"]), "--", text]
    for name in ("espeak-ng", "espeak"):
        if path := shutil.which(name):
            return [path, "-s", "150", "-v", ESPEAK.get(locale, "en"), "--", text]
    if path := shutil.which("spd-say"):
        return [path, "-w", "-l", locale, "--", text]
    if sys.platform == "win32" and (path := shutil.which("powershell")):
        quoted = text.replace("'", "''")
        speak = "Add-Type -AssemblyName System.Speech; (New-Object System.Speech.Synthesis.SpeechSynthesizer).Speak"
        return [path, "-NoProfile", "-Command", f"{speak}('{quoted}')"]
    return None


def speaker(game: Game, locales: Sequence[str]) -> Callable[[Call], None]:
    """A function that says a call, cutting off the one before it; a bell where there is no voice."""
    running: list[subprocess.Popen[bytes]] = []

    def say(call: Call) -> None:
        while running:
            old = running.pop()
            old.kill()
            old.wait()
        jobs = [command(spoken(call, game, locale), locale) for locale in locales]
        if None in jobs:
            sys.stderr.write("\a")
            sys.stderr.flush()
            return
        words = [part for job in jobs if job for part in job]
        if len(jobs) == 1:
            running.append(subprocess.Popen(words, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))
            return
        program = "import subprocess,sys,json\nfor job in json.loads(sys.argv[1]): subprocess.run(job)"
        import json

        queue = [sys.executable, "-c", program, json.dumps(jobs)]
        running.append(subprocess.Popen(queue, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL))

    return say
