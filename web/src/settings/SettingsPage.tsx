/** The person, language, zone, units, money, appearance, models, privacy, backup, keys, about. Every choice takes effect at once. */
import { useState, type ReactNode } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { usePreferences, useSavePreferences, useSession } from '../api/queries';
import { LANGUAGES, nativeName } from '../i18n/catalogue';
import { unitLabel } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { PageHead } from '../shell/PageHead';
import { modifier } from '../shell/shortcuts';
import { Skeleton } from '../ui/Empty';
import { Icon, type IconName } from '../ui/Icon';
import { Tokens } from './Tokens';
import { Backup } from './Backup';
import { setTheme, useTheme, type Theme } from './theme';
import './settings.css';

const ZONES: readonly string[] = Intl.supportedValuesOf('timeZone');
const CURRENCIES: readonly string[] = Intl.supportedValuesOf('currency');
const THEMES: readonly Theme[] = ['system', 'light', 'dark'];

/** How many last messages of the conversation may be in view. */
const SHORT_TERM = [8, 10, 12, 14, 16] as const;
const EPISODIC_DAYS = [1, 3, 7, 14, 30, 60];

/** What a person may want numbers shown in, by dimension. */
const UNITS = { mass: ['kg', 'lb'], length: ['km', 'mi'], energy: ['kcal', 'kJ'], temperature: ['degC', 'degF'] } as const;

export default function SettingsPage() {
  const t = useText();
  return (
    <section className="pane column" aria-label={t('nav-settings')}>
      <PageHead title={t('nav-settings')} />
      <div className="page-body scroll">
        <div className="settings">
          <You />
          <Numbers />
          <Looks />
          <ShortTerm />
          <Models />
          <Part icon="lock" title={t('settings-privacy')}>
            <p>{t('settings-privacy-text')}</p>
            <p className="muted small">{t('settings-privacy-voice')}</p>
          </Part>
          <Part icon="key" title={t('tokens-title')}><Tokens /></Part>
          <Part icon="download" title={t('settings-backup-title')}><Backup /></Part>
          <Keys />
          <About />
        </div>
      </div>
    </section>
  );
}

function Part({ icon, title, children }: { icon: IconName; title: string; children: ReactNode }) {
  return (
    <section className="card part" aria-label={title}>
      <h2><Icon name={icon} size={20} /> {title}</h2>
      {children}
    </section>
  );
}

function You() {
  const t = useText();
  const locale = useLocale();
  const preferences = usePreferences();
  const save = useSavePreferences();
  const [name, setName] = useState<string>();
  const zones = ZONES.includes(locale.tz) ? ZONES : [locale.tz, ...ZONES];
  const stored = preferences.data?.name ?? '';
  return (
    <Part icon="globe" title={t('settings-you')}>
      <div className="field">
        <label htmlFor="setting-name">{t('settings-name')}</label>
        <input
          id="setting-name" className="input" maxLength={80} autoComplete="nickname" value={name ?? stored}
          onChange={(event) => setName(event.target.value)}
          onBlur={() => name !== undefined && name.trim() !== stored && save.mutate({ name: name.trim() || null })}
        />
      </div>
      <Choice id="language" label={t('settings-language')} value={locale.language} onChange={(language) => save.mutate({ language })}>
        {LANGUAGES.map((code) => <option key={code} value={code}>{nativeName(code)}</option>)}
      </Choice>
      <Choice id="zone" label={t('settings-zone')} value={locale.tz} onChange={(tz) => save.mutate({ tz })}>
        {zones.map((zone) => <option key={zone} value={zone}>{zone.replaceAll('_', ' ')}</option>)}
      </Choice>
    </Part>
  );
}

function Numbers() {
  const t = useText();
  const { language } = useLocale();
  const preferences = usePreferences();
  const save = useSavePreferences();
  const chosen = (preferences.data?.units ?? {}) as Record<string, string>;
  const money = new Intl.DisplayNames([language], { type: 'currency' });
  const choose = (dimension: string, unit: string) => {
    const { [dimension]: _, ...others } = chosen;
    save.mutate({ units: unit ? { ...others, [dimension]: unit } : others });
  };
  return (
    <Part icon="stat" title={t('settings-numbers')}>
      <Choice id="currency" label={t('settings-currency')} value={preferences.data?.currency ?? ''} onChange={(currency) => save.mutate({ currency: currency || null })}>
        <option value="">{t('settings-by-place')}</option>
        {CURRENCIES.map((code) => <option key={code} value={code}>{code} · {money.of(code)}</option>)}
      </Choice>
      <div className="two">
        {Object.entries(UNITS).map(([dimension, units]) => (
          <Choice key={dimension} id={dimension} label={t(`settings-unit-${dimension}`)} value={chosen[dimension] ?? ''} onChange={(unit) => choose(dimension, unit)}>
            <option value="">{t('settings-unit-own')}</option>
            {units.map((unit) => <option key={unit} value={unit}>{unitLabel(unit, language)}</option>)}
          </Choice>
        ))}
      </div>
      <p className="muted small">{t('settings-units-text')}</p>
    </Part>
  );
}

function ShortTerm() {
  const t = useText();
  const preferences = usePreferences();
  const save = useSavePreferences();
  const chosen = Number(preferences.data?.short_term ?? 12);
  const days = Number(preferences.data?.episodic_days ?? 7);
  return (
    <Part icon="chat" title={t('settings-short-term-title')}>
      <Choice id="short-term" label={t('settings-short-term')} value={String(chosen)} onChange={(messages) => save.mutate({ short_term: Number(messages) })}>
        {SHORT_TERM.map((messages) => <option key={messages} value={messages}>{messages}</option>)}
      </Choice>
      <p className="muted small">{t('settings-short-term-text')}</p>
      <Choice id="episodic-days" label={t('settings-days')} value={String(days)} onChange={(chosenDays) => save.mutate({ episodic_days: Number(chosenDays) })}>
        {[...new Set([...EPISODIC_DAYS, days])].sort((a, b) => a - b).map((one) => <option key={one} value={one}>{one}</option>)}
      </Choice>
      <p className="muted small">{t('settings-days-text')}</p>
    </Part>
  );
}

function Looks() {
  const t = useText();
  const theme = useTheme();
  return (
    <Part icon="sun" title={t('settings-theme')}>
      <div className="segments" role="radiogroup" aria-label={t('settings-theme')}>
        {THEMES.map((value) => (
          <label key={value} className="segment">
            <input type="radio" name="theme" value={value} checked={theme === value} onChange={() => setTheme(value)} />
            <span>{t(`theme-${value}`)}</span>
          </label>
        ))}
      </div>
    </Part>
  );
}

function Models() {
  const t = useText();
  const models = useQuery({ queryKey: ['models'], queryFn: api.models, retry: false, staleTime: 60_000 });
  const list = models.data?.models ?? [];
  return (
    <Part icon="cpu" title={t('settings-models')}>
      {models.isPending && <Skeleton label={t('loading')} rows={1} />}
      {!models.isPending && list.length === 0 && <p><strong>{t('settings-models-none')}</strong></p>}
      {list.length > 0 && (
        <ul className="versions">
          {list.map((model) => (
            <li key={model.id} className="version">
              <div className="version-text">
                <strong>{model.name}</strong>
                <div className="muted small">{model.provider} · {t(model.local ? 'settings-model-local' : 'settings-model-remote')}</div>
              </div>
              {model.has_key && <Icon name="lock" size={18} />}
            </li>
          ))}
        </ul>
      )}
      <p className="muted small">{t('settings-models-none-text')}</p>
      <pre className="command"><code>calisson models add anthropic --key -</code></pre>
    </Part>
  );
}

function Keys() {
  const t = useText();
  const keys: [string, string][] = [
    [`${modifier()}K`, 'nav-search'], [`${modifier()}.`, 'nav-capture'], ['Enter', 'chat-send'],
    ['Shift + Enter', 'settings-key-line'], ['Esc', 'close'],
  ];
  return (
    <Part icon="form" title={t('settings-keys')}>
      <dl className="keys">
        {keys.map(([key, id]) => <div key={key}><dt><kbd>{key}</kbd></dt><dd>{t(id)}</dd></div>)}
      </dl>
    </Part>
  );
}

function About() {
  const t = useText();
  const session = useSession();
  return (
    <Part icon="info" title={t('settings-about')}>
      <p>{t('settings-about-text', { version: session.data?.version ?? '' })}</p>
    </Part>
  );
}

function Choice({ id, label, value, onChange, children }: {
  id: string; label: string; value: string; onChange: (value: string) => void; children: ReactNode;
}) {
  return (
    <div className="field">
      <label htmlFor={`setting-${id}`}>{label}</label>
      <select id={`setting-${id}`} className="input" value={value} onChange={(event) => onChange(event.target.value)}>{children}</select>
    </div>
  );
}
