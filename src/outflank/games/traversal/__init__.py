"""Traversal: twelve pieces on a hilly board, each side bound for the other's edge."""
