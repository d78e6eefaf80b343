"""Chess on boards that are not 8x8 squares: rings, discs, a round table, two to six players.

Rules, pictures, records and the engine of Rotunda, in the manner of python-chess.

>>> import rotunda
>>> game = rotunda.Game("rollerball")
>>> game.push("c2b3")
>>> game.fen
'2rbp2/2rkp2/2***2/2***2/1P***2/3KR2/2PBR2 b - 0 1'
"""

from __future__ import annotations

from collections.abc import Sequence as _Sequence
from typing import TYPE_CHECKING
from typing import Any as _Any

from . import pgn
from ._rotunda import (
    Actions,
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
    unload,
    variants,
)
from .arena import Elimination, EngineScore, MatchGame, MatchResult, Player, Sprt, VariantScore, match

if TYPE_CHECKING:
    from .agents import DuelEnv, RotundaEnv, VectorEnv, env

_Sequence.register(LegalMoves)

#: The names that need numpy, pettingzoo and gymnasium, imported at their first use.
_AGENTS = ("DuelEnv", "RotundaEnv", "VectorEnv", "env")


def __getattr__(name: str) -> _Any:
    if name in _AGENTS:
        from . import agents

        return getattr(agents, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


__all__ = [
    "Actions",
    "Analysis",
    "DuelEnv",
    "Elimination",
    "Engine",
    "EngineError",
    "EngineScore",
    "FenError",
    "Game",
    "GameFileError",
    "IllegalMove",
    "LegalMoves",
    "Line",
    "MatchGame",
    "MatchResult",
    "Move",
    "Outcome",
    "Piece",
    "Played",
    "Player",
    "RotundaEnv",
    "Sprt",
    "Variant",
    "VariantScore",
    "VectorEnv",
    "__version__",
    "env",
    "load",
    "match",
    "pgn",
    "unload",
    "variants",
]
