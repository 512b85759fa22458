/** Columns, layers, lines and areas over the same steps; before it, in outline, the period before. Drawn as SVG in the theme's colours. */
import { scaleLinear } from 'd3-scale';
import { area as filled, line as curve } from 'd3-shape';
import { useId, useRef, useState, type PointerEvent } from 'react';
import type { ChartKind } from '../api/types';
import { everyNth, stacked, ticksFor } from './scale';
import { useWidth } from './useWidth';

export interface Layer {
  name: string;
  values: (number | null)[];
}

interface Props {
  kind: Exclude<ChartKind, 'pie' | 'heatmap' | 'scatter'>;
  labels: string[];
  layers: Layer[];
  before?: (number | null)[] | undefined;
  format: (value: number) => string;
  title: string;
  /** The words of one step, for the reading under the pointer. */
  tell: (index: number) => { title: string; lines: { name: string; text: string; layer?: number }[] };
  height?: number;
}

export function Plot({ kind, labels, layers, before, format, title, tell, height = 300 }: Props) {
  const id = useId();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const [at, setAt] = useState<number>();
  const layered = kind === 'stacked' && layers.length > 1;
  const columns = labels.map((_, index) => stacked(layers.map((layer) => layer.values[index] ?? null)));
  const flat = layered ? columns.flatMap((column) => column.flatMap(({ from, to }) => [from, to])) : layers.flatMap((layer) => layer.values);
  const known = [...flat, ...(before ?? [])].filter((value): value is number => typeof value === 'number');
  const ticks = ticksFor(Math.min(...known, 0), Math.max(...known, 0), Math.max(2, Math.floor(height / 64)));
  const [low, high] = [ticks[0] as number, ticks.at(-1) as number];
  const gutter = Math.max(...ticks.map((tick) => [...format(tick)].length)) * 7 + 14;
  const [left, right, top, bottom] = [gutter, width - 8, 10, height - 26];
  const slot = (right - left) / Math.max(1, labels.length);
  const x = (index: number) => left + slot * (index + 0.5);
  const y = scaleLinear([low, high], [bottom, top]);
  const nth = everyNth(labels.length, Math.max(...labels.map((label) => [...label].length * 7), 20) + 10, right - left);
  const bar = Math.max(1.5, Math.min(44, slot * (before ? 0.42 : 0.7)));
  const there = (value: number | null): value is number => value !== null;
  const line = (values: (number | null)[]) => curve<number | null>().defined(there).x((_, index) => x(index)).y((value) => y(value ?? 0))(values) ?? '';
  const area = (values: (number | null)[]) => filled<number | null>().defined(there).x((_, index) => x(index)).y0(y(0)).y1((value) => y(value ?? 0))(values) ?? '';
  const first = layers[0]?.values ?? [];
  const point = (event: PointerEvent) => {
    const rect = event.currentTarget.getBoundingClientRect();
    const index = Math.floor((event.clientX - rect.left - left) / slot);
    setAt(index >= 0 && index < labels.length ? index : undefined);
  };
  const told = at === undefined ? undefined : tell(at);
  return (
    <div ref={box} className="plot" onPointerMove={point} onPointerDown={point} onPointerLeave={() => setAt(undefined)}>
      <svg width={width} height={height} role="img" aria-labelledby={id}>
        <title id={id}>{title}</title>
        {ticks.map((tick) => (
          <g key={tick}>
            <line className={tick === 0 ? 'axis' : 'rule'} x1={left} x2={right} y1={y(tick)} y2={y(tick)} />
            <text className="tick" x={left - 6} y={y(tick) + 4} textAnchor="end">{format(tick)}</text>
          </g>
        ))}
        {labels.map((label, index) => index % nth === 0 && <text key={index} className="tick" x={x(index)} y={height - 8} textAnchor="middle">{label}</text>)}
        {at !== undefined && <rect className="here" x={x(at) - slot / 2} y={top} width={slot} height={bottom - top} />}
        {before && (kind === 'line' || kind === 'area') && <path className="before-line" d={line(before)} />}
        {before && (kind === 'bar' || kind === 'stacked') && before.map((value, index) => value !== null && value !== 0 && (
          <rect key={index} className="before-bar" x={x(index) - bar} y={Math.min(y(value), y(0))} width={bar} height={Math.max(1, Math.abs(y(value) - y(0)))} />
        ))}
        {kind === 'bar' && first.map((value, index) => value !== null && value !== 0 && (
          <rect key={index} className="bar c0" x={before ? x(index) + 1 : x(index) - bar / 2} y={Math.min(y(value), y(0))} width={bar} height={Math.max(1.5, Math.abs(y(value) - y(0)))} rx={Math.min(4, bar / 4)} />
        ))}
        {kind === 'stacked' && columns.map((column, index) => column.map(({ from, to }, layer) => from !== to && (
          <rect key={`${index}-${layer}`} className={`bar layer c${layer % 9}`} x={before ? x(index) + 1 : x(index) - bar / 2} y={Math.min(y(from), y(to))} width={bar} height={Math.max(1, Math.abs(y(to) - y(from)))} />
        )))}
        {(kind === 'line' || kind === 'area') && layers.map((layer, n) => (
          <g key={n}>
            {kind === 'area' && <path className={`area c${n % 9}`} d={area(layer.values)} />}
            <path className={`line c${n % 9}`} d={line(layer.values)} />
            {layer.values.map((value, index) => value !== null && (labels.length <= 40 || at === index) && <circle key={index} className={`dot c${n % 9}`} cx={x(index)} cy={y(value)} r={at === index ? 5 : 3} />)}
          </g>
        ))}
      </svg>
      {told && at !== undefined && (
        <div className={`tip${x(at) > width / 2 ? ' tip-left' : ''}`} style={{ insetInlineStart: x(at) > width / 2 ? 'auto' : x(at) + 10, insetInlineEnd: x(at) > width / 2 ? width - x(at) + 10 : 'auto' }} aria-hidden="true">
          <strong>{told.title}</strong>
          {told.lines.map((one) => <span key={one.name} className="tip-line">{one.layer !== undefined && <i className={`swatch c${one.layer % 9}`} />}{one.name} <b className="num">{one.text}</b></span>)}
        </div>
      )}
    </div>
  );
}
