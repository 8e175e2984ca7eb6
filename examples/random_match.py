"""Plays one CellWar match at random, straight on the rules."""

import random

import outflank

game = outflank.load("cellwar")
state = game.start(game.Options(width=6, height=6, max_rounds=200), seed=1)
while state.player:
    state.apply(random.choice(state.legal_actions()))
print(game.outcome(state))
