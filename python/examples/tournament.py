"""Plays a tournament of three settings of the engine, and draws its cross table as SVG.

    python tournament.py [--games 6] [--nodes 500] [--table table.svg]
"""

import argparse
import itertools
import pathlib

import rotunda

SIZE = 90


def cross_table(names: list[str], points: dict[tuple[str, str], float], games: int) -> str:
    """Returns a cross table as SVG: the darker a cell, the more points the row has made."""
    cells = []
    for (row, one), (column, other) in itertools.product(enumerate(names, 1), enumerate(names, 1)):
        x, y = column * SIZE, row * SIZE
        share = points.get((one, other), 0) / games
        fill = "#eee" if one == other else f"rgb({235 - 150 * share:.0f},{240 - 90 * share:.0f},250)"
        text = "" if one == other else f"{points[one, other]:g}"
        cells.append(f'<rect x="{x}" y="{y}" width="{SIZE}" height="{SIZE}" fill="{fill}" stroke="#888"/>')
        cells.append(f'<text x="{x + SIZE / 2}" y="{y + SIZE / 2}">{text}</text>')
    for place, name in enumerate(names, 1):
        middle = (place + 0.5) * SIZE
        cells.append(f'<text x="{SIZE / 2}" y="{middle}">{name}</text>')
        cells.append(f'<text x="{middle}" y="{SIZE / 2}">{name}</text>')
    width = (len(names) + 1) * SIZE
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {width}" font-size="16"'
    return f'{head} text-anchor="middle" font-family="sans-serif">{"".join(cells)}</svg>\n'


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=6)
    words.add_argument("--nodes", type=int, default=500)
    words.add_argument("--table", type=pathlib.Path)
    asked = words.parse_args()
    few = max(asked.nodes // 10, 1)
    players = [
        rotunda.Player("net", nodes=asked.nodes),
        rotunda.Player("derived", nodes=asked.nodes, options={"Evaluation": "derived"}),
        rotunda.Player("hasty", nodes=few),
    ]
    points: dict[tuple[str, str], float] = {}
    for pair in itertools.combinations(players, 2):
        result = rotunda.match(pair, variant="rollerball", games=asked.games, openings=4)
        one, other = result.engines
        points[one.name, other.name], points[other.name, one.name] = one.points, other.points
        print(result)
    names = [player.name for player in players]
    for name in names:
        row = [f"{points[name, other]:5g}" if name != other else "    -" for other in names]
        print(f"{name:8}", *row, "  sum", sum(points[name, other] for other in names if other != name))
    if asked.table:
        asked.table.write_text(cross_table(names, points, asked.games))


if __name__ == "__main__":
    main()
