"""Whole games between two engines under XBoard, in its own protocol and through adapters."""

import re
import time

from harness import ENGINE, SIZES, XBoard, left, program

# The longest time of a game in seconds, if as much is left.
PATIENCE = 90
# Whoever has had so many seconds for a move must have made it, however busy the machine is.
ENOUGH = 60
# Parts of endings that are no verdict of the rules.
WRONG = ("llegal", "alse", "exit", "died", "orfeit")
# A refused move that the other engine has made before: UCI2WB has lost a command, its two threads write and read one
# queue without a lock, and its engine goes on from an older position.
LOST = r"<(first|second) ?: move (\w+)\n(?s:.*)<(?!\1)\w+ ?: move \2\n(?s:.*)invalid move: \2 "
# Lines of the log after which a game may end by a false verdict, as docs/clients.md says: castlings, whose ranks
# count from 0, jumps over several pieces, which go in two legs, pawns on the first or last rank that XBoard,
# knowing no rule, makes queens of, though the game has none, and moves that UCI2WB has lost.
MISTOLD = {
    "xboard roundtable84": r": move (e0g1|g1e0|h0g1|g1h0|e9g8|g8e9|h9g8|g8h9)",
    "xboard ordinary": r": move \w+,",
    "uci2wb normal": LOST,
    "uci2wb rollerball": LOST + r'|"[a-g]\d[a-g][17]q": move \d+ is not legal',
    "uci2wb circular70": LOST,
}
# Depths of search, so that another game is tried where one has ended by a false verdict.
DEPTHS = (3, 4, 5)


def play(screen, name, engine, depth, words=(), shot=None):
    """Plays a game; gives the seconds since its last move, the engines' moves, its end (None if time is up),
    the log."""
    options = ["-fcp", engine, "-scp", engine, "-variant", name, "-matchGames", "1"]
    options += ["-timeControl", "120", "-timeIncrement", "0", "-depth", str(depth)]
    # With so much time an endgame may be solved, which takes a busy machine a minute.
    options += ["-firstOptions", "EndgameTables=0", "-secondOptions", "EndgameTables=0"]
    with XBoard(screen, *options, *words) as board:
        moves, moved = 0, time.monotonic()
        end = moved + min(PATIENCE, left())
        while time.monotonic() < end and board.process.poll() is None:
            if (now := board.moves()) > moves:
                moves, moved = now, time.monotonic()
            if shot and moves > 10:
                screen.shoot(shot)
                shot = None
            time.sleep(0.02 if shot else 0.2)
        assert board.ending() or board.process.poll() is None, f"{name}: XBoard ends after {moves} moves"
        return time.monotonic() - moved, board.moves(), board.ending(), board.text()


def play_well(what, screen, name, engine, words=(), shot=None):
    """Plays a game, and others if it ends by a move that XBoard has mistold, and judges the last."""
    for depth in DEPTHS:
        waited, moves, ending, text = play(screen, name, engine, depth, words, shot)
        mistold = what in MISTOLD and re.search(MISTOLD[what], text)
        if not (is_wrong(ending) and mistold):
            break
    judge(what, waited, moves, ending, text)


def judge(what, waited, moves, ending, text):
    """Holds that a game has gone as it should, and tells of it."""
    assert ending or waited < ENOUGH, f"{what}: it stands still after {moves} moves\n{text[-3000:]}"
    assert not is_wrong(ending), f"{what}: {ending}\n{text[-3000:]}"
    told = f"{ending[0]} {{{ending[1]}}}" if ending else "cut off, the time was up"
    print(f"{what}: {moves} moves, {told}", flush=True)


def is_wrong(ending):
    """Returns whether a game has ended other than by the rules."""
    return ending is not None and any(part in ending[1] for part in WRONG)


def own_protocol(screen, shots):
    """Chess and a game of every kind of board, with XBoard's test of legality on."""
    for name in SIZES:
        shot = shots / f"xboard-{name}.png" if shots else None
        play_well(f"xboard {name}", screen, name, ENGINE, shot=shot)


def uci2wb(screen, shots):
    """The same through UCI2WB, whose setups say nothing of how pieces move.

    Without pondering: UCI2WB 4.1 stops passing moves on when the opponent is fast to play another one than
    was guessed, though the engine has answered `stop` with its `bestmove`."""
    engine = f"{program('uci2wb')} '{ENGINE} --seats 2'"
    for name in ("normal", "rollerball", "circular70"):
        words = ["-xponder"] if name == "normal" else ["-xponder", "-testLegality", "false"]
        shot = shots / f"uci2wb-{name}.png" if shots else None
        play_well(f"uci2wb {name}", screen, name, engine, words, shot)


def polyglot(screen, shots):
    """Chess through Polyglot."""
    engine = f"{program('polyglot')} -noini -ec {ENGINE}"
    judge("polyglot chess", *play(screen, "normal", engine, 3))
