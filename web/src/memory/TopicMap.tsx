/** A map of what the memory is about: themes as bubbles by size, people among them, lines where they are named. */
import { useMemo, useRef } from 'react';
import type { Overview } from '../api/types';
import { useLocale, useText } from '../i18n/text';
import { useWidth } from '../charts/useWidth';
import { capital, relationName, type Picked } from './facts';
import { inHue } from './hues';
import { begun, bubbles, fitted } from './shapes';

const WIDEST = 380;
const PEOPLE = 7;
const LINE = 14;

/** The chips below it do the same by keyboard, so it is one picture to a screen reader. */
export function TopicMap({ overview, picked, onToggle }: { overview: Overview; picked: Picked; onToggle: (key: 'theme' | 'person', value: string) => void }) {
  const t = useText();
  const { language } = useLocale();
  const box = useRef<HTMLDivElement>(null);
  const side = Math.min(WIDEST, useWidth(box));
  const { all, ties, radius } = useMemo(() => bubbles(overview, PEOPLE), [overview]);
  const scale = (side / 2 - 3) / radius;
  const place = new Map(all.map((one) => [one.key, one]));
  const near = (key: string) => ties.some(({ theme, person }) => (theme === key && person === picked.person) || (person === key && theme === picked.theme));
  const far = (key: string) => Boolean((picked.theme || picked.person) && key !== picked.theme && key !== picked.person && !near(key));
  return (
    <div ref={box} className="topic-map">
      <svg width={side} height={side} role="img" aria-label={t('memory-map')}>
        <g transform={`translate(${side / 2} ${side / 2})`}>
          {ties.map(({ theme, person }) => {
            const [from, to] = [place.get(theme), place.get(person)];
            const { hued, style } = inHue(theme);
            return from && to && (
              <line
                key={`${theme} ${person}`} style={style}
                className={`tie ${hued}${(picked.theme && picked.theme !== theme) || (picked.person && picked.person !== person) ? ' far' : ''}`}
                x1={from.x * scale} y1={from.y * scale} x2={to.x * scale} y2={to.y * scale}
              />
            );
          })}
          {all.map(({ key, theme, relation, count, x, y, r }) => {
            const label = theme ? t(`memory-theme-${theme}`) : relation ? capital(t(relationName(relation)), language) : key;
            const lines = fitted(label, r * scale, theme ? 3 : 1) ?? [begun(label, r * scale)];
            const number = theme && count > 1;
            const height = (lines.length + (number ? 1 : 0)) * LINE;
            const { hued, style } = inHue(theme);
            return (
              <g
                key={key} style={style}
                className={`bubble ${hued}${theme ? '' : ' somebody'}${far(key) ? ' far' : ''}`}
                transform={`translate(${(x * scale).toFixed(1)} ${(y * scale).toFixed(1)})`}
                onClick={() => onToggle(theme ? 'theme' : 'person', key)}
              >
                <circle r={(r * scale).toFixed(1)}><title>{`${label}: ${count.toLocaleString(language)}`}</title></circle>
                {lines.map((line, n) => <text key={line} y={n * LINE - height / 2 + 11}>{line}</text>)}
                {number && <text className="number" y={height / 2 - 3}>{count.toLocaleString(language)}</text>}
              </g>
            );
          })}
        </g>
      </svg>
    </div>
  );
}
