/** What comes in from other apps: shared words go into quick capture, so that the person sees them before they are said. */
import { draftOf, setDraft } from '../chat/drafts';
import { showOverlay } from '../shell/overlay';

/** Reads `/share?title=…&text=…&url=…` and `/?capture` (a shortcut of the installed page), once, at the start. */
export function receiveShared(): void {
  const given = new URLSearchParams(location.search);
  const shared = location.pathname.endsWith('/share');
  if (!shared && !given.has('capture')) return;
  const parts = ['title', 'text', 'url'].map((name) => given.get(name)?.trim() ?? '').filter(Boolean);
  const words = [...new Set([draftOf('capture').trim(), ...parts])].filter(Boolean).join('\n');
  if (shared && words) setDraft('capture', words);
  history.replaceState(null, '', './#/');
  showOverlay({ name: 'capture' });
}
