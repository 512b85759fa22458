/** What is remembered: find it, put it into other words, let it go, add to it. Every change can be taken back. */
import { useDeferredValue, useState, type FormEvent } from 'react';
import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import type { Fact } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { PageHead } from '../shell/PageHead';
import { addressOf, usePlace } from '../shell/router';
import { Button, IconButton } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import { FactDetails, usePin } from './FactDetails';
import { Exchange } from './Exchange';
import { Proposals, Report, useProposals, useReport } from './Keeping';
import { Picture } from './Picture';
import { Profile, useProfile } from './Profile';
import { Locked, useVault, Vault } from './Vault';
import { filtered, isOver, type Picked } from './facts';
import './memory.css';

export default function MemoryPage() {
  const t = useText();
  const [words, setWords] = useState('');
  const [editing, setEditing] = useState<Fact | 'new'>();
  const asked = useDeferredValue(words.trim());
  const facts = useQuery({
    queryKey: ['memories', asked],
    queryFn: () => api.memories(asked),
    placeholderData: keepPreviousData,
  });
  const vault = useVault();
  const beside = [useProfile(), vault, useProposals(), useReport()];
  const waiting = facts.isPending || beside.some((query) => query.isLoading); // together, so that nothing jumps
  const [picked, setPicked] = useState<Picked>({});
  const place = usePlace();
  const [details, setDetails] = useState(place.name === 'memory' ? place.memory : undefined);
  const every = vault.data?.locked ? [] : (facts.data ?? []);
  const list = filtered(every, picked);
  const shown = details ? every.find((fact) => fact.id === details) : undefined;
  return (
    <section className="pane column" aria-label={t('nav-memory')}>
      <PageHead title={t('nav-memory')}>
        <Button small look="solid" icon="plus" onPress={() => setEditing('new')}>{t('add')}</Button>
      </PageHead>
      <div className="page-body scroll">
        <div>
          <div className="search-box">
            <Icon name="search" size={18} />
            <input type="search" value={words} aria-label={t('memory-search')} placeholder={t('memory-search')} onChange={(event) => setWords(event.target.value)} />
          </div>
          {waiting ? <Skeleton label={t('loading')} rows={5} /> : (
            <>
              {!asked && <Profile />}
              <Locked />
              {!asked && <Proposals />}
              {every.length > 5 && <Picture facts={every} picked={picked} onPick={setPicked} />}
              {Object.values(picked).some(Boolean) && (
                <Button small look="plain" icon="close" onPress={() => setPicked({})}>{t('memory-show-all')}</Button>
              )}
              {facts.data && !list.length && (asked || every.length ? (
                <p className="muted" role="status">{t('memory-not-found')}</p>
              ) : (
                <Empty icon="memory" title={t('memory-none-title')} text={t('memory-none-text')} />
              ))}
              <ul className="facts">
                {list.map((fact) => <FactRow key={fact.id} fact={fact} onEdit={() => setEditing(fact)} onDetails={() => setDetails(fact.id)} />)}
              </ul>
              {!asked && <Report />}
              {!asked && <Exchange />}
              {!asked && <Vault />}
            </>
          )}
        </div>
      </div>
      {shown && <FactDetails fact={shown} facts={every} onEdit={() => { setDetails(undefined); setEditing(shown); }} onClose={() => setDetails(undefined)} />}
      {editing && <FactSheet fact={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </section>
  );
}

function useFacts(done?: () => void) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const onError = (error: unknown) => toast({ text: explain(error), tone: 'danger' });
  const onSettled = () => Promise.all([['memories'], ['changes'], ['memory-report']].map((queryKey) => client.invalidateQueries({ queryKey })));
  const forget = useMutation({
    mutationFn: (id: string) => api.forgetMemory(id),
    onMutate: async (id) => {
      await client.cancelQueries({ queryKey: ['memories'] });
      // lists of facts are kept by what was asked; under longer keys stands something else
      client.setQueriesData<Fact[]>({ queryKey: ['memories'], predicate: (query) => query.queryKey.length === 2 }, (known) => known?.filter((fact) => fact.id !== id));
    },
    onSuccess: (written) => undoToast(t('memory-forgotten'), written.turn_id),
    onError, onSettled,
  });
  const keep = useMutation({
    mutationFn: ({ id, text }: { id: string | undefined; text: string }) => (id ? api.changeMemory(id, text) : api.addMemory(text)),
    onSuccess: (written, { id }) => {
      undoToast(t(id ? 'memory-changed' : 'memory-kept'), written.turn_id);
      done?.();
    },
    onError, onSettled,
  });
  return { forget, keep };
}

function FactRow({ fact, onEdit, onDetails }: { fact: Fact; onEdit: () => void; onDetails: () => void }) {
  const t = useText();
  const locale = useLocale();
  const { forget } = useFacts();
  const pin = usePin();
  const pinned = Boolean(fact.pinned);
  const own = fact.tier === 'fact';
  const said = fact.source?.startsWith('turn_');
  return (
    <li className={`fact${own ? '' : ' passing'}${isOver(fact) ? ' over' : ''}`}>
      <div className="version-text">
        <p>{fact.text}</p>
        <p className="muted small">
          {formatWhen(fact.at, locale)}
          {fact.theme && fact.theme !== 'other' && <> · {t(`memory-theme-${fact.theme}`)}</>}
          {!own && <> · {t('memory-passing')}</>}
          {fact.valid_until && <> · {t('memory-held-until', { when: formatWhen(fact.valid_until.slice(0, 10), locale) })}</>}
          {said && fact.source && <> · <a href={addressOf({ name: 'chat', turn: fact.source })}>{t('memory-source')}</a></>}
        </p>
      </div>
      <IconButton
        icon="memory" size={18} className={pinned ? 'pinned' : 'wide-only'} aria-pressed={pinned}
        label={`${t(pinned ? 'memory-unpin' : 'memory-pin-short')}: ${fact.text}`}
        onPress={() => pin.mutate({ id: fact.id, pinned: !pinned })}
      />
      <IconButton icon="info" label={`${t('memory-details')}: ${fact.text}`} size={18} onPress={onDetails} />
      {own && <IconButton icon="edit" className="wide-only" label={`${t('edit')}: ${fact.text}`} size={18} onPress={onEdit} />}
      <IconButton icon="trash" label={`${t('memory-forget')}: ${fact.text}`} size={18} onPress={() => forget.mutate(fact.id)} />
    </li>
  );
}

function FactSheet({ fact, onClose }: { fact: Fact | undefined; onClose: () => void }) {
  const t = useText();
  const { keep } = useFacts(onClose);
  const [text, setText] = useState(fact?.text ?? '');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) keep.mutate({ id: fact?.id, text: text.trim() });
  };
  return (
    <Sheet title={t(fact ? 'memory-edit' : 'memory-add')} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="fact">{t('memory-words')}</label>
          <textarea id="fact" className="input" rows={4} maxLength={4000} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
        </div>
        <Button type="submit" look="solid" isDisabled={keep.isPending || !text.trim()}>{t('save')}</Button>
      </form>
    </Sheet>
  );
}
