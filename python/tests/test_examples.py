"""The examples run, and show what they promise."""

import pathlib
import subprocess
import sys

EXAMPLES = pathlib.Path(__file__).parents[1] / "examples"


def run(name: str, *words: str) -> str:
    """Returns the output of an example."""
    command = [sys.executable, str(EXAMPLES / name), *words]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def test_a_game_of_four_is_analysed(tmp_path: pathlib.Path) -> None:
    picture = tmp_path / "board.svg"
    shown = run("four_players.py", "--plies", "6", "--nodes", "100", "--picture", str(picture))
    rows = [line.split() for line in shown.splitlines()[1:7]]
    assert [row[1] for row in rows] == list("abcdab")
    assert all(abs(sum(map(float, row[3:])) - 100) < 1 for row in rows)
    assert '[Variant "modern4"]' in shown and picture.read_text().startswith("<svg")


def test_a_tournament_has_a_cross_table(tmp_path: pathlib.Path) -> None:
    table = tmp_path / "table.svg"
    shown = run("tournament.py", "--games", "2", "--nodes", "60", "--table", str(table))
    sums = [float(line.split()[-1]) for line in shown.splitlines()[-3:]]
    assert sum(sums) == 6 and table.read_text().count("<rect") == 9


def test_random_play_loses_to_the_weakest_level() -> None:
    shown = run("baseline.py", "--games", "4")
    assert float(shown.splitlines()[-1].split()[-1]) < 0
