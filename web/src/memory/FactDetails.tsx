/** Why a memory is kept, what it was used for, who may see it, and the switches for all of that. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import { useApps } from '../api/queries';
import type { Fact, PolicyChange, WholeFact } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { addressOf } from '../shell/router';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { Skeleton } from '../ui/Empty';
import { KeptFor } from './KeptFor';
import { Merged } from './Merged';
import { Reasons } from './Reasons';
import { Source } from './Source';
import { isDerived } from './facts';
import { useChange } from './useFacts';

/** Pin a memory or let go of the pin; the page is right again when it settles. */
export function usePin() {
  const t = useText();
  return useChange(
    ({ id, pinned }: { id: string; pinned: boolean }) => api.careForMemory(id, { pinned }),
    ({ pinned }) => t(pinned ? 'memory-is-pinned' : 'memory-is-unpinned'),
  );
}

export function FactDetails({ id, onEdit, onForget, onClose }: {
  id: string; onEdit: (fact: Fact) => void; onForget: (id: string) => void; onClose: () => void;
}) {
  const t = useText();
  const one = useQuery({ queryKey: ['memories', '', 'one', id], queryFn: () => api.memory(id), retry: false });
  const uses = useQuery({ queryKey: ['memory-uses', id], queryFn: () => api.usesOf(id), retry: false });
  const apps = useApps();
  return (
    <Sheet title={t('memory-details')} isOpen onClose={onClose}>
      {one.data && !uses.isPending && !apps.isPending ? (
        <Whole fact={one.data} onEdit={onEdit} onForget={onForget} />
      ) : one.isError ? <p role="alert">{t('memory-closed-gone')}</p> : <Skeleton label={t('loading')} rows={6} />}
    </Sheet>
  );
}

function Whole({ fact, onEdit, onForget }: { fact: WholeFact; onEdit: (fact: Fact) => void; onForget: (id: string) => void }) {
  const t = useText();
  const { data: apps = [] } = useApps();
  const { reasons } = fact;
  const kept = reasons?.kept;
  const plain = fact.tier === 'fact' && !isDerived(fact);
  return (
    <>
      <blockquote className="memory-quote">{fact.text}</blockquote>
      <About fact={fact} />
      {reasons && <Reasons reasons={reasons} at={fact.at} tier={fact.tier} app={apps.find((app) => app.id === kept)?.name} />}
      {fact.tier === 'fact' && <Merged fact={fact} />}
      {fact.parts && <Made parts={fact.parts} onForget={onForget} />}
      {reasons && <KeptFor id={fact.id} value={fact.kept_for ?? ''} />}
      {reasons && <Switches fact={fact} />}
      {reasons && (
        <div className="row-actions">
          {plain && <Button icon="edit" onPress={() => onEdit(fact)}>{t('edit')}</Button>}
          <Button icon="trash" onPress={() => onForget(fact.id)}>{t('memory-forget')}</Button>
        </div>
      )}
    </>
  );
}

/** From where and when it is, from when until when it holds, and which answers it was in. */
function About({ fact }: { fact: WholeFact }) {
  const t = useText();
  const locale = useLocale();
  const uses = useQuery({ queryKey: ['memory-uses', fact.id], queryFn: () => api.usesOf(fact.id), retry: false });
  const reopen = useChange(() => api.reopenMemory(fact.id), () => t('memory-reopened'));
  const rules = fact.policy;
  const told = isDerived(fact) ? undefined : { fact: 'memory-why-asked', turn: 'memory-why-said', episode: 'memory-why-block', app: undefined }[fact.tier];
  return (
    <dl className="memory-why">
      <dt>{t('memory-origin')}</dt>
      <dd>{told && t(told, { when: formatWhen(fact.at, locale) })} <Source fact={fact} /></dd>
      {rules?.origin === 'outside' && <><dt /><dd>{t('memory-origin-outside')}</dd></>}
      {fact.valid_from && <><dt>{t('memory-since')}</dt><dd>{formatWhen(fact.valid_from.slice(0, 10), locale)}</dd></>}
      {fact.valid_until && <><dt>{t('memory-until')}</dt><dd>{formatWhen(fact.valid_until.slice(0, 10), locale)}</dd></>}
      {fact.closed_by && (
        <>
          <dt>{t('memory-closed')}</dt>
          <dd>
            {fact.later ? <a href={addressOf({ name: 'memory', memory: fact.later.id })}>{fact.later.text}</a> : t('memory-closed-gone')}{' '}
            <Button small isDisabled={reopen.isPending} onPress={() => reopen.mutate(undefined)}>{t('memory-reopen')}</Button>
          </dd>
        </>
      )}
      <dt>{t('memory-used')}</dt>
      <dd>
        {uses.data?.length ? (
          <ul className="memory-uses">
            {uses.data.slice(0, 10).map((use) => (
              <li key={use.turn_id}>
                <a href={addressOf({ name: 'chat', turn: use.turn_id })}>{formatWhen(use.at.slice(0, 16), locale)}</a>
                <span className="muted small"> · {t(`memory-how-${use.how}`)}</span>
              </li>
            ))}
          </ul>
        ) : t('memory-used-times', { count: fact.uses ?? 0 })}
      </dd>
      {rules?.expires_at && <><dt>{t('memory-expires')}</dt><dd>{formatWhen(rules.expires_at.slice(0, 16), locale)}</dd></>}
    </dl>
  );
}

/** What a block of the last days is made of; a block goes with any of it, and is made anew without. */
function Made({ parts, onForget }: { parts: Fact[]; onForget: (id: string) => void }) {
  const t = useText();
  return (
    <section className="merged" aria-label={t('memory-made-of')}>
      <h3>{t('memory-made-of')}</h3>
      <ul>
        {parts.map((part) => (
          <li key={part.id}>
            <p>{part.text}</p>
            <Button small onPress={() => onForget(part.id)}>{t('memory-forget')}</Button>
          </li>
        ))}
      </ul>
    </section>
  );
}

function Switches({ fact }: { fact: Fact }) {
  const t = useText();
  const pin = usePin();
  const policy = useChange((change: PolicyChange) => api.changeMemoryPolicy(fact.id, change), () => t('memory-changed'));
  const rules = fact.policy;
  const switches: [string, boolean, (on: boolean) => void][] = [
    ['memory-pin', Boolean(fact.pinned), (pinned) => pin.mutate({ id: fact.id, pinned })],
    ['memory-share-house', rules?.scope === 'house', (on) => policy.mutate({ scope: on ? 'house' : 'private' })],
    ['memory-local-only', Boolean(rules?.local_only), (local_only) => policy.mutate({ local_only })],
    ['memory-no-train', Boolean(rules?.no_train), (no_train) => policy.mutate({ no_train })],
  ];
  return (
    <div className="memory-switches">
      {switches.map(([label, on, change]) => (
        <label key={label} className="check-row">
          <input type="checkbox" checked={on} onChange={(event) => change(event.target.checked)} />
          <span>{t(label)}</span>
        </label>
      ))}
    </div>
  );
}
