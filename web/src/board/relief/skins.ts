/**
 * What the pieces of a board in relief can be made of: one table. A skin says for each side what its body, its insets
 * and its accents are, and what the board under it looks like; everything else follows from it.
 */

/** A pattern over a surface, made in code (surfaces.ts). */
export interface Surface {
  kind: 'grain' | 'veins' | 'clouds' | 'brushed' | 'patina' | 'traces';
  /** From what is most of it to what is least. */
  colours: readonly [string, string, ...string[]];
  /** How fine; a whole number, so that it closes round the piece. */
  scale: number;
  seed: number;
  /** 0 to 1: how deep it is cut. */
  depth?: number;
}

/** One material. */
export interface Finish {
  /** Where there is no surface. */
  colour: string;
  /** 0 to 1. */
  metal: number;
  rough: number;
  /** 0 to 1: varnish. */
  coat?: number;
  /** Light of its own; with a surface, of its rarest colour. */
  glow?: number;
  surface?: Surface;
}

export interface Side {
  body: Finish;
  inset: Finish;
  accent: Finish;
}

export interface Skin {
  /** What it is called where no text `relief.skin.<id>` is. */
  name: string;
  light: Side;
  dark: Side;
  /** The board: its lowest and highest ground, its frame, what is written on that, and a pale pattern over the ground. */
  board: { low: string; high: string; frame: string; ink: string; surface: Surface };
  /** Round the board, in the middle and far away. */
  backdrop: readonly [string, string];
}

/** The sides must be told apart without any colour. */
export const LEAST_CONTRAST = 3;

export class SkinRefused extends Error {}

const SKINS = new Map<string, Skin>();

function channel(value: number): number {
  const share = value / 255;
  return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
}

/** How bright a colour is as a grey: 0 to 1. */
export function greyOf(colour: string): number {
  const value = parseInt(colour.slice(1), 16);
  return 0.2126 * channel(value >> 16) + 0.7152 * channel((value >> 8) & 255) + 0.0722 * channel(value & 255);
}

/** So much of a surface is of its first colour, second, and so on. */
const SHARES = [0.62, 0.28, 0.1];

/** How bright a finish is on the whole. */
export function greyOfFinish({ colour, surface }: Finish): number {
  if (!surface) return greyOf(colour);
  const parts = surface.colours.map((each, index) => [greyOf(each), SHARES[index] ?? 0.05] as const);
  const whole = parts.reduce((sum, [, share]) => sum + share, 0);
  return parts.reduce((sum, [grey, share]) => sum + grey * share, 0) / whole;
}

/** How well the sides of a skin are told apart in grey. */
export function contrastOf({ light, dark }: Skin): number {
  return (greyOfFinish(light.body) + 0.05) / (greyOfFinish(dark.body) + 0.05);
}

/** Takes a skin into the table; throws SkinRefused when its sides cannot be told apart. */
export function addSkin(id: string, skin: Skin): void {
  const contrast = contrastOf(skin);
  if (contrast < LEAST_CONTRAST)
    throw new SkinRefused(
      `The sides of ${id} differ by ${contrast.toFixed(2)}:1 in grey; ${LEAST_CONTRAST}:1 is the least.`,
    );
  SKINS.set(id, skin);
}

export const removeSkin = (id: string): void => void SKINS.delete(id);
export const skinIds = (): readonly string[] => [...SKINS.keys()];

/** The id of the skin in effect when `chosen` is asked for: the first one where that is unknown. */
export function skinIdOf(chosen: string): string {
  return SKINS.has(chosen) ? chosen : [...SKINS.keys()][0]!;
}

export function skinOf(chosen: string): Skin {
  return SKINS.get(skinIdOf(chosen))!;
}

addSkin('wood', {
  name: 'Classic Wood',
  light: {
    body: {
      colour: '#dcb67f',
      metal: 0,
      rough: 0.42,
      coat: 0.6,
      surface: { kind: 'grain', colours: ['#e2bf8b', '#c99a5f', '#a9763f'], scale: 7, seed: 11, depth: 0.12 },
    },
    inset: { colour: '#7b4a24', metal: 0, rough: 0.5, coat: 0.3 },
    accent: { colour: '#c9a14a', metal: 1, rough: 0.28 },
  },
  dark: {
    body: {
      colour: '#4a2a1a',
      metal: 0,
      rough: 0.38,
      coat: 0.7,
      surface: { kind: 'grain', colours: ['#4b2a19', '#361c10', '#6a3f26'], scale: 7, seed: 23, depth: 0.12 },
    },
    inset: { colour: '#c08a4e', metal: 0, rough: 0.5, coat: 0.3 },
    accent: { colour: '#b98d3e', metal: 1, rough: 0.3 },
  },
  board: {
    low: '#594a3c',
    high: '#d9c194',
    frame: '#4b2f1d',
    ink: '#ecd9b4',
    surface: { kind: 'grain', colours: ['#ffffff', '#f0e7da', '#e2d3bf'], scale: 5, seed: 101, depth: 0.1 },
  },
  backdrop: ['#55606b', '#20262d'],
});

addSkin('obsidian', {
  name: 'Obsidian',
  light: {
    body: {
      colour: '#aeb6c4',
      metal: 0,
      rough: 0.16,
      coat: 1,
      surface: { kind: 'veins', colours: ['#b4bccb', '#8b95aa', '#f0a23c'], scale: 3, seed: 5 },
    },
    inset: { colour: '#4d566a', metal: 0.2, rough: 0.3, coat: 0.6 },
    accent: { colour: '#f0a23c', metal: 0.6, rough: 0.25, glow: 0.25 },
  },
  dark: {
    body: {
      colour: '#15131c',
      metal: 0,
      rough: 0.1,
      coat: 1,
      glow: 0.7,
      surface: { kind: 'veins', colours: ['#14121b', '#241d33', '#8a4dff'], scale: 3, seed: 9 },
    },
    inset: { colour: '#3b2468', metal: 0.3, rough: 0.25, coat: 0.8 },
    accent: { colour: '#9b63ff', metal: 0.5, rough: 0.22, glow: 0.35 },
  },
  board: {
    low: '#3c3f4c',
    high: '#8f93a3',
    frame: '#191821',
    ink: '#c9c3de',
    surface: { kind: 'veins', colours: ['#ffffff', '#e9e9f0', '#b9b2d6'], scale: 2, seed: 102, depth: 0.1 },
  },
  backdrop: ['#3d3a4c', '#121119'],
});

addSkin('marble', {
  name: 'Imperial Marble',
  light: {
    body: {
      colour: '#ece8e1',
      metal: 0,
      rough: 0.22,
      coat: 0.8,
      surface: { kind: 'veins', colours: ['#f1eee8', '#d9d4cb', '#8d8880'], scale: 2, seed: 31 },
    },
    inset: { colour: '#b8923e', metal: 1, rough: 0.3 },
    accent: { colour: '#d8b25a', metal: 1, rough: 0.2 },
  },
  dark: {
    body: {
      colour: '#26272c',
      metal: 0,
      rough: 0.2,
      coat: 0.8,
      surface: { kind: 'veins', colours: ['#232429', '#34363c', '#c9c3b6'], scale: 2, seed: 47 },
    },
    inset: { colour: '#8e949c', metal: 1, rough: 0.3 },
    accent: { colour: '#c9ced6', metal: 1, rough: 0.18 },
  },
  board: {
    low: '#6e7580',
    high: '#c8c4ba',
    frame: '#3a3d44',
    ink: '#e9e2d0',
    surface: { kind: 'veins', colours: ['#ffffff', '#ecebe8', '#b4b2ae'], scale: 2, seed: 103 },
  },
  backdrop: ['#7b8591', '#333a44'],
});

addSkin('jade', {
  name: 'Imperial Jade',
  light: {
    body: {
      colour: '#b9dcb7',
      metal: 0,
      rough: 0.26,
      coat: 0.7,
      surface: { kind: 'clouds', colours: ['#c3e2bf', '#9ccaa0', '#eef7e4'], scale: 3, seed: 17 },
    },
    inset: { colour: '#5f9a74', metal: 0, rough: 0.3, coat: 0.6 },
    accent: { colour: '#e0b64c', metal: 1, rough: 0.2 },
  },
  dark: {
    body: {
      colour: '#0f4a37',
      metal: 0,
      rough: 0.24,
      coat: 0.8,
      surface: { kind: 'clouds', colours: ['#0e4634', '#093226', '#1f7254'], scale: 3, seed: 19 },
    },
    inset: { colour: '#06231a', metal: 0, rough: 0.3, coat: 0.6 },
    accent: { colour: '#d9a93a', metal: 1, rough: 0.22 },
  },
  // Lacquer: red ground, a black frame, golden letters.
  board: {
    low: '#6e3129',
    high: '#d19a80',
    frame: '#17100f',
    ink: '#f0c860',
    surface: { kind: 'clouds', colours: ['#ffffff', '#f4e4da', '#ffe9c4'], scale: 2, seed: 104, depth: 0.05 },
  },
  backdrop: ['#3f6f5c', '#0e211a'],
});

addSkin('chrome', {
  name: 'Polar Chrome',
  light: {
    body: {
      colour: '#e6eef6',
      metal: 1,
      rough: 0.1,
      surface: { kind: 'brushed', colours: ['#e9f1f8', '#d4e0ea'], scale: 2, seed: 3 },
    },
    inset: { colour: '#7fb4d8', metal: 1, rough: 0.25 },
    accent: { colour: '#bfe6ff', metal: 1, rough: 0.08, glow: 0.08 },
  },
  dark: {
    body: {
      colour: '#3a4149',
      metal: 1,
      rough: 0.14,
      surface: { kind: 'brushed', colours: ['#363d46', '#474f59'], scale: 2, seed: 4 },
    },
    inset: { colour: '#15181c', metal: 1, rough: 0.3 },
    accent: { colour: '#5aa7d6', metal: 1, rough: 0.12, glow: 0.1 },
  },
  board: {
    low: '#5f7484',
    high: '#c4d3de',
    frame: '#2d3a46',
    ink: '#dcefff',
    surface: { kind: 'brushed', colours: ['#ffffff', '#e6edf2'], scale: 2, seed: 105, depth: 0.08 },
  },
  backdrop: ['#8ba3b5', '#3a4a59'],
});

addSkin('bronze', {
  name: 'Antique Bronze',
  light: {
    body: {
      colour: '#bf8f52',
      metal: 0.75,
      rough: 0.46,
      surface: {
        kind: 'patina',
        colours: ['#c99a5a', '#ac7d42', '#8fc4ab'],
        scale: 3,
        seed: 61,
        depth: 0.25,
      },
    },
    inset: { colour: '#8fc3ab', metal: 0.2, rough: 0.7 },
    accent: { colour: '#dcb870', metal: 1, rough: 0.34 },
  },
  dark: {
    body: {
      colour: '#3f2a1a',
      metal: 0.8,
      rough: 0.42,
      surface: { kind: 'patina', colours: ['#3d2918', '#2c1c13', '#28705d'], scale: 3, seed: 67, depth: 0.3 },
    },
    inset: { colour: '#2f8a74', metal: 0.1, rough: 0.8 },
    accent: { colour: '#a8713a', metal: 1, rough: 0.3 },
  },
  board: {
    low: '#5f6a63',
    high: '#bdb79d',
    frame: '#2e3a34',
    ink: '#d9c79a',
    surface: { kind: 'patina', colours: ['#ffffff', '#ece8dc', '#cfdcd0'], scale: 3, seed: 106, depth: 0.2 },
  },
  backdrop: ['#66705f', '#262c27'],
});

addSkin('neon', {
  name: 'Neon',
  light: {
    body: {
      colour: '#55707f',
      metal: 0.3,
      rough: 0.35,
      glow: 1,
      surface: { kind: 'traces', colours: ['#5b7888', '#46606e', '#66f6ff'], scale: 4, seed: 71 },
    },
    inset: { colour: '#12202a', metal: 0.4, rough: 0.4 },
    accent: { colour: '#8dfbff', metal: 0, rough: 0.4, glow: 1.4 },
  },
  dark: {
    body: {
      colour: '#120f1c',
      metal: 0.3,
      rough: 0.3,
      glow: 1,
      surface: { kind: 'traces', colours: ['#120f1c', '#1d1730', '#ff3fa4'], scale: 4, seed: 73 },
    },
    inset: { colour: '#06050a', metal: 0.4, rough: 0.4 },
    accent: { colour: '#ff5cb3', metal: 0, rough: 0.4, glow: 1.3 },
  },
  board: {
    low: '#1e2537',
    high: '#4b5a7d',
    frame: '#0b0e18',
    ink: '#7df3ff',
    surface: { kind: 'traces', colours: ['#ffffff', '#c9d2ea', '#8fd8ff'], scale: 3, seed: 107, depth: 0.15 },
  },
  backdrop: ['#2a2f52', '#090b14'],
});
