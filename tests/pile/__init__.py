"""A game for tests whose rules have changed once: the last stone loses; in version 1 it won."""
