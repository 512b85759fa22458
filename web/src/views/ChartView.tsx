/** A chart of one view, drawn with uPlot; the same points as a table for everyone who wants them. */
import { useEffect, useRef, useState } from 'react';
import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { useSeries } from '../api/queries';
import type { AppSpec, View } from '../api/types';
import { parseNaive, shortDay, nowIn } from '../i18n/dates';
import { formatQuantity } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';

export default function ChartView({ app, view, index }: { app: AppSpec; view: View; index: number }) {
  const t = useText();
  const { language, tz } = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const [asTable, setAsTable] = useState(false);
  const series = useSeries(app.id, index);
  const points = series.data?.points ?? [];
  const unit = series.data?.unit;
  const title = view.title || t('view-chart');
  const label = (x: string | number): string => {
    const date = parseNaive(`${x}`.length === 7 ? `${x}-01` : String(x));
    return date ? shortDay(date, nowIn(tz), language) : String(x);
  };
  useEffect(() => {
    const element = box.current;
    if (!element || !points.length) return;
    const style = getComputedStyle(element);
    const ink = style.getPropertyValue('color');
    const accent = getComputedStyle(document.documentElement).getPropertyValue('--accent').trim();
    const probe = document.createElement('span');
    probe.style.color = accent || 'teal';
    element.append(probe);
    const stroke = getComputedStyle(probe).color;
    probe.remove();
    const bars = (view.chart ?? 'bar') === 'bar' || view.chart === 'pie';
    const paths = bars ? uPlot.paths.bars?.({ size: [0.7, 46] }) : undefined;
    const axis = { stroke: ink, grid: { stroke: ink.replace('rgb', 'rgba').replace(')', ' / 12%)'), width: 1 }, ticks: { show: false }, font: '12px sans-serif' };
    const draw = () =>
      new uPlot(
        {
          width: Math.max(240, element.clientWidth), height: 300, legend: { show: false }, cursor: { show: false },
          scales: { x: { time: false, range: (_u, min, max) => [min - 0.6, max + 0.6] }, y: { range: (_u, min, max) => [Math.min(0, min), max === 0 ? 1 : max * 1.08] } },
          axes: [
            { ...axis, grid: { show: false }, values: (_u, ticks) => ticks.map((tick) => (Number.isInteger(tick) && points[tick] ? label(points[tick].x) : '')), space: 64 },
            { ...axis, values: (_u, ticks) => ticks.map((tick) => formatQuantity(tick, null, language)), size: 56 },
          ],
          series: [{}, { stroke, width: 2, ...(bars ? { fill: stroke } : { points: { show: points.length < 40 } }), ...(paths ? { paths } : {}) }],
        },
        [points.map((_, i) => i), points.map((point) => point.y)],
        element,
      );
    let plot = draw();
    const resized = new ResizeObserver(() => plot.setSize({ width: Math.max(240, element.clientWidth), height: 300 }));
    resized.observe(element);
    const scheme = matchMedia('(prefers-color-scheme: dark)');
    const again = () => {
      plot.destroy();
      plot = draw();
    };
    scheme.addEventListener('change', again);
    return () => {
      resized.disconnect();
      scheme.removeEventListener('change', again);
      plot.destroy();
    };
  });
  if (series.isPending) return <Skeleton label={t('loading')} rows={5} />;
  if (!points.length) return <Empty icon="chart" title={t('chart-none')} text={t('records-none-text')} />;
  return (
    <div className="view scroll stack">
      <figure>
        <figcaption className="muted small">{title}</figcaption>
        <div ref={box} className="chart-box" role="img" aria-label={t('chart-label', { title })} />
      </figure>
      <div><Button small look="soft" aria-expanded={asTable} onPress={() => setAsTable(!asTable)}>{t('chart-table')}</Button></div>
      {asTable && (
        <table className="chart-table">
          <tbody>
            {points.map((point, i) => (
              <tr key={i}>
                <th scope="row">{label(point.x)}</th>
                <td className="num">{point.y === null ? '–' : formatQuantity(point.y, unit, language)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </div>
  );
}
