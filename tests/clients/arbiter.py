"""The engine in a UCI session as the arbiter of a game: what is legal, and what XBoard's words mean."""

import re
import subprocess

from harness import ENGINE

CELL = re.compile(r"[a-z]\d+")


def cells(text):
    """The cells that a text names."""
    return CELL.findall(text)


class Arbiter:
    """A game, kept beside XBoard's."""

    def __init__(self, name):
        self.child = subprocess.Popen([ENGINE], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.tell(f"position variant {name} startpos")

    def tell(self, line):
        """Sends a line and gives the answers."""
        self.child.stdin.write(line + "\nisready\n")
        self.child.stdin.flush()
        answers = []
        for answer in self.child.stdout:
            if answer == "readyok\n":
                return answers
            answers.append(answer.strip())
        raise AssertionError(f"the arbiter has ended after {line}")

    def end(self):
        """Ends the session."""
        self.child.communicate("quit\n")

    def legal(self):
        """The legal moves."""
        return self.tell("legal")[0].split()[1:]

    def outcome(self):
        """Returns the end of the game, or that it goes on."""
        return self.tell("outcome")[0]

    def board(self):
        """The pieces by cell."""
        fen = next(line for line in self.tell("d") if line.startswith("Fen: "))
        rows = fen[5:].split(" ")[0].split("/")
        found = {}
        for rank, row in zip(range(len(rows), 0, -1), rows):
            file = 0
            for token in re.findall(r"\d+|.", row):
                if token.isdigit():
                    file += int(token)
                else:
                    found[f"{chr(97 + file)}{rank}"] = token
                    file += 1
        return found

    def way(self, move):
        """The cells to be pointed at: start, victims that stand elsewhere, end."""
        before = self.board()
        self.tell(f"move {move}")
        after = self.board()
        self.tell("undo")
        visited = cells(move)
        mover = before[visited[0]]
        gone = [cell for cell, piece in before.items() if cell not in after and piece.isupper() != mover.isupper()]
        return [visited[0], *gone, visited[-1]]

    def meaning(self, told):
        """The legal move that XBoard's words mean, and the victims that its board still shows."""
        named = cells(told)
        start, end, between = named[0], named[-1], set(named[1:-1])
        letter = told.rstrip("+")[-1] if told.rstrip("+")[-1].isalpha() else None
        best = None
        for move in self.legal():
            visited = cells(move)
            if (visited[0], visited[-1]) != (start, end) or (letter and not move.endswith(letter)):
                continue
            victims = set(self.way(move)[1:-1]) if len(visited) > 2 or between else set()
            if between <= victims | set(visited):
                # The one that does nothing else, or the one with most victims.
                worth = 1000 if len(victims) == len(between) else len(victims)
                worth += "RBN".find(move[-1].upper()) * -0.1 if move[-1].isalpha() and not letter else 0
                if best is None or worth > best[0]:
                    best = (worth, move, victims - between)
        assert best, f"{told} is none of {self.legal()}"
        return best[1], best[2]
