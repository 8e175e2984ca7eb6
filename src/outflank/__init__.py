"""Outflank: turn-based tactics on one rules source."""

__version__ = "0.1.0"
