/** Records by their day: month, week or agenda. An entry is moved by dragging it, or with Alt and the arrows. */
import { useMemo, useState, type DragEvent, type KeyboardEvent } from 'react';
import type { RecordRow, View } from '../api/types';
import { addDays, clock, firstDayOfWeek, isoDay, longDay, monthName, nowIn, parseNaive, relativeDay, shortDay, weekdays } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { Button, IconButton } from '../ui/Button';
import { Empty } from '../ui/Empty';
import '../charts/charts.css';
import './calendar.css';
import { rangeOf } from '../charts/periods';
import { useWrites } from './data';
import type { useDraft } from './draft';
import { Mark } from './Mark';
import { refocus } from './refocus';
import { byDay, momentField, momentOf, movedBy, movedTo } from './moment';
import { Lacking, useOpened, useReading, useShown, type ViewProps } from './shared';

const LAYOUTS = ['month', 'week', 'agenda'] as const;
const FULL = 3;

export default function CalendarView({ app, entity, view, index, draft }: ViewProps & { index: number; draft: ReturnType<typeof useDraft> }) {
  const t = useText();
  const { language, tz } = useLocale();
  const now = nowIn(tz);
  const today = isoDay(now);
  const first = firstDayOfWeek(language);
  const layout: NonNullable<View['layout']> = view.layout ?? 'month';
  const [at, setAt] = useState(now);
  const [over, setOver] = useState<string>();
  const [said, setSaid] = useState('');
  const field = momentField(entity);
  const state = useShown(app, entity, view);
  const writes = useWrites(app.id, entity.name);
  const reading = useReading(app, entity);
  const opened = useOpened(app, entity);
  const days = useMemo(() => byDay(state.rows, field, entity), [state.rows, field, entity]);
  const on = useMemo(() => new Map(days), [days]);
  const range = rangeOf(layout === 'week' ? 'week' : 'month', at, first) ?? { start: at, end: at };
  const go = (by: number) => setAt(layout === 'week' ? addDays(at, 7 * by) : new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + by, 1)));
  const move = (row: RecordRow, day: string, hour?: number) => {
    if (!field) return;
    const before = String(row.values[field.name] ?? '');
    const next = movedTo(before, day, field, hour);
    if (next !== before) writes.change(row.id, { [field.name]: next });
  };
  const add = (day: string, hour?: number) => field && opened.add({ [field.name]: field.type === 'date' ? day : `${day}T${String(hour ?? now.getUTCHours()).padStart(2, '0')}:00` });
  const dropping = (key: string, day: string, hour?: number) => ({
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes('text/x-record')) return;
      event.preventDefault();
      setOver(key);
    },
    onDragLeave: () => setOver(undefined),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setOver(undefined);
      const row = state.rows.find((one) => one.id === event.dataTransfer.getData('text/x-record'));
      if (row) move(row, day, hour);
    },
  });
  const entry = (row: RecordRow, roomy = false) => {
    const moment = momentOf(row, field, entity);
    const date = parseNaive(moment);
    const time = date && /T/.test(moment) ? clock(date, language) : '';
    const day = moment.slice(0, 10);
    return (
      <button
        key={row.id} data-entry={row.id} type="button" className={`entry${roomy ? ' entry-roomy' : ''}`} draggable={!!field} aria-keyshortcuts="Alt+ArrowLeft Alt+ArrowRight Alt+ArrowUp Alt+ArrowDown"
        onClick={() => opened.open(row)}
        onDragStart={(event) => event.dataTransfer.setData('text/x-record', row.id)}
        onKeyDown={(event: KeyboardEvent) => {
          const to = event.altKey ? movedBy(event.key, day) : undefined;
          if (!to) return;
          event.preventDefault();
          move(row, to);
          setSaid(t('calendar-moved', { title: reading.title(row), day: longDay(parseNaive(to) ?? now, now, language) }));
          refocus(`[data-entry="${CSS.escape(row.id)}"]`, event.currentTarget as HTMLElement);
          if (parseNaive(to) && !(parseNaive(to)! >= range.start && parseNaive(to)! < range.end)) setAt(parseNaive(to)!);
        }}
      >
        {time && <span className="entry-time num">{time}</span>}<Mark id={row.id} /><span className="truncate">{reading.title(row)}</span>
      </button>
    );
  };
  if (!field && !entity.time_field && state.rows.length === 0 && !state.isPending) return <Empty icon="calendar" title={t('records-none-title')} text={t('records-none-text')} />;
  const grid = Array.from({ length: Math.ceil((addDays(range.end, -1).getTime() - range.start.getTime()) / 86_400_000 + 1 + ((range.start.getUTCDay() - first + 7) % 7)) > 35 ? 42 : 35 }, (_, i) =>
    addDays(range.start, i - ((range.start.getUTCDay() - first + 7) % 7)));
  const week = Array.from({ length: 7 }, (_, i) => addDays(range.start, i));
  const agenda = days.filter(([day]) => day >= isoDay(range.start) && day < isoDay(range.end));
  const chosen = on.get(isoDay(at)) ?? [];
  return (
    <div className="view scroll stack calendar">
      <p className="sr" role="status">{said}</p>
      <div className="chart-bar">
        <fieldset className="spans">
          <legend className="sr">{t('calendar-layout')}</legend>
          {LAYOUTS.map((one) => <label key={one}><input type="radio" name={`layout-${app.id}-${index}`} checked={layout === one} onChange={() => draft.change({ layout: one })} /><span>{t(`layout-${one}`)}</span></label>)}
        </fieldset>
        <div className="period">
          <IconButton label={t('period-earlier')} icon="back" onPress={() => go(-1)} />
          <h2 aria-live="polite">{layout === 'week' ? `${shortDay(range.start, now, language)} – ${shortDay(addDays(range.end, -1), now, language)}` : monthName(range.start, language)}</h2>
          <IconButton label={t('period-later')} icon="next" onPress={() => go(1)} />
          <Button small onPress={() => setAt(now)}>{t('calendar-today')}</Button>
        </div>
      </div>
      {state.isPending || (state.error && !state.rows.length) ? <Lacking state={state} icon="calendar" /> : null}
      {layout === 'month' && (
        <>
          <div className="month" role="grid" aria-label={monthName(range.start, language)}>
            <div role="row" className="month-week">{weekdays(language).map((day) => <div key={day.day} role="columnheader" className="month-name"><abbr title={day.long}>{day.short}</abbr></div>)}</div>
            {Array.from({ length: grid.length / 7 }, (_, w) => (
              <div key={w} role="row" className="month-week">
                {grid.slice(w * 7, w * 7 + 7).map((day) => {
                  const key = isoDay(day);
                  const rows = on.get(key) ?? [];
                  return (
                    <div key={key} role="gridcell" className={`month-day${day < range.start || day >= range.end ? ' other' : ''}${key === today ? ' today' : ''}${over === key ? ' over' : ''}${key === isoDay(at) ? ' chosen' : ''}`} {...dropping(key, key)}>
                      <button type="button" className="month-num" aria-label={`${longDay(day, now, language)}, ${t('records-count', { count: rows.length })}`} aria-pressed={key === isoDay(at)} onClick={() => setAt(day)} onDoubleClick={() => add(key)}>{day.getUTCDate()}</button>
                      <div className="month-entries">
                        {rows.slice(0, FULL).map((row) => entry(row))}
                        {rows.length > FULL && <button type="button" className="month-more" onClick={() => setAt(day)}>+{rows.length - FULL}</button>}
                      </div>
                      {rows.length > 0 && <span className="month-dots" aria-hidden="true">{rows.slice(0, 3).map((row) => <i key={row.id} />)}</span>}
                    </div>
                  );
                })}
              </div>
            ))}
          </div>
          <section className="stack" aria-label={longDay(at, now, language)}>
            <div className="row"><h3>{relativeDay(at, now, language)}</h3><span className="spacer" /><Button small icon="plus" onPress={() => add(isoDay(at))}>{t('add')}</Button></div>
            {chosen.length ? chosen.map((row) => entry(row, true)) : <p className="muted small">{t('calendar-free')}</p>}
          </section>
        </>
      )}
      {layout === 'week' && (
        <div className="week">
          {week.map((day) => {
            const key = isoDay(day);
            return (
              <section key={key} className={`week-day${key === today ? ' today' : ''}${over === key ? ' over' : ''}`} aria-label={longDay(day, now, language)} {...dropping(key, key)}>
                <header className="row"><h3>{longDay(day, now, language)}</h3><span className="spacer" /><IconButton icon="plus" size={16} label={t('calendar-add', { day: longDay(day, now, language) })} onPress={() => add(key)} /></header>
                {(on.get(key) ?? []).map((row) => entry(row, true))}
              </section>
            );
          })}
        </div>
      )}
      {layout === 'agenda' && (agenda.length ? agenda.map(([day, rows]) => (
        <section key={day} className="day-group stack" aria-label={day}><h2>{relativeDay(parseNaive(day) as Date, now, language)}</h2>{rows.map((row) => entry(row, true))}</section>
      )) : <Empty icon="calendar" title={t('calendar-free')} />)}
      {opened.sheets}
    </div>
  );
}
