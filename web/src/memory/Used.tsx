/** What an answer remembered, with the way that led there; and what a model was given with the question. */
import type { MemoryUse } from '../api/types';
import { useText } from '../i18n/text';
import { addressOf } from '../shell/router';

const isGiven = ({ how }: MemoryUse) => how === 'profile' || how === 'episode';

export function Used({ uses }: { uses: MemoryUse[] }) {
  const t = useText();
  const groups = [['chat-why-memories', uses.filter((use) => !isGiven(use))], ['chat-why-given', uses.filter(isGiven)]] as const;
  return groups.map(([label, some]) => some.length > 0 && (
    <section key={label} aria-label={t(label)}>
      <h3>{t(label)}</h3>
      <ul className="memory-uses">
        {some.map((use) => (
          <li key={use.id} className={use.via ? 'led' : ''}>
            {use.via && (
              <p className="step"><Words id={use.via} text={use.bridge} /> <span className="muted small">{t('memory-led')}</span></p>
            )}
            <p className="step">
              <Words id={use.id} text={use.text} />{' '}
              <span className="muted small">{t(`memory-how-${use.how}`)}{use.why && use.how !== 'hop' && ` (${use.why})`}</span>
            </p>
          </li>
        ))}
      </ul>
    </section>
  ));
}

function Words({ id, text }: { id: string; text: string }) {
  const t = useText();
  return text ? <a href={addressOf({ name: 'memory', memory: id })}>{text}</a> : <span className="muted">{t('memory-closed-gone')}</span>;
}
