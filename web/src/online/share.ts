/** Giving an address away: the share sheet, the clipboard, or, on plain http where neither exists, a selected text. */

/** Whether there is a share sheet. */
export const canShare = (): boolean => typeof navigator.share === 'function';

/** Opens the share sheet; closing it without a choice is no error. */
export async function share(title: string, url: string): Promise<void> {
  try {
    await navigator.share({ title, url });
  } catch (reason) {
    if (!(reason instanceof DOMException)) throw reason;
  }
}

/** Copies what stands in the field; false: it is selected, and the reader has to press Ctrl+C. */
export async function copy(field: HTMLInputElement): Promise<boolean> {
  field.focus();
  field.select();
  try {
    await navigator.clipboard.writeText(field.value);
    return true;
  } catch {
    // Not there outside https and localhost, or not allowed: the old way, while the field is selected.
    return document.execCommand('copy');
  }
}
