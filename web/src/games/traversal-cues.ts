/** Which sound a Traversal piece or happening has. */
import type { Cue } from '../sound';

const VOICES = ['explorer', 'vanguard', 'sentinel'] as const;
const voice = (kind: string) => VOICES.find((each) => each === kind) ?? 'explorer';

export const select = (kind: string): Cue => `traversal.select.${voice(kind)}`;
export const move = (kind: string): Cue => `traversal.move.${voice(kind)}`;
export const capture: Cue = 'traversal.capture';
export const exit: Cue = 'traversal.exit';
export const skip: Cue = 'traversal.skip';
