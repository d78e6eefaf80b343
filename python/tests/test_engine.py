"""The engine: the program's own search, which Python neither blocks nor outlives."""

import os
import pathlib
import signal
import subprocess
import sys
import threading
import time

import pytest
import rotunda
from support import NAMES

REPOSITORY = pathlib.Path(__file__).parents[2]


@pytest.mark.parametrize("name", NAMES)
def test_it_plays_every_game(name: str) -> None:
    game = rotunda.Game(name)
    engine = rotunda.Engine(hash=1)
    played = engine.play(game, nodes=300)
    assert played.move in game.legal_moves
    assert played.line is not None and played.line.moves[0] == played.move
    shares = played.line.shares
    many = len(game.variant.teams) > 2
    assert (shares is not None) == many and (played.line.wdl is None) == many
    if shares is not None:
        sides = [shares[team[0]] for team in game.variant.teams]
        assert len(shares) == game.seats and sum(sides) == 1000
    assert isinstance(engine.evaluate(game), int)
    assert f"{engine.evaluate(game)} cp" in engine.trace(game)


def program() -> str:
    """The program, if it has been built."""
    places = [os.environ.get("ROTUNDA", "")]
    places += [str(REPOSITORY / "target" / profile / "rotunda") for profile in ("release", "dist", "debug")]
    found = next((place for place in places if place and os.access(place, os.X_OK)), None)
    return found or pytest.skip("the program is not built")


@pytest.mark.parametrize("name", ["chess", "rollerball", "circular66", "ordinary", "modern4", "byzantine6-3v3"])
def test_node_counts_are_the_programs(name: str) -> None:
    game = rotunda.Game(name)
    game.push(game.legal_moves[3])
    move = game.history[0]
    orders = f"position variant {name} startpos moves {move}\ngo depth 5\nquit\n"
    script = [program()]
    with subprocess.Popen(script, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdin and process.stdout
        process.stdin.write(orders.replace("quit\n", ""))
        process.stdin.flush()
        last, best = "", ""
        for line in process.stdout:
            if line.startswith("info depth"):
                last = line
            if line.startswith("bestmove"):
                best = line.split()[1]
                break
        process.stdin.write("quit\n")
    nodes = int(last.split(" nodes ")[1].split()[0])
    played = rotunda.Engine().play(game, depth=5)
    assert (str(played.move), played.nodes) == (best, nodes)


def test_limits() -> None:
    engine = rotunda.Engine(hash=1)
    game = rotunda.Game("chess")
    with pytest.raises(ValueError, match="no limit"):
        engine.play(game)
    begun = time.monotonic()
    engine.play(game, movetime=0.2)
    engine.play(game, clock=(1, 0.1))
    assert 0.1 < time.monotonic() - begun < 2.0
    assert str(engine.play(game, depth=2, moves=["a2a3"]).move) == "a2a3"
    mate = rotunda.Game("chess", "6k1/5ppp/8/8/8/8/8/K2R4 w - - 0 1")
    line = engine.play(mate, mate=1).line
    assert line is not None and line.mate == 1 and line.cp is None
    for wrong in ({"movetime": -1}, {"movetime": float("nan")}, {"clock": (1,)}, {"depth": 1, "moves": ["x"]}):
        with pytest.raises(ValueError):
            engine.play(game, **wrong)  # type: ignore[arg-type]


def test_settings_are_checked() -> None:
    for wrong in ({"threads": 0}, {"hash": 0}, {"elo": 3}, {"evaluation": "x"}, {"hash": 33_000_000}):
        with pytest.raises((ValueError, rotunda.EngineError)):
            rotunda.Engine(**wrong)  # type: ignore[arg-type]
    with pytest.raises(OSError):
        rotunda.Engine(net="no/such.net")
    with pytest.raises(ValueError):
        rotunda.Engine(net=__file__)
    net = REPOSITORY / "search" / "nets" / "chess.net"
    game = rotunda.Game("chess")
    own, derived = rotunda.Engine(net=net, hash=1), rotunda.Engine(evaluation="derived", hash=1)
    usual = rotunda.Engine(hash=1)
    counts = [engine.play(game, depth=6).nodes for engine in (own, usual, derived)]
    assert counts[0] == counts[1] != counts[2]


def test_fitted_numbers_are_read_as_nets_are(tmp_path: pathlib.Path) -> None:
    fit = REPOSITORY / "search" / "nets" / "modern4.fit"
    game = rotunda.Game("modern4")
    own, usual = rotunda.Engine(net=fit, hash=1), rotunda.Engine(hash=1)
    assert own.net == str(fit) and own.evaluate(game) == usual.evaluate(game)
    assert own.trace(game) == usual.trace(game) != rotunda.Engine(evaluation="derived").trace(game)
    text = fit.read_text()
    for wrong, message in (
        (text.replace("[numbers]", "[names]"), "has no fitted numbers: unknown field `names`"),
        (text.replace('variant = "modern4"', 'variant = "gess"'), "is for another game, gess"),
        ("e4", "is no net"),
    ):
        path = tmp_path / "wrong.fit"
        path.write_text(wrong)
        with pytest.raises(ValueError, match=message):
            rotunda.Engine(net=path)
    with pytest.raises(OSError, match="this is no file"):
        rotunda.Engine(net=tmp_path)


def test_analysis_ends_with_the_loop() -> None:
    engine = rotunda.Engine(hash=1)
    game = rotunda.Game("modern4")
    for line in engine.analyse(game, multipv=3):
        if line.depth >= 2 and line.rank == 3:
            break
    assert line.moves[0] in game.legal_moves
    # The engine is free at once, and whoever holds an analysis does not block it.
    running = engine.analyse(game)
    next(running)
    assert engine.play(game, nodes=100).move is not None
    assert len(list(running)) < 100
    with engine.analyse(game) as lines:
        next(lines)
    assert len(list(engine.analyse(game, depth=3))) >= 3
    stopped = engine.analyse(game)
    stopped.stop()
    list(stopped)


def test_a_finished_game_has_no_move() -> None:
    game = rotunda.Game("chess", "rnb1kbnr/pppp1ppp/8/4p3/6Pq/5P2/PPPPP2P/RNBQKBNR w KQkq - 1 3")
    played = rotunda.Engine(hash=1).play(game, depth=3)
    assert played.move is None and played.ponder is None and played.claim is False


def test_the_gil_is_free_and_engines_are_many() -> None:
    game = rotunda.Game("chess")
    moves: list[object] = []

    def think() -> None:
        moves.append(rotunda.Engine(hash=1).play(game, movetime=0.4).move)

    threads = [threading.Thread(target=think) for _ in range(4)]
    begun = time.monotonic()
    for thread in threads:
        thread.start()
    turns = 0
    while any(thread.is_alive() for thread in threads):
        time.sleep(0.001)
        turns += 1
    assert len(moves) == 4 and turns > 20
    assert time.monotonic() - begun < 4 * 0.4


def test_one_engine_serves_several_threads() -> None:
    engine, game = rotunda.Engine(hash=1), rotunda.Game("rollerball")
    moves: list[object] = []
    threads = [threading.Thread(target=lambda: moves.append(engine.play(game, nodes=2000).move)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(moves) == 4 and None not in moves


# A shell lets its background jobs ignore Ctrl-C, and what they start inherits that.
INTERRUPTED = """
import signal, sys, rotunda
signal.signal(signal.SIGINT, signal.default_int_handler)
engine, game = rotunda.Engine(hash=1), rotunda.Game("chess")
print("ready", flush=True)
try:
    WORK
except KeyboardInterrupt:
    print("interrupted", flush=True)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals are Unix's")
@pytest.mark.parametrize(
    "work", ["engine.play(game, depth=150)", "list(engine.analyse(game))", "game.perft(12)"]
)
def test_ctrl_c_ends_thinking_within_100_ms(work: str) -> None:
    command = [sys.executable, "-c", INTERRUPTED.replace("WORK", work)]

    def seconds() -> float:
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout and process.stdout.readline() == "ready\n"
            time.sleep(0.2)
            begun = time.monotonic()
            process.send_signal(signal.SIGINT)
            assert process.stdout.readline() == "interrupted\n"
            return time.monotonic() - begun

    # A busy machine is late now and then, but not always.
    assert any(seconds() < 0.1 for _ in range(20))
