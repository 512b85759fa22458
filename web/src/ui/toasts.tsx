/** Short messages at the edge of the screen, with one action (usually 'Undo'). Announced politely. */
import { useSyncExternalStore } from 'react';
import { useText } from '../i18n/text';
import { Button, IconButton } from './Button';
import { Icon } from './Icon';

export interface Toast {
  id: number;
  text: string;
  tone?: 'plain' | 'danger' | 'due' | 'notice';
  actions?: { label: string; run: () => void }[];
  /** Milliseconds until it goes by itself; 0 = stays until dismissed. */
  lasts?: number;
}

let list: readonly Toast[] = [];
let next = 1;
const listeners = new Set<() => void>();

function publish(toasts: readonly Toast[]): void {
  list = toasts;
  for (const listener of listeners) listener();
}

/** Takes a toast away. */
export function dismiss(id: number): void {
  publish(list.filter((toast) => toast.id !== id));
}

/** Shows a toast; at most three at once, the oldest goes first. */
export function toast(message: Omit<Toast, 'id'>): number {
  const id = next++;
  publish([...list.slice(-2), { ...message, id }]);
  const lasts = message.lasts ?? (message.actions?.length ? 8000 : 5000);
  if (lasts) setTimeout(() => dismiss(id), lasts);
  return id;
}

/** What rules of apps have to say, each as a toast that stays long enough to be read. */
export function notify(notices: readonly string[] | undefined): void {
  for (const text of new Set(notices)) toast({ text, tone: 'notice', lasts: 12_000 });
}

const acted = new Set<number>();

/** Runs an action once. The toast goes a moment later: at once, the one above would slide under the finger and be pressed too. */
function act(id: number, run: () => void): void {
  if (acted.has(id)) return;
  acted.add(id);
  run();
  setTimeout(() => dismiss(id), 150);
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Where the toasts appear; rendered once. */
export function Toasts() {
  const t = useText();
  const toasts = useSyncExternalStore(subscribe, () => list);
  return (
    <div className="toasts" role="region" aria-label={t('notifications')}>
      <div role="status" aria-live="polite" className="toast-stack">
        {toasts.map((item) => (
          <div key={item.id} className={`toast ${item.tone ?? 'plain'}`}>
            {item.tone === 'notice' && <Icon name="bulb" size={18} />}
            <span className="toast-text">{item.text}</span>
            {item.actions?.map((action) => (
              <Button
                key={action.label}
                look="plain"
                small
                onPress={() => act(item.id, action.run)}
              >
                {action.label}
              </Button>
            ))}
            <IconButton icon="close" size={16} label={t('dismiss')} onPress={() => act(item.id, () => undefined)} />
          </div>
        ))}
      </div>
    </div>
  );
}
