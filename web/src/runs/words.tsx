/** What runs are made of, small: their state, their money. */
import { useLocale, useText } from '../i18n/text';
import type { RunState } from '../api/runs';

const LOUD: Partial<Record<RunState, string>> = { going: 'now', waiting: 'asks', done: 'good' };

/** How a run stands. */
export function RunBadge({ state }: { state: RunState }) {
  const t = useText();
  return <span className={`run-state ${LOUD[state] ?? 'quiet'}`}>{t(`run-state-${state}`)}</span>;
}

/** Formats US dollars, to a hundredth of a cent where they are few. */
export function useDollars(): (usd: number) => string {
  const { language } = useLocale();
  return (usd) => new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: usd && usd < 0.1 ? 4 : 2 }).format(usd);
}

/** What a run cost so far, of what it may. */
export function RunCost({ cost, most }: { cost: number; most: number | null }) {
  const t = useText();
  const dollars = useDollars();
  return <span className="muted small num">{most === null ? dollars(cost) : t('run-cost', { money: dollars(cost), most: dollars(most) })}</span>;
}
