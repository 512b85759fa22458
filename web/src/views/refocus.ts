/** Keeps the focus on something that is drawn anew elsewhere: a card in another column, an entry on another day. */

const FRAMES = 30;

/** Waits until `before` is gone or another element answers to `selector`, and focuses that; gives up after half a second. */
export function refocus(selector: string, before: HTMLElement, left = FRAMES): void {
  requestAnimationFrame(() => {
    const found = document.querySelector<HTMLElement>(selector);
    if (found && found !== before) found.focus();
    else if (left > 0) refocus(selector, before, left - 1);
  });
}
