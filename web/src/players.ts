/** How players are told apart: a colour and a shape each, on the grounds of the boards; for boards and panels alike. */
import { settings, theme as themeNow, type Settings } from './settings';

export type Theme = 'light' | 'dark';
export type Palette = Settings['palette'];
export const SHAPES = [
  'circle',
  'diamond',
  'triangle',
  'square',
  'pentagon',
  'star',
  'cross',
  'hexagon',
] as const;
export type Shape = (typeof SHAPES)[number];
export const COLOURS = [
  'blue',
  'red',
  'green',
  'amber',
  'violet',
  'teal',
  'pink',
  'grey',
  'orange',
  'sky',
] as const;
export type ColourName = (typeof COLOURS)[number];

const HEX: Readonly<Record<ColourName, string>> = {
  blue: '#2f6fde',
  red: '#d23b3b',
  green: '#2f9e58',
  amber: '#a8720a',
  violet: '#8450d0',
  teal: '#1a97a3',
  pink: '#d2519b',
  grey: '#6b7280',
  orange: '#d9600f',
  sky: '#4aa8e0',
};
const AMBER_ON_DARK = '#d99a1c';

/** Closed outlines in a box of 24 x 24, all about equally heavy. */
export const SHAPE_PATHS: Readonly<Record<Shape, string>> = {
  circle: 'M12 3a9 9 0 1 1 0 18a9 9 0 1 1 0-18z',
  diamond: 'M12 1.5L22.5 12L12 22.5L1.5 12z',
  triangle: 'M12 2.5L22.5 20.5H1.5z',
  square: 'M4 4H20V20H4z',
  pentagon: 'M12 2L22 9.3L18.2 21H5.8L2 9.3z',
  star: 'M12 1.5L15.2 8.6L22.9 9.4L17.1 14.6L18.8 22.2L12 18.3L5.2 22.2L6.9 14.6L1.1 9.4L8.8 8.6z',
  cross: 'M8.5 2H15.5V8.5H22V15.5H15.5V22H8.5V15.5H2V8.5H8.5z',
  hexagon: 'M7 3H17L22.5 12L17 21H7L1.5 12z',
};

export interface PlayerLook {
  /** Ends a text key: `player.colour.<name>`. */
  colourName: ColourName;
  colour: string;
  /** Drawn round everything in the player's colour: together they reach 3:1 on every ground. */
  outline: string;
  /** Ends a text key: `player.shape.<shape>`. */
  shape: Shape;
  path: string;
}

export interface Grounds {
  visible: string;
  remembered: string;
  fog: string;
  /** Between cells. */
  line: string;
}

export const OUTLINE: Readonly<Record<Theme, string>> = { light: '#1d2129', dark: '#f6f2e9' };

/** Lit tabletop, what one remembers of it, and fog. */
export const GROUNDS: Readonly<Record<Theme, Grounds>> = {
  light: { visible: '#fbf7ec', remembered: '#ded5c3', fog: '#b9ae9b', line: '#cabfa9' },
  dark: { visible: '#343e4e', remembered: '#242b37', fog: '#12161d', line: '#465266' },
};

const STANDARD: readonly ColourName[] = ['blue', 'red', 'green', 'amber', 'violet', 'teal', 'pink', 'grey'];
const COLOUR_BLIND: readonly ColourName[] = [
  'blue',
  'orange',
  'sky',
  'amber',
  'violet',
  'teal',
  'pink',
  'grey',
];

/** Player 1..8 in a theme and palette (left out: those in effect, followed in components). */
export function playerLook(
  player: number,
  theme: Theme = themeNow(),
  palette: Palette = settings.palette,
): PlayerLook {
  const colourName = (palette === 'standard' ? STANDARD : COLOUR_BLIND)[player - 1];
  const shape = SHAPES[player - 1];
  if (colourName === undefined || shape === undefined) throw new RangeError(`no player ${player}`);
  const colour = colourName === 'amber' && theme === 'dark' ? AMBER_ON_DARK : HEX[colourName];
  return { colourName, colour, outline: OUTLINE[theme], shape, path: SHAPE_PATHS[shape] };
}
