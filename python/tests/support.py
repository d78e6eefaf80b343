"""The common parts of several tests."""

from __future__ import annotations

import random
from collections.abc import Iterator

import rotunda

NAMES = [variant.name for variant in rotunda.variants()]


def random_game(name: str, seed: int, plies: int) -> Iterator[rotunda.Game]:
    """Yields a game before every move of a random line of at most so many plies."""
    rng = random.Random(f"{name} {seed}")
    game = rotunda.Game(name)
    for _ in range(plies):
        yield game
        moves = game.legal_moves
        if game.outcome is not None or not moves:
            return
        game.push(moves[rng.randrange(len(moves))])
    yield game
