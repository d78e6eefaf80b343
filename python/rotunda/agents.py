"""Environments for agents that learn: PettingZoo's, Gymnasium's, and many games at once.

They need `numpy`, and `pettingzoo` or `gymnasium`: `pip install rotunda[env]`.

An observation is a dict: `observation` has the planes of the position as the seat sees it, uint8 of
the shape (cells, kinds, relations), and `action_mask` a one for each legal action. Relation 0 are the
seat's own pieces, 1 those of the seat that moves next, and so on; the last are dead pieces. What the
planes do not show (rights to castle, en passant) the mask does.

The reward comes at the end: the share of the point, times the number of sides, less 1. So a lost game
is worth -1, an even one 0, and a won duel 1. An illegal action ends the game, and its player gets -1.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

import gymnasium
import numpy as np
import numpy.typing as npt
from gymnasium import spaces
from pettingzoo import AECEnv  # type: ignore[import-untyped]
from pettingzoo.utils import wrappers  # type: ignore[import-untyped]

from ._rotunda import Actions, Batch, Engine, Game, Move, Outcome, Variant

__all__ = ["DuelEnv", "RotundaEnv", "VectorEnv", "env", "raw_env"]

Observation: TypeAlias = "dict[str, npt.NDArray[Any]]"
Opponent: TypeAlias = Callable[[Game], "Move | str"]

#: Nodes for every move of the engine that a duel has without another opponent.
NODES = 200


def _space(actions: Actions) -> spaces.Dict:
    planes = spaces.Box(0, 1, actions.shape, np.uint8)
    mask = spaces.Box(0, 1, (actions.size,), np.int8)
    return spaces.Dict({"observation": planes, "action_mask": mask})


def _observation(actions: Actions, game: Game, seat: int) -> Observation:
    planes = np.frombuffer(actions.planes(game, seat), np.uint8).reshape(actions.shape)
    if game.turn == seat and game.outcome is None:
        mask = np.frombuffer(actions.mask(game), np.int8)
    else:
        mask = np.zeros(actions.size, np.int8)
    return {"observation": planes, "action_mask": mask}


def _rewards(variant: Variant, outcome: Outcome) -> list[float]:
    sides = len(variant.teams)
    return [points / 100 * sides - 1 for points in outcome.points]


class RotundaEnv(AECEnv):  # type: ignore[misc]
    """A game of any variant as an environment of PettingZoo; agents are called `seat_0` and so on.

    A game of more than `max_plies` plies is truncated. Players who are out of the game stay until its
    end, without a turn.
    """

    metadata: dict[str, Any] = {
        "render_modes": ["ansi", "svg"],
        "name": "rotunda_v0",
        "is_parallelizable": False,
    }
    variant: Variant
    actions: Actions
    game: Game
    possible_agents: list[str]
    agents: list[str]
    observation_spaces: dict[str, spaces.Space[Any]]
    action_spaces: dict[str, Any]
    rewards: dict[str, float]
    terminations: dict[str, bool]
    truncations: dict[str, bool]
    agent_selection: str

    def __init__(
        self,
        variant: str | Variant = "chess",
        *,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.variant = Variant(variant)
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.actions = Actions(self.variant)
        self.game = Game(self.variant)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.variant.seats)]
        self.agents = self.possible_agents[:]
        self._plies = 0
        self.observation_spaces = {agent: _space(self.actions) for agent in self.agents}
        size = self.actions.size
        self.action_spaces = {agent: spaces.Discrete(size) for agent in self.agents}

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of observations."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """Returns the space of actions."""
        space: spaces.Space[Any] = self.action_spaces[agent]
        return space

    def observe(self, agent: str) -> Observation:
        """Returns what an agent sees; its mask is empty when it is not its turn."""
        return _observation(self.actions, self.game, self.possible_agents.index(agent))

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begins a new game, from the position string `options["fen"]` if there is one."""
        self.game = Game(self.variant, (options or {}).get("fen"))
        self._plies = 0
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[self.game.turn]

    def step(self, action: int | None) -> None:
        """Plays the action of the agent whose turn it is; raises ValueError if it is illegal."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        move = None if action is None else self.actions.move(self.game, int(action))
        if move is None:
            raise ValueError(f"action {action} is illegal in {self.game.fen}")
        self.game.push(move)
        self._plies += 1
        self._clear_rewards()
        self._cumulative_rewards[agent] = 0.0
        outcome = self.game.outcome
        if outcome is not None:
            shares = _rewards(self.variant, outcome)
            self.rewards = dict(zip(self.possible_agents, shares))
            self.terminations = dict.fromkeys(self.agents, True)
        elif self.max_plies is not None and self._plies >= self.max_plies:
            self.truncations = dict.fromkeys(self.agents, True)
        self.agent_selection = self.possible_agents[self.game.turn]
        self._accumulate_rewards()
        if self.render_mode is not None:
            self.render()

    def render(self) -> str | None:
        """Returns the board as text, or as a picture in SVG."""
        if self.render_mode is None:
            return None
        return self.game.svg() if self.render_mode == "svg" else str(self.game)

    def close(self) -> None:
        """Does nothing: a game holds nothing that must be given back."""


def raw_env(variant: str | Variant = "chess", **options: Any) -> RotundaEnv:
    """Returns the environment without PettingZoo's wrappers."""
    return RotundaEnv(variant, **options)


def env(variant: str | Variant = "chess", **options: Any) -> AECEnv:
    """Returns a game of any variant as an AEC environment of PettingZoo.

    An illegal action ends the game with -1 for its player. `max_plies` truncates long games,
    `render_mode` is "ansi" or "svg".

    >>> import rotunda
    >>> game = rotunda.env("modern4")
    >>> game.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = game.last()
    >>> observation["observation"].shape, int(observation["action_mask"].sum())
    ((128, 7, 5), 12)
    """
    wrapped = wrappers.TerminateIllegalWrapper(RotundaEnv(variant, **options), illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrapped)


class DuelEnv(gymnasium.Env[Observation, np.int64]):
    """A game of two seats against the engine, as an environment of Gymnasium.

    `seat` is the agent's, or None for either at random. `opponent` is an `Engine`, or a function from
    a game to a move; without one it is the engine with 200 nodes for every move. An illegal action
    loses.
    """

    metadata: dict[str, Any] = {"render_modes": ["ansi", "svg"]}
    variant: Variant
    seat: int
    actions: Actions
    action_space: Any
    game: Game

    def __init__(
        self,
        variant: str | Variant = "chess",
        *,
        opponent: Engine | Opponent | None = None,
        seat: int | None = 0,
        max_plies: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.variant = Variant(variant)
        if self.variant.seats != 2:
            raise ValueError(f"{self.variant} has {self.variant.seats} seats; env() is for all games")
        self.seat, self._wanted = seat or 0, seat
        self.max_plies = max_plies
        self.render_mode = render_mode
        self.actions = Actions(self.variant)
        self.observation_space: spaces.Space[Any] = _space(self.actions)
        self.action_space = spaces.Discrete(self.actions.size)
        self.game = Game(self.variant)
        self._engine = opponent if isinstance(opponent, Engine) else None
        if opponent is None:
            self._engine = Engine(hash=1)
        self._opponent = None if isinstance(opponent, Engine) else opponent

    def _reply(self) -> None:
        """Lets the opponent play while it is its turn."""
        while self.game.outcome is None and self.game.turn != self.seat:
            if self._opponent is not None:
                self.game.push(self._opponent(self.game))
                continue
            assert self._engine is not None
            move = self._engine.play(self.game, nodes=NODES).move
            assert move is not None
            self.game.push(move)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begins a new game, from the position string `options["fen"]` if there is one."""
        super().reset(seed=seed)
        if self._wanted is None:
            self.seat = int(self.np_random.integers(2))
        if self._engine is not None:
            self._engine.new_game()
        self.game = Game(self.variant, (options or {}).get("fen"))
        self._reply()
        return _observation(self.actions, self.game, self.seat), self._info()

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "fen": self.game.fen}

    def step(
        self, action: np.int64 | int
    ) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Plays an action and the opponent's reply."""
        move = self.actions.move(self.game, int(action))
        if move is None or self.game.outcome is not None:
            seen = _observation(self.actions, self.game, self.seat)
            return seen, -1.0, True, False, self._info() | {"illegal": True}
        self.game.push(move)
        self._reply()
        outcome = self.game.outcome
        reward = 0.0 if outcome is None else _rewards(self.variant, outcome)[self.seat]
        is_long = self.max_plies is not None and len(self.game.history) >= self.max_plies
        truncated = outcome is None and is_long
        seen = _observation(self.actions, self.game, self.seat)
        return seen, reward, outcome is not None, truncated, self._info()

    def render(self) -> str | None:
        """Returns the board as text, or as a picture in SVG."""
        if self.render_mode is None:
            return None
        return self.game.svg() if self.render_mode == "svg" else str(self.game)


class VectorEnv:
    """Many games of a variant at once, each at its own move, in arrays.

    A game that has ended begins anew, so that every row always waits for an action.

    >>> import rotunda
    >>> games = rotunda.VectorEnv("rollerball", 8, seed=1)
    >>> observations, turns = games.observe()
    >>> observations["observation"].shape, turns.tolist()
    ((8, 40, 4, 3), [0, 0, 0, 0, 0, 0, 0, 0])
    >>> rewards, terminated, truncated = games.step(games.sample())
    >>> rewards.shape, terminated.any()
    ((8, 2), np.False_)
    """

    variant: Variant
    actions: int
    shape: tuple[int, int, int]

    def __init__(
        self,
        variant: str | Variant,
        games: int,
        *,
        seed: int = 0,
        max_plies: int | None = None,
    ) -> None:
        self.variant = Variant(variant)
        self.games = games
        self._batch = Batch(self.variant, games, seed, max_plies)
        self.actions, self.shape = self._batch.shape
        self._sides = len(self.variant.teams)

    def reset(self, seed: int | None = None) -> None:
        """Begins all games anew."""
        self._batch.reset(seed)

    def turns(self) -> npt.NDArray[np.uint8]:
        """Returns whose turn it is: an array of shape (games,)."""
        return np.frombuffer(self._batch.turns(), np.uint8)

    def masks(self) -> npt.NDArray[np.int8]:
        """Returns a one for each legal action: an array of shape (games, actions)."""
        return np.frombuffer(self._batch.masks(), np.int8).reshape(self.games, self.actions)

    def observe(self) -> tuple[Observation, npt.NDArray[np.uint8]]:
        """Returns the observations of those whose turn it is, and their seats.

        `observation` has the shape (games, cells, kinds, relations).
        """
        planes = np.frombuffer(self._batch.planes(), np.uint8).reshape(self.games, *self.shape)
        return {"observation": planes, "action_mask": self.masks()}, self.turns()

    def sample(self) -> npt.NDArray[np.int64]:
        """Returns a random legal action for each game, from the seed."""
        return np.array(self._batch.sample(), np.int64)

    def step(
        self, actions: npt.ArrayLike
    ) -> tuple[npt.NDArray[np.float32], npt.NDArray[np.bool_], npt.NDArray[np.bool_]]:
        """Plays an action in each game.

        Returns the rewards of all seats, of shape (games, seats), which games have ended, and which
        were cut off after `max_plies`. Raises IllegalMove at an illegal action; no game is changed
        then.
        """
        rows = np.frombuffer(self._batch.step(np.asarray(actions).tolist()), np.uint8)
        rows = rows.reshape(self.games, self.variant.seats + 1)
        points, ends = rows[:, :-1].astype(np.float32), rows[:, -1]
        ended = (ends == 1)[:, None]
        rewards = np.where(ended, points / 100 * self._sides - 1, 0).astype(np.float32)
        return rewards, ends == 1, ends == 2
