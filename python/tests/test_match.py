"""Matches: Rotunda against itself and other programs, with results as data."""

import pathlib
import signal
import subprocess
import sys
import time

import pytest
import rotunda

RANDOM_MOVER = """
import sys, rotunda
game = rotunda.Game("rollerball")
for line in sys.stdin:
    words = line.split()
    if words[:1] == ["uci"]:
        print("id name first\\noption name UCI_Variant type combo default rollerball var rollerball")
        print("uciok")
    elif words[:1] == ["isready"]:
        print("readyok")
    elif words[:1] == ["position"]:
        at = words.index("moves") if "moves" in words else len(words)
        fen = " ".join(words[words.index("fen") + 1 : at]) if "fen" in words else None
        game = rotunda.Game("rollerball", fen)
        for move in words[at + 1 :]:
            game.push(move)
    elif words[:1] == ["go"]:
        print("bestmove", game.legal_moves[0])
    elif words[:1] == ["quit"]:
        break
    sys.stdout.flush()
"""


def test_engines_play_a_match(tmp_path: pathlib.Path) -> None:
    heard: list[rotunda.MatchGame] = []
    players = [rotunda.Player("strong", nodes=600), rotunda.Player("weak", nodes=20)]
    pgn = tmp_path / "games.pgn"
    result = rotunda.match(
        players, variant="rollerball", games=4, openings=4, on_game=heard.append, pgn=pgn, concurrency=2
    )
    assert result.ended == "complete" and tuple(heard) == result.games and len(heard) == 4
    assert [engine.name for engine in result.engines] == ["strong", "weak"]
    assert sum(engine.points for engine in result.engines) == 4
    assert "strong" in str(result) and result.llr is None
    assert {game.seating for game in heard} == {(0, 1), (1, 0)}
    records = list(rotunda.pgn.read(pgn))
    assert sorted(tuple(map(str, record.moves)) for record in records) == sorted(
        game.opening + game.moves for game in heard
    )
    again = rotunda.match(players, variant="rollerball", games=4, openings=4)
    assert sorted(game.moves for game in again.games) == sorted(game.moves for game in heard)


def test_other_programs_and_engines_play(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "first.py"
    script.write_text(RANDOM_MOVER)
    engine = rotunda.Engine(hash=1, evaluation="derived")
    result = rotunda.match(
        [engine, [sys.executable, str(script)]], variant="rollerball", games=2, openings=2, nodes=300
    )
    assert result.engines[0].wins == 2 and not result.tables[0].faults
    assert [row.name for row in result.engines][0] == "engine 1"


def test_four_seats_and_several_variants() -> None:
    players = [rotunda.Player("a", nodes=30), rotunda.Player("b", nodes=30)]
    result = rotunda.match(players, variant=["modern4", "chess"], rounds=1, openings="start", max_moves=4)
    assert [table.variant for table in result.tables] == ["modern4, chess", "modern4", "chess"]
    assert {len(game.points) for game in result.games} == {4, 2}


def test_a_test_decides() -> None:
    players = [rotunda.Player("a", nodes=400), rotunda.Player("b", nodes=2)]
    sprt = rotunda.Sprt(elo0=-100, elo1=100, alpha=0.3, beta=0.3)
    result = rotunda.match(players, variant="rollerball", sprt=sprt, games=200, openings=4)
    assert (result.ended, result.accepted) == ("decided", "H1") and result.llr is not None


def test_what_makes_no_sense_is_refused() -> None:
    a = rotunda.Player("a")
    with pytest.raises(ValueError, match="how many games"):
        rotunda.match([a, a])
    with pytest.raises(ValueError):
        rotunda.match([a, a], variant="gess", games=2)
    with pytest.raises(rotunda.EngineError):
        rotunda.match([a, "/no/such/program"], games=2)
    with pytest.raises(KeyError, match="enough"):
        rotunda.match([a, a], variant="rollerball", games=50, nodes=5, on_game=raises)


def raises(game: rotunda.MatchGame) -> None:
    raise KeyError("enough")


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
def test_ctrl_c_ends_a_match() -> None:
    # A shell lets its background jobs ignore Ctrl-C, and what they start inherits that.
    code = "import signal, rotunda\nsignal.signal(signal.SIGINT, signal.default_int_handler)\n"
    code += "print('ready', flush=True)\na = rotunda.Player('a', movetime=1)\ntry:\n"
    code += "    rotunda.match([a, a], games=100)\nexcept KeyboardInterrupt:\n    print('ended', flush=True)"
    with subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout and process.stdout.readline() == "ready\n"
        time.sleep(1.5)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        assert process.stdout.readline() == "ended\n"
        assert time.monotonic() - begun < 5


def test_the_program_is_in_the_package() -> None:
    command = [sys.executable, "-m", "rotunda"]
    answer = subprocess.run(command, input="uci\nquit\n", capture_output=True, text=True, check=True)
    assert "id name Rotunda" in answer.stdout and "uciok" in answer.stdout
    wrong = subprocess.run([*command, "--nonsense"], capture_output=True, text=True, check=False)
    assert wrong.returncode == 2 and "nonsense" in wrong.stderr


def test_a_game_that_a_player_has_left_is_replayed(tmp_path: pathlib.Path) -> None:
    script = tmp_path / "illegal.py"
    at_four = RANDOM_MOVER.replace("rollerball", "modern4")
    script.write_text(at_four.replace('"bestmove", game.legal_moves[0]', '"bestmove a1a1"'))
    players = [rotunda.Player("a", nodes=30), rotunda.Player("b", [sys.executable, str(script)])]
    pgn = tmp_path / "games.pgn"
    result = rotunda.match(players, variant="modern4", games=1, openings=0, max_moves=3, pgn=str(pgn))
    fens = [record.game.fen for record in rotunda.pgn.read(pgn)]
    assert len(fens) == len(result.games) > 0
    for game in result.games:
        assert game.eliminations and {gone.cause for gone in game.eliminations} == {"illegal-move"}
        assert {game.seating[gone.seat] for gone in game.eliminations} == {1}
        assert game.replay().fen in fens
