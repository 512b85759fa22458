/** Records as a list, as cards, along a timeline of days, or as pictures; grouped when the view says so. */
import type { ReactNode } from 'react';
import type { RecordRow } from '../api/types';
import { clock, nowIn, parseNaive, relativeDay } from '../i18n/dates';
import { imageAddress } from '../fields/images';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Mark } from './Mark';
import { byDay, momentField, momentOf } from './moment';
import { NUMERIC, fieldOf, groupRows } from './rows';
import { Lacking, besides, useMore, useOpened, useReading, useShown, type ViewProps } from './shared';

export default function CardsView({ app, entity, view }: ViewProps) {
  const t = useText();
  const { language, tz } = useLocale();
  const state = useShown(app, entity, view);
  const reading = useReading(app, entity);
  const opened = useOpened(app, entity);
  const more = useMore(state.rows.length);
  const moment = momentField(entity);
  const groupField = fieldOf(entity, view.group_by);
  const picture = (view.fields ?? []).map((name) => fieldOf(entity, name)).find((field) => field?.type === 'image') ?? entity.fields.find((field) => field.type === 'image');
  const shown = besides(entity, view);
  const rows = state.rows.slice(0, more.count);
  const now = nowIn(tz);
  const day = (text: string) => {
    const date = parseNaive(text);
    return date ? relativeDay(date, now, language) : text;
  };
  const image = (row: RecordRow, small = true) => {
    const address = picture ? imageAddress(String(row.values[picture.name] ?? ''), small) : undefined;
    return address ? <img src={address} alt="" loading="lazy" decoding="async" /> : undefined;
  };
  const card = (row: RecordRow) => (
    <button key={row.id} type="button" className="card record-card" onClick={() => opened.open(row)}>
      {image(row)}
      <strong><Mark id={row.id} />{reading.title(row)}</strong>
      <dl>
        {shown.map((field) => {
          const text = reading.read(row, field);
          return text ? [<dt key={`${field.name}-t`}>{field.label}</dt>, <dd key={field.name}>{text}</dd>] : null;
        })}
      </dl>
    </button>
  );
  const line = (row: RecordRow) => {
    const end = shown.find((field) => NUMERIC.has(field.type) && field.type !== 'rating') ?? shown.at(-1);
    const texts = shown.filter((field) => field !== end).map((field) => reading.brief(row, field)).filter(Boolean);
    const last = end ? reading.brief(row, end) : '';
    return (
      <li key={row.id}>
        <button type="button" className="list-line" onClick={() => opened.open(row)}>
          {image(row)}
          <span className="list-text"><strong className="truncate"><Mark id={row.id} />{reading.title(row)}</strong><span className="muted small truncate">{texts.join(' · ')}</span></span>
          {last && <span className="num small list-end">{last}</span>}
        </button>
      </li>
    );
  };
  const tile = (row: RecordRow) => (
    <button key={row.id} type="button" className="gallery-tile" onClick={() => opened.open(row)}>
      {image(row) ?? <span className="gallery-none" aria-hidden="true">{app.icon}</span>}
      <span className="truncate"><Mark id={row.id} />{reading.title(row)}</span>
    </button>
  );
  const draw = (list: readonly RecordRow[]): ReactNode =>
    view.kind === 'list' ? <ul className="list-lines">{list.map(line)}</ul>
    : view.kind === 'gallery' ? <div className="gallery-tiles">{list.map(tile)}</div>
    : <div className="cards">{list.map(card)}</div>;
  const groups: [string, readonly RecordRow[]][] | undefined = groupField && view.kind !== 'timeline'
    ? groupRows(rows, groupField, language).map((group) => [group.key === null ? t('group-none') : reading.read({ id: '', entity: '', values: { [groupField.name]: group.key }, computed: { [groupField.name]: group.key } }, groupField), group.rows])
    : undefined;
  const empty = state.isPending || !state.rows.length;
  return (
    <div className="view scroll stack">
      {empty && <Lacking state={state} icon={view.kind === 'timeline' ? 'timeline' : view.kind === 'list' ? 'list' : 'cards'} onAdd={() => opened.add({})} />}
      {!empty && <div><Button small icon="plus" onPress={() => opened.add({})}>{t('add')}</Button></div>}
      {view.kind === 'timeline' ? (
        <ol className="timeline">
          {byDay(rows, moment, entity, true).map(([key, list]) => (
            <li key={key}>
              <h2>{day(key)}</h2>
              <ul>
                {list.map((row) => {
                  const at = momentOf(row, moment, entity);
                  const date = parseNaive(at);
                  return (
                    <li key={row.id}>
                      <button type="button" className="timeline-entry" onClick={() => opened.open(row)}>
                        <span className="timeline-time muted num small">{date && /T/.test(at) ? clock(date, language) : ''}</span>
                        {image(row)}
                        <span className="list-text"><strong><Mark id={row.id} />{reading.title(row)}</strong><span className="muted small">{shown.filter((field) => field !== moment).map((field) => reading.brief(row, field)).filter(Boolean).slice(0, 4).join(' · ')}</span></span>
                      </button>
                    </li>
                  );
                })}
              </ul>
            </li>
          ))}
        </ol>
      ) : groups ? groups.map(([name, list]) => <section key={name} className="day-group"><h2>{name} <span className="num">{list.length}</span></h2>{draw(list)}</section>) : draw(rows)}
      {more.more}
      {opened.sheets}
    </div>
  );
}
