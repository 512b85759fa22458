/** A chart of one view: a period to choose, the number it comes to, the period before beside it, the table behind it. */
import { useMemo, useState } from 'react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import type { AppSpec, Entity, Field, Point, Series, View } from '../api/types';
import { Heat, Pie, Scatter } from '../charts/Shapes';
import { Plot, type Layer } from '../charts/Plot';
import { dayOf, floorTo, keyOf, rangeOf, shifted, spanOf, SPANS, stepOf, stepsIn, type Range, type Span, type Step } from '../charts/periods';
import { change, slicesOf } from '../charts/scale';
import '../charts/charts.css';
import { addDays, firstDayOfWeek, isoDay, longDay, monthName, monthShort, nowIn, quarterOf, shortDay, weekdays } from '../i18n/dates';
import { formatDuration, formatQuantity, formatValue, unitLabel } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { shownUnit, toShown, type Units } from '../i18n/units';
import { useExplain } from '../shell/explain';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { useRows } from './data';
import { fieldOf, filterRows, NUMERIC } from './rows';
import { ready } from './Conditions';
import { useMore } from './shared';
import { titleOf, valueOf } from './titles';
import type { useDraft } from './draft';

const GRAINS = new Set(['hour', 'day', 'week', 'month', 'quarter', 'year', 'weekday']);
/** Pairs that the table holds for those who cannot see the dots, while it is folded. */
const UNSEEN = 50;
const ADDED_UP = new Set(['sum', 'count']);

interface Props {
  app: AppSpec;
  entity: Entity;
  view: View;
  index: number;
  draft: Pick<ReturnType<typeof useDraft>, 'change'>;
  /** The view is not kept yet: the home is asked about it as it stands here. */
  isPreview?: boolean;
}

export default function ChartView(props: Props) {
  return props.view.chart === 'scatter' ? <Pairs {...props} /> : <Stepped {...props} />;
}

function Stepped({ app, entity, view, index, draft, isPreview }: Props) {
  const t = useText();
  const explain = useExplain();
  const { language, tz } = useLocale();
  const now = nowIn(tz);
  const firstDay = firstDayOfWeek(language);
  const byField = !!view.group_by && (!GRAINS.has(view.group_by) || !!fieldOf(entity, view.group_by));
  const byWeekday = view.group_by === 'weekday' && !byField;
  const span = spanOf(view, byField || byWeekday);
  const step = stepOf(span, view.period, view.chart);
  const [day, setDay] = useState(now);
  const [asTable, setAsTable] = useState(false);
  const range = view.chart === 'heatmap' && span === 'all' ? rangeOf('year', day, firstDay) : rangeOf(span, day, firstDay);
  const earlier = range && rangeOf(span, shifted(span, range.start, -1), firstDay);
  const now_ = useSeriesOf(app.id, index, range, byField || byWeekday ? undefined : step, true, isPreview ? view : undefined);
  const then = useSeriesOf(app.id, index, earlier, byField || byWeekday ? undefined : step, !!view.compare && !!earlier, isPreview ? view : undefined);
  const series = now_.data;
  const points = series?.points ?? [];
  const field = fieldOf(entity, series?.field);
  const say = (value: number) => (field?.type === 'duration' ? formatDuration(value, language) : formatQuantity(value, series?.unit, language));
  const short = (value: number) => (field?.type === 'duration' ? formatDuration(value, language) : formatQuantity(value, /^[A-Z]{3}$/.test(series?.unit ?? '') ? null : null, language));
  const addsUp = ADDED_UP.has(series?.aggregate ?? '');
  const kind = view.chart ?? (byField || byWeekday ? 'bar' : addsUp ? 'bar' : 'line');
  const title = view.title || field?.label || entity.label;
  const label = (x: string | number | null) => labelOf(x, { byWeekday, language, none: t('group-none') });

  const drawn = useMemo(() => {
    if (byField || byWeekday) {
      const keys = byWeekday ? weekdays(language).map((name) => String(name.day || 7)) : [...new Set(points.map((point) => point.x))];
      return { steps: undefined, labels: keys.map((x) => label(x)), full: keys.map((x) => label(x)), layers: layersOf(points, keys.map(String), (x) => String(x), addsUp), before: undefined };
    }
    const days = points.flatMap((point) => dayOf(point.x) ?? []);
    const whole: Range = range ?? { start: days.reduce((a, b) => (b < a ? b : a), days[0] ?? now), end: addDays(days.reduce((a, b) => (b > a ? b : a), days[0] ?? now), 1) };
    const steps = stepsIn(whole, step);
    const keys = steps.map((one) => keyOf(step, one));
    const at = (x: string | number) => {
      const found = dayOf(x);
      return found ? keyOf(step, found) : '';
    };
    const drawnLine = kind === 'line' || kind === 'area';
    const layers = layersOf(points, keys, at, addsUp).map((layer) =>
      // A line ends today: what has not happened yet is not nothing.
      drawnLine ? { ...layer, values: layer.values.map((value, n) => (value === 0 && (steps[n] as Date) > now ? null : value)) } : layer,
    );
    const past = earlier && view.compare && then.data
      ? layersOf(then.data.points.map(({ x, y }) => ({ x, y })), stepsIn(earlier, step).map((one) => keyOf(step, one)), at, addsUp)[0]?.values : undefined;
    return { steps, labels: steps.map((one) => stepLabel(one, step, span, language)), full: steps.map((one) => stepName(one, step, now, language, t)), layers, before: past && keys.map((_, n) => past[n] ?? null) };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the rest follows from these
  }, [series, then.data, view, language, span, step, range?.start.getTime()]);

  const total = totalOf(points, series?.aggregate);
  const past = view.compare && then.data ? totalOf(then.data.points, then.data.aggregate) : undefined;
  const more = change(total, past);
  const chooser = (
    <div className="chart-bar">
      <fieldset className="spans">
        <legend className="sr">{t('chart-span')}</legend>
        {SPANS.map((one) => (
          <label key={one}><input type="radio" name={`span-${app.id}-${index}${isPreview ? '-preview' : ''}`} checked={span === one} onChange={() => draft.change({ span: one })} /><span>{t(`span-${one}`)}</span></label>
        ))}
      </fieldset>
      {range && (
        <div className="period">
          <IconButton icon="back" label={t('period-earlier')} onPress={() => setDay(shifted(span, range.start, -1))} />
          <h2 aria-live="polite">{rangeName(range, span, now, language, t)}</h2>
          <IconButton icon="next" label={t('period-later')} isDisabled={range.end > now} onPress={() => setDay(shifted(span, range.start, 1))} />
        </div>
      )}
      {range && !byField && kind !== 'heatmap' && (
        <label className="check-row small"><input type="checkbox" checked={!!view.compare} onChange={(event) => draft.change({ compare: event.target.checked })} /><span>{t('chart-compare')}</span></label>
      )}
    </div>
  );
  if (now_.isError && !series) return <Empty icon="warn" title={t('view-failed-title')} text={explain(now_.error)} />;
  return (
    <div className="view scroll stack">
      {chooser}
      {now_.isPending && <Skeleton label={t('loading')} rows={5} />}
      {series && points.length === 0 && <Empty icon="chart" title={t('chart-none')} text={range ? t('chart-none-then') : t('records-none-text')} />}
      {series && points.length > 0 && (
        <>
          {total !== undefined && (
            <p className="chart-sum">
              <strong className="num">{say(total)}</strong>
              <span className="muted">{t(`aggregate-${series.aggregate ?? 'sum'}`)}{field ? ` · ${field.label}` : ''}</span>
              {more !== undefined && <span className="muted num">{t('chart-change', { change: `${more >= 0 ? '+' : '−'}${formatQuantity(Math.round(Math.abs(more) * 100), '%', language)}`, before: say(past as number) })}</span>}
            </p>
          )}
          {kind === 'pie' ? (
            <Pie
              title={t('chart-label', { title })} centre={total === undefined ? '' : short(total)}
              slices={slicesOf(drawn.full.map((name, n) => ({ label: name, value: sumAt(drawn.layers, n) })), 8, t('chart-rest'))}
              tell={(slice) => `${say(slice.value)} · ${formatQuantity(Math.round(slice.share * 100), '%', language)}`}
            />
          ) : kind === 'heatmap' && range ? (
            <Heat
              range={range} firstDay={firstDay} language={language} title={t('chart-label', { title })}
              values={new Map(points.flatMap((point) => (typeof point.y === 'number' && dayOf(point.x) ? [[isoDay(dayOf(point.x) as Date), point.y] as const] : [])))}
              tell={(one, value) => `${longDay(one, now, language)}: ${value === undefined ? '–' : say(value)}`}
            />
          ) : (
            <Plot
              kind={kind === 'heatmap' || kind === 'scatter' ? 'bar' : kind} labels={drawn.labels} layers={drawn.layers} before={drawn.before} format={short} title={t('chart-label', { title })}
              tell={(n) => ({
                title: drawn.full[n] ?? '',
                lines: [
                  ...drawn.layers.flatMap((layer, at) => (layer.values[n] === null || layer.values[n] === undefined ? [] : [{ name: layer.name || title, text: say(layer.values[n] as number), ...(drawn.layers.length > 1 ? { layer: at } : {}) }])),
                  ...(typeof drawn.before?.[n] === 'number' ? [{ name: t('chart-before'), text: say(drawn.before[n] as number) }] : []),
                ],
              })}
            />
          )}
          {(drawn.layers.length > 1 || drawn.before) && view.chart !== 'pie' && (
            <ul className="legend">
              {drawn.layers.length > 1 && drawn.layers.map((layer, n) => <li key={layer.name}><i className={`swatch c${n % 9}`} />{layer.name === '…' ? t('chart-rest') : layer.name || t('group-none')}</li>)}
              {drawn.before && <li><i className="swatch swatch-before" />{t('chart-before')}</li>}
            </ul>
          )}
          <div><Button small look="soft" aria-expanded={asTable} onPress={() => setAsTable(!asTable)}>{t('chart-table')}</Button></div>
          <div className={asTable ? '' : 'sr'}>
            <table className="chart-table">
              <caption className="sr">{t('chart-label', { title })}</caption>
              <thead>
                <tr>
                  <th scope="col">{byField ? (fieldOf(entity, view.group_by)?.label ?? '') : t('chart-time')}</th>
                  {drawn.layers.map((layer) => <th key={layer.name} scope="col">{drawn.layers.length > 1 ? layer.name || t('group-none') : title}</th>)}
                  {drawn.before && <th scope="col">{t('chart-before')}</th>}
                </tr>
              </thead>
              <tbody>
                {drawn.full.map((name, n) => drawn.layers.some((layer) => layer.values[n]) || typeof drawn.before?.[n] === 'number' ? (
                  <tr key={n}>
                    <th scope="row">{name}</th>
                    {drawn.layers.map((layer) => <td key={layer.name} className="num">{typeof layer.values[n] === 'number' ? say(layer.values[n] as number) : '–'}</td>)}
                    {drawn.before && <td className="num">{typeof drawn.before[n] === 'number' ? say(drawn.before[n] as number) : '–'}</td>}
                  </tr>
                ) : null)}
              </tbody>
            </table>
          </div>
        </>
      )}
    </div>
  );
}

/** Two numbers of each record against each other. */
function Pairs({ app, entity, view }: Props) {
  const t = useText();
  const locale = useLocale();
  const { language, units } = locale;
  const [asTable, setAsTable] = useState(false);
  const { rows, isPending } = useRows(app.id, entity.name);
  const numbers = entity.fields.filter((field) => NUMERIC.has(field.type));
  const named = (view.fields ?? []).flatMap((name) => numbers.find((field) => field.name === name) ?? []);
  const [x, y] = [named[0] ?? numbers[0], named[1] ?? numbers.find((field) => field !== (named[0] ?? numbers[0]))];
  const pairs = useMemo(() => {
    if (!x || !y) return [];
    return filterRows(rows, ready(view.where ?? []), '', entity, () => '').flatMap((row) => {
      const [a, b] = [valueOf(row, x), valueOf(row, y)];
      return typeof a === 'number' && typeof b === 'number' ? [{ row, at: [toShown(a, x.unit, units), toShown(b, y.unit, units)] as const }] : [];
    });
  }, [rows, view.where, entity, x, y, units]);
  const points = useMemo(() => pairs.map(({ at }) => at), [pairs]);
  const more = useMore(pairs.length);
  if (isPending) return <Skeleton label={t('loading')} rows={5} />;
  if (!x || !y || !points.length) return <Empty icon="chart" title={t('chart-none')} text={t('chart-two-numbers')} />;
  const shown = pairs.slice(0, asTable ? more.count : UNSEEN);
  const unit = (field: Field) => (value: number) => (field.type === 'duration' ? formatDuration(value, language) : formatQuantity(value, null, language));
  const name = (field: Field) => {
    const own = shownUnit(field.unit, units);
    return own ? `${field.label} (${unitLabel(own, language)})` : field.label;
  };
  return (
    <div className="view scroll stack">
      <Scatter points={points} labels={[name(x), name(y)]} formats={[unit(x), unit(y)]} title={t('chart-pairs', { x: x.label, y: y.label, count: points.length })} />
      <div><Button small look="soft" aria-expanded={asTable} onPress={() => setAsTable(!asTable)}>{t('chart-table')}</Button></div>
      <div className={asTable ? 'stack' : 'sr'}>
        <table className="chart-table">
          <caption className="sr">{t('chart-pairs', { x: x.label, y: y.label, count: points.length })}</caption>
          <thead><tr><th scope="col">{entity.label}</th><th scope="col">{x.label}</th><th scope="col">{y.label}</th></tr></thead>
          <tbody>
            {shown.map(({ row }) => (
              <tr key={row.id}><th scope="row">{titleOf(row, entity, locale, t('record-entry'))}</th>{[x, y].map((field) => <td key={field.name} className="num">{formatValue(valueOf(row, field), field, locale)}</td>)}</tr>
            ))}
          </tbody>
        </table>
        {asTable && more.more}
      </div>
    </div>
  );
}

function useSeriesOf(app: string, view: number, range: Range | undefined, step: Step | undefined, enabled: boolean, own?: View) {
  const { units } = useLocale();
  const asked = { ...(range ? { start: isoDay(range.start), end: isoDay(range.end) } : {}), ...(step ? { step } : {}) };
  return useQuery({ queryKey: ['series', app, own ?? view, asked], queryFn: () => (own ? api.seriesOf(app, own, asked) : api.series(app, view, asked)), placeholderData: keepPreviousData, enabled, select: (series) => inWanted(series, units) });
}

/** A series in the unit that the person wants to see, so that the axis has round numbers in it. */
export function inWanted(series: Series, units: Units | undefined): Series {
  const unit = shownUnit(series.unit, units);
  if (!unit || unit === series.unit) return series;
  return { ...series, unit, points: series.points.map((point) => ({ ...point, y: point.y === null ? null : toShown(point.y, series.unit, units) })) };
}

/** Points as layers over the same steps; what adds up is 0 where there is nothing, a mean is not known. */
export function layersOf(points: readonly Point[], keys: readonly string[], at: (x: string | number) => string, addsUp: boolean): Layer[] {
  const place = new Map(keys.map((key, index) => [key, index]));
  const layers = new Map<string, (number | null)[]>();
  for (const point of points) {
    const name = point.group ?? '';
    let values = layers.get(name);
    if (!values) layers.set(name, (values = keys.map(() => (addsUp ? 0 : null))));
    const index = place.get(point.x === null ? 'null' : at(point.x));
    if (index !== undefined && typeof point.y === 'number') values[index] = addsUp ? (values[index] ?? 0) + point.y : point.y;
  }
  return [...layers].map(([name, values]) => ({ name, values }));
}

const sumAt = (layers: readonly Layer[], index: number) => layers.reduce((sum, layer) => sum + (layer.values[index] ?? 0), 0);

/** What points come to; undefined where adding up would mean nothing. */
export function totalOf(points: readonly Point[], aggregate: string | undefined): number | undefined {
  const values = points.flatMap((point) => (typeof point.y === 'number' ? [point.y] : []));
  if (!values.length) return undefined;
  if (ADDED_UP.has(aggregate ?? '')) return Number(values.reduce((sum, value) => sum + value, 0).toPrecision(12));
  if (aggregate === 'max') return Math.max(...values);
  if (aggregate === 'min') return Math.min(...values);
  if (aggregate === 'last') return values.at(-1);
  return undefined;
}

function labelOf(x: string | number | null, { byWeekday, language, none }: { byWeekday: boolean; language: string; none: string }): string {
  if (x === null || x === '' || x === 'null') return none;
  if (byWeekday) return weekdays(language).find((name) => String(name.day || 7) === String(x))?.long ?? String(x);
  return String(x);
}

function stepLabel(day: Date, step: Step, span: Span, language: string): string {
  if (step === 'year') return String(day.getUTCFullYear());
  if (step === 'quarter') return `Q${quarterOf(day)}`;
  if (step === 'month') return day.getUTCMonth() === 0 && span === 'all' ? `${day.getUTCFullYear()}` : monthShort(day, language);
  if (step === 'day' && span === 'week') return weekdays(language).find((name) => name.day === day.getUTCDay())?.long.slice(0, 3) ?? '';
  return step === 'day' ? String(day.getUTCDate()) : shortDay(day, day, language);
}

function stepName(day: Date, step: Step, now: Date, language: string, t: ReturnType<typeof useText>): string {
  if (step === 'day') return longDay(day, now, language);
  if (step === 'week') return t('week-of', { day: shortDay(floorTo('week', day), now, language) });
  return step === 'month' ? monthName(day, language) : step === 'quarter' ? t('quarter-of', { quarter: quarterOf(day), year: String(day.getUTCFullYear()) }) : String(day.getUTCFullYear());
}

function rangeName(range: Range, span: Span, now: Date, language: string, t: ReturnType<typeof useText>): string {
  if (span === 'week') return `${shortDay(range.start, now, language)} – ${shortDay(addDays(range.end, -1), now, language)}`;
  return stepName(range.start, span === 'month' ? 'month' : span === 'quarter' ? 'quarter' : 'year', now, language, t);
}
