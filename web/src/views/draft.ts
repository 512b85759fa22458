/**
 * Changes of a view by hand. They hold at once on this page, as a draft; kept, they become a new version of the app, the
 * same as by talking. When somebody else published meanwhile, the change is laid over their version and sent once more.
 */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useSyncExternalStore } from 'react';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { useUndoToast } from '../api/queries';
import type { AppSpec, View } from '../api/types';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { toast } from '../ui/toasts';

const drafts = new Map<string, Partial<View>>();
const listeners = new Set<() => void>();
const NONE: Partial<View> = {};

function put(key: string, draft: Partial<View> | undefined): void {
  if (draft && Object.keys(draft).length) drafts.set(key, draft);
  else drafts.delete(key);
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The part of a change that differs from the view. Pure. */
export function differing(view: View, change: Partial<View>): Partial<View> {
  const blank = (value: unknown) => value ?? null;
  const same = (a: unknown, b: unknown) => JSON.stringify(blank(a)) === JSON.stringify(blank(b));
  return Object.fromEntries(Object.entries(change).filter(([name, value]) => !same(view[name as keyof View], value)));
}

/** Where `view` of an older version stands among the views of a newer one: the same one, else one alike; -1 when gone. Pure. */
export function placeOf(views: readonly View[], view: View, index: number): number {
  const same = views.findIndex((other) => JSON.stringify(other) === JSON.stringify(view));
  if (same >= 0) return same;
  const alike = (other: View | undefined) => other?.kind === view.kind && other.entity === view.entity;
  return alike(views[index]) ? index : views.findIndex(alike);
}

/** The specification with one view changed. Pure. */
export function withView(app: AppSpec, index: number, change: Partial<View>): AppSpec {
  return { ...app, views: app.views.map((view, at) => (at === index ? { ...view, ...change } : view)) };
}

/** A view as it stands on this page, and ways to change it, keep the change, or drop it. */
export function useDraft(app: AppSpec, index: number) {
  const key = `${app.id}/${index}`;
  const draft = useSyncExternalStore(subscribe, () => drafts.get(key) ?? NONE);
  const stored = app.views[index] as View;
  const change = (more: Partial<View>) => put(key, differing(stored, { ...drafts.get(key), ...more }));
  const save = useSaveViews(app);
  return {
    view: { ...stored, ...draft } as View,
    isChanged: Object.keys(draft).length > 0,
    isSaving: save.isPending,
    change,
    reset: () => put(key, undefined),
    keep: (more: Partial<View> = {}) =>
      save.mutateAsync((latest) => {
        const at = placeOf(latest.views, stored, index);
        return at < 0 ? undefined : withView(latest, at, { ...draft, ...more });
      }).then(() => put(key, undefined), () => undefined),
  };
}

/** Publishes a change of an app's views; tried once more on top of what somebody else published meanwhile. */
export function useSaveViews(app: AppSpec) {
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const t = useText();
  return useMutation({
    mutationFn: async (change: (latest: AppSpec) => AppSpec | undefined) => {
      try {
        return await api.saveApp(app.id, change(app) ?? app, app.version);
      } catch (error) {
        if (asProblem(error).kind !== 'conflict') throw error;
        const { app: latest } = await api.app(app.id);
        const again = change(latest);
        if (!again) throw error;
        return api.saveApp(app.id, again, latest.version);
      }
    },
    onSuccess: (written) => undoToast(t('view-kept', { number: written.app.version }), written.turn_id),
    onError: (error) => toast({ text: asProblem(error).detail || explain(error), tone: 'danger' }),
    onSettled: () =>
      Promise.all([['app', app.id], ['apps'], ['history', app.id], ['series', app.id], ['changes']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
}
