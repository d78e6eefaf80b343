"""Analyses a game of four: the engine plays Modern Circular Chess for all seats and says what each can expect.

    python four_players.py [--plies 40] [--nodes 2000] [--picture board.svg]
"""

import argparse
import pathlib

import rotunda


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--plies", type=int, default=40)
    words.add_argument("--nodes", type=int, default=2000)
    words.add_argument("--picture", type=pathlib.Path)
    asked = words.parse_args()
    game = rotunda.Game("modern4")
    engine = rotunda.Engine()
    print("ply seat move       shares of the point, in percent")
    for ply in range(1, asked.plies + 1):
        if game.outcome is not None:
            break
        seat, played = game.turn, engine.play(game, nodes=asked.nodes)
        if played.move is None or played.line is None:
            break
        shares = [f"{share / 10:5.1f}" for share in played.line.shares or ()]
        print(f"{ply:3} {'abcd'[seat]:4} {played.move!s:10}", *shares)
        game.push(played.move)
    print(game.outcome or f"The game goes on with seats {game.alive}.")
    print(rotunda.pgn.text(game, tags={"Event": "Rotunda against itself"}))
    if asked.picture:
        asked.picture.write_text(game.svg(size=600))


if __name__ == "__main__":
    main()
