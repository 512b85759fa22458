/** An app that a model is making: plan, parts, tests, cost so far, the last good version, and a way to stop. */
import { useState } from 'react';
import { useLocale, useText } from '../i18n/text';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import type { Making as Work, Phase } from './work';
import { Thinking } from './Thinking';

interface Props {
  work: Work;
  /** `take`: publish the last good version instead of nothing. */
  onStop: (take: boolean) => void;
}

export function Making({ work, onStop }: Props) {
  const t = useText();
  const { language } = useLocale();
  const [stopping, setStopping] = useState(false);
  const stop = (take: boolean) => {
    setStopping(true);
    onStop(take);
  };
  const here = work.at ? work.phases.indexOf(work.at) : work.phases.length;
  const phase = (one: Phase) => (one === 'draft' && work.review ? t('making-step-review') : one === 'draft' && work.round > 0 ? t('making-step-repair', { round: work.round }) : t(`making-step-${one}`));
  const money = new Intl.NumberFormat(language, { style: 'currency', currency: 'USD', maximumFractionDigits: 4 }).format(work.cost_usd);
  return (
    <section className="card making" aria-label={t('making-title')} aria-busy={!stopping}>
      <div className="making-head"><strong>{t(stopping ? 'making-stopping' : 'making-title')}</strong><Thinking /></div>
      <ol className="making-steps">
        {work.phases.map((one, number) => (
          <li key={one} aria-current={number === here ? 'step' : undefined} className={number < here ? 'done' : number === here ? 'now' : ''}>
            <span className="making-mark" aria-hidden="true">{number < here ? <Icon name="check" size={14} /> : number + 1}</span>
            {phase(one)}
          </li>
        ))}
      </ol>
      {work.tests && (
        <p className={`small ${work.tests.wrong ? 'making-wrong' : 'muted'}`} role="status">
          {work.tests.wrong ? t('making-tests-wrong', { count: work.tests.wrong }) : t('making-tests-hold', { count: work.tests.checks })}
        </p>
      )}
      {work.frame && <img className="frame" src={work.frame.src} alt={t('making-frame', { name: work.frame.name })} width={480} height={400} />}
      {work.good && (
        <div className="making-good">
          <AppTile id={work.run} icon={work.good.icon} size="s" />
          <span className="shelf-text">
            <strong className="truncate">{work.good.name}</strong>
            <span className="muted small">{work.good.entities.flatMap((entity) => entity.fields.map((field) => field.label)).join(' · ')}</span>
            <span className="muted small">{work.good.views.map((view) => view.title || t(`view-${view.kind}`)).join(' · ')}</span>
          </span>
        </div>
      )}
      <div className="making-foot">
        <span className="muted small num">{t('making-cost', { money, tokens: work.tokens })}</span>
        {work.good && <Button small isDisabled={stopping} onPress={() => stop(true)}>{t('making-take')}</Button>}
        <Button small look="plain" icon="stop" isDisabled={stopping} onPress={() => stop(false)}>{t('chat-stop')}</Button>
      </div>
    </section>
  );
}
