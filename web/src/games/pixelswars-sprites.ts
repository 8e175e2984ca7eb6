/** The pictures of PixelsWars's units: by side, damage and direction, also grey or struck; and the atlas they are in. */
import { loadAtlas, stageOf, TABLE, TILE, type Atlas } from '../art/atlas';
import { playerLook } from '../players';
import type { PixelsWarsUnit } from '../protocol';
import type { Facing } from './pixelswars-scene';
import { fullHp } from './pixelswars-tables';

export { TABLE, TILE };

let loaded: Atlas | null = null;

export async function loadSprites(share?: (share: number) => void): Promise<void> {
  loaded = await loadAtlas(share);
}

/** Null until it has been loaded: then nothing is drawn. */
export function atlas(): Atlas | null {
  return loaded;
}

/** How the atlas calls a player's colour. */
export function sideOf(player: number): string {
  return player > 0 ? playerLook(player).colourName : 'neutral';
}

type Tint = 'plain' | 'spent' | 'struck';
const TINTS: Readonly<Record<Exclude<Tint, 'plain'>, string>> = {
  spent: 'rgb(72 76 88 / 0.62)',
  struck: 'rgb(255 255 255 / 1)',
};

/** Sprites in one colour over their own, made once. */
const tinted = new Map<string, HTMLCanvasElement>();

function tintOf(art: Atlas, name: string, tint: Exclude<Tint, 'plain'>): HTMLCanvasElement {
  const key = `${name} ${tint}`;
  let canvas = tinted.get(key);
  if (!canvas) {
    const [, , width, height, left, top] = art.frame(name);
    canvas = document.createElement('canvas');
    [canvas.width, canvas.height] = [width, height];
    const ctx = canvas.getContext('2d');
    if (ctx) {
      art.draw(name, ctx, left, top, 1);
      ctx.globalCompositeOperation = 'source-atop';
      ctx.fillStyle = TINTS[tint];
      ctx.fillRect(0, 0, width, height);
    }
    tinted.set(key, canvas);
  }
  return canvas;
}

export function unitSprite(unit: PixelsWarsUnit, frame: 0 | 1): string {
  const stage = stageOf(unit.hp / fullHp(unit.kind, unit.hp));
  return `unit/${unit.kind}/${sideOf(unit.owner)}/${stage}/${frame}`;
}

/** Draws a unit for the cell whose corner is (x, y). One whose kind has no picture is a plate with its letters. */
export function drawUnit(
  ctx: CanvasRenderingContext2D,
  unit: PixelsWarsUnit,
  x: number,
  y: number,
  scale: number,
  look: { frame: 0 | 1; facing: Facing; tint: Tint },
): void {
  if (!loaded) return;
  const name = unitSprite(unit, look.frame);
  if (!loaded.has(name)) return plate(ctx, unit, x, y, TILE * scale);
  const mirrored = look.facing === 'left';
  if (look.tint === 'plain') return loaded.draw(name, ctx, x, y, scale, { mirrored });
  const canvas = tintOf(loaded, name, look.tint);
  const [, , width, height, left, top] = loaded.frame(name);
  ctx.save();
  ctx.imageSmoothingEnabled = false;
  ctx.translate(Math.round(x), Math.round(y) - top * scale);
  if (mirrored) {
    ctx.translate(TILE * scale, 0);
    ctx.scale(-1, 1);
  }
  ctx.drawImage(canvas, -left * scale, 0, width * scale, height * scale);
  ctx.restore();
}

function plate(
  ctx: CanvasRenderingContext2D,
  unit: PixelsWarsUnit,
  x: number,
  y: number,
  size: number,
): void {
  const { colour, outline } = playerLook(unit.owner);
  ctx.save();
  ctx.fillStyle = colour;
  ctx.strokeStyle = outline;
  ctx.lineWidth = Math.max(1, size / TILE);
  ctx.beginPath();
  ctx.roundRect(x + size * 0.14, y + size * 0.14, size * 0.72, size * 0.72, size * 0.1);
  ctx.fill();
  ctx.stroke();
  ctx.font = `700 ${Math.round(size * 0.34)}px "Atkinson Hyperlegible", sans-serif`;
  ctx.textAlign = 'center';
  ctx.textBaseline = 'middle';
  ctx.fillStyle = '#fff';
  ctx.fillText(unit.kind.slice(0, 2).toUpperCase(), x + size / 2, y + size / 2);
  ctx.restore();
}

/** A whole unit of a kind alone, as large as whole pixels allow in the canvas. */
export function drawUnitIcon(canvas: HTMLCanvasElement, kind: string, player: number): void {
  const ratio = globalThis.devicePixelRatio || 1;
  const size = Math.round((canvas.clientWidth || 48) * ratio);
  canvas.width = canvas.height = size;
  const ctx = canvas.getContext('2d');
  const name = `unit/${kind}/${sideOf(player)}/0/0`;
  if (ctx && loaded?.has(name)) loaded.icon(name, ctx, size);
}
