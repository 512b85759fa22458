/** What was said last and has no whole answer yet: thinking, streaming, or not sent, with what to do. */
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Making } from './Making';
import { Pictures } from './Pictures';
import { Thinking } from './Thinking';
import { useTalk } from './useChat';

export function Awaited() {
  const t = useText();
  const explain = useExplain();
  const { pending, send, stop, drop } = useTalk();
  if (!pending) return null;
  return (
    <div className="stack">
      <p className="said"><span className="sr">{t('chat-you')}: </span>{pending.text}</p>
      <Pictures images={pending.images ?? []} />
      {pending.error ? (
        <p className="failed" role="alert">
          <span>{explain(pending.error)}</span>
          <Button small look="soft" icon="retry" onPress={() => void send(pending.text, pending.images)}>{t('chat-retry')}</Button>
          <Button small look="plain" onPress={drop}>{t('dismiss')}</Button>
        </p>
      ) : (
        <div className="reply">
          {pending.reply ? <p>{pending.reply}</p> : pending.making ? <Making work={pending.making} onStop={stop} /> : <Thinking />}
        </div>
      )}
    </div>
  );
}
