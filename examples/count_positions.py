"""Counts the ways a match can begin: the number by which two sets of rules are compared."""

import outflank
from outflank.search.perft import perft_by_depth

game = outflank.load("cellwar")
state = game.start(game.Options(width=5, height=5), seed=1)
print(*perft_by_depth(state, 6))
