/** The records that fields of an entity point to: their titles, and the list to choose from. */
import { useMemo } from 'react';
import { useQueries } from '@tanstack/react-query';
import { allRecords } from '../api/many';
import type { AppSpec, Entity, Field } from '../api/types';
import { useLocale } from '../i18n/text';
import { titleOf } from './titles';

export function useRefs(app: AppSpec, entity: Entity) {
  const locale = useLocale();
  const targets = [...new Set(entity.fields.flatMap((field) => (field.type === 'ref' && field.ref ? [field.ref] : [])))];
  const found = useQueries({
    queries: targets.map((name) => ({
      queryKey: ['records', app.id, 'refs', name], queryFn: () => allRecords(app.id, name), staleTime: 60_000,
    })),
    combine: (results) => results.map((result) => result.data?.records),
  });
  return useMemo(() => {
    const titles = new Map<string, string>();
    const lists = new Map<string, { value: string; label: string }[]>();
    targets.forEach((name, index) => {
      const kind = app.entities.find((other) => other.name === name);
      const list = (found[index] ?? []).map((row) => ({ value: row.id, label: kind ? titleOf(row, kind, locale, row.id) : row.id }));
      for (const { value, label } of list) titles.set(value, label);
      lists.set(name, list);
    });
    const options = (field: Field) => (field.type === 'ref' && field.ref ? lists.get(field.ref) : undefined);
    return { titles, options };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- `targets` follows from the entity
  }, [app, entity, found, locale]);
}
