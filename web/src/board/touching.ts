/** Whether the first pointer of this device is a finger. */
export const touching = (): boolean =>
  typeof matchMedia === 'function' && matchMedia('(pointer: coarse)').matches;
