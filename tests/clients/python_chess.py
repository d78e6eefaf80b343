"""python-chess: games, analysis, several lines, expected results and pondering, in both protocols."""

import logging

import chess
import chess.engine

from harness import ENGINE, PATIENCE

FORCED = "6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1"


def whole_game(open_engine, limit):
    """A game of the engine against itself; every move is checked by python-chess."""
    board = chess.Board()
    with open_engine([ENGINE], timeout=PATIENCE) as engine:
        while not board.is_game_over(claim_draw=True) and board.ply() < 160:
            board.push(engine.play(board, limit, ponder=True).move)
        engine.quit()
    return board


def analysis(open_engine):
    """Scores and lines of an analysis that is ended."""
    with open_engine([ENGINE], timeout=PATIENCE) as engine:
        info = engine.analyse(chess.Board(FORCED), chess.engine.Limit(depth=5))
        assert info["score"].relative.is_mate() and info["pv"][0].uci() == "a1a8", info
        with engine.analysis(chess.Board()) as running:
            for info in running:
                if info.get("depth", 0) >= 6 and "pv" in info:
                    break
        assert info["pv"] and info["nodes"] > 0 and "time" in info, info
        name = engine.id["name"]
        engine.quit()
        return name


def several_lines():
    """MultiPV and expected wins, draws and losses, which UCI alone has."""
    with chess.engine.SimpleEngine.popen_uci([ENGINE], timeout=PATIENCE) as engine:
        engine.configure({"UCI_ShowWDL": True, "Threads": 2, "Hash": 32})
        lines = engine.analyse(chess.Board(), chess.engine.Limit(depth=6), multipv=3)
        assert len(lines) == 3 and len({line["pv"][0] for line in lines}) == 3, lines
        assert all(sum(line["wdl"].relative) == 1000 for line in lines), lines
        scores = [line["score"].relative.score() for line in lines]
        assert scores == sorted(scores, reverse=True), scores


def test(*_):
    """All of it."""
    # The message that python-chess logs when a program quits at its request.
    logging.disable(logging.ERROR)
    openers = {"UCI": chess.engine.SimpleEngine.popen_uci, "XBoard": chess.engine.SimpleEngine.popen_xboard}
    for protocol, open_engine in openers.items():
        name = analysis(open_engine)
        board = whole_game(open_engine, chess.engine.Limit(depth=3))
        print(f"python-chess {protocol}: {name}, {board.ply()} plies, {board.result(claim_draw=True)}", flush=True)
    several_lines()
    print("python-chess UCI: three lines with wins, draws and losses", flush=True)
