"""The tools of all tests of clients: the engine's path, a screen, XBoard on it, and a clock for them all."""

import os
import re
import shutil
import subprocess
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ENGINE = os.environ.get("ROTUNDA", str(ROOT / "target/debug/rotunda"))
# All tests together, in seconds; a game that is not over by then is cut off, and no failure.
PATIENCE = 270
BEGUN = time.monotonic()
# Sizes of the boards, in files and ranks.
SIZES = {
    "normal": (8, 8),
    "rollerball": (7, 7),
    "circular70": (9, 8),
    "ordinary": (12, 10),
    "roundtable84": (12, 10),
    "modern2": (16, 4),
}


class Missing(Exception):
    """A program that this machine does not have."""


def program(name):
    """The path of a program; Debian keeps games in a folder of their own."""
    found = shutil.which(name, path=os.environ.get("PATH", "") + ":/usr/games")
    if not found:
        raise Missing(name)
    return found


def left():
    """The seconds that are left to all tests."""
    return max(0.0, PATIENCE - (time.monotonic() - BEGUN))


def wait(until, what):
    """Waits for something to become true, as long as there is time for any test."""
    end = time.monotonic() + max(20, left())
    while not (value := until()):
        assert time.monotonic() < end, f"waited in vain for {what}"
        time.sleep(0.02)
    return value


class Screen:
    """A screen that nobody sees."""

    def __init__(self):
        command = [program("Xvfb"), "-displayfd", "1", "-screen", "0", "900x800x24", "-nolisten", "tcp"]
        self.server = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.environment = dict(os.environ, DISPLAY=":" + self.server.stdout.readline().strip())

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def shoot(self, path):
        """Draws what is on the screen, without the empty part."""
        command = [program("import"), "-window", "root", "-trim", str(path)]
        subprocess.run(command, env=self.environment, check=False)


class XBoard:
    """XBoard with its log, and settings that nobody has changed."""

    def __init__(self, screen, *words):
        self.folder = Path(tempfile.mkdtemp(prefix="rotunda-"))
        self.screen, self.log = screen, self.folder / "log"
        environment = dict(screen.environment, HOME=str(self.folder))
        command = [program("xboard"), "-debug", "-nameOfDebugFile", str(self.log)]
        command += ["-testLegality", "true", "-popupExitMessage", "false", "-popupMoveErrors", "false"]
        command += ["-size", "49", "-showThinking", "false", *words]
        self.process = subprocess.Popen(
            command, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.process.terminate()
            try:
                self.process.wait(10)
            except subprocess.TimeoutExpired:
                self.process.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    def text(self):
        """All that XBoard has written down."""
        return self.log.read_text(errors="replace") if self.log.exists() else ""

    def moves(self):
        """The moves that engines have made, in XBoard's own words, and those of the mouse."""
        return len(re.findall(r"^\d+ <(?:first|second): move .*[^,\n]$", self.text(), re.MULTILINE))

    def ending(self):
        """Returns the end of the game by XBoard, if it has ended: the result and the reason."""
        found = re.search(r">first : result (\S+) \{(.*)\}", self.text())
        return found.groups() if found else None
