"""Lets an agent of random moves play the engine's weakest level: the baseline of all learning.

    python baseline.py [--games 10] [--variant rollerball]
"""

import argparse

import numpy as np

import rotunda


def main() -> None:
    words = argparse.ArgumentParser(description=__doc__)
    words.add_argument("--games", type=int, default=10)
    words.add_argument("--variant", default="rollerball")
    asked = words.parse_args()
    weakest = rotunda.Engine(elo=800, hash=1)
    env = rotunda.DuelEnv(asked.variant, opponent=weakest, seat=None, max_plies=400)
    random = np.random.default_rng(1)
    rewards = []
    for number in range(asked.games):
        observation, info = env.reset(seed=number)
        ended, reward = False, 0.0
        while not ended:
            action = random.choice(np.flatnonzero(observation["action_mask"]))
            observation, reward, terminated, truncated, info = env.step(action)
            ended = terminated or truncated
        rewards.append(reward)
        print(f"game {number + 1}: seat {info['seat']}, reward {reward:+.0f}")
    print(f"mean reward of {asked.games} games: {np.mean(rewards):+.2f}")


if __name__ == "__main__":
    main()
