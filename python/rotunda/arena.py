"""Matches between engines: the arena's, from scripts."""

from __future__ import annotations

import dataclasses
import json
import os
import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias

from ._rotunda import Engine, Game, play_match

__all__ = ["Elimination", "EngineScore", "MatchGame", "MatchResult", "Player", "Sprt", "VariantScore", "match"]


@dataclasses.dataclass(frozen=True)
class Player:
    """A program that plays in a match, over UCI or XBoard's protocol.

    Without a `command` it is Rotunda itself. `options` are set by their names; limits are a clock for
    the game (`clock`: seconds, and the increment), or for every move `movetime` in seconds, `nodes`
    or `depth`.
    """

    name: str
    command: str | Sequence[str] = ()
    options: Mapping[str, object] = dataclasses.field(default_factory=dict)
    clock: tuple[float, float] | None = None
    movetime: float | None = None
    nodes: int | None = None
    depth: int | None = None
    protocol: Literal["uci", "xboard"] = "uci"
    ponder: bool = False
    dir: str | None = None


@dataclasses.dataclass(frozen=True)
class Sprt:
    """A sequential test of the first of two engines: it ends the match when it has decided."""

    elo0: float = 0.0
    elo1: float = 5.0
    alpha: float = 0.05
    beta: float = 0.05
    model: Literal["normalized", "logistic"] = "normalized"


@dataclasses.dataclass(frozen=True)
class Elimination:
    """A player of more than two who left a game, which went on.

    `after` is the number of the game's `moves` before it, and `cause` is "resigned" or a kind of fault,
    such as "time-forfeit".
    """

    seat: int
    after: int
    cause: str


@dataclasses.dataclass(frozen=True)
class MatchGame:
    """A finished game of a match.

    `seating` has the index of the engine at every seat, `points` every seat's points of 100, `end` a
    word for how it ended, `moves` the moves behind the opening's `fen` and `opening`, and
    `eliminations` the players who left while the game went on.
    """

    number: int
    variant: str
    seating: tuple[int, ...]
    points: tuple[int, ...]
    result: str
    end: str
    fen: str | None
    opening: tuple[str, ...]
    moves: tuple[str, ...]
    eliminations: tuple[Elimination, ...] = ()

    def replay(self, **options: Any) -> Game:
        """Returns the game after its last move; `options` are those of `Game`."""
        game = Game(self.variant, self.fen, **options)
        for move in self.opening:
            game.push(move)
        for number in range(len(self.moves) + 1):
            for gone in self.eliminations:
                if gone.after == number:
                    game.eliminate(gone.seat)
            if number < len(self.moves):
                game.push(self.moves[number])
        return game


@dataclasses.dataclass(frozen=True)
class EngineScore:
    """The results of an engine.

    Elo is over the others, `elo_low` to `elo_high` its 95 % interval, and `los` the likelihood that it
    is superior; None if the games do not decide that.
    """

    name: str
    games: int
    points: float
    wins: int
    draws: int
    losses: int
    score: float | None = None
    elo: float | None = None
    elo_low: float | None = None
    elo_high: float | None = None
    los: float | None = None


@dataclasses.dataclass(frozen=True)
class VariantScore:
    """The games of a variant, or of all of them together."""

    variant: str
    games: int
    engines: tuple[EngineScore, ...]
    endings: Mapping[str, int]
    faults: Mapping[str, Mapping[str, int]]


@dataclasses.dataclass(frozen=True)
class MatchResult:
    """The result of a match; `str()` is the table that the program prints.

    `ended` is "complete", "decided" (by the sequential test) or "stopped"; `tables` has all variants
    together, and then every variant if there are several; `accepted` is "H0", "H1" or None.
    """

    ended: str
    tables: tuple[VariantScore, ...]
    games: tuple[MatchGame, ...]
    llr: float | None
    accepted: str | None
    text: str

    @property
    def engines(self) -> tuple[EngineScore, ...]:
        """The results of every engine in all games."""
        return self.tables[0].engines

    def __str__(self) -> str:
        return self.text


Contestant: TypeAlias = "Player | Engine | str | Sequence[str]"

#: Nodes for every move of an engine that nobody has given a limit.
NODES = 10_000


def _program() -> list[str]:
    """Returns the command that starts this package's own program."""
    return [sys.executable, "-m", "rotunda"]


def _engine_options(engine: Engine) -> dict[str, object]:
    options: dict[str, object] = {"Hash": engine.hash, "Threads": engine.threads}
    if engine.elo is not None:
        options |= {"UCI_LimitStrength": True, "UCI_Elo": engine.elo}
    if engine.net is not None:
        options["EvalFile"] = engine.net
    options["Evaluation"] = engine.evaluation
    options["EndgameTables"] = engine.endgame_tables
    return options


def _player(contestant: Contestant, number: int) -> Player:
    if isinstance(contestant, Player):
        return contestant
    if isinstance(contestant, Engine):
        return Player(f"engine {number}", options=_engine_options(contestant))
    words = shlex.split(contestant) if isinstance(contestant, str) else list(contestant)
    if not words:
        raise ValueError("a command has a word at least")
    return Player(os.path.basename(words[0]), words)


def _option(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _milliseconds(seconds: float | None) -> int | None:
    return None if seconds is None else round(seconds * 1000)


def _spec(player: Player, limits: Mapping[str, Any]) -> dict[str, Any]:
    own = {key: getattr(player, key) for key in ("clock", "movetime", "nodes", "depth")}
    if all(value is None for value in own.values()):
        own = dict(limits)
    if all(value is None for value in own.values()):
        own["nodes"] = NODES
    clock = own["clock"]
    command = player.command
    words = shlex.split(command) if isinstance(command, str) else list(command)
    words = words or _program()
    options = dict(player.options)
    return {
        "name": player.name,
        "command": words[0],
        "dir": player.dir,
        "args": words[1:],
        "protocol": player.protocol,
        "options": [[name, _option(value)] for name, value in options.items()],
        "ponder": player.ponder,
        "limits": {
            "clock": clock
            and {
                "moves": None,
                "base": _milliseconds(clock[0]),
                "increment": _milliseconds(clock[1]),
            },
            "move_time": _milliseconds(own["movetime"]),
            "nodes": own["nodes"],
            "depth": own["depth"],
            "margin": 50,
            "patience": 60_000,
        },
    }


def _named_apart(players: Sequence[Player]) -> list[Player]:
    """Returns the players with names that no two of them share."""
    seen: dict[str, int] = {}
    apart = []
    for player in players:
        seen[player.name] = count = seen.get(player.name, 0) + 1
        name = player.name if count == 1 else f"{player.name} {count}"
        apart.append(dataclasses.replace(player, name=name))
    return apart


def _openings(openings: str | os.PathLike[str] | int | None) -> dict[str, Any] | str:
    if openings is None or isinstance(openings, int):
        plies = 8 if openings is None else openings
        return {"random": {"plies": plies, "nodes": 500, "bound": 100}}
    if openings == "start":
        return "start"
    return {"book": {"file": os.fspath(openings), "order": "random", "digest": 0}}


def _score(row: Mapping[str, Any]) -> EngineScore:
    fields = [field.name for field in dataclasses.fields(EngineScore) if field.name != "name"]
    known: dict[str, Any] = {name: row.get(name) for name in fields}
    return EngineScore(row["engine"], **known)


def _table(table: Mapping[str, Any]) -> VariantScore:
    engines = tuple(_score(row) for row in table["rows"])
    return VariantScore(table["variant"], table["games"], engines, table["endings"], table["faults"])


def _elimination(record: Mapping[str, Any]) -> Elimination:
    cause = record["cause"]
    return Elimination(record["seat"], record["after"], cause if isinstance(cause, str) else cause["fault"]["kind"])


def _game(record: Mapping[str, Any], number: int, result: str, end: str) -> MatchGame:
    opening = record["opening"]
    return MatchGame(
        number,
        record["variant"],
        tuple(record["seating"]),
        tuple(record["points"]),
        result,
        end,
        opening.get("fen"),
        tuple(opening.get("moves", ())),
        tuple(move["m"] for move in record["moves"]),
        tuple(_elimination(gone) for gone in record.get("eliminations", ())),
    )


def match(
    players: Sequence[Contestant],
    *,
    variant: str | Sequence[str] = "chess",
    games: int | None = None,
    rounds: int | None = None,
    openings: str | os.PathLike[str] | int | None = None,
    sprt: Sprt | None = None,
    on_game: Callable[[MatchGame], object] | None = None,
    concurrency: int = 1,
    clock: tuple[float, float] | None = None,
    movetime: float | None = None,
    nodes: int | None = None,
    depth: int | None = None,
    max_moves: int | None = None,
    classic_scoring: bool = False,
    seed: int = 1,
    pgn: str | os.PathLike[str] | None = None,
) -> MatchResult:
    """Lets engines play each other, with Rotunda as the arbiter, and returns the result.

    `players` are `Player`s, commands of programs (a text or a list of words), and `Engine`s, whose
    settings a program of this package gets. Limits hold for those that have none of their own: a clock
    for the game in seconds, or `movetime` in seconds, `nodes` (10,000 without any limit) or `depth`
    for every move. Each of the `variant`s gets `games` games, rounded up so that every opening is
    played with all seatings, or `rounds` openings, or as many as `sprt` takes. `openings` are the file
    of a book, "start", or a number of random moves, 8 without it. `on_game` hears of each game; what
    it raises ends the match.

    Raises EngineError if an engine cannot play, and ValueError if the match makes no sense.
    """
    limits = {"clock": clock, "movetime": movetime, "nodes": nodes, "depth": depth}
    contestants = [_player(player, number) for number, player in enumerate(players, 1)]
    specs = [_spec(player, limits) for player in _named_apart(contestants)]
    plan = {
        "engines": specs,
        "variants": [variant] if isinstance(variant, str) else [str(name) for name in variant],
        "openings": _openings(openings),
        "seed": seed,
        "repeat": True,
        "classic_scoring": classic_scoring,
        "sprt": sprt and dataclasses.asdict(sprt),
        "draw": None,
        "resign": None,
        "max_moves": max_moves,
    }
    played: list[MatchGame] = []

    def finished(record: Mapping[str, Any], result: str, end: str) -> None:
        played.append(_game(record, len(played) + 1, result, end))
        if on_game is not None:
            on_game(played[-1])

    if concurrency < 1:
        raise ValueError("concurrency is 1 or more")
    if games is None and rounds is None and sprt is None:
        raise ValueError("how many games? games, rounds or sprt")
    ended, report, text = play_match(json.dumps(plan), games, rounds, concurrency, pgn, finished)
    test = report["sprt"] or {}
    tables = tuple(_table(table) for table in report["tables"])
    return MatchResult(ended, tables, tuple(played), test.get("llr"), test.get("accepted"), text)
