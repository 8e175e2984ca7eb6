"""CellWar as arrays: what may be done, and what a player sees, a byte a cell."""

from __future__ import annotations

from typing import Final

from outflank.games.cellwar.board import DIRECTIONS, KIND, OWNER
from outflank.games.cellwar.fog import KNOWN_BIT, Fog
from outflank.native import i64, u8, vec

# Planes 0-3 hold own units by kind, then:
ENEMY: Final = 4  # the same of all enemies, where seen
SEEN: Final = 8
WAITING: Final = 9
REMEMBERED: Final = 10
KNOWN: Final = 11
PLANES: Final = 12


def mask_fighters(
    faces: vec[u8], target: vec[i64], waiting: vec[i64], fighters: i64, me: i64, out: vec[u8], offset: i64
) -> None:
    """Mark what the waiting fighters of ``me`` may do."""
    for i in range(fighters):
        stay = waiting[i] * DIRECTIONS
        out[offset + stay] = 1
        for action in range(stay + 1, stay + DIRECTIONS):
            to = target[action]
            if to >= 0 and i64(faces[to]) >> OWNER != me:
                out[offset + action] = 1


def mask_factories(
    faces: vec[u8], target: vec[i64], waiting: vec[i64], factories: i64, out: vec[u8], offset: i64
) -> bool:
    """Mark what the waiting factories may produce; whether there is anything."""
    some = False
    for i in range(factories):
        stay = waiting[i] * DIRECTIONS
        for action in range(stay + 1, stay + DIRECTIONS):
            to = target[action]
            if to >= 0 and faces[to] == 0:
                out[offset + action] = 1
                some = True
    return some


def observe(faces: vec[u8], fog: Fog, cells: i64, player: i64, out: vec[u8], offset: i64) -> None:
    """All planes but WAITING."""
    seers = fog.seers
    gist = fog.gist
    open_board = fog.on == 0
    first = (player - 1) * cells
    seen = offset + SEEN * cells
    for cell in range(cells):
        if open_board or seers[first + cell] > 0:
            out[seen + cell] = 1
            unit = i64(faces[cell])
            if unit != 0:
                plane = (unit & KIND) - 1
                if unit >> OWNER != player:
                    plane += ENEMY
                out[offset + plane * cells + cell] = 1
            continue
        # Written without asking whether there is a memory: a branch that is often guessed wrong costs more.
        known = i64(gist[first + cell])
        out[offset + KNOWN * cells + cell] = u8(known >> KNOWN_BIT)
        out[offset + REMEMBERED * cells + cell] = u8(known & KIND)
