"""Chess on boards that are not 8x8 squares: rings, discs, a round table, two to six players.

Rules, pictures, records and the engine of Rotunda, in the manner of python-chess.

>>> import rotunda
>>> game = rotunda.Game("rollerball")
>>> game.push("c2b3")
>>> game.fen
'2rbp2/2rkp2/2***2/2***2/1P***2/3KR2/2PBR2 b - 0 1'
"""

from collections.abc import Sequence as _Sequence

from . import pgn
from ._rotunda import (
    Analysis,
    Engine,
    EngineError,
    FenError,
    Game,
    GameFileError,
    IllegalMove,
    LegalMoves,
    Line,
    Move,
    Outcome,
    Piece,
    Played,
    Variant,
    __version__,
    load,
    variants,
)

_Sequence.register(LegalMoves)

__all__ = [
    "Analysis",
    "Engine",
    "EngineError",
    "FenError",
    "Game",
    "GameFileError",
    "IllegalMove",
    "LegalMoves",
    "Line",
    "Move",
    "Outcome",
    "Piece",
    "Played",
    "Variant",
    "__version__",
    "load",
    "pgn",
    "variants",
]
