/** A picture of what is remembered: a map of its themes, a river of its months, and chips. All of it filters the list. */
import { ToggleButton } from 'react-aria-components';
import type { Fact } from '../api/types';
import { useLocale, useText } from '../i18n/text';
import { RiverView } from './RiverView';
import { TopicMap } from './TopicMap';
import { byMonth, byTheme, isOver, named, speakers, type Picked } from './facts';
import { inHue } from './hues';

/** Months from which they are worth a river. */
const RIVER = 3;

export function Picture({ facts, picked, onPick }: { facts: Fact[]; picked: Picked; onPick: (picked: Picked) => void }) {
  const t = useText();
  const { language } = useLocale();
  const themes = byTheme(facts);
  const months = byMonth(facts).length;
  const people = speakers(facts);
  const toggle = (key: keyof Picked, value: string | boolean) =>
    onPick({ ...picked, [key]: picked[key] === value ? undefined : value });
  return (
    <section className="memory-picture" aria-label={t('memory-picture')}>
      <div className={`memory-views${months < RIVER ? ' alone' : ''}`}>
        <TopicMap facts={facts} picked={picked} onToggle={toggle} />
        {months >= RIVER && <RiverView facts={facts} picked={picked} onToggle={toggle} />}
      </div>
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
        {facts.some((fact) => fact.pinned) && (
          <ToggleButton className="chip-toggle" isSelected={Boolean(picked.pinned)} onChange={() => toggle('pinned', true)}>
            {t('memory-pinned')}
          </ToggleButton>
        )}
        {facts.some((fact) => isOver(fact)) && (
          <ToggleButton className="chip-toggle" isSelected={Boolean(picked.over)} onChange={() => toggle('over', true)}>
            {t('memory-over')}
          </ToggleButton>
        )}
        {new Set(facts.map((fact) => fact.tier)).size > 1 && (['fact', 'turn'] as const).map((tier) => (
          <ToggleButton key={tier} className="chip-toggle" isSelected={picked.tier === tier} onChange={() => toggle('tier', tier)}>
            {t(`memory-tier-${tier}`)}
          </ToggleButton>
        ))}
        {named(facts).map((person) => (
          <ToggleButton key={`about ${person}`} className="chip-toggle" isSelected={picked.person === person} onChange={() => toggle('person', person)}>
            {person}
          </ToggleButton>
        ))}
        {people.map((person) => (
          <ToggleButton key={person} className="chip-toggle" isSelected={picked.speaker === person} onChange={() => toggle('speaker', person)}>
            {person === 'me' ? t('memory-me') : person}
          </ToggleButton>
        ))}
      </div>
    </section>
  );
}
