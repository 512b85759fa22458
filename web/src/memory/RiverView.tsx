/** What was said over the months, a band a theme; rings mark when something took an earlier thing's place. */
import { area, curveMonotoneX } from 'd3-shape';
import { scaleLinear } from 'd3-scale';
import { useMemo, useRef } from 'react';
import { ToggleButton } from 'react-aria-components';
import type { Fact } from '../api/types';
import { useLocale, useText } from '../i18n/text';
import { everyNth } from '../charts/scale';
import { useWidth } from '../charts/useWidth';
import { byMonth, type Picked } from './facts';
import { inHue } from './hues';
import { river } from './shapes';

const HEIGHT = 200;

export function RiverView({ facts, picked, onToggle }: { facts: Fact[]; picked: Picked; onToggle: (key: 'theme' | 'month', value: string) => void }) {
  const t = useText();
  const { language } = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const { months, bands, reach, turns } = useMemo(() => river(facts), [facts]);
  const counts = useMemo(() => new Map(byMonth(facts).map(({ key, count }) => [key, count])), [facts]);
  const slot = width / months.length;
  const middle = (index: number) => slot * (index + 0.5);
  const y = scaleLinear([-reach, reach], [HEIGHT - 8, 22]);
  const nth = everyNth(months.length, 30, width);
  const name = (month: string, how: 'long' | 'narrow' | 'short') =>
    new Intl.DateTimeFormat(language, { month: how, ...(how === 'long' && { year: 'numeric' }), timeZone: 'UTC' }).format(new Date(`${month}-15T12:00:00Z`));
  const at = picked.month ? months.indexOf(picked.month) : -1;
  return (
    <div ref={box} className="river">
      <svg width={width} height={HEIGHT} role="img" aria-label={t('memory-river')}>
        {at >= 0 && <rect className="river-here" x={slot * at} y={0} width={slot} height={HEIGHT} rx={6} />}
        {bands.map(({ theme, edges }) => {
          // a stretch before the first and after the last month, so that the bands reach from side to side
          const points = [{ x: 0, edge: edges[0] }, ...edges.map((edge, index) => ({ x: middle(index), edge })), { x: width, edge: edges.at(-1) }];
          const d = area<(typeof points)[number]>().x((p) => p.x).y0((p) => y(p.edge?.[0] ?? 0)).y1((p) => y(p.edge?.[1] ?? 0)).curve(curveMonotoneX)(points) ?? '';
          const { hued, style } = inHue(theme);
          return (
            <path key={theme} className={`band ${hued}${picked.theme && picked.theme !== theme ? ' far' : ''}`} style={style} d={d} onClick={() => onToggle('theme', theme)}>
              <title>{t(`memory-theme-${theme}`)}</title>
            </path>
          );
        })}
        {turns.map(({ month, texts }) => (
          <g key={month} className="turned" transform={`translate(${middle(months.indexOf(month)).toFixed(1)} 10)`} onClick={() => onToggle('month', month)}>
            <line y1={4} y2={HEIGHT - 18} />
            <circle r={5}><title>{`${t('memory-turned')}: ${texts.join(' · ')}`}</title></circle>
          </g>
        ))}
      </svg>
      <div className="months" role="group" aria-label={t('memory-months')}>
        {months.map((month, index) => (
          <div key={month} className={`river-month${counts.get(month) ? '' : ' empty'}`}>
            <span aria-hidden="true">{index % nth === 0 && name(month, slot > 44 ? 'short' : 'narrow').replace(/[月월]$/, '')}</span>
            <ToggleButton
              aria-label={t('memory-month', { month: name(month, 'long'), count: counts.get(month) ?? 0 })}
              isDisabled={!counts.get(month)}
              isSelected={picked.month === month}
              onChange={() => onToggle('month', month)}
            />
          </div>
        ))}
      </div>
    </div>
  );
}
