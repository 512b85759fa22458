/** What is remembered: find it, put it into other words, let it go, add to it. Every change can be taken back. */
import { useDeferredValue, useEffect, useState, type FormEvent } from 'react';
import type { Fact } from '../api/types';
import { useText } from '../i18n/text';
import { PageHead } from '../shell/PageHead';
import { go, usePlace } from '../shell/router';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';
import { FactDetails, usePin } from './FactDetails';
import { Exchange } from './Exchange';
import { FactRow } from './FactRow';
import { Proposals, Report, useProposals, useReport } from './Keeping';
import { Picture } from './Picture';
import { Profile, useProfile } from './Profile';
import { Tiers } from './Tiers';
import { Locked, useVault, Vault } from './Vault';
import { useWho, WhoIsWho } from './WhoIsWho';
import { askOf, tierOf, type Picked } from './facts';
import { useForget, useKeep, useList, useOverview } from './useFacts';
import './memory.css';

/** Memories from which a picture of them is worth its room. */
const PICTURE = 6;
/** While so few are found, further pages are looked through without being asked for, up to so many. */
const [ENOUGH, FURTHER] = [8, 10];

export default function MemoryPage() {
  const t = useText();
  const [words, setWords] = useState('');
  const [editing, setEditing] = useState<Fact | 'new'>();
  const [picked, setPicked] = useState<Picked>({});
  const asked = useDeferredValue(words.trim());
  const tier = tierOf(picked, asked);
  const facts = useList(askOf(picked, asked));
  const overview = useOverview(tier);
  const vault = useVault();
  const beside = [useProfile(), useWho(), vault, useProposals(), useReport(), overview];
  const waiting = facts.isPending || beside.some((query) => query.isLoading); // together, so that nothing jumps
  const place = usePlace();
  const linked = place.name === 'memory' ? place.memory : undefined;
  const [details, setDetails] = useState(linked);
  useEffect(() => setDetails(linked), [linked]);
  const close = () => {
    setDetails(undefined);
    if (linked) go({ name: 'memory' }, true);
  };
  const forget = useForget();
  const pin = usePin();
  const locked = Boolean(vault.data?.locked);
  const list = locked ? [] : (facts.data?.pages.flatMap((page) => page.memories) ?? []);
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = facts;
  const further = hasNextPage && !isFetchingNextPage && list.length < ENOUGH && (facts.data?.pages.length ?? 0) < FURTHER;
  useEffect(() => {
    if (further) void fetchNextPage();
  }, [further, fetchNextPage]);
  const some = locked ? undefined : overview.data;
  const whole = some ? some.tiers.fact + some.tiers.turn : 0;
  const narrowed = Object.entries(picked).some(([key, value]) => key !== 'tier' && value);
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
              {!asked && !locked && <WhoIsWho onShow={(person) => setPicked({ tier: 'all', person })} onDetails={setDetails} />}
              <Locked />
              {!asked && <Proposals />}
              {some && whole > 0 && <Tiers counts={some.tiers} shown={tier} onShow={(shown) => setPicked({ ...picked, tier: shown })} />}
              {some && some.counted >= PICTURE && <Picture overview={some} picked={picked} onPick={setPicked} drawn={!asked} />}
              {narrowed && (
                <Button small look="plain" icon="close" onPress={() => setPicked({ tier: picked.tier })}>{t('memory-show-all')}</Button>
              )}
              {facts.data && !list.length && !hasNextPage && (asked || whole ? (
                <p className="muted" role="status">{t(tier === 'episode' && !narrowed && !asked ? 'memory-no-blocks' : 'memory-not-found')}</p>
              ) : !locked && (
                <Empty icon="memory" title={t('memory-none-title')} text={t('memory-none-text')} />
              ))}
              <ul className="facts" aria-busy={facts.isPlaceholderData}>
                {list.map((fact) => (
                  <FactRow
                    key={fact.id} fact={fact} onEdit={() => setEditing(fact)} onDetails={() => setDetails(fact.id)}
                    onForget={() => forget.mutate(fact.id)} onPin={(pinned) => pin.mutate({ id: fact.id, pinned })}
                  />
                ))}
              </ul>
              {hasNextPage && !locked && (
                <p className="facts-more"><Button isDisabled={isFetchingNextPage} onPress={() => void fetchNextPage()}>{t('memory-more')}</Button></p>
              )}
              {!asked && <Report />}
              {!asked && <Exchange />}
              {!asked && <Vault />}
            </>
          )}
        </div>
      </div>
      {details && !locked && (
        <FactDetails
          key={details} id={details} onEdit={(fact) => { close(); setEditing(fact); }}
          onForget={(id) => { close(); forget.mutate(id); }} onClose={close}
        />
      )}
      {editing && <FactSheet fact={editing === 'new' ? undefined : editing} onClose={() => setEditing(undefined)} />}
    </section>
  );
}

function FactSheet({ fact, onClose }: { fact: Fact | undefined; onClose: () => void }) {
  const t = useText();
  const keep = useKeep(onClose);
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
