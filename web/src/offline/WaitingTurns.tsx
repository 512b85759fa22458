/** Words that wait for the home, at the end of the talk; those that it did not take, with what to do. */
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Problem } from '../api/problems';
import { Pictures } from '../chat/Pictures';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { outbox } from './outbox';
import { useOutbox } from './useOutbox';

/** `text`: only these words (what was typed on Today or in quick capture). */
export function WaitingTurns({ text }: { text?: string | undefined }) {
  const t = useText();
  const explain = useExplain();
  const waiting = useOutbox().filter((item) => item.kind === 'say' && (text === undefined || item.text === text));
  return (
    <>
      {waiting.map((item) => item.kind === 'say' && (
        <article key={item.key} className="stack turn" aria-label={item.text || t('chat-pictures')}>
          <p className="said"><span className="sr">{t('chat-you')}: </span>{item.text}</p>
          <Pictures images={item.images ?? []} />
          {item.problem ? (
            <p className="failed" role="alert">
              <span>{explain(new Problem(item.problem.kind, 0, item.problem.detail))}</span>
              <Button small look="soft" icon="retry" onPress={() => void outbox.retry(item.key)}>{t('chat-retry')}</Button>
              <Button small look="plain" onPress={() => void outbox.drop(item.key)}>{t('dismiss')}</Button>
            </p>
          ) : (
            <p className="waits">
              <Icon name="clock" size={16} />
              <span>{t('outbox-waits')}</span>
              {!item.tried && <Button small look="plain" onPress={() => void outbox.drop(item.key)}>{t('outbox-take-back')}</Button>}
            </p>
          )}
        </article>
      ))}
    </>
  );
}
