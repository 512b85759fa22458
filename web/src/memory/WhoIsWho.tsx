/** Who is who to the person: names and relations, each with the memory that says so. What is wrong goes with its source. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { Button as AriaButton } from 'react-aria-components';
import { api } from '../api/client';
import type { Acquaintance } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { relationName, relations, somebodies, type Somebody } from './facts';
import { useForget } from './useFacts';

/** People that are shown before somebody asks for all. */
const FEW = 8;

export const useWho = () => useQuery({ queryKey: ['memories', '', 'who'], queryFn: api.people, retry: false, retryOnMount: false });

export function WhoIsWho({ onShow, onDetails }: { onShow: (name: string) => void; onDetails: (memory: string) => void }) {
  const t = useText();
  const who = useWho();
  const [whole, setWhole] = useState(false);
  const [open, setOpen] = useState<string>();
  const people = somebodies(who.data ?? []);
  const one = people.find(({ name }) => name === open);
  if (!people.length) return null;
  return (
    <section className="who" aria-labelledby="who-title">
      <h2 id="who-title">{t('who-title')}</h2>
      <p className="muted small">{t('who-text')}</p>
      <ul>
        {(whole ? people : people.slice(0, FEW)).map((somebody) => (
          <li key={somebody.name}>
            <AriaButton className={`person${somebody.known.some(({ current }) => current) ? '' : ' over'}`} onPress={() => setOpen(somebody.name)}>
              <b>{somebody.name}</b> <span>{relations(somebody).map((relation) => t(relationName(relation))).join(' · ')}</span>
            </AriaButton>
          </li>
        ))}
      </ul>
      {people.length > FEW && (
        <Button small look="plain" aria-expanded={whole} onPress={() => setWhole(!whole)}>
          {whole ? t('profile-fewer') : t('who-all', { count: people.length })}
        </Button>
      )}
      {one && <PersonSheet somebody={one} onShow={() => { setOpen(undefined); onShow(one.name); }} onDetails={(id) => { setOpen(undefined); onDetails(id); }} onClose={() => setOpen(undefined)} />}
    </section>
  );
}

const relationOf = (known: Acquaintance | undefined) => known && `${known.relation} ${known.current}`;

/** One of them: what was said, when, and a way to let each saying go. */
export function PersonSheet({ somebody, onShow, onDetails, onClose }: {
  somebody: Somebody; onShow: () => void; onDetails: (memory: string) => void; onClose: () => void;
}) {
  const t = useText();
  const locale = useLocale();
  const forget = useForget();
  return (
    <Sheet title={somebody.name} isOpen onClose={onClose}>
      <ul className="who-sources">
        {somebody.known.map((known, index) => (
          <li key={`${known.memory_id} ${known.relation}`}>
            {relationOf(known) !== relationOf(somebody.known[index - 1]) && (
              <p><b>{t(relationName(known.relation))}</b>{!known.current && <span className="muted"> · {t('memory-over')}</span>}</p>
            )}
            <blockquote className="memory-quote">{known.text}</blockquote>
            <p className="row-actions">
              <span className="muted small">{formatWhen(known.at.slice(0, 10), locale)}</span>
              <Button small onPress={() => onDetails(known.memory_id)}>{t('memory-details')}</Button>
              <Button small icon="trash" isDisabled={forget.isPending} onPress={() => forget.mutate(known.memory_id)}>{t('who-forget')}</Button>
            </p>
          </li>
        ))}
      </ul>
      <Button icon="filter" onPress={onShow}>{t('who-show', { name: somebody.name })}</Button>
    </Sheet>
  );
}
