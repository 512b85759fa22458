/** A recurrence rule in a few words: how often, and on which weekdays. */
import { useText, useLocale, type Text } from '../i18n/text';

const DAYS = ['SU', 'MO', 'TU', 'WE', 'TH', 'FR', 'SA'];
const FREQUENCIES = new Set(['HOURLY', 'DAILY', 'WEEKLY', 'MONTHLY', 'YEARLY']);

/** The parts of an RRULE. */
export function parseRule(rrule: string): Record<string, string> {
  return Object.fromEntries(
    rrule.replace(/^RRULE:/i, '').split(';').map((part) => part.split('=')).filter((pair): pair is [string, string] => pair.length === 2),
  );
}

/** `FREQ=WEEKLY;BYDAY=MO,WE` → 'every week (Mon, Wed)'; '' for none or one that has no words here. */
export function ruleText(rrule: string | null | undefined, t: Text, language: string): string {
  if (!rrule) return '';
  const { FREQ = '', INTERVAL = '1', BYDAY = '' } = parseRule(rrule);
  if (!FREQUENCIES.has(FREQ)) return t('rule-other');
  const often = t(`rule-${FREQ.toLowerCase()}`, { count: Number(INTERVAL) || 1 });
  const days = BYDAY.split(',').map((day) => DAYS.indexOf(day.slice(-2))).filter((day) => day >= 0);
  if (!days.length || FREQ !== 'WEEKLY') return often;
  const name = new Intl.DateTimeFormat(language, { weekday: 'short', timeZone: 'UTC' });
  const names = days.map((day) => name.format(new Date(Date.UTC(2023, 0, 1 + day))));
  return t('rule-on-days', { often, days: new Intl.ListFormat(language, { type: 'unit', style: 'short' }).format(names) });
}

export function useRuleText(): (rrule: string | null | undefined) => string {
  const t = useText();
  const { language } = useLocale();
  return (rrule) => ruleText(rrule, t, language);
}
