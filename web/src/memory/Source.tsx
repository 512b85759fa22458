/** Where a memory comes from: the talk, an app that it points to, or an extract of a month. */
import type { Fact } from '../api/types';
import { parseNaive } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { APP, SUMMARY } from './facts';

export function Source({ fact, before = '' }: { fact: Fact; before?: string }) {
  const t = useText();
  const locale = useLocale();
  const { source = '' } = fact;
  if (source.startsWith('turn_')) return <>{before}<a href={addressOf({ name: 'chat', turn: source })}>{t('memory-source')}</a></>;
  if (source.startsWith(APP)) return <>{before}<a href={addressOf({ name: 'app', app: source.slice(APP.length) })}>{t('memory-source-app')}</a></>;
  if (source.startsWith(SUMMARY)) return <>{before}{t('memory-extract', { month: monthOf(source.slice(SUMMARY.length), locale.language) })}</>;
  return null;
}

/** A month such as `2026-03` in the words of a language. */
export const monthOf = (month: string, language: string): string => {
  const date = parseNaive(`${month}-15`);
  return date ? new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(date) : month;
};
