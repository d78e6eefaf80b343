"""PGN: python-chess reads what `rotunda convert` writes of its own games, with all that is in them."""

import io
import random
import subprocess

import chess
import chess.engine
import chess.pgn

from harness import ENGINE, PATIENCE

GAMES = 100


def random_game(rng):
    """A game with comments, clocks, scores, glyphs and variations."""
    game = chess.pgn.Game()
    # python-chess neither escapes nor reads escaped quotes, so the names have none.
    game.headers["White"], game.headers["Black"] = "Müller, Ed", "b; c {d}"
    node = game
    for _ in range(rng.randrange(80)):
        moves = list(node.board().legal_moves)
        if not moves:
            break
        parent, node = node, node.add_variation(rng.choice(moves))
        if rng.random() < 0.3:
            node.comment = "a comment; (with) signs $1"
        if rng.random() < 0.2:
            node.set_clock(rng.randrange(9000) / 10)
        if rng.random() < 0.2:
            node.set_eval(chess.engine.PovScore(chess.engine.Cp(rng.randrange(-900, 900)), chess.WHITE))
        if rng.random() < 0.2:
            node.nags.add(rng.choice([1, 2, 3, 4, 5, 6, 10, 14, 16, 140, 146]))
        other = [move for move in moves if move != node.move]
        if other and rng.random() < 0.1:
            variation = parent.add_variation(rng.choice(other), starting_comment="instead")
            replies = list(variation.board().legal_moves)
            if replies:
                variation.add_variation(rng.choice(replies), comment="and so on")
    game.headers["Result"] = node.board().result()
    return game


def facts(game):
    """Everything that a game holds, in the order of its tree."""
    found = [dict(game.headers), game.comment]
    waiting = list(game.variations)
    while waiting:
        node = waiting.pop(0)
        words = [" ".join(text.split()) for text in (node.comment, node.starting_comment)]
        found.append((node.board().fen(), words, sorted(node.nags)))
        waiting += node.variations
    return found


def games(text):
    """The games of a PGN."""
    handle = io.StringIO(text)
    while (game := chess.pgn.read_game(handle)) is not None:
        assert not game.errors, game.errors
        yield game


def test(*_):
    """Games of python-chess, converted and read again."""
    rng = random.Random(7)
    text = "\n\n".join(str(random_game(rng)) for _ in range(GAMES))
    words = [ENGINE, "convert", "-"]
    run = subprocess.run(words, input=text, capture_output=True, text=True, timeout=PATIENCE, check=True)
    assert not run.stderr, run.stderr
    before, after = list(games(text)), list(games(run.stdout))
    assert len(before) == len(after) == GAMES, (len(before), len(after))
    for own, converted in zip(before, after):
        assert facts(own) == facts(converted), f"{own}\n\n{converted}"
    print(f"python-chess PGN: {GAMES} games come back as they were", flush=True)
