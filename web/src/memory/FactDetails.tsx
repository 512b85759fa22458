/** Why a memory is kept, who may see it, and the switches for both. */
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import type { Fact, PolicyChange } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { addressOf } from '../shell/router';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import { Merged } from './Merged';

/** Pin a memory or let go of the pin; the page is right again when it settles. */
export function usePin() {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  return useMutation({
    mutationFn: ({ id, pinned }: { id: string; pinned: boolean }) => api.careForMemory(id, { pinned }),
    onSuccess: (written, { pinned }) => undoToast(t(pinned ? 'memory-is-pinned' : 'memory-is-unpinned'), written.turn_id),
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['memories'] }),
  });
}

export function FactDetails({ fact, facts = [], onEdit, onClose }: { fact: Fact; facts?: Fact[]; onEdit: () => void; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const pin = usePin();
  const policy = useMutation({
    mutationFn: (change: PolicyChange) => api.changeMemoryPolicy(fact.id, change),
    onSuccess: (written) => undoToast(t('memory-changed'), written.turn_id),
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['memories'] }),
  });
  const uses = useQuery({ queryKey: ['memory-uses', fact.id], queryFn: () => api.usesOf(fact.id), retry: false });
  const reopen = useMutation({
    mutationFn: () => api.reopenMemory(fact.id),
    onSuccess: (written) => undoToast(t('memory-reopened'), written.turn_id),
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: ['memories'] }),
  });
  const later = facts.find(({ id }) => id === fact.closed_by);
  const rules = fact.policy;
  const switches: [string, boolean, (on: boolean) => void][] = [
    ['memory-pin', Boolean(fact.pinned), (pinned) => pin.mutate({ id: fact.id, pinned })],
    ['memory-share-house', rules?.scope === 'house', (on) => policy.mutate({ scope: on ? 'house' : 'private' })],
    ['memory-local-only', Boolean(rules?.local_only), (local_only) => policy.mutate({ local_only })],
    ['memory-no-train', Boolean(rules?.no_train), (no_train) => policy.mutate({ no_train })],
  ];
  return (
    <Sheet title={t('memory-details')} isOpen onClose={onClose}>
      <blockquote className="memory-quote">{fact.text}</blockquote>
      <dl className="memory-why">
        <dt>{t('memory-why-kept')}</dt>
        <dd>
          {t(fact.tier === 'fact' ? 'memory-why-asked' : 'memory-why-said', { when: formatWhen(fact.at, locale) })}
          {fact.source?.startsWith('turn_') && <> <a href={addressOf({ name: 'chat', turn: fact.source })}>{t('memory-source')}</a></>}
        </dd>
        {fact.valid_from && <><dt>{t('memory-since')}</dt><dd>{formatWhen(fact.valid_from.slice(0, 10), locale)}</dd></>}
        {fact.valid_until && <><dt>{t('memory-until')}</dt><dd>{formatWhen(fact.valid_until.slice(0, 10), locale)}</dd></>}
        {fact.closed_by && (
          <>
            <dt>{t('memory-closed')}</dt>
            <dd>
              {later ? later.text : t('memory-closed-gone')}{' '}
              <Button small isDisabled={reopen.isPending} onPress={() => reopen.mutate()}>{t('memory-reopen')}</Button>
            </dd>
          </>
        )}
        <dt>{t('memory-used')}</dt>
        <dd>
          {t('memory-used-times', { count: fact.uses ?? 0 })}
          {Boolean(uses.data?.length) && (
            <ul className="memory-uses">
              {uses.data?.slice(0, 10).map((use) => (
                <li key={use.turn_id}>
                  <a href={addressOf({ name: 'chat', turn: use.turn_id })}>{formatWhen(use.at.slice(0, 16), locale)}</a>
                  <span className="muted small"> · {t(`memory-how-${use.how}`)}</span>
                </li>
              ))}
            </ul>
          )}
        </dd>
        {rules?.origin === 'outside' && <><dt>{t('memory-origin')}</dt><dd>{t('memory-origin-outside')}</dd></>}
        {rules?.expires_at && <><dt>{t('memory-expires')}</dt><dd>{formatWhen(rules.expires_at.slice(0, 16), locale)}</dd></>}
      </dl>
      {fact.tier === 'fact' && <Merged fact={fact} />}
      <div className="memory-switches">
        {switches.map(([label, on, change]) => (
          <label key={label} className="check-row">
            <input type="checkbox" checked={on} onChange={(event) => change(event.target.checked)} />
            <span>{t(label)}</span>
          </label>
        ))}
      </div>
      {fact.tier === 'fact' && <Button icon="edit" onPress={onEdit}>{t('edit')}</Button>}
    </Sheet>
  );
}
