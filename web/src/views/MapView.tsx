/** Places on a plain sheet with a graticule, and beside it every place by name. Nothing is fetched from anywhere. */
import { useMemo, useRef, useState } from 'react';
import { useWidth } from '../charts/useWidth';
import { formatNumber } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { sheetFor, spotIn, type Spot } from './places';
import { Mark } from './Mark';
import { Lacking, useMore, useOpened, useReading, useShown, type ViewProps } from './shared';
import type { RecordRow } from '../api/types';

const HEIGHT = 380;

export default function MapView({ app, entity, view }: ViewProps) {
  const t = useText();
  const { language } = useLocale();
  const state = useShown(app, entity, view);
  const reading = useReading(app, entity);
  const opened = useOpened(app, entity);
  const more = useMore(state.rows.length);
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [near, setNear] = useState<string>();
  const placed = useMemo(() => state.rows.flatMap((row) => {
    const spot = spotIn(row, entity);
    return spot ? [{ row, spot }] : [];
  }), [state.rows, entity]);
  const sheet = useMemo(() => (placed.length ? sheetFor(placed.map(({ spot }) => spot), width, HEIGHT) : undefined), [placed, width]);
  const named = useMemo(() => (sheet ? apart(placed.map(({ row, spot }) => ({ id: row.id, x: sheet.x(spot.lon), y: sheet.y(spot.lat) }))) : new Set<string>()), [placed, sheet]);
  const place = entity.fields.find((field) => field.type === 'place');
  const degrees = (value: number, [plus, minus]: [string, string]) => `${formatNumber(Math.abs(value), language, 3)}°${value >= 0 ? plus : minus}`;
  const told = (row: RecordRow, spot: Spot | undefined) => (place && reading.read(row, place)) || (spot ? `${degrees(spot.lat, ['N', 'S'])} ${degrees(spot.lon, ['E', 'W'])}` : t('map-no-place'));
  if (state.isPending || !state.rows.length) return <div className="view scroll"><Lacking state={state} icon="list" onAdd={() => opened.add({})} />{opened.sheets}</div>;
  return (
    <div className="view scroll stack">
      <div ref={box} className="map-box">
        {sheet ? (
          <svg width={width} height={HEIGHT} role="img" aria-label={t('map-label', { count: placed.length })}>
            {sheet.lats.map((lat) => <g key={`a${lat}`}><line className="rule" x1={0} x2={width} y1={sheet.y(lat)} y2={sheet.y(lat)} /><text className="tick" x={6} y={sheet.y(lat) - 4}>{degrees(lat, ['N', 'S'])}</text></g>)}
            {sheet.lons.map((lon) => <g key={`o${lon}`}><line className="rule" y1={0} y2={HEIGHT} x1={sheet.x(lon)} x2={sheet.x(lon)} /><text className="tick" x={sheet.x(lon) + 4} y={HEIGHT - 6}>{degrees(lon, ['E', 'W'])}</text></g>)}
            {placed.map(({ row, spot }) => (
              <g key={row.id} className={`map-spot${near === row.id ? ' near' : ''}`} onClick={() => opened.open(row)}>
                <circle cx={sheet.x(spot.lon)} cy={sheet.y(spot.lat)} r={near === row.id ? 10 : 7} />
                {(near === row.id || named.has(row.id)) && <text className="map-name" x={sheet.x(spot.lon) + (sheet.x(spot.lon) > width - 120 ? -12 : 12)} y={sheet.y(spot.lat) + 4} textAnchor={sheet.x(spot.lon) > width - 120 ? 'end' : 'start'}>{reading.title(row)}</text>}
              </g>
            ))}
          </svg>
        ) : <p className="map-none muted">{t('map-none')}</p>}
      </div>
      <ul className="list-lines" aria-label={t('map-places')}>
        {state.rows.slice(0, more.count).map((row) => {
          const spot = spotIn(row, entity);
          return (
            <li key={row.id}>
              <button type="button" className="list-line" onMouseEnter={() => setNear(row.id)} onMouseLeave={() => setNear(undefined)} onFocus={() => setNear(row.id)} onBlur={() => setNear(undefined)} onClick={() => opened.open(row)}>
                <i className={`map-mark${spot ? '' : ' map-mark-none'}`} aria-hidden="true" />
                <span className="list-text"><strong className="truncate"><Mark id={row.id} />{reading.title(row)}</strong><span className="muted small truncate">{told(row, spot)}</span></span>
              </button>
            </li>
          );
        })}
      </ul>
      {more.more}
      {opened.sheets}
    </div>
  );
}

/** Those of the first dozen spots whose names do not lie on each other; the others are named when they are pointed at. */
function apart(spots: readonly { id: string; x: number; y: number }[]): Set<string> {
  const kept: { id: string; x: number; y: number }[] = [];
  for (const spot of spots.slice(0, 12)) {
    if (!kept.some((other) => Math.abs(other.y - spot.y) < 16 && Math.abs(other.x - spot.x) < 90)) kept.push(spot);
  }
  return new Set(kept.map(({ id }) => id));
}
