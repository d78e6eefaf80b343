"""Environments: the API tests of PettingZoo and Gymnasium, and the numbers of moves."""

import itertools
import warnings

import gymnasium.utils.env_checker
import numpy as np
import pettingzoo.test
import pytest
import rotunda
from support import NAMES, random_game


@pytest.mark.parametrize("name", NAMES)
def test_every_move_has_a_number_of_its_own(name: str) -> None:
    actions = rotunda.Actions(name)
    for seed in range(3):
        for game in random_game(name, seed, 120):
            mask = actions.mask(game)
            numbers = [actions.number(game, move) for move in game.legal_moves]
            assert {number for number, legal in enumerate(mask) if legal} == set(numbers)
            # Series of jumps alone may share a number.
            if not name.startswith("ordinary") or name == "ordinary-nocheckers":
                assert len(set(numbers)) == len(numbers)
                for move, number in zip(game.legal_moves, numbers):
                    assert actions.move(game, number) == move
            illegal = next((number for number, legal in enumerate(mask) if not legal), 0)
            assert mask[illegal] or actions.move(game, illegal) is None
    with pytest.raises(ValueError, match="this is a game of"):
        actions.mask(rotunda.Game("chess" if name != "chess" else "rollerball"))


@pytest.mark.parametrize("name", ["chess", "roundtable84", "modern4", "byzantine6-3v3"])
def test_planes_show_the_pieces(name: str) -> None:
    actions = rotunda.Actions(name)
    for game in itertools.islice(random_game(name, 5, 60), 0, None, 6):
        for seat in range(game.seats):
            planes = np.frombuffer(actions.planes(game, seat), np.uint8).reshape(actions.shape)
            pieces = game.pieces
            assert planes.sum() == len(pieces)
            own = sum(piece.seat == seat and piece.alive for piece in pieces)
            dead = sum(not piece.alive for piece in pieces)
            assert (planes[:, :, 0].sum(), planes[:, :, -1].sum()) == (own, dead)
            cells = {game.variant.cells[cell] for cell in np.argwhere(planes.any(axis=(1, 2)))[:, 0]}
            assert cells == {piece.cell for piece in pieces}


@pytest.mark.parametrize("name", ["rollerball", "modern4", "byzantine6-2v2v2", "ordinary"])
def test_pettingzoo_accepts_the_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        pettingzoo.test.api_test(rotunda.env(name, max_plies=300), num_cycles=200)
        pettingzoo.test.seed_test(lambda: rotunda.env(name, max_plies=60), num_cycles=50)


def test_rewards_are_shares_of_the_point() -> None:
    env = rotunda.env("chess")
    env.reset()
    raw = env.unwrapped
    for text in ["f2f3", "e7e5", "g2g4", "d8h4"]:
        env.step(raw.actions.number(raw.game, text))
    assert env.rewards == {"seat_0": -1.0, "seat_1": 1.0}
    assert all(env.terminations.values())
    env.reset(options={"fen": "4k3/8/8/8/8/8/8/4K2R w K - 0 1"})
    assert raw.game.fen.startswith("4k3")
    env.step(0)
    assert env.rewards["seat_0"] == -1 and all(env.terminations.values())


@pytest.mark.parametrize("name", ["rollerball", "chess"])
def test_gymnasium_accepts_the_environment(name: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        gymnasium.utils.env_checker.check_env(rotunda.DuelEnv(name), skip_render_check=True)


def test_a_duel_against_the_engine() -> None:
    env = rotunda.DuelEnv("rollerball", seat=1, max_plies=400, render_mode="ansi")
    observation, info = env.reset(seed=3)
    done, plies = False, 0
    while not done:
        choice = int(np.flatnonzero(observation["action_mask"])[0])
        observation, reward, terminated, truncated, info = env.step(choice)
        done, plies = terminated or truncated, plies + 1
    assert plies > 3 and -1 <= reward <= 1 and env.render()
    assert info["fen"] == env.game.fen
    assert env.step(0)[1] == -1.0
    with pytest.raises(ValueError, match="4 seats"):
        rotunda.DuelEnv("modern4")
    own = rotunda.DuelEnv("chess", opponent=lambda game: game.legal_moves[0], seat=None)
    seats = {own.reset(seed=seed)[1]["seat"] for seed in range(10)}
    assert seats == {0, 1}


def test_many_games_at_once() -> None:
    games = rotunda.VectorEnv("rollerball", 32, seed=7, max_plies=200)
    twin = rotunda.VectorEnv("rollerball", 32, seed=7, max_plies=200)
    ends = 0
    for _ in range(400):
        observations, turns = games.observe()
        actions = games.sample()
        assert observations["action_mask"][np.arange(32), actions].all()
        assert set(turns.tolist()) <= {0, 1}
        rewards, terminated, truncated = games.step(actions)
        assert (twin.step(twin.sample())[0] == rewards).all()
        assert np.allclose(rewards.sum(axis=1), 0)
        assert not (terminated & truncated).any()
        ends += int(terminated.sum()) + int(truncated.sum())
    assert ends > 50
    before = games.observe()[0]["observation"]
    with pytest.raises(rotunda.IllegalMove):
        games.step([0] * 31 + [10**9])
    assert (games.observe()[0]["observation"] == before).all()
    with pytest.raises(ValueError):
        games.step([0])
    with pytest.raises(ValueError):
        rotunda.VectorEnv("chess", 0)
    games.reset(seed=1)
    assert (games.turns() == 0).all()
