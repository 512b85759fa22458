/** Why a memory is kept, as a picture: its score, made of five weighted parts, each with a bar and in words. */
import type { Part, Reasons as Found, Tier } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';

const PARTS: [Part, number][] = [['importance', 25], ['use', 105], ['freshness', 215], ['credit', 305], ['novelty', 58]];
/** How much each part weighs, where the home does not say; as `forgetting/retention.py` has it. */
const WEIGHTS: Record<Part, number> = { importance: 0.3, use: 0.25, freshness: 0.25, credit: 0.1, novelty: 0.1 };
/** From here on a part is more than half full, or less. */
const [MORE, LESS] = [0.55, 0.45];

const inPart = (hue: number) => ({ '--hue': hue }) as React.CSSProperties;

/** The score as one bar: each part as long as what it adds. */
export function ScoreBar({ parts, weights = WEIGHTS }: { parts: Partial<Record<Part, number>>; weights?: Record<Part, number> }) {
  return (
    <div className="score-bar" aria-hidden="true">
      {PARTS.map(([part, hue]) => <span key={part} className="hued" style={{ ...inPart(hue), width: `${100 * weights[part] * (parts[part] ?? 0)}%` }} />)}
    </div>
  );
}

/** Each part in a few words with its number, in the colours of the bar. */
export function ScoreParts({ parts }: { parts: Partial<Record<Part, number>> }) {
  const t = useText();
  const percent = usePercent();
  return (
    <ul className="score-parts">
      {PARTS.filter(([part]) => parts[part] !== undefined).map(([part, hue]) => (
        <li key={part} className="hued" style={inPart(hue)}><i aria-hidden="true" />{t(`memory-part-${part}`)} <span className="number">{percent(parts[part] ?? 0)}</span></li>
      ))}
    </ul>
  );
}

export function Reasons({ reasons, at, tier, app }: { reasons: Found; at: string; tier: Tier; app: string | undefined }) {
  const t = useText();
  const locale = useLocale();
  const percent = usePercent();
  const { parts, kept } = reasons;
  const words: Record<Part, string> = {
    importance: t(reasons.is_set ? 'memory-part-set' : `memory-tier-${tier}`),
    use: reasons.uses && reasons.last_used
      ? t('memory-part-used', { count: reasons.uses, when: formatWhen(reasons.last_used.slice(0, 10), locale) })
      : t('memory-used-times', { count: reasons.uses }),
    freshness: t('memory-part-said', { when: formatWhen(at.slice(0, 10), locale) }),
    credit: t(parts.credit > MORE ? 'memory-part-right' : parts.credit < LESS ? 'memory-part-wrong' : 'memory-part-untold'),
    novelty: t(parts.novelty >= 0.8 ? 'memory-part-new' : parts.novelty >= 0.5 ? 'memory-part-partly' : 'memory-part-known'),
  };
  return (
    <section className="reasons" aria-labelledby="why-kept">
      <p className="reasons-head">
        <strong id="why-kept" role="heading" aria-level={3}>{t('memory-why-kept')}</strong>
        <span className="number">{percent(reasons.score)}</span>
      </p>
      <ScoreBar parts={parts} weights={reasons.weights} />
      <p className="small reasons-stays">
        {kept ? t(kept === 'pinned' || kept === 'legal' ? `memory-stays-${kept}` : 'memory-stays-app', { name: app ?? kept }) : t('memory-stays')}
      </p>
      <dl>
        {PARTS.map(([part, hue]) => (
          <div key={part} className="hued" style={inPart(hue)}>
            <dt>{t(`memory-part-${part}`)}</dt>
            <dd>
              <span className="part-bar" aria-hidden="true"><span style={{ width: `${100 * parts[part]}%` }} /></span>
              <span className="number">{percent(parts[part])}</span>
              <span className="muted small">{words[part]}</span>
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

function usePercent() {
  const { language } = useLocale();
  const format = new Intl.NumberFormat(language, { style: 'percent', maximumFractionDigits: 0 });
  return (value: number) => format.format(value);
}
