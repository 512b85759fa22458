/** The person's language for the whole page: `useText()` gives the words, `useLocale()` the formats. */
import type { FluentBundle } from '@fluent/bundle';
import { LocalizationProvider, ReactLocalization, useLocalization } from '@fluent/react';
import { I18nProvider } from 'react-aria-components';
import { createContext, useCallback, useContext, useEffect, useMemo, useState, type ReactNode } from 'react';
import { loadBundle } from './catalogue';
import type { Units } from './units';

export type Arguments = Record<string, string | number>;
export type Text = (id: string, args?: Arguments) => string;

/** What formatting needs to know about the person. */
export interface Locale {
  language: string;
  tz: string;
  currency: string;
  /** Wanted units by dimension; others are shown as they are stored. */
  units?: Units | undefined;
}

const LocaleContext = createContext<Locale>({ language: 'en', tz: 'UTC', currency: 'EUR' });

/** Language, zone and currency of the home. */
export const useLocale = (): Locale => useContext(LocaleContext);

/** Looks a message up and fills its arguments. */
export function useText(): Text {
  const { l10n } = useLocalization();
  return useCallback<Text>((id, args) => l10n.getString(id, args ?? null), [l10n]);
}

/** Loads the catalogue of `locale.language`, sets `<html lang>`, and renders the children once it is there. */
export function TextProvider({ locale, children }: { locale: Locale; children: ReactNode }) {
  const [bundle, setBundle] = useState<FluentBundle>();
  useEffect(() => {
    let live = true;
    void loadBundle(locale.language).then((loaded) => {
      if (live) setBundle(loaded);
    });
    return () => {
      live = false;
    };
  }, [locale.language]);
  useEffect(() => {
    document.documentElement.lang = locale.language === 'zh' ? 'zh-Hans' : locale.language;
  }, [locale.language]);
  const l10n = useMemo(() => (bundle ? new ReactLocalization([bundle], null) : undefined), [bundle]);
  if (!l10n) return null;
  return (
    <LocaleContext value={locale}>
      <I18nProvider locale={locale.language}>
        <LocalizationProvider l10n={l10n}>{children}</LocalizationProvider>
      </I18nProvider>
    </LocaleContext>
  );
}
