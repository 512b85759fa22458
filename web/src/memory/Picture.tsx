/** A picture of what is remembered: a map of its themes, a river of its months, and chips. All of it filters the list. */
import { ToggleButton } from 'react-aria-components';
import type { Overview } from '../api/types';
import { useLocale, useText } from '../i18n/text';
import { RiverView } from './RiverView';
import { TopicMap } from './TopicMap';
import { byMonth, byTheme, capital, relationName, speakers, type Picked } from './facts';
import { inHue } from './hues';

/** Months from which they are worth a river. */
const RIVER = 3;

export function Picture({ overview, picked, onPick, drawn = true }: {
  overview: Overview;
  picked: Picked;
  onPick: (picked: Picked) => void;
  /** Whether map and river are drawn; the chips alone stand over what was searched for. */
  drawn?: boolean;
}) {
  const t = useText();
  const { language } = useLocale();
  const themes = byTheme(overview);
  const months = byMonth(overview).length;
  const whole = Object.values(overview.tiers).reduce((sum, count) => sum + count, 0);
  const { person: about } = picked;
  const people = about && !overview.people.some(({ name }) => name === about) ? [{ name: about, relation: null }, ...overview.people] : overview.people;
  const toggle = (key: keyof Picked, value: string | boolean) =>
    onPick({ ...picked, [key]: picked[key] === value ? undefined : value });
  return (
    <section className={`memory-picture${drawn ? '' : ' narrow'}`} aria-label={t('memory-picture')}>
      {drawn && (
        <div className={`memory-views${months < RIVER ? ' alone' : ''}`}>
          <TopicMap overview={overview} picked={picked} onToggle={toggle} />
          {months >= RIVER && <RiverView overview={overview} picked={picked} onToggle={toggle} />}
        </div>
      )}
      <div className="patches" role="group" aria-label={t('memory-themes')}>
        {themes.map(({ key, count }) => (
          <ToggleButton
            key={key}
            className={`patch ${inHue(key).hued}`}
            style={inHue(key).style}
            isSelected={picked.theme === key}
            onChange={() => toggle('theme', key)}
          >
            <span>{t(`memory-theme-${key}`)}</span>
            <span className="number">{count.toLocaleString(language)}</span>
          </ToggleButton>
        ))}
      </div>
      <div className="chips" role="group" aria-label={t('memory-more-filters')}>
        {overview.pinned > 0 && (
          <ToggleButton className="chip-toggle" isSelected={Boolean(picked.pinned)} onChange={() => toggle('pinned', true)}>
            {t('memory-pinned')}
          </ToggleButton>
        )}
        {overview.over > 0 && (
          <ToggleButton className="chip-toggle" isSelected={Boolean(picked.over)} onChange={() => toggle('over', true)}>
            {t('memory-over')}
          </ToggleButton>
        )}
        {people.map(({ name, relation }) => (
          <ToggleButton key={`about ${name}`} className="chip-toggle" isSelected={picked.person === name} onChange={() => toggle('person', name)}>
            {relation ? capital(t(relationName(relation)), language) : name}
          </ToggleButton>
        ))}
        {speakers(overview).map((person) => (
          <ToggleButton key={person} className="chip-toggle" isSelected={picked.speaker === person} onChange={() => toggle('speaker', person)}>
            {person === 'me' ? t('memory-me') : person}
          </ToggleButton>
        ))}
      </div>
      {drawn && overview.counted < whole && overview.counted >= COUNTED && (
        <p className="muted small">{t('memory-counted', { count: overview.counted })}</p>
      )}
    </section>
  );
}

/** As many as the home counts at most. */
const COUNTED = 1000;
