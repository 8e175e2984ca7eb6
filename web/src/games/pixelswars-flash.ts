/** What is short on a PixelsWars board: shots, explosions, sparkles; and labels that rise and go. */
import type { Painter } from '../board/canvas';
import { fontOf, rimmed } from './pixelswars-overlay';
import { FLOAT_LIFE, pruned, type Flash, type Float, type Scene } from './pixelswars-scene';
import { atlas, TILE } from './pixelswars-sprites';

/** Pictures per kind, on a cell; the others fly. */
const ON_CELL: Readonly<Partial<Record<Flash['kind'], { name: string; count: number }>>> = {
  explosion: { name: 'fx/explosion', count: 8 },
  smoke: { name: 'fx/smoke', count: 5 },
  capture: { name: 'fx/sparkle', count: 6 },
  heal: { name: 'fx/heal', count: 6 },
  ring: { name: 'fx/ring', count: 4 },
  dust: { name: 'fx/dust', count: 4 },
};
/** A label rises so long, and goes during so long. */
const RISE = 260;
const GO = 400;

export function paintFlash(painter: Painter, flash: Flash): void {
  const art = atlas();
  if (!art) return;
  const { ctx, box } = painter;
  const cell = box(flash.x, flash.y);
  const scale = cell.size / TILE;
  const still = ON_CELL[flash.kind];
  if (still) {
    const frame = Math.min(still.count - 1, Math.floor(flash.at * still.count));
    art.draw(`${still.name}/${frame}`, ctx, cell.x, cell.y, scale);
  } else flying(painter, flash, scale);
}

/** Drawn where it is, turned to where it flies. */
function flying(painter: Painter, flash: Flash, scale: number): void {
  const art = atlas();
  if (!art || !flash.to) return;
  const { ctx, box } = painter;
  const from = box(flash.x, flash.y);
  const to = box(...flash.to);
  const [ax, ay] = [from.x + from.size / 2, from.y + from.size / 2];
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const angle = Math.atan2(dy, dx);
  const draw = (name: string, along: number, lift: number) => {
    ctx.save();
    ctx.translate(Math.round(ax + dx * along), Math.round(ay + dy * along - lift));
    ctx.rotate(angle);
    art.draw(name, ctx, 0, 0, scale);
    ctx.restore();
  };
  const reach = Math.min(1, (from.size * 0.4) / Math.max(1, Math.hypot(dx, dy)));
  if (flash.kind === 'muzzle') draw(`fx/muzzle/${Math.min(2, Math.floor(flash.at * 3))}`, reach, 0);
  else if (flash.at >= 1) return;
  else if (flash.kind === 'tracer')
    for (const behind of [0, 0.18, 0.36]) {
      const at = (flash.at * 1.4 - behind) % 1;
      if (at > reach) draw('fx/tracer/0', at, 0);
    }
  else {
    const arc = Math.sin(Math.PI * flash.at) * from.size * 0.5;
    const name = flash.kind === 'shell' ? 'fx/shell/0' : `fx/missile/${Math.floor(flash.at * 8) % 2}`;
    draw(name, flash.at, flash.kind === 'missile' ? arc : 0);
  }
  if (flash.at > 0.82 && flash.kind !== 'muzzle') {
    const frame = Math.min(2, Math.floor(((flash.at - 0.82) / 0.18) * 3));
    art.draw(`fx/hit/${frame}`, ctx, to.x, to.y, scale);
  }
}

const TONES: Readonly<Record<Float['tone'], string>> = { good: '#b8f5b0', bad: '#ff9c92', plain: '#ffe9a8' };

export function paintFloats(painter: Painter, scene: Scene, now: number, still: boolean): void {
  scene.floats = pruned(scene.floats, now);
  const { ctx, box, ratio } = painter;
  for (const float of scene.floats) {
    const age = now - float.born;
    const left = FLOAT_LIFE - age;
    const cell = box(...float.at);
    const rise = still ? 1 : Math.min(1, age / RISE);
    ctx.save();
    ctx.globalAlpha = still ? 1 : Math.min(1, left / GO);
    ctx.font = fontOf(painter, cell, 16);
    ctx.textAlign = 'center';
    ctx.textBaseline = 'middle';
    const half = ctx.measureText(float.text).width / 2 + 3 * ratio;
    const x = Math.max(half, Math.min(ctx.canvas.width - half, cell.x + cell.size / 2));
    const y = Math.max(12 * ratio, cell.y + cell.size * (0.4 - 0.45 * rise));
    rimmed(ctx, float.text, x, y, TONES[float.tone], 4 * ratio);
    ctx.restore();
    if (still) painter.again(left);
    else painter.again(age < RISE || left < GO ? 0 : left - GO);
  }
}
