"""Games as PGN: read leniently, written strictly.

>>> import rotunda
>>> [record] = rotunda.pgn.read("1. e4 e5 2. Nf3 {good} *\\n")
>>> [str(move) for move in record.moves]
['e2e4', 'e7e5', 'g1f3']
>>> print(rotunda.pgn.text(record.game, tags={"White": "a"}).splitlines()[-1])
1. e4 e5 2. Nf3 *
"""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from typing import IO, Any, Protocol

from ._rotunda import Game, PgnGame, PgnReader, Variant, pgn_text

__all__ = ["PgnGame", "read", "text", "write"]


class _Writable(Protocol):
    def write(self, text: str, /) -> Any: ...


def read(
    source: str | os.PathLike[str] | IO[str] | IO[bytes],
    variant: str | Variant = "chess",
) -> Iterator[PgnGame]:
    """Yields the games of a PGN, which keeps one of them in memory.

    `source` is a path, an open file, or a text with a line break; `variant` is the game where no tag
    names one. Raises GameFileError, with `line` and `column`, at a game that cannot be read; who goes
    on with `next` gets the game behind it.
    """
    return PgnReader(source, variant)


def text(
    game: Game,
    tags: Mapping[str, object] | None = None,
    comments: Sequence[str] | None = None,
) -> str:
    """Returns a game with all its moves as PGN.

    `tags` are added to those that name the game, its start and its result. `comments` holds that
    before the first move, and one behind each move, as `PgnGame.comments` does.
    """
    return pgn_text(game, dict(tags or {}), list(comments or ()))


def write(
    file: _Writable,
    game: Game | PgnGame,
    tags: Mapping[str, object] | None = None,
    comments: Sequence[str] | None = None,
) -> None:
    """Writes a game to a file that is open for text, and an empty line behind it.

    A `PgnGame` is written with its own tags, variations and comments.
    """
    written = str(game) if isinstance(game, PgnGame) else text(game, tags, comments)
    file.write(written + "\n")
