"""The tests of clients, one after another; what the machine lacks is named."""

import sys
from pathlib import Path

import games
import mouse
import pgn
import python_chess
from harness import Missing, Screen

# The exit code of a run that had to leave tests out.
UNAVAILABLE = 69
TESTS = {
    "python_chess": python_chess.test,
    "pgn": pgn.test,
    "mouse": mouse.test,
    "xboard": games.own_protocol,
    "uci2wb": games.uci2wb,
    "polyglot": games.polyglot,
}


def main(words):
    """Runs the tests that are named, or all; `shots FOLDER` keeps pictures."""
    shots = None
    if words[:1] == ["shots"]:
        shots = Path(words[1])
        shots.mkdir(parents=True, exist_ok=True)
        words = words[2:]
    left_out = []
    for name in words or TESTS:
        try:
            with Screen() as screen:
                TESTS[name](screen, shots)
        except Missing as missing:
            left_out.append(f"{name} (no {missing})")
    if left_out:
        print("tests/clients: left out for want of a program: " + ", ".join(left_out))
    return UNAVAILABLE if left_out else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
