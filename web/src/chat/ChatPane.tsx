/** The conversation with its message box. New answers are announced once, when they are whole. */
import { useEffect, useRef } from 'react';
import { relativeDay, nowIn, parseNaive, isoDay } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { StatusBadge } from '../shell/Status';
import { useWide } from '../ui/useWide';
import { Composer } from './Composer';
import { TurnView } from './TurnView';
import { useChat } from './useChat';

const SUGGESTIONS = ['chat-suggestion-1', 'chat-suggestion-2', 'chat-suggestion-3', 'chat-suggestion-4'];

export function ChatPane() {
  const t = useText();
  const locale = useLocale();
  const wide = useWide();
  const explain = useExplain();
  const { turns, pending, send, stop, drop, past } = useChat();
  const end = useRef<HTMLDivElement>(null);
  const last = turns.at(-1)?.id;
  useEffect(() => {
    end.current?.scrollIntoView({ block: 'end' });
  }, [last, pending?.reply, pending?.text, past.isPending]);
  const inner = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const log = inner.current?.parentElement;
    if (!inner.current || !log) return;
    let atEnd = true;
    const noted = () => {
      atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    };
    const keep = new ResizeObserver(() => {
      if (atEnd) log.scrollTop = log.scrollHeight;
    });
    log.addEventListener('scroll', noted, { passive: true });
    keep.observe(inner.current);
    keep.observe(log);
    return () => {
      keep.disconnect();
      log.removeEventListener('scroll', noted);
    };
  }, []);
  const now = nowIn(locale.tz);
  let day = '';
  return (
    <main className="chat" aria-label={t('chat-title')}>
      {!wide && (
        <header className="page-head">
          <h1>Calisson</h1>
          <StatusBadge />
        </header>
      )}
      <div className="chat-log scroll" tabIndex={-1}>
        <div ref={inner} className="chat-inner" role="log" aria-live="off" aria-label={t('chat-title')}>
          {past.isPending && <Skeleton label={t('loading')} rows={4} />}
          {past.hasNextPage && (
            <Button look="plain" small onPress={() => void past.fetchNextPage()}>{t('chat-earlier')}</Button>
          )}
          {!past.isPending && turns.length === 0 && !pending && (
            <Empty icon="chat" title={t('chat-empty-title')} text={t('chat-empty-text')}>
              <div className="suggestions">
                {SUGGESTIONS.map((id) => (
                  <Button key={id} look="soft" className="suggestion" onPress={() => void send(t(id))}>{t(id)}</Button>
                ))}
              </div>
            </Empty>
          )}
          {turns.map((turn) => {
            const at = parseNaive(turn.at);
            const separator = at && isoDay(at) !== day ? relativeDay(at, now, locale.language) : '';
            if (at) day = isoDay(at);
            return (
              <div key={turn.id} className="stack">
                {separator && <div className="day">{separator}</div>}
                <TurnView turn={turn} onSend={(text) => void send(text)} />
              </div>
            );
          })}
          {pending && (
            <div className="stack">
              <p className="said"><span className="sr">{t('chat-you')}: </span>{pending.text}</p>
              {pending.error ? (
                <p className="failed" role="alert">
                  <span>{explain(pending.error)}</span>
                  <Button small look="soft" icon="sync" onPress={() => void send(pending.text)}>{t('chat-retry')}</Button>
                  <Button small look="plain" onPress={drop}>{t('dismiss')}</Button>
                </p>
              ) : (
                <p className="reply typing">{pending.reply || t('chat-thinking')}…</p>
              )}
            </div>
          )}
          <div ref={end} />
        </div>
        <div className="sr" role="status" aria-live="polite">{turns.at(-1)?.result.reply}</div>
      </div>
      <Composer busy={!!pending && !pending.error} onSend={(text) => void send(text)} onStop={stop} />
    </main>
  );
}
