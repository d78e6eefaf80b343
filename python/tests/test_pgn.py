"""PGN: what is written is read back, in every variant."""

import io
import pathlib

import pytest
import rotunda
from support import NAMES, random_game


@pytest.mark.parametrize("name", NAMES)
def test_games_come_back(name: str) -> None:
    for game in random_game(name, 3, 50):
        pass
    text = rotunda.pgn.text(game, tags={"White": "a", "Round": 3})
    [record] = rotunda.pgn.read(text)
    assert record.game == game and record.moves == game.history
    assert record.variant == game.variant and record.tags["White"] == "a"
    assert record.game.outcome == game.outcome
    assert rotunda.pgn.text(record.game, tags=record.tags) == text


def test_files_of_all_sorts(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "games.pgn"
    game = rotunda.Game("chess")
    game.push("e4")
    with path.open("w") as file:
        for _ in range(3):
            rotunda.pgn.write(file, game, comments=["", "best by test"])
    text = path.read_text()
    with path.open("rb") as binary, path.open() as plain:
        sources = [path, str(path), text, binary, plain, io.StringIO(text), io.BytesIO(text.encode())]
        for source in sources:
            records = list(rotunda.pgn.read(source))
            assert [record.number for record in records] == [1, 2, 3]
            assert records[2].comments == ["", "best by test"]
    with pytest.raises(OSError):
        rotunda.pgn.read(tmp_path / "missing.pgn")


def test_variations_comments_and_results() -> None:
    text = '[White "x"]\n\n1. e4 {good} e5 (1... c5 $1 2. Nf3) 2. Nf3 1-0\n'
    [record] = rotunda.pgn.read(text)
    assert [str(move) for move in record.moves] == ["e2e4", "e7e5", "g1f3"]
    assert record.comments == ["", "good", "", ""] and record.result == "1-0"
    words = [word for word, _ in record.items]
    assert words == ["move", "comment", "move", "open", "move", "nag", "move", "close", "move"]
    again = io.StringIO()
    rotunda.pgn.write(again, record)
    assert "(1... c5 $1 2. Nf3) 2. Nf3 1-0" in again.getvalue()


def test_a_game_that_cannot_be_read_spoils_no_other() -> None:
    games = rotunda.pgn.read("1. e4 e5 1-0\n\n1. e4\nKe3 *\n\n1. d4 *\n")
    next(games)
    with pytest.raises(rotunda.GameFileError, match="Ke3") as error:
        next(games)
    assert (error.value.line, error.value.column) == (4, 1)
    assert [str(move) for move in next(games).moves] == ["d2d4"]
    assert next(games, None) is None


def test_what_happens_beside_the_moves() -> None:
    game = rotunda.Game("modern4")
    game.push(game.legal_moves[0])
    game.eliminate(2)
    game.push(game.legal_moves[0])
    [record] = rotunda.pgn.read(rotunda.pgn.text(game))
    assert record.game == game and record.game.alive == (0, 1, 3)
    assert record.game.pop() == game.pop()
    assert record.game.pop() is None and record.game.alive == (0, 1, 2, 3)
    with pytest.raises(ValueError):
        rotunda.pgn.text(game, tags={"Result": "won"})


def test_a_file_that_fails_raises_its_own_error() -> None:
    class Broken(io.StringIO):
        def read(self, size: int | None = -1) -> str:
            raise KeyError("broken")

    with pytest.raises(KeyError, match="broken"):
        next(rotunda.pgn.read(Broken()))
