"""Chess beside python-chess, and the games that pyffish knows beside pyffish."""

import os
import pathlib
import random

import chess
import pytest
import rotunda

#: Games of pyffish's own, and one that it gets as a text of its own kind; with plies to play.
KNOWN = [("chess", 40), ("capablanca", 40), ("grand", 40), ("xiangqi", 60), ("ordinary-nocheckers", 40)]
NOCHECKERS = """
[ordinary-nocheckers:chess]
maxRank = 10
maxFile = 12
customPiece1 = t:mBcN
customPiece2 = l:mQcpQ
customPiece3 = m:K
castlingKingFile = h
castlingKingsideFile = k
castlingQueensideFile = e
castlingRookKingsideFile = l
castlingRookQueensideFile = a
promotionRegionWhite = *10
promotionRegionBlack = *1
promotionPieceTypes = q l r b n t m
doubleStepRegionWhite = *2
doubleStepRegionBlack = *9
startFen = rnbtqmlktbnr/pppppppppppp/12/12/12/12/12/12/PPPPPPPPPPPP/RNBTQMLKTBNR w KQkq - 0 1
"""

GAMES = pathlib.Path(__file__).parents[2] / "games" / "games"

pyffish = pytest.importorskip("pyffish")

#: Positions of chess; ROTUNDA_TEST_SCALE=1 compares 20,000.
POSITIONS = 20_000 if os.environ.get("ROTUNDA_TEST_SCALE") else 2_000

REASONS = {
    chess.Termination.CHECKMATE: "checkmate",
    chess.Termination.STALEMATE: "stalemate",
    chess.Termination.INSUFFICIENT_MATERIAL: "insufficient-material",
    chess.Termination.THREEFOLD_REPETITION: "threefold",
    chess.Termination.FIVEFOLD_REPETITION: "threefold",
    chess.Termination.FIFTY_MOVES: "fifty-moves",
    chess.Termination.SEVENTYFIVE_MOVES: "fifty-moves",
}


def ended(board: chess.Board) -> str | None:
    """Returns the end of a game of chess, with claims made as soon as they are open."""
    outcome = board.outcome()
    if outcome is not None:
        return REASONS[outcome.termination]
    if board.is_repetition(3):
        return "threefold"
    return "fifty-moves" if board.is_fifty_moves() else None


def test_chess_is_python_chess_chess() -> None:
    rng, seen, ends = random.Random(1), 0, set()
    while seen < POSITIONS:
        board, game = chess.Board(), rotunda.Game("chess")
        # A few games shuffle to and fro, so that they end by repetition and by counted moves.
        shuffles = rng.random() < 0.2
        while seen < POSITIONS:
            moves = {move.uci(): board.san(move) for move in board.legal_moves}
            assert {str(move): game.san(move) for move in game.legal_moves} == moves, game.fen
            assert (game.fen, game.is_check) == (board.fen(en_passant="fen"), board.is_check())
            reason = game.outcome and game.outcome.reason
            assert reason == ended(board), game.fen
            seen += 1
            if reason:
                ends.add(reason)
                break
            quiet = [move for move in board.legal_moves if not board.is_zeroing(move)]
            choice = rng.choice(quiet if shuffles and quiet else list(board.legal_moves))
            board.push(choice)
            game.push(choice.uci())
    assert len(ends) >= 3


@pytest.mark.parametrize("name, plies", KNOWN)
def test_games_that_pyffish_knows(name: str, plies: int) -> None:
    if name not in {variant.name for variant in rotunda.variants()}:
        rotunda.load(GAMES / f"{name}.toml")
    if name not in pyffish.variants():
        pyffish.load_variant_config(NOCHECKERS)
    rng = random.Random(name)
    for _ in range(20 if os.environ.get("ROTUNDA_TEST_SCALE") else 2):
        game, start, played = rotunda.Game(name), pyffish.start_fen(name), []
        for _ in range(plies):
            theirs = set(pyffish.legal_moves(name, start, played))
            assert {str(move) for move in game.legal_moves} == theirs, game.fen
            assert game.is_check == pyffish.gives_check(name, start, played)
            if not theirs or game.outcome:
                break
            move = rng.choice(sorted(theirs))
            game.push(move)
            played.append(move)
