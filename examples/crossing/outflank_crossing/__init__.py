"""Crossing: a small complete game for Outflank, to learn from and to copy."""
