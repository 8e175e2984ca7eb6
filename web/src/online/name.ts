/** The name somebody plays under, kept for the next match. */
const KEY = 'outflank.name';

export function keptName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    return ''; // Blocked storage: the field stays empty.
  }
}

export function keepName(name: string): void {
  try {
    localStorage.setItem(KEY, name.trim());
  } catch {
    // It will be typed again next time.
  }
}
