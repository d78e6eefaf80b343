"""The stubs: mypy and pyright accept them, and they name what there is."""

import inspect
import os
import pathlib
import re
import subprocess
import sys

import pytest
import rotunda._rotunda

HERE = pathlib.Path(__file__).parent

USE = """
import rotunda
from rotunda import pgn

game = rotunda.Game("chess")
for move in game.legal_moves:
    text: str = game.san(move)
    promotion: str | None = move.promotion
first: rotunda.Move = game.legal_moves[0]
some: list[rotunda.Move] = game.legal_moves[:3]
game.push(first)
outcome = game.outcome
points: tuple[int, ...] = outcome.points if outcome is not None else ()
engine = rotunda.Engine(threads=2, hash=1)
for line in engine.analyse(game, multipv=2):
    score: int | None = line.cp
played = engine.play(game, movetime=0.1)
reply: rotunda.Move | None = played.move
records: list[pgn.PgnGame] = list(pgn.read("games.pgn"))
result = rotunda.match([engine, "other"], games=2, on_game=lambda finished: print(finished.end))
elo: float | None = result.engines[0].elo
"""


def run(*command: str) -> None:
    """Runs a checker, which must find nothing."""
    checked = subprocess.run([sys.executable, "-m", *command], capture_output=True, text=True)
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_mypy_accepts_the_package_and_its_use(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("mypy")
    use = tmp_path / "use.py"
    use.write_text(USE)
    cache = str(pathlib.Path(sys.prefix) / "mypy")
    run("mypy", "--strict", "--cache-dir", cache, "-p", "rotunda")
    run("mypy", "--strict", "--cache-dir", cache, str(use))


def test_pyright_accepts_the_package_and_its_use(tmp_path: pathlib.Path) -> None:
    pytest.importorskip("pyright")
    pyright = [sys.executable, "-m", "pyright", "--pythonpath", sys.executable]
    try:
        fetched = subprocess.run([*pyright, "--version"], capture_output=True, text=True, timeout=100)
    except subprocess.TimeoutExpired:
        fetched = None
    if fetched is None or fetched.returncode:
        pytest.skip("pyright cannot be fetched here")
    use = tmp_path / "use.py"
    use.write_text("# pyright: strict\n" + USE)
    run(*pyright[2:], str(use))
    # PettingZoo has no types: what derives from its classes has a base that is not known.
    path = os.pathsep.join([str(pathlib.Path(sys.executable).parent), os.environ["PATH"]])
    verified = subprocess.run(
        [*pyright[:3], "--verifytypes", "rotunda", "--ignoreexternal"],
        capture_output=True, text=True, env={**os.environ, "PATH": path},
    )
    assert "With ambiguous type: 0" in verified.stdout, verified.stdout


def test_stubs_name_what_there_is() -> None:
    stub = (pathlib.Path(rotunda.__file__).parent / "_rotunda.pyi").read_text()
    for name, value in vars(rotunda._rotunda).items():
        if name.startswith("__") or name == "_rotunda":
            continue
        kind = "class" if inspect.isclass(value) else "def"
        assert f"{kind} {name}" in stub, name
        if not inspect.isclass(value) or issubclass(value, Exception):
            continue
        body = re.split(rf"^class {name}\b", stub, flags=re.MULTILINE)[1]
        body = re.split(r"^\S", body.partition("\n")[2], flags=re.MULTILINE)[0]
        for member in vars(value):
            assert member.startswith("_") or f"def {member}(" in body, f"{name}.{member}"
