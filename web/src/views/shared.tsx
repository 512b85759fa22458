/** What views over records have in common: their records under the view's conditions and order, and opening one. */
import { useMemo, useState } from 'react';
import type { AppSpec, Entity, Field, RecordRow, Value, View } from '../api/types';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import type { IconName } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import type { Values } from '../api/types';
import { ready } from './Conditions';
import { useRows } from './data';
import { FormFields } from './FormView';
import { RecordSheet } from './RecordSheet';
import { useRefs } from './refs';
import { filterRows, isEmpty, sortRows } from './rows';
import { titleField, titleOf, valueOf } from './titles';

export interface ViewProps {
  app: AppSpec;
  entity: Entity;
  view: View;
}

/** The records of a view, in its order. */
export function useShown(app: AppSpec, entity: Entity, view: View) {
  const { language } = useLocale();
  const { rows, ...state } = useRows(app.id, entity.name);
  const shown = useMemo(
    () => sortRows(filterRows(rows, ready(view.where ?? []), '', entity, () => ''), view.sort ?? entity.sort, entity, language),
    [rows, view.where, view.sort, entity, language],
  );
  return { ...state, rows: shown };
}

/** How a record is called and what its values read as. */
export function useReading(app: AppSpec, entity: Entity) {
  const t = useText();
  const locale = useLocale();
  const refs = useRefs(app, entity);
  return useMemo(() => {
    const words = { yes: t('yes'), no: t('no') };
    const read = (row: RecordRow, field: Field): string => {
      const value: Value | undefined = valueOf(row, field);
      if (field.type === 'ref' && typeof value === 'string') return refs.titles.get(value) ?? value;
      return field.type === 'image' ? '' : formatValue(value, field, locale, words);
    };
    // Without a heading beside it, 'yes' is told by the field's name and 'no' by nothing.
    const brief = (row: RecordRow, field: Field): string => {
      const value = valueOf(row, field);
      return typeof value === 'boolean' ? (value ? field.label : '') : read(row, field);
    };
    return { title: (row: RecordRow) => titleOf(row, entity, locale, t('record-entry')), read, brief };
  }, [t, locale, refs, entity]);
}

/** The fields that a view shows beside the title, without those in `but`. */
export function besides(entity: Entity, view: View, but: readonly (string | null | undefined)[] = []): Field[] {
  const named = (view.fields ?? []).flatMap((name) => entity.fields.find((field) => field.name === name) ?? []);
  const skip = new Set([titleField(entity)?.name, ...but]);
  return (named.length ? named : entity.fields).filter((field) => !skip.has(field.name) && field.type !== 'image');
}

/** A record opened for editing, or a new one with some values already given. */
export function useOpened(app: AppSpec, entity: Entity) {
  const t = useText();
  const [open, setOpen] = useState<RecordRow>();
  const [fresh, setFresh] = useState<Values>();
  const sheets = (
    <>
      {open && <RecordSheet app={app} entity={entity} record={open} onClose={() => setOpen(undefined)} />}
      {fresh && (
        <Sheet title={t('form-add')} isOpen onClose={() => setFresh(undefined)}>
          <FormFields app={app} entity={entity} given={fresh} onDone={() => setFresh(undefined)} />
        </Sheet>
      )}
    </>
  );
  return { open: setOpen, add: setFresh, sheets };
}

/** Waiting, failed, or nothing there yet; undefined when there is something to show. */
export function Lacking({ state, icon, onAdd }: { state: { isPending: boolean; error: unknown; rows: readonly unknown[]; again: () => void }; icon: IconName; onAdd?: () => void }) {
  const t = useText();
  const explain = useExplain();
  if (state.isPending) return <Skeleton label={t('loading')} rows={5} />;
  if (state.error && !state.rows.length) return <Empty icon="warn" title={t('view-failed-title')} text={explain(state.error)}><Button look="solid" icon="retry" onPress={state.again}>{t('try-again')}</Button></Empty>;
  if (!state.rows.length) return <Empty icon={icon} title={t('records-none-title')} text={t('records-none-text')}>{onAdd && <Button look="solid" icon="plus" onPress={onAdd}>{t('form-add')}</Button>}</Empty>;
  return null;
}

/** The first lines of a long list; more are drawn as they are asked for. */
export function useMore(size: number, step = 100) {
  const t = useText();
  const [count, setCount] = useState(step);
  return { count, more: size > count ? <Button onPress={() => setCount(count + step)}>{t('more')}</Button> : null };
}

export const filled = (row: RecordRow, field: Field): boolean => !isEmpty(valueOf(row, field));
