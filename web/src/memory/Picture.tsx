/** A picture of what is remembered: its themes as a patchwork, its months as bars. Each patch and bar is a filter. */
import { ToggleButton } from 'react-aria-components';
import type { Fact } from '../api/types';
import { useLocale, useText } from '../i18n/text';
import { byMonth, byTheme, isOver, named, speakers, type Picked } from './facts';

const HUES: Record<string, number> = {
  people: 28, health: 352, food: 96, home: 45, money: 150, travel: 205, work: 250, leisure: 300, pets: 65, other: 80,
};

export function Picture({ facts, picked, onPick }: { facts: Fact[]; picked: Picked; onPick: (picked: Picked) => void }) {
  const t = useText();
  const { language } = useLocale();
  const themes = byTheme(facts);
  const months = byMonth(facts);
  const people = speakers(facts);
  const most = Math.max(1, ...months.map(({ count }) => count));
  const name = (month: string, long: boolean) =>
    new Intl.DateTimeFormat(language, { month: long ? 'long' : 'narrow', ...(long && { year: 'numeric' }), timeZone: 'UTC' })
      .format(new Date(`${month}-15T12:00:00Z`));
  const toggle = (key: keyof Picked, value: string | boolean) =>
    onPick({ ...picked, [key]: picked[key] === value ? undefined : value });
  return (
    <div className="memory-picture">
      <div className="patches" role="group" aria-label={t('memory-themes')}>
        {themes.map(({ key, count }) => (
          <ToggleButton
            key={key}
            className="patch hued"
            style={{ '--hue': HUES[key], '--share': count } as React.CSSProperties}
            isSelected={picked.theme === key}
            onChange={() => toggle('theme', key)}
          >
            <span>{t(`memory-theme-${key}`)}</span>
            <span className="number">{count.toLocaleString(language)}</span>
          </ToggleButton>
        ))}
      </div>
      {months.length > 1 && (
        <div className="months" role="group" aria-label={t('memory-months')}>
          {months.map(({ key, count }) => (
            <ToggleButton
              key={key}
              className="month"
              aria-label={t('memory-month', { month: name(key, true), count })}
              isDisabled={!count}
              isSelected={picked.month === key}
              onChange={() => toggle('month', key)}
            >
              <span className="bar" style={{ '--height': count / most } as React.CSSProperties} />
              <span aria-hidden="true">{name(key, false).replace(/[月월]$/, '')}</span>
            </ToggleButton>
          ))}
        </div>
      )}
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
    </div>
  );
}
