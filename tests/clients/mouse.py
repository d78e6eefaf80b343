"""A person with a mouse against the engine under XBoard, to the end of the game."""

import random
import re
import subprocess
import time

from arbiter import Arbiter
from harness import ENGINE, SIZES, XBoard, left, program, wait

# The longest time of a game in seconds, if as much is left.
PATIENCE = 75


class Hand:
    """Points at the cells of XBoard's board."""

    def __init__(self, board, name):
        self.board, self.name = board, name
        self.environment = board.screen.environment
        self.find_board()

    def xdotool(self, *words):
        """Returns the output of xdotool."""
        command = [program("xdotool"), *map(str, words)]
        return subprocess.run(command, env=self.environment, capture_output=True, text=True, check=False).stdout

    def find_board(self):
        """Returns the place of the board: it fills the lower part of the window, with lines of one pixel between squares."""
        files, ranks = SIZES[self.name]

        def geometry():
            window = self.xdotool("search", "--onlyvisible", "--class", "xboard").split()
            found = self.xdotool("getwindowgeometry", "--shell", window[-1]) if window else ""
            values = dict(re.findall(r"(\w+)=(-?\d+)", found))
            size = {key: int(value) for key, value in values.items()}
            is_shaped = size and (size["WIDTH"] - 4) // files * ranks < size["HEIGHT"]
            return size if is_shaped else None

        size = wait(geometry, "XBoard's window")
        self.square = (size["WIDTH"] - 5) // files
        self.left = size["X"] + 2
        self.bottom = size["Y"] + size["HEIGHT"] - 3

    def lift(self, cell):
        """Clicks on a cell until XBoard has seen that its piece is picked up."""
        lifts = self.board.text().count(">first : lift ")
        for _ in range(10):
            self.click(cell)
            end = time.monotonic() + 4
            while time.monotonic() < end:
                if self.board.text().count(">first : lift ") > lifts:
                    return
                time.sleep(0.02)
        raise AssertionError(f"no piece was picked up on {cell}\n{self.board.text()[-1500:]}")

    def click(self, cell):
        """Clicks on a cell."""
        file, rank = ord(cell[0]) - 97, int(cell[1:]) - 1
        x = self.left + file * self.square + self.square // 2
        y = self.bottom - rank * self.square - self.square // 2
        self.xdotool("mousemove", x, y, "sleep", "0.03", "click", "1")


def own_cells(move, ranks):
    """XBoard's words with ranks that are counted from 1."""
    return re.sub(r"\d+", lambda rank: str(int(rank[0]) + (ranks == 10)), move)


def replies(text):
    """Returns the engine's moves so far, legs joined."""
    return "".join(re.findall(r"<first : move (\S+\n)", text)).replace(",\n", ",").split()


def told(text):
    """Returns the mouse's moves so far."""
    return len(re.findall(r">first : usermove", text))


def play(screen, name, shot):
    """Plays a game; gives the moves by mouse and the arbiter's word about the end."""
    arbiter, ranks = Arbiter(name), SIZES[name][1]
    chance, ghosts, count, answered = random.Random(7), set(), 0, 0
    words = ["-fcp", ENGINE, "-variant", name, "-timeControl", "120", "-timeIncrement", "0", "-depth", "4"]
    with XBoard(screen, *words, "-alwaysPromoteToQueen", "true", "-animateMoving", "false") as board:
        wait(lambda: "pong" in board.text() and f"variant {name}" in board.text(), "the engine")
        time.sleep(1)
        hand = Hand(board, name)
        end = time.monotonic() + min(PATIENCE, left())
        while time.monotonic() < end and arbiter.outcome() == "outcome ongoing":
            moves = arbiter.legal()
            ways = {move: arbiter.way(move) for move in chance.sample(moves, min(6, len(moves)))}
            move = max(ways, key=lambda move: (ghosts.isdisjoint(ways[move]), len(ways[move]) == 3))
            hand.lift(ways[move][0])
            for cell in ways[move][1:]:
                hand.click(cell)
            wait(lambda: told(board.text()) > count, f"{move} by mouse\n{board.text()[-1500:]}")
            arbiter.tell(f"move {move}")
            count += 1
            if count == 12 and shot:
                screen.shoot(shot)
            if arbiter.outcome() != "outcome ongoing":
                break
            wait(lambda: len(replies(board.text())) > answered, f"the answer to {move}\n{board.text()[-1500:]}")
            reply, left_over = arbiter.meaning(own_cells(replies(board.text())[answered], ranks))
            answered += 1
            arbiter.tell(f"move {reply}")
            ghosts = {cell for cell in ghosts | left_over if cell not in arbiter.board()}
        outcome = arbiter.outcome()
        if outcome != "outcome ongoing":
            wait(lambda: re.search(r"(1-0|0-1|1/2-1/2) \{|offer draw", board.text()), "the result")
        assert "Illegal move" not in board.text(), board.text()[-2000:]
        arbiter.end()
        return count, outcome


def test(screen, shots):
    """Whole games on the board of draughtsmen and on the round one."""
    for name in ("ordinary", "roundtable84"):
        count, outcome = play(screen, name, shots / f"mouse-{name}.png" if shots else None)
        told_end = "cut off, the time was up" if outcome == "outcome ongoing" else outcome
        print(f"mouse {name}: {count} moves by mouse, {told_end}", flush=True)
