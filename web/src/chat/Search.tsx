/** Finds something said long ago: places in the talk that hold the words, then those that say it in others. */
import { useDeferredValue, useState } from 'react';
import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { api } from '../api/client';
import { nowIn, parseNaive, relativeDay, longDay } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { Icon } from '../ui/Icon';

export function Search({ onDone }: { onDone: () => void }) {
  const t = useText();
  const locale = useLocale();
  const [words, setWords] = useState('');
  const asked = useDeferredValue(words.trim());
  const hits = useQuery({
    queryKey: ['turns-search', asked],
    queryFn: () => api.searchTurns(asked),
    enabled: asked.length > 0,
    placeholderData: keepPreviousData,
  });
  const found = asked ? (hits.data ?? []) : [];
  const now = nowIn(locale.tz);
  return (
    <div className="chat-search">
      <div className="search-box">
        <Icon name="search" size={18} />
        <input
          type="search" autoFocus value={words} aria-label={t('chat-search')} placeholder={t('chat-search')}
          onChange={(event) => setWords(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Escape') onDone();
          }}
        />
      </div>
      <p className="muted small" role="status">
        {asked && !hits.isFetching && (found.length ? t('chat-search-hits', { count: found.length }) : t('chat-search-none'))}
      </p>
      <ul className="scroll hits">
        {found.map((turn) => {
          const at = parseNaive(turn.at);
          return (
            <li key={turn.id}>
              <a className="hit" href={addressOf({ name: 'chat', turn: turn.id })} onClick={onDone}>
                <span className="hit-when muted small">{at && (Math.abs(+now - +at) < 6 * 864e5 ? relativeDay : longDay)(at, now, locale.language)}</span>
                <strong><Marked text={turn.text} words={asked} /></strong>
                <span className="muted hit-reply"><Marked text={turn.result.reply} words={asked} /></span>
              </a>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

/** The words that were asked for stand out in a text. */
export function Marked({ text, words }: { text: string; words: string }) {
  const parts = splitAt(text, words);
  return <>{parts.map((part, index) => (index % 2 ? <mark key={index}>{part}</mark> : part))}</>;
}

/** The text in turn outside and inside the words (whatever their case). */
export function splitAt(text: string, words: string): string[] {
  const wanted = words.split(/\s+/).filter(Boolean).map((word) => word.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'));
  return wanted.length ? text.split(new RegExp(`(${wanted.join('|')})`, 'giu')) : [text];
}
