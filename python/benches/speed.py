"""Measures the package beside python-chess and pyffish in one run, and prints medians.

    python speed.py [--rounds 9] [--positions 200]

Every round measures all programs one after the other, on the same positions of random games of chess,
so that a busy moment of the machine meets all of them. Then it counts plies of random play.
"""

import argparse
import random
import statistics
import time
from collections.abc import Callable, Sequence
from typing import Any

import chess
import pyffish

import rotunda

Task = Callable[[Any], object]


def positions(count: int) -> list[str]:
    """Returns position strings of random games of chess."""
    rng, fens = random.Random(1), []
    while len(fens) < count:
        board = chess.Board()
        for _ in range(rng.randrange(4, 100)):
            if board.is_game_over(claim_draw=False):
                break
            board.push(rng.choice(list(board.legal_moves)))
        if not board.is_game_over(claim_draw=False):
            fens.append(board.fen(en_passant="fen"))
    return fens


def seconds(task: Task, prepared: Sequence[Any]) -> float:
    """Returns the processor time of a task for all of what has been prepared for it."""
    begun = time.process_time()
    for one in prepared:
        task(one)
    return time.process_time() - begun


def there_and_back(prepared: tuple[Any, list[Any]]) -> None:
    board, moves = prepared
    for move in moves:
        board.push(move)
        board.pop()


def push_text(prepared: tuple[rotunda.Game, list[str]]) -> None:
    game, moves = prepared
    for move in moves:
        game.push(move)
        game.pop()


def push_uci(prepared: tuple[chess.Board, list[str]]) -> None:
    board, moves = prepared
    for move in moves:
        board.push_uci(move)
        board.pop()


def play_anew(prepared: tuple[str, list[str]]) -> None:
    """Plays moves as pyffish does, which has no board: it makes a position string of each."""
    fen, moves = prepared
    for move in moves:
        pyffish.get_fen("chess", fen, [move])


def compare(fens: list[str], rounds: int) -> None:
    """Prints the medians of all programs, in microseconds for each call, and how they compare."""
    ours: Callable[[str], rotunda.Game] = lambda fen: rotunda.Game("chess", fen)
    boards, games = [chess.Board(fen) for fen in fens], [ours(fen) for fen in fens]
    texts = [[move.uci() for move in board.legal_moves] for board in boards]
    moves = sum(map(len, texts))
    with_moves = [(board, list(board.legal_moves)) for board in boards]
    own = [(game, list(game.legal_moves)) for game in games]
    # A game keeps its list of moves, so each round lists those of new games.
    tasks: dict[str, list[tuple[str, int, Task, Callable[[], Sequence[Any]]]]] = {
        "list of the legal moves": [
            ("rotunda", len(fens), lambda game: list(game.legal_moves), lambda: [ours(fen) for fen in fens]),
            ("python-chess", len(fens), lambda board: list(board.legal_moves), lambda: boards),
            ("pyffish", len(fens), lambda fen: pyffish.legal_moves("chess", fen, []), lambda: fens),
        ],
        "push and pop of a move": [
            ("rotunda", moves, there_and_back, lambda: own),
            ("python-chess", moves, there_and_back, lambda: with_moves),
            ("pyffish", moves, play_anew, lambda: list(zip(fens, texts))),
        ],
        "push and pop of a text": [
            ("rotunda", moves, push_text, lambda: list(zip(games, texts))),
            ("python-chess", moves, push_uci, lambda: list(zip(boards, texts))),
        ],
    }
    for title, programs in tasks.items():
        times: dict[str, list[float]] = {name: [] for name, *_ in programs}
        for _ in range(rounds):
            for name, count, task, prepare in programs:
                times[name].append(seconds(task, prepare()) / count * 1e6)
        medians = {name: statistics.median(values) for name, values in times.items()}
        for name, median in medians.items():
            ratio = median / medians["rotunda"]
            print(f"{title:24} {name:13} {median:8.3f} us {ratio:6.1f} times rotunda's")


def random_play(variant: str, games: int, steps: int) -> None:
    """Prints how many plies of random play a core makes in a minute."""
    batch = rotunda.VectorEnv(variant, games, seed=1)
    for title, observes in (("random play", False), ("random play, observed", True)):
        rates = []
        for _ in range(5):
            begun = time.process_time()
            for _ in range(steps):
                if observes:
                    batch.observe()
                batch.step(batch.sample())
            rates.append(steps * games * 60 / (time.process_time() - begun) / 1e6)
        print(f"{title:24} {variant:13} {statistics.median(rates):8.1f} million plies a minute on one core")


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--rounds", type=int, default=9)
    words.add_argument("--positions", type=int, default=200)
    asked = words.parse_args()
    compare(positions(asked.positions), asked.rounds)
    random_play("rollerball", 256, 200)


if __name__ == "__main__":
    main()
