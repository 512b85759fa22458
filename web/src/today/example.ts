/** An example life to look at: put in with one tap, taken away whole with one tap. */
import { useSyncExternalStore } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useToday, useUndoToast } from '../api/queries';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { toast } from '../ui/toasts';

const KEY = 'calisson.example';
const listeners = new Set<() => void>();

function mark(there: boolean): void {
  if (there) localStorage.setItem(KEY, '1');
  else localStorage.removeItem(KEY);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function useExample() {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  const { language } = useLocale();
  const undoToast = useUndoToast();
  const today = useToday();
  const marked = useSyncExternalStore(subscribe, () => localStorage.getItem(KEY) === '1');
  // Started in another browser: its entries say so.
  const there = marked || !!today.data?.recent.some((entry) => entry.turn_id?.startsWith('example_'));
  const fail = (error: unknown) => toast({ text: explain(error), tone: 'danger' });
  const start = useMutation({
    mutationFn: () => api.startExample(language),
    onSuccess: () => mark(true),
    onError: fail,
    onSettled: () => client.invalidateQueries(),
  });
  const end = useMutation({
    mutationFn: api.endExample,
    onSuccess: (written) => {
      mark(false);
      undoToast(t('example-gone'), written?.turn_id);
    },
    onError: fail,
    onSettled: () => client.invalidateQueries(),
  });
  return { there, start, end };
}
