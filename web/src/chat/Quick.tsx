/** One line to log anything, with what became of it right below: its chips, its undo. On Today and in quick capture. */
import { Suspense, lazy, useState } from 'react';
import { useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { IconButton } from '../ui/Button';
import { WaitingTurns } from '../offline/WaitingTurns';
import { useOutbox } from '../offline/useOutbox';
import { Awaited } from './Awaited';
import { Line } from './Line';
import { useTalk, useTurns } from './useChat';
import './chat.css';

// What can be done with an answer is more script than Today; it comes with the first answer.
const TurnView = lazy(() => import('./TurnView'));

interface Props {
  box: 'today' | 'capture';
  id?: string;
  autoFocus?: boolean;
  /** The person goes elsewhere. */
  onLeave?: () => void;
}

export function Quick({ box, id, autoFocus = false, onLeave }: Props) {
  const t = useText();
  const { pending, finished, send, stop } = useTalk();
  const [said, setSaid] = useState<string>();
  const waits = useOutbox().some((item) => item.kind === 'say' && item.text === said);
  const mine = pending ? pending.text === said : waits || finished?.text === said;
  return (
    <div className="quick">
      <Line
        box={box} {...(id ? { id } : {})} label={t('today-line')} hint={t('today-line-hint')} busy={!!pending && !pending.error}
        autoFocus={autoFocus}
        onSend={(text, images) => {
          setSaid(text);
          void send(text, images);
        }}
        onStop={stop}
      />
      {said !== undefined && mine && (
        <section className="quick-answer" aria-label={t('today-answer')}>
          {pending ? <Awaited /> : waits ? <WaitingTurns text={said} /> : finished && <Outcome id={finished.id} onSend={(text) => { setSaid(text); void send(text); }} />}
          <div className="row">
            <a className="small" href={addressOf({ name: 'chat' })} onClick={onLeave}>{t('today-to-chat')}</a>
            <span className="spacer" />
            <IconButton icon="close" size={16} label={t('dismiss')} onPress={() => setSaid(undefined)} />
          </div>
        </section>
      )}
      <div className="sr" role="status" aria-live="polite">{said && mine && !pending ? finished?.result.reply : ''}</div>
    </div>
  );
}

/** The turn as the home keeps it, so that an undo is seen. */
function Outcome({ id, onSend }: { id: string; onSend: (text: string) => void }) {
  const { finished } = useTalk();
  const { turns } = useTurns();
  const turn = turns.findLast((one) => one.id === id) ?? finished;
  if (!turn) return null;
  return (
    <Suspense fallback={<p className="reply">{turn.result.reply}</p>}>
      <TurnView turn={turn} onSend={onSend} />
    </Suspense>
  );
}
