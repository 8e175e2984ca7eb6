"""Whole matches as text, written by ``python -m tests.playthroughs --write`` and reviewed as a diff."""
