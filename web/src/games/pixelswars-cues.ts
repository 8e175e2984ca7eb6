/** Which sound a PixelsWars unit or happening has: families come from the game's tables. */
import type { Cue } from '../sound';
import { CUE_OF } from '../sound/pixelswars';
import { unitFacts } from './pixelswars-tables';

const voice = (kind: string) => unitFacts(kind)?.voice ?? 'infantry';

export const select = (kind: string): Cue => CUE_OF.select[voice(kind)];
export const move = (kind: string): Cue => CUE_OF.move[voice(kind)];
export const shot = (kind: string): Cue => CUE_OF.shot[unitFacts(kind)?.weapon ?? 'gun'];
export const bought = (kind: string): Cue => CUE_OF.buy[voice(kind)];
export const effect = (kind: keyof typeof CUE_OF.effect): Cue => CUE_OF.effect[kind];
