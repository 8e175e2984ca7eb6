// A CellWar bot for Node: attacks what it sees, else walks towards the middle of the board.
import { createInterface } from 'node:readline';

const lines = createInterface({ input: process.stdin });

function worth(view, unit, { dx, dy }) {
  const [x, y] = [unit.x + dx, unit.y + dy];
  const there = view.tiles[y][x].unit;
  if (there && there.owner !== view.player_id) return 100; // an enemy stands there
  if (unit.type === 'factory') return Math.random();
  if (dx === 0 && dy === 0) return unit.type === 'fortification' ? 50 : 1; // two more turns make a factory
  const distance = Math.max(Math.abs(x - view.width / 2), Math.abs(y - view.height / 2));
  return 10 - distance + Math.random();
}

lines.on('line', (line) => {
  const message = JSON.parse(line);
  if (message.type !== 'state') return;
  const { view } = message;
  let best = { value: -1 };
  for (const unit of view.my_units)
    for (const move of unit.valid_actions) {
      const value = worth(view, unit, move);
      if (value > best.value) best = { value, unit_id: unit.id, ...move };
    }
  console.log(JSON.stringify({ type: 'action', unit_id: best.unit_id, dx: best.dx, dy: best.dy }));
});
