"""Games: positions, moves and the way back, in every variant."""

import concurrent.futures
import copy
import os
import pathlib
import pickle
import random
import xml.etree.ElementTree
from typing import Any

import pytest
import rotunda
from support import NAMES, random_game

REPOSITORY = pathlib.Path(__file__).parents[2]


def test_there_is_every_variant() -> None:
    assert {"chess", "rollerball", "ordinary", "roundtable84", "modern6-2v2v2"} <= set(NAMES)


@pytest.mark.parametrize("name", NAMES)
def test_a_random_game_goes_forth_and_back(name: str) -> None:
    seen = []
    for game in random_game(name, 1, 60):
        seen.append((game.fen, game.key, game.turn, game.is_check, [str(m) for m in game.legal_moves]))
    assert len(game.history) == len(seen) - 1 > 5
    for fen, key, turn, is_check, moves in reversed(seen):
        assert (game.fen, game.key, game.turn, game.is_check) == (fen, key, turn, is_check)
        assert [str(move) for move in game.legal_moves] == moves
        again = rotunda.Game(name, fen)
        assert (again.key, again.fen, hash(again)) == (key, fen, hash(game))
        assert again == game
        if game.history:
            game.pop()
    with pytest.raises(IndexError):
        game.pop()


@pytest.mark.parametrize("name", NAMES)
def test_what_a_move_says_is_what_it_does(name: str) -> None:
    for game in random_game(name, 2, 40):
        cells = set(game.variant.cells)
        for move in list(game.legal_moves)[:8]:
            before = {piece.cell: piece for piece in game.pieces}
            assert {move.from_cell, move.to_cell, *move.captures, *move.path} <= cells
            if move.path and move.kind != "castle":
                assert move.path[0] == move.from_cell
            game.push(move)
            after = {piece.cell: piece for piece in game.pieces}
            lost = len(before) - len(after)
            assert lost == len(move.captures) or move.kind == "removal" or len(game.alive) < game.seats
            if move.promotion:
                assert after[move.to_cell].letter == move.promotion
            elif move.kind == "plain":
                assert after[move.to_cell].seat == before[move.from_cell].seat
            assert game.pop() == move
        assert all(game[piece.cell] == piece for piece in game)


def test_the_sequence_of_legal_moves() -> None:
    game = rotunda.Game("chess")
    moves = game.legal_moves
    assert (len(moves), bool(moves), len(list(moves))) == (20, True, 20)
    assert moves[0] == list(moves)[0] and moves[-1] == moves[19]
    assert moves[2:4] == [moves[2], moves[3]] and moves[::-1][0] == moves[-1]
    assert moves[0] in moves and "e2e4" in moves and "e2e5" not in moves
    assert 7 not in moves
    assert list(reversed(moves)) == list(moves)[::-1]
    assert moves.index("e2e4") == moves.index(game.parse("e2e4")) == list(moves).index(game.parse("e2e4"))
    assert (moves.count(moves[3]), moves.count("e2e5"), moves.index(moves[-1], -1)) == (1, 0, 19)
    for missing in (("e2e5",), (moves[0], 1), (7,)):
        with pytest.raises(ValueError):
            moves.index(*missing)
    with pytest.raises(IndexError):
        moves[20]
    with pytest.raises(TypeError):
        moves["e2e4"]  # type: ignore[call-overload]
    # It belongs to its position, whatever is played later.
    game.push("e2e4")
    assert len(moves) == 20 and moves[0] not in game.legal_moves
    assert hash(moves[0]) == hash(rotunda.Game("chess").legal_moves[0])


def test_a_move_that_somebody_holds_stays_as_it_is() -> None:
    held: list[tuple[str, rotunda.Move]] = []
    for game in random_game("chess", 6, 60):
        for at, move in enumerate(game.legal_moves):
            game.push(move)
            replies = list(map(str, game.legal_moves))
            assert replies == [str(reply) for reply in game.legal_moves]
            assert game.pop() is move
            if at % 7 == 3:
                held.append((str(move), move))
        assert len(set(game.legal_moves)) == len(game.legal_moves)
    assert all(text == str(move) for text, move in held)
    with concurrent.futures.ThreadPoolExecutor(4) as threads:
        names = NAMES[:8]
        lists = list(threads.map(lambda name: [str(move) for move in rotunda.Game(name).legal_moves], names * 20))
    assert lists == lists[:8] * 20


def test_moves_of_other_positions_must_be_legal() -> None:
    game = rotunda.Game("chess")
    first = game.parse("e2e4")
    game.push("d2d4")
    with pytest.raises(rotunda.IllegalMove, match="is not legal in rnbqkbnr"):
        game.push(first)
    game.push("e7e5")
    game.push(first)
    other = rotunda.Game("rollerball")
    with pytest.raises(rotunda.IllegalMove):
        other.push(first)
    with pytest.raises(TypeError):
        game.push(3)  # type: ignore[arg-type]
    assert [str(move) for move in game.history] == ["d2d4", "e7e5", "e2e4"]


def test_moves_are_read_in_san_too() -> None:
    game = rotunda.Game("chess")
    for text in ["e4", "e5", "Nf3", "Nc6", "Bb5", "a6", "O-O"]:
        game.push(text)
    assert game.fen.startswith("r1bqkbnr/1ppp1ppp/p1n5/1B2p3/4P3/5N2/PPPP1PPP/RNBQ1RK1 b kq")
    assert game.san(game.parse("axb5")) == "axb5"
    with pytest.raises(rotunda.IllegalMove, match="may be"):
        rotunda.Game("chess", "4k3/8/8/8/8/8/8/R2R2K1 w - - 0 1").push("Rb1")


def test_outcomes_and_claims() -> None:
    game = rotunda.Game("chess")
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        assert game.outcome is None
        game.push(text)
    outcome = game.outcome
    assert outcome is not None and outcome.reason == "checkmate"
    assert (outcome.points, outcome.result, game.is_check) == ((0, 100), "0-1", True)
    assert game.checkers == ["h4"] and not game.legal_moves
    bare = rotunda.Game("ordinary", "11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1")
    with pytest.raises(ValueError, match="no claim is open"):
        bare.make_claim()
    bare.push("k2k9")
    assert bare.claim == (0, 52)
    assert bare.make_claim().points == (52, 48)
    assert not bare.legal_moves and bare.outcome is not None
    assert bare.pop() is None and bare.outcome is None and bare.legal_moves


def test_players_leave_the_table() -> None:
    game = rotunda.Game("modern4")
    game.eliminate(0)
    assert (game.alive, game.turn) == ((1, 2, 3), 1)
    assert any(not piece.alive for piece in game)
    with pytest.raises(ValueError):
        game.eliminate(0)
    with pytest.raises(IndexError):
        game.eliminate(4)
    assert game.pop() is None and game.alive == (0, 1, 2, 3)
    with pytest.raises(ValueError):
        rotunda.Game("chess").eliminate(1)


def test_options_change_the_rules() -> None:
    stalemate = "5k6/5P6/5K6/12/12/12/12/12/12/12 b - - 0 1"
    points = []
    for scoring in ("dynamic", "classic"):
        game = rotunda.Game("ordinary-nocheckers", stalemate, scoring=scoring)  # type: ignore[arg-type]
        outcome = game.outcome
        points.append(outcome and outcome.points)
    assert points[0] != points[1] == (50, 50)
    teams = rotunda.Game("modern4-2v2", team_king_loss="eliminate")
    assert teams != rotunda.Game("modern4-2v2")
    with pytest.raises(ValueError, match="scoring"):
        rotunda.Game("chess", scoring="other")  # type: ignore[arg-type]


def test_copies_are_independent() -> None:
    game = rotunda.Game("circular70")
    game.push(game.legal_moves[0])
    for twin in (game.copy(), copy.copy(game), copy.deepcopy(game)):
        assert twin == game and twin.history == game.history
        twin.pop()
        assert twin != game and len(game.history) == 1
    assert game.copy(stack=False).history == []
    assert game != 3 and game in {game.copy()}


@pytest.mark.parametrize("name", NAMES)
def test_games_and_moves_are_pickled(name: str) -> None:
    for game in random_game(name, 4, 30):
        pass
    again = pickle.loads(pickle.dumps(game))
    assert again == game and again.history == game.history and again.key == game.key
    while again.history:
        assert again.pop() == game.pop() and again == game
    move = game.legal_moves[0]
    twin = pickle.loads(pickle.dumps(move))
    assert twin == move and hash(twin) == hash(move) and twin.path == move.path
    game.push(twin)
    assert copy.copy(move) is copy.deepcopy(move) is move


def test_pickles_have_what_happens_beside_the_moves() -> None:
    table = rotunda.Game("modern4-2v2", team_king_loss="eliminate")
    table.eliminate(1)
    claimed = rotunda.Game("ordinary", "11k/10n1/12/12/12/12/12/12/10R1/K11 w - - 0 1")
    claimed.push("k2k9")
    claimed.make_claim()
    classic = rotunda.Game("ordinary", scoring="classic")
    assert pickle.loads(pickle.dumps(classic)) == classic != rotunda.Game("ordinary")
    for game in (table, claimed):
        again = pickle.loads(pickle.dumps(game))
        assert again == game and again.alive == game.alive and again.outcome == game.outcome
        again.pop()
        assert again.outcome is None


def test_moves_that_somebody_holds_stay_as_they_are() -> None:
    rng, held = random.Random(3), []
    for name in ("chess", "ordinary", "modern4-2v2"):
        for game in random_game(name, 8, 40):
            moves = list(game.legal_moves)
            texts = [str(move) for move in moves]
            assert texts == [str(move) for move in game.legal_moves]
            held.extend((move, str(move), game.copy()) for move in moves if rng.random() < 0.1)
            nested = [(str(move), len(list(game.legal_moves))) for move in game.legal_moves]
            assert nested == [(text, len(texts)) for text in texts]
            assert {move: text for move, text in zip(moves, texts)} == dict(zip(game.legal_moves, texts))
    assert len(held) > 100
    for move, text, game in held:
        assert str(move) == text and move in game.legal_moves
        game.push(move)
        assert game.pop() is move


def test_moves_keep_the_options_of_their_game_in_pickles() -> None:
    classic = rotunda.Game("ordinary", scoring="classic")
    eliminating = rotunda.Game("modern4-2v2", team_king_loss="eliminate")
    usual = rotunda.Game("ordinary")
    for game, options in ((usual, (False, False)), (classic, (True, False)), (eliminating, (False, True))):
        for move in (game.legal_moves[0], game.parse(str(game.legal_moves[0]))):
            again = pickle.loads(pickle.dumps(move))
            reduced: Any = again.__reduce__()
            function, parts = reduced
            assert again == move and parts[3] == options
            # An earlier version wrote no options.
            assert function(*parts[:3]) == move


def test_perft() -> None:
    checked = 0
    for path in sorted((REPOSITORY / "tests" / "perft").glob("*.epd")):
        fen, *counts = path.read_text().splitlines()[0].split(";")
        game = rotunda.Game(path.stem, fen.strip())
        for count in counts:
            depth, leaves = count.split()[:2] if count.startswith("D") else ("", "0")
            if depth and int(leaves) < 20_000:
                assert game.perft(int(depth[1:])) == int(leaves), (path.stem, depth)
                checked += 1
    assert checked > 40
    game = rotunda.Game("chess")
    divided = game.divide(2)
    assert (game.perft(0), divided["e2e4"], sum(divided.values())) == (1, 20, 400)


@pytest.mark.parametrize("name", NAMES)
def test_pictures(name: str) -> None:
    game = rotunda.Game(name)
    plain = game.svg(last=False)
    game.push(game.legal_moves[0])
    move = game.legal_moves[1]
    cells = game.variant.cells
    pictures = {
        plain,
        game._repr_svg_(),
        game.svg(),
        game.svg(last=False),
        game.svg(size=200, from_seat=1),
        game.svg(arrows=[move, (cells[0], cells[5])]),
        game.svg(highlights=[cells[3]]),
    }
    assert len(pictures) == 7
    for picture in pictures:
        assert xml.etree.ElementTree.fromstring(picture).tag.endswith("svg")
    with pytest.raises(IndexError):
        game.svg(from_seat=6)
    with pytest.raises(KeyError):
        game.svg(highlights=["nowhere"])


def test_variants_tell_of_themselves() -> None:
    ring = rotunda.Variant("modern4-2v2")
    assert (ring.teams, ring.seats, len(ring.cells)) == (((0, 2), (1, 3)), 4, 128)
    assert ring.pieces["Q"] == "queen" and "two teams" in ring.title
    assert len(ring.rules.splitlines()) > 2
    geometry = ring.geometry
    assert [cell["name"] for cell in geometry["board"]["cells"]] == list(ring.cells)
    assert rotunda.Variant(ring) == ring and ring in {rotunda.Variant("modern4-2v2")}
    assert rotunda.Game(ring).fen == ring.start
    with pytest.raises(ValueError, match='no variant is called "gess"'):
        rotunda.Variant("gess")


def test_games_from_files(tmp_path: pathlib.Path) -> None:
    for name in ("cross4", "cylinder", "glinski", "hex3", "torus"):
        path = REPOSITORY / "games" / "games" / f"{name}.toml"
        for variant in rotunda.load(path):
            game = rotunda.Game(variant)
            assert game.legal_moves and variant in rotunda.variants()
        assert rotunda.load(os.fspath(path)) == rotunda.load(path.read_text())


def test_a_changed_file_takes_the_place_of_the_earlier_one(tmp_path: pathlib.Path) -> None:
    path = tmp_path / "kings.toml"
    text = """
[[game]]
name = "pair-of-kings"
start = "2k/3/K2 w - - 0 1"
board = { shape = "rectangle", files = 3, ranks = 3 }
piece = [{ letter = "K", moves = "K", royal = true }]
"""
    path.write_text(text)
    [first] = rotunda.load(path)
    game = rotunda.Game(first)
    path.write_text(text.replace("2k/3/K2", "1k1/3/1K1"))
    [changed] = rotunda.load(path)
    assert changed != first and rotunda.Variant("pair-of-kings") == changed
    assert (game.fen, rotunda.Game(changed).fen[:9]) == (first.start, "1k1/3/1K1")
    path.write_text(text)
    for _ in range(1000):
        assert rotunda.load(path) == [first] == rotunda.load(text)
    names = [variant.name for variant in rotunda.variants()]
    assert names.count("pair-of-kings") == 1
    with pytest.raises(rotunda.GameFileError, match='there is a variant "chess" already'):
        rotunda.load(text.replace("pair-of-kings", "chess"))
    rotunda.unload("pair-of-kings")
    for unknown in ("pair-of-kings", "chess"):
        with pytest.raises(ValueError, match="no loaded game is called"):
            rotunda.unload(unknown)
    game.push("a1b1")
    assert rotunda.load(path) == [first]


def test_errors_say_where() -> None:
    with pytest.raises(rotunda.FenError, match="unknown piece") as fen:
        rotunda.Game("chess", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQ?BNR w KQkq - 0 1")
    assert isinstance(fen.value, ValueError)
    assert (fen.value.field, fen.value.at, fen.value.reason) == ("board", 35, "unknown")
    with pytest.raises(rotunda.GameFileError, match="unknown field") as file:
        rotunda.load("[[game]]\nnam = 2\n")
    assert (file.value.line, file.value.column) == (2, 1)
    with pytest.raises(rotunda.GameFileError) as missing:
        rotunda.load("no/such/file.toml")
    assert missing.value.line is None
    assert issubclass(rotunda.IllegalMove, ValueError)
