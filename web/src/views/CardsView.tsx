/** Records as cards, or grouped by day as a timeline. */
import { useState } from 'react';
import { useRecords } from '../api/queries';
import type { AppSpec, Entity, RecordRow } from '../api/types';
import { nowIn, parseNaive, relativeDay } from '../i18n/dates';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { RecordSheet } from './RecordSheet';
import { timeOf, titleOf, valueOf } from './titles';

export default function CardsView({ app, entity, byDay }: { app: AppSpec; entity: Entity; byDay: boolean }) {
  const t = useText();
  const locale = useLocale();
  const [open, setOpen] = useState<RecordRow>();
  const records = useRecords(app.id, { entity: entity.name });
  const groups = new Map<string, RecordRow[]>();
  for (const record of records.all) {
    const day = byDay ? timeOf(record, entity).slice(0, 10) : '';
    groups.set(day, [...(groups.get(day) ?? []), record]);
  }
  const days = [...groups.entries()].sort(([a], [b]) => a.localeCompare(b));
  return (
    <div className="view scroll">
      {records.isPending && <Skeleton label={t('loading')} rows={4} />}
      {!records.isPending && records.all.length === 0 && <Empty icon="cards" title={t('records-none-title')} text={t('records-none-text')} />}
      {days.map(([day, rows]) => {
        const date = parseNaive(day);
        return (
          <section key={day} className="day-group">
            {date && <h3>{relativeDay(date, nowIn(locale.tz), locale.language)}</h3>}
            <div className="cards">
              {rows.map((record) => (
                <button key={record.id} type="button" className="card record-card" onClick={() => setOpen(record)}>
                  <h3>{titleOf(record, entity, locale, t('record-entry'))}</h3>
                  <dl>
                    {entity.fields.filter((field) => field.name !== entity.title_field).map((field) => {
                      const text = formatValue(valueOf(record, field), field, locale, { yes: t('yes'), no: t('no') });
                      return text ? [<dt key="t">{field.label}</dt>, <dd key="d">{text}</dd>] : null;
                    })}
                  </dl>
                </button>
              ))}
            </div>
          </section>
        );
      })}
      {records.hasNextPage && <Button onPress={() => void records.fetchNextPage()}>{t('more')}</Button>}
      {open && <RecordSheet app={app} entity={entity} record={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
