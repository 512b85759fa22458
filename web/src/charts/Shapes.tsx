/** The charts without common steps: shares of a whole, a year of days, pairs of numbers. */
import { useEffect, useId, useMemo, useRef } from 'react';
import { scaleLinear } from 'd3-scale';
import { arc } from 'd3-shape';
import { addDays, isoDay, monthShort, weekdays } from '../i18n/dates';
import { shadeOf, ticksFor, type Slice } from './scale';
import type { Range } from './periods';
import { useWidth } from './useWidth';

const ring = arc<Slice>().innerRadius(58).outerRadius(96).startAngle((slice) => slice.from).endAngle((slice) => slice.to);

export function Pie({ slices, title, centre, tell }: { slices: Slice[]; title: string; centre: string; tell: (slice: Slice) => string }) {
  const id = useId();
  return (
    <div className="pie">
      <svg viewBox="0 0 200 200" role="img" aria-labelledby={id}>
        <title id={id}>{title}</title>
        <g transform="translate(100 100)">{slices.map((slice, index) => <path key={slice.label} className={`slice c${index % 9}`} d={ring(slice) ?? ''} />)}</g>
        <text x="100" y="106" textAnchor="middle" className="pie-centre">{centre}</text>
      </svg>
      <ul className="legend legend-column">
        {slices.map((slice, index) => <li key={slice.label}><i className={`swatch c${index % 9}`} /><span className="truncate">{slice.label}</span><b className="num">{tell(slice)}</b></li>)}
      </ul>
    </div>
  );
}

const CELL = 15;

export function Heat({ range, values, firstDay, language, title, tell }: {
  range: Range; values: ReadonlyMap<string, number>; firstDay: number; language: string; title: string; tell: (day: Date, value: number | undefined) => string;
}) {
  const id = useId();
  const start = addDays(range.start, -((range.start.getUTCDay() - firstDay + 7) % 7));
  const weeks = Math.ceil((range.end.getTime() - start.getTime()) / 604_800_000);
  const most = Math.max(0, ...values.values());
  const names = weekdays(language);
  const months: { week: number; label: string }[] = [];
  const cells = [];
  for (let week = 0; week < weeks; week += 1) {
    for (let row = 0; row < 7; row += 1) {
      const day = addDays(start, week * 7 + row);
      if (day < range.start || day >= range.end) continue;
      if (day.getUTCDate() === 1) months.push({ week, label: monthShort(day, language) });
      const value = values.get(isoDay(day));
      cells.push(<rect key={isoDay(day)} className={`heat h${shadeOf(value, most)}`} x={28 + week * CELL} y={20 + row * CELL} width={CELL - 2} height={CELL - 2} rx={3}><title>{tell(day, value)}</title></rect>);
    }
  }
  const box = useRef<HTMLDivElement>(null);
  const last = Math.max(0, ...[...values.keys()].map((key) => Math.floor((Date.parse(key) - start.getTime()) / 604_800_000)));
  useEffect(() => {
    if (box.current) box.current.scrollLeft = 28 + (last + 2) * CELL - box.current.clientWidth;
  }, [last]);
  return (
    <div ref={box} className="heat-box scroll" tabIndex={0} role="group" aria-labelledby={id}>
      <svg width={30 + weeks * CELL} height={24 + 7 * CELL} role="img" aria-labelledby={id}>
        <title id={id}>{title}</title>
        {months.map((month) => <text key={month.week} className="tick" x={28 + month.week * CELL} y={12}>{month.label}</text>)}
        {names.map((name, row) => row % 2 === 0 && <text key={name.day} className="tick" x={0} y={20 + row * CELL + 11}>{name.short}</text>)}
        {cells}
      </svg>
    </div>
  );
}

export function Scatter({ points, labels, formats, title, height = 340 }: {
  points: readonly (readonly [number, number])[]; labels: [string, string]; formats: [(value: number) => string, (value: number) => string]; title: string; height?: number;
}) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [xs, ys] = useMemo(() => [0, 1].map((axis) => {
    const values = points.map((point) => point[axis as 0 | 1]);
    return ticksFor(values.reduce((a, b) => Math.min(a, b), 0), values.reduce((a, b) => Math.max(a, b), 0), 5);
  }) as [number[], number[]], [points]);
  const gutter = Math.max(...ys.map((tick) => formats[1](tick).length)) * 7 + 14;
  const [left, right, top, bottom] = [gutter, width - 16, 26, height - 46];
  const x = scaleLinear([xs[0] as number, xs.at(-1) as number], [left, right]);
  const y = scaleLinear([ys[0] as number, ys.at(-1) as number], [bottom, top]);
  const d = points.map(([a, b]) => `M${x(a).toFixed(1)} ${y(b).toFixed(1)}h.01`).join('');
  return (
    <div ref={box} className="plot">
      <svg width={width} height={height} role="img" aria-labelledby={id}>
        <title id={id}>{title}</title>
        {ys.map((tick) => <g key={tick}><line className="rule" x1={left} x2={right} y1={y(tick)} y2={y(tick)} /><text className="tick" x={left - 6} y={y(tick) + 4} textAnchor="end">{formats[1](tick)}</text></g>)}
        {xs.map((tick) => <text key={tick} className="tick" x={x(tick)} y={bottom + 18} textAnchor="middle">{formats[0](tick)}</text>)}
        <line className="axis" x1={left} x2={right} y1={bottom} y2={bottom} />
        <text className="tick axis-name" x={right} y={height - 6} textAnchor="end">{labels[0]}</text>
        <text className="tick axis-name" x={0} y={14}>{labels[1]}</text>
        <path className="points c0" d={d} />
      </svg>
    </div>
  );
}
