/** The conversation with its message box. A new answer is announced once, when it is whole. */
import { Fragment, useLayoutEffect, useRef } from 'react';
import { inZone, isoDay, nowIn, relativeDay } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { StatusBadge } from '../shell/Status';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Empty';
import { Mark } from '../ui/Icon';
import { useWide } from '../ui/useWide';
import { Composer } from './Composer';
import type { Pending } from './conversation';
import { FirstWords } from './FirstWords';
import { TurnView } from './TurnView';
import { useChat } from './useChat';
import { useStayAtEnd } from './useStayAtEnd';

export function ChatPane() {
  const t = useText();
  const locale = useLocale();
  const wide = useWide();
  const { turns, pending, announced, send, retry, stop, drop, past } = useChat();
  const log = useRef<HTMLDivElement>(null);
  const inner = useRef<HTMLDivElement>(null);
  const toEnd = useStayAtEnd(log, inner);
  const last = turns.at(-1)?.id;
  useLayoutEffect(toEnd, [toEnd, last, pending?.text, past.isPending]);
  const now = nowIn(locale.tz);
  const empty = !past.isPending && turns.length === 0 && !pending;
  return (
    <main className="chat" aria-label={t('chat-title')}>
      {!wide && (
        <header className="page-head">
          <h1 className="brand"><Mark size={26} />Calisson</h1>
          <StatusBadge />
        </header>
      )}
      <div ref={log} className="chat-log scroll" tabIndex={-1}>
        <div ref={inner} className={`chat-inner${empty ? ' chat-empty' : ''}`} role="log" aria-live="off" aria-label={t('chat-title')}>
          {past.isPending && <Skeleton label={t('loading')} rows={4} />}
          {past.hasNextPage && (
            <Button look="plain" small className="earlier" isDisabled={past.isFetchingNextPage} onPress={() => void past.fetchNextPage()}>
              {t('chat-earlier')}
            </Button>
          )}
          {empty && <FirstWords onSend={send} />}
          {turns.map((turn, index) => {
            const at = turn.at ? inZone(turn.at, locale.tz) : now;
            const before = turns[index - 1];
            const beforeAt = before?.at ? inZone(before.at, locale.tz) : undefined;
            const newDay = at && (!before || (beforeAt && isoDay(beforeAt) !== isoDay(at)));
            return (
              <Fragment key={turn.id}>
                {newDay && <h2 className="day"><span>{relativeDay(at, now, locale.language)}</span></h2>}
                <TurnView turn={turn} latest={index === turns.length - 1} onSend={send} />
              </Fragment>
            );
          })}
          {pending && <OnItsWay pending={pending} onRetry={retry} onDrop={drop} />}
        </div>
        <div className="sr" role="status" aria-live="polite">{announced}</div>
      </div>
      <Composer busy={!!pending && !pending.problem} onSend={send} onStop={stop} />
    </main>
  );
}

function OnItsWay({ pending, onRetry, onDrop }: { pending: Pending; onRetry: () => void; onDrop: () => void }) {
  const t = useText();
  const explain = useExplain();
  return (
    <div className="turn">
      <p className="said"><span className="sr">{t('chat-you')}: </span>{pending.text}</p>
      {pending.problem ? (
        <div className="failed" role="alert">
          <p>{explain(pending.problem)}</p>
          <div className="row">
            <Button small look="soft" icon="sync" onPress={onRetry}>{t('chat-retry')}</Button>
            <Button small look="plain" onPress={onDrop}>{t('discard')}</Button>
          </div>
        </div>
      ) : pending.reply ? (
        <p className="reply-text typing">{pending.reply}</p>
      ) : (
        <p className="thinking" role="status" aria-label={t('chat-thinking')}><i /><i /><i /></p>
      )}
    </div>
  );
}
