/** How a number came about over time: a small bar for each step, the first and last step named beneath. */
import type { Answer } from '../api/types';
import { nowIn, parseNaive, shortDay } from '../i18n/dates';
import { formatQuantity } from '../i18n/format';
import { useLocale } from '../i18n/text';

const WIDTH = 320;
const HEIGHT = 72;
/** More steps than this are too thin to read. */
const MOST = 62;

interface Point {
  x: string | number;
  y: number | null;
}

export function AnswerTrend({ answer }: { answer: Answer }) {
  const { language, tz } = useLocale();
  const points = (answer.chart?.points ?? []) as Point[];
  if (answer.chart?.kind !== 'line' || points.length < 2 || points.length > MOST) return null;
  const name = (x: string | number): string => {
    const date = parseNaive(`${x}`.length === 7 ? `${x}-01` : String(x));
    return date ? shortDay(date, nowIn(tz), language) : String(x);
  };
  const most = Math.max(...points.map((point) => point.y ?? 0), 0);
  const least = Math.min(...points.map((point) => point.y ?? 0), 0);
  const range = most - least || 1;
  const step = WIDTH / points.length;
  const bar = Math.min(step * 0.76, 26);
  const zero = HEIGHT * (most / range);
  const told = points.map((point) => `${name(point.x)}: ${formatQuantity(point.y ?? 0, answer.unit ?? null, language)}`);
  return (
    <figure className="answer-trend">
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={told.join('; ')}>
        {points.map((point, index) => {
          const height = Math.max((Math.abs(point.y ?? 0) / range) * HEIGHT, point.y === null ? 0 : 2);
          const top = (point.y ?? 0) >= 0 ? zero - height : zero;
          return (
            <rect key={`${point.x}`} x={index * step + (step - bar) / 2} y={Math.max(0, top)} width={bar} height={height} rx={2}>
              <title>{told[index]}</title>
            </rect>
          );
        })}
      </svg>
      <figcaption className="muted small">
        <span>{name(points[0]?.x ?? '')}</span>
        <span>{name(points.at(-1)?.x ?? '')}</span>
      </figcaption>
    </figure>
  );
}
