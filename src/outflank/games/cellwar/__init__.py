"""CellWar: infantry, fortifications and factories in the fog; the last player with a unit wins."""
