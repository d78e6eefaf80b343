"""Whatever is handed to the package, it answers with a value or an exception of its own.

ROTUNDA_FUZZ=600 plays with each class for so many seconds; a usual run is short.
"""

import functools
import io
import os
import tempfile
import time

import pytest
import rotunda
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support import NAMES

SECONDS = float(os.environ.get("ROTUNDA_FUZZ", "0"))
FINE = (ValueError, TypeError, KeyError, IndexError, OverflowError, OSError, rotunda.EngineError)

#: Texts near what the package reads, and any others.
FENS = [rotunda.Variant(name).start for name in NAMES]
LETTERS = st.text(alphabet="abcdefghxkqrnp0123456789/*-. =+#()[]{}$!?,\"\n\0\ud7ffé", max_size=40)
TEXTS = st.one_of(LETTERS, st.text(max_size=60), st.sampled_from(FENS), st.sampled_from(["e2e4", "Nf3", "--"]))
VALUES = st.one_of(TEXTS, st.none(), st.integers(), st.floats(), st.binary(max_size=9), st.booleans())


def mangled(draw: st.DrawFn, text: str) -> str:
    """A text with a few places changed."""
    for _ in range(draw(st.integers(0, 3))):
        at = draw(st.integers(0, len(text)))
        text = text[:at] + draw(LETTERS)[:3] + text[at + draw(st.integers(0, 3)) :]
    return text


@st.composite
def fens(draw: st.DrawFn) -> str:
    """A position string, or nearly one."""
    return mangled(draw, draw(st.sampled_from(FENS)))


def fuzz(test, examples=40):
    """Plays with a test, for a while or a few examples."""
    checks = list(HealthCheck)

    @settings(max_examples=150 if SECONDS else examples, deadline=None, database=None, suppress_health_check=checks, derandomize=not SECONDS)
    @given(st.data())
    def run(data: st.DataObject) -> None:
        test(data)

    def timed() -> None:
        begun = time.monotonic()
        run()
        while time.monotonic() - begun < SECONDS:
            run()

    timed.__name__ = test.__name__
    return timed


def attempt(call, *arguments, **keywords):
    """Returns the result of a call; its own exceptions are fine, but a panic is not one of them."""
    try:
        return call(*arguments, **keywords)
    except FINE:
        return None


@fuzz
def test_games(data: st.DataObject) -> None:
    draw = data.draw
    name = draw(st.sampled_from(NAMES))
    game = attempt(rotunda.Game, name, draw(st.one_of(st.none(), fens(), TEXTS))) or rotunda.Game(name)
    other = rotunda.Game(draw(st.sampled_from(NAMES)))
    calls = ["push", "pop", "parse", "san", "attackers", "eliminate", "make_claim", "index", "svg", "play", "look"]
    for call in draw(st.lists(st.sampled_from(calls), max_size=12)):
        value = draw(VALUES)
        moves = game.legal_moves
        if call == "play":
            if moves:
                game.push(moves[draw(st.integers(0, len(moves) - 1))])
        elif call == "look":
            assert [game.fen, game.key, game.outcome, game.is_check, game.claim, game.alive, list(game)]
            assert len(moves) == len(list(moves)) and str(game) and repr(moves)
            for move in moves[:3]:
                assert move in moves and game.san(move) and move.kind and hash(move)
                attempt(other.push, move)
                assert other.history or other.fen == other.variant.start
        elif call in ("pop", "make_claim"):
            attempt(getattr(game, call))
        elif call == "attackers":
            attempt(game.attackers, value, draw(VALUES))
        elif call == "index":
            attempt(lambda: game[value])
            attempt(lambda: moves[value])
            assert isinstance(value in moves, bool)
        elif call == "svg":
            attempt(game.svg, from_seat=value, highlights=[draw(VALUES)], arrows=[draw(VALUES)])
        else:
            attempt(getattr(game, call), value)
    text = rotunda.pgn.text(game)
    [record] = rotunda.pgn.read(text)
    assert record.game.fen == game.fen


@fuzz
def test_pgn(data: st.DataObject) -> None:
    text = data.draw(st.one_of(TEXTS, st.just('[FEN "x"]\n\n1. e4 {a} (1. d4 $3) e5 1-0\n')))
    text = mangled(data.draw, text)
    source = data.draw(st.sampled_from([io.StringIO(text), io.BytesIO(text.encode())]))
    games = attempt(rotunda.pgn.read, source, data.draw(st.sampled_from(NAMES)))
    for _ in range(5):
        record = games and attempt(next, games, None)
        if record is not None:
            assert str(record) and record.items is not None
    game = rotunda.Game("chess")
    game.push("e2e4")
    comments = [data.draw(TEXTS), data.draw(TEXTS)]
    written = attempt(rotunda.pgn.text, game, tags={"Annotator": data.draw(VALUES)}, comments=comments)
    if written is not None:
        [record] = rotunda.pgn.read(written)
        assert record.game == game
    attempt(rotunda.pgn.text, game, tags={data.draw(TEXTS): data.draw(VALUES)})


@fuzz
def test_files_of_games(data: st.DataObject) -> None:
    text = mangled(data.draw, data.draw(st.sampled_from(["[[game]]\nname='a'\n", "\n", "[x]\ny=1\n"])))
    # None of these is a whole game, which would stay.
    attempt(rotunda.load, text + "\n[[game]]\n")


@fuzz
def test_variants(data: st.DataObject) -> None:
    draw = data.draw
    name = draw(st.sampled_from(NAMES))
    for value in (draw(VALUES), name):
        variant = attempt(rotunda.Variant, value)
        if variant is not None:
            assert variant == rotunda.Variant(variant.name) and hash(variant) and variant.pieces
    attempt(rotunda.load, draw(st.one_of(st.none(), st.integers(), st.binary(max_size=9))))
    repaired = attempt(rotunda.Game.repaired, draw(st.sampled_from([name, "x"])), draw(st.one_of(fens(), TEXTS)))
    if repaired is not None:
        game, notes = repaired
        assert rotunda.Game(name, game.fen) == game and all(notes)
    options = {draw(st.sampled_from(["scoring", "team_king_loss", "other"])): draw(VALUES)}
    attempt(rotunda.Game, name, **options)


@fuzz
def test_matches_that_cannot_be_played(data: st.DataObject) -> None:
    draw = data.draw
    numbers = st.one_of(st.none(), st.integers(-2, 3), st.integers(), st.floats())
    limits = {draw(st.sampled_from(["nodes", "depth", "movetime", "max_moves", "seed"])): draw(numbers)}
    limits |= {draw(st.sampled_from(["games", "rounds", "openings", "variant"])): draw(st.one_of(numbers, VALUES))}
    options = {draw(TEXTS): draw(VALUES)}
    commands = st.sampled_from([["/no/such"], "", "'", "\0", [""], "true"])
    players = [rotunda.Player(draw(TEXTS), draw(commands), options) for _ in range(draw(st.integers(0, 3)))]
    attempt(rotunda.match, players, **({"games": 1} | limits))


#: The limits of a move and the options of engines with which a match is soon over.
LIMITS = st.sampled_from([{}, {"nodes": 1}, {"nodes": 30}, {"depth": 1}, {"movetime": 0.001}, {"clock": (0.2, 0.01)}])
OPTIONS = st.sampled_from([{}, {"Hash": 1}, {"Evaluation": "derived"}, {"UCI_LimitStrength": True, "UCI_Elo": 800}])


@functools.partial(fuzz, examples=4)
def test_matches(data: st.DataObject) -> None:
    draw = data.draw
    names = draw(st.lists(st.one_of(TEXTS, st.just("a")), min_size=2, max_size=3))
    players = [rotunda.Player(name, options=draw(OPTIONS), **draw(LIMITS)) for name in names]
    heard, classic = [], draw(st.booleans())
    with tempfile.TemporaryDirectory() as folder:
        pgn = os.path.join(folder, "games.pgn")
        result = rotunda.match(
            players,
            variant=draw(st.sampled_from(NAMES)),
            games=draw(st.integers(1, 3)),
            openings=draw(st.sampled_from(["start", 0, 3])),
            max_moves=draw(st.integers(1, 9)),
            concurrency=draw(st.integers(1, 2)),
            seed=draw(st.integers(0, 2**64 - 1)),
            classic_scoring=classic,
            nodes=20,
            pgn=pgn,
            on_game=heard.append,
        )
        records = list(rotunda.pgn.read(pgn))
    assert tuple(heard) == result.games and len(records) == len(heard) > 0
    assert str(result) and len(result.engines) == len(players)
    for played in result.games:
        game = played.replay(scoring="classic" if classic else None)
        # On a busy machine a player with a millisecond for a move may lose before its first one.
        assert played.moves or played.end == "time forfeit"
        assert len(played.points) == game.seats
        assert any(record.game.fen == game.fen for record in records)


@fuzz
def test_engine(data: st.DataObject) -> None:
    draw = data.draw
    name = draw(st.sampled_from(NAMES))
    game = attempt(rotunda.Game, name, draw(fens())) or rotunda.Game(name)
    engine = attempt(rotunda.Engine, hash=1, elo=draw(VALUES)) or ENGINE
    limits = {draw(st.sampled_from(["movetime", "depth", "clock", "mate", "moves"])): draw(VALUES)}
    played = attempt(engine.play, game, nodes=draw(st.integers(0, 40)), **limits)
    if played is not None and played.move is not None:
        assert played.move in game.legal_moves
    with attempt(engine.analyse, game, nodes=20, multipv=draw(VALUES)) or engine.analyse(game, nodes=1) as lines:
        for line in lines:
            assert str(line) and line.moves is not None
    engine.evaluate(game)


ENGINE = rotunda.Engine(hash=1)


@fuzz
def test_agents(data: st.DataObject) -> None:
    draw = data.draw
    name = draw(st.sampled_from(NAMES))
    actions, game = rotunda.Actions(name), rotunda.Game(name)
    attempt(actions.move, game, draw(VALUES))
    attempt(actions.number, game, draw(VALUES))
    attempt(actions.planes, game, draw(VALUES))
    games = rotunda.VectorEnv(name, 2, seed=draw(st.integers(0, 2**64 - 1)))
    for _ in range(draw(st.integers(0, 30))):
        games.step(games.sample())
    attempt(games.step, [draw(st.integers(-(2**70), 2**70)), 0])


@pytest.mark.parametrize("value", [10**30, -1, 2**32, 2**64])
def test_large_numbers(value: int) -> None:
    game = rotunda.Game("chess")
    for call in (game.perft, game.divide, game.eliminate):
        with pytest.raises(FINE):
            call(value)
    with pytest.raises(FINE):
        rotunda.Engine(threads=value)
