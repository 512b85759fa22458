/** `calisson` of the import map: what a widget can do besides drawing. */
import { useCallback, useSyncExternalStore } from 'react';
import type { Change, Look, WidgetApp, WidgetRecord } from '../protocol';
import { Refused, app, look, propose, recordsOf, subscribe } from './bridge';

const NONE: readonly WidgetRecord[] = [];

/** The app, as far as the widget may see it: its name, the view's title, entities and fields with labels, units, choices. */
export const useApp = (): WidgetApp => useSyncExternalStore(subscribe, app);

/** Theme, language, zone and currency of the person. */
export const useLook = (): Look => useSyncExternalStore(subscribe, look);

/** Records of an entity (the view's own when not named), newest first; `ready` is false until they are here. */
export function useRecords(entity?: string): { records: readonly WidgetRecord[]; ready: boolean } {
  const name = entity ?? app().entity;
  const records = useSyncExternalStore(subscribe, useCallback(() => recordsOf(name), [name]));
  return { records: records ?? NONE, ready: records !== undefined };
}

/**
 * Proposes to add, change or remove records of an entity; the home checks and applies it as the person, and undo takes it
 * back. Rejects with `Refused` (`reason`: not-allowed, invalid, busy, declined, failed).
 */
export const change = (what: Change, entity?: string): Promise<void> => propose(entity ?? app().entity, what);

export { Refused };
