/** The conversation with its message box: days, search, jump to a place. New answers are announced once, when whole. */
import { useEffect, useRef, useState } from 'react';
import { isoDay, nowIn, parseNaive, relativeDay } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { PageHead } from '../shell/PageHead';
import { useExplain } from '../shell/explain';
import { go } from '../shell/router';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { WaitingTurns } from '../offline/WaitingTurns';
import { useOutbox } from '../offline/useOutbox';
import { Awaited } from './Awaited';
import { Line } from './Line';
import { Search } from './Search';
import TurnView from './TurnView';
import { useTalk, useTurns } from './useChat';
import './chat.css';

const SUGGESTIONS = ['chat-suggestion-1', 'chat-suggestion-2', 'chat-suggestion-3', 'chat-suggestion-4'];

/** `turn`: open the talk at this turn; `beside`: next to an app. */
export default function ChatPane({ turn, beside = false }: { turn?: string | undefined; beside?: boolean }) {
  const t = useText();
  const [searching, setSearching] = useState(false);
  const { pending, finished, send, stop } = useTalk();
  const speak = (text: string, images: readonly string[] = []) => {
    if (turn) go({ name: 'chat' });
    setSearching(false);
    void send(text, images);
  };
  return (
    <section className={`chat${beside ? ' beside' : ''}`} aria-label={t('chat-title')}>
      <PageHead title={t('nav-chat')}>
        <IconButton
          icon={searching ? 'close' : 'search'} label={t(searching ? 'close' : 'chat-search')} aria-expanded={searching}
          onPress={() => setSearching(!searching)}
        />
      </PageHead>
      {searching ? <Search onDone={() => setSearching(false)} /> : <Log turn={turn} onSend={speak} />}
      <div className="sr" role="status" aria-live="polite">{finished?.result.reply}</div>
      <div className="composer">
        {turn && !searching && (
          <Button small look="soft" icon="down" className="to-latest" onPress={() => go({ name: 'chat' })}>{t('chat-latest')}</Button>
        )}
        <Line
          box="chat" id="composer" label={t('chat-input')} hint={t('chat-placeholder')} busy={!!pending && !pending.error}
          onSend={speak} onStop={() => stop()}
        />
      </div>
    </section>
  );
}

function Log({ turn: goal, onSend }: { turn: string | undefined; onSend: (text: string) => void }) {
  const t = useText();
  const explain = useExplain();
  const locale = useLocale();
  const { turns, past } = useTurns(goal);
  const { pending, finished } = useTalk();
  const inner = useRef<HTMLDivElement>(null);
  const last = turns.at(-1)?.id;
  const waiting = useOutbox().filter((item) => item.kind === 'say').length;
  const awaited = pending && !(finished && last === finished.id && !pending.error);
  useEffect(() => {
    const log = inner.current?.parentElement;
    if (log && !goal) log.scrollTop = log.scrollHeight;
  }, [goal, last, pending?.text, waiting, past.isPending]);
  useEffect(() => {
    if (!goal || past.isPending) return;
    const found = document.getElementById(`turn-${goal}`);
    found?.scrollIntoView({ block: 'center' });
    found?.focus({ preventScroll: true });
  }, [goal, past.isPending]);
  useEffect(() => {
    const log = inner.current?.parentElement;
    if (!inner.current || !log) return;
    let atEnd = true;
    const noted = () => {
      atEnd = log.scrollHeight - log.scrollTop - log.clientHeight < 60;
    };
    const keep = new ResizeObserver(() => {
      if (atEnd && !goal) log.scrollTop = log.scrollHeight;
    });
    log.addEventListener('scroll', noted, { passive: true });
    keep.observe(inner.current);
    keep.observe(log);
    return () => {
      keep.disconnect();
      log.removeEventListener('scroll', noted);
    };
  }, [goal]);
  const now = nowIn(locale.tz);
  let day = '';
  return (
    <div className="chat-log scroll" tabIndex={-1}>
      <div ref={inner} className="chat-inner" role="log" aria-live="off" aria-label={t('chat-title')}>
        {past.isPending && <Skeleton label={t('loading')} rows={4} />}
        {past.isError && !past.data && <p className="muted">{explain(past.error)}</p>}
        {past.hasNextPage && (
          <Button look="plain" small onPress={() => void past.fetchNextPage()}>{t('chat-earlier')}</Button>
        )}
        {!past.isPending && turns.length === 0 && !pending && !waiting && <Start onSend={onSend} />}
        {turns.map((turn) => {
          const at = parseNaive(turn.at);
          const separator = at && isoDay(at) !== day ? relativeDay(at, now, locale.language) : '';
          if (at) day = isoDay(at);
          return (
            <div key={turn.id} className="stack">
              {separator && <div className="day"><span>{separator}</span></div>}
              <TurnView turn={turn} onSend={onSend} marked={turn.id === goal} past={turn.id !== turns.at(-1)?.id} />
            </div>
          );
        })}
        {past.hasPreviousPage && (
          <Button look="plain" small onPress={() => void past.fetchPreviousPage()}>{t('chat-later')}</Button>
        )}
        {!goal && <WaitingTurns />}
        {awaited && !goal && <Awaited />}
      </div>
    </div>
  );
}

function Start({ onSend }: { onSend: (text: string) => void }) {
  const t = useText();
  return (
    <Empty icon="chat" title={t('chat-empty-title')} text={t('chat-empty-text')}>
      <div className="suggestions">
        {SUGGESTIONS.map((id) => (
          <Button key={id} look="soft" className="suggestion" onPress={() => onSend(t(id))}>{t(id)}</Button>
        ))}
      </div>
    </Empty>
  );
}
