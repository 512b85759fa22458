/** Language, zone, currency, appearance, backup, about. Every choice takes effect at once. */
import { usePreferences, useSavePreferences, useSession } from '../api/queries';
import { api } from '../api/client';
import { LANGUAGES, nativeName } from '../i18n/catalogue';
import { useLocale, useText } from '../i18n/text';
import { StatusBadge } from '../shell/Status';
import { setTheme, useTheme, type Theme } from './theme';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');
const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

export default function SettingsPage() {
  const t = useText();
  const locale = useLocale();
  const session = useSession();
  const preferences = usePreferences();
  const save = useSavePreferences();
  const theme = useTheme();
  const zones = ZONES.includes(locale.tz) ? ZONES : [locale.tz, ...ZONES];
  return (
    <main className="pane" aria-label={t('nav-settings')}>
      <header className="page-head"><h1>{t('nav-settings')}</h1><StatusBadge /></header>
      <div className="page-body scroll">
        <div className="settings">
          <Choice id="language" label={t('settings-language')} value={locale.language} onChange={(language) => save.mutate({ language })}>
            {LANGUAGES.map((code) => <option key={code} value={code}>{nativeName(code)}</option>)}
          </Choice>
          <Choice id="zone" label={t('settings-zone')} value={locale.tz} onChange={(tz) => save.mutate({ tz })}>
            {zones.map((zone) => <option key={zone} value={zone}>{zone}</option>)}
          </Choice>
          <Choice id="currency" label={t('settings-currency')} value={preferences.data?.currency ?? ''} onChange={(currency) => save.mutate({ currency: currency || null })}>
            <option value="">–</option>
            {CURRENCIES.map((code) => <option key={code} value={code}>{code}</option>)}
          </Choice>
          <Choice id="theme" label={t('settings-theme')} value={theme} onChange={(value) => setTheme(value as Theme)}>
            {THEMES.map((value) => <option key={value} value={value}>{t(`theme-${value}`)}</option>)}
          </Choice>
          <section className="stack">
            <h2>{t('settings-backup')}</h2>
            <p className="muted">{t('settings-backup-text')}</p>
            <p><a href={api.backupAddress()} download>{t('settings-backup')}</a></p>
          </section>
          <section className="stack">
            <h2>{t('settings-about')}</h2>
            <p className="muted">{t('settings-about-text', { version: session.data?.version ?? '' })}</p>
          </section>
        </div>
      </div>
    </main>
  );
}

function Choice({ id, label, value, onChange, children }: {
  id: string; label: string; value: string; onChange: (value: string) => void; children: React.ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={`setting-${id}`}>{label}</label>
      <select id={`setting-${id}`} className="input" value={value} onChange={(event) => onChange(event.target.value)}>{children}</select>
    </div>
  );
}
