/** A month of records by their day. */
import { useState } from 'react';
import { useRecords } from '../api/queries';
import type { AppSpec, Entity, RecordRow } from '../api/types';
import { addDays, firstDayOfWeek, isoDay, longDay, monthName, nowIn, weekdays } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { IconButton } from '../ui/Button';
import { RecordSheet } from './RecordSheet';
import { timeOf, titleOf } from './titles';

export default function CalendarView({ app, entity }: { app: AppSpec; entity: Entity }) {
  const t = useText();
  const locale = useLocale();
  const today = nowIn(locale.tz);
  const [month, setMonth] = useState(() => new Date(Date.UTC(today.getUTCFullYear(), today.getUTCMonth(), 1)));
  const [open, setOpen] = useState<RecordRow>();
  const shift = (month.getUTCDay() - firstDayOfWeek(locale.language) + 7) % 7;
  const first = addDays(month, -shift);
  const days = Array.from({ length: 42 }, (_, i) => addDays(first, i));
  const records = useRecords(app.id, { entity: entity.name, start: isoDay(first), end: isoDay(addDays(first, 42)) }, 1000);
  const byDay = new Map<string, RecordRow[]>();
  for (const record of records.all) {
    const day = timeOf(record, entity).slice(0, 10);
    byDay.set(day, [...(byDay.get(day) ?? []), record]);
  }
  const move = (step: number) => setMonth(new Date(Date.UTC(month.getUTCFullYear(), month.getUTCMonth() + step, 1)));
  return (
    <div className="view scroll">
      <div className="month-bar">
        <IconButton label={t('calendar-previous')} icon="back" onPress={() => move(-1)} />
        <h2 aria-live="polite">{monthName(month, locale.language)}</h2>
        <IconButton label={t('calendar-next')} icon="next" onPress={() => move(1)} />
      </div>
      <div className="month">
        {weekdays(locale.language).map((day) => <div key={day.day} className="month-name"><abbr title={day.long}>{day.short}</abbr></div>)}
        {days.map((day) => {
          const key = isoDay(day);
          const rows = byDay.get(key) ?? [];
          const other = day.getUTCMonth() !== month.getUTCMonth();
          return (
            <div key={key} className={`month-day${other ? ' other' : ''}${key === isoDay(today) ? ' today' : ''}`}>
              <span className="month-num"><span aria-hidden="true">{day.getUTCDate()}</span><span className="sr">{longDay(day, today, locale.language)}</span></span>
              {rows.slice(0, 3).map((record) => (
                <button key={record.id} type="button" className="month-entry" onClick={() => setOpen(record)}>
                  {titleOf(record, entity, locale, t('record-entry'))}
                </button>
              ))}
              {rows.length > 3 && <span className="muted">+{rows.length - 3}</span>}
            </div>
          );
        })}
      </div>
      {open && <RecordSheet app={app} entity={entity} record={open} onClose={() => setOpen(undefined)} />}
    </div>
  );
}
