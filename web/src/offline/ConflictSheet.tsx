/** Two people changed the same field of an entry: both values side by side, and the person says which holds, or keeps both. */
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import type { Value, Values } from '../api/types';
import { formatValue } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { titleOf } from '../views/titles';
import { meeting } from './deliver';
import { outbox } from './outbox';
import { useOutbox } from './useOutbox';

export default function ConflictSheet({ itemKey, onClose }: { itemKey: string; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const found = useOutbox().find((one) => one.key === itemKey);
  const item = found?.kind === 'change' ? found : undefined;
  const theirs = item?.problem?.theirs;
  const spec = useQuery({ queryKey: ['app', item?.app ?? ''], queryFn: () => api.app(item?.app ?? ''), enabled: !!item, retry: false }).data?.app;
  const [theirsHold, setTheirsHold] = useState<ReadonlySet<string>>(new Set());
  const entity = spec?.entities.find((one) => one.name === theirs?.entity);
  if (!item || !theirs) {
    return <Sheet title={t('outbox-title')} isOpen onClose={onClose}><p>{t('conflict-over')}</p></Sheet>;
  }
  const base = item.base?.values ?? {};
  const fields = meeting(item.values, base, theirs.values);
  const read = (name: string, value: Value | undefined) => {
    const field = entity?.fields.find((one) => one.name === name);
    const text = field ? formatValue(value, field, locale, { yes: t('yes'), no: t('no') }) : String(value ?? '');
    return text || t('conflict-empty');
  };
  const choose = (name: string, other: boolean) =>
    setTheirsHold((before) => {
      const next = new Set(before);
      if (other) next.add(name);
      else next.delete(name);
      return next;
    });
  const done = (run: Promise<void>) => {
    onClose();
    void run;
  };
  const mine: Values = Object.fromEntries(Object.entries(item.values).filter(([name]) => !theirsHold.has(name)));
  return (
    <Sheet title={t('conflict-title', { title: entity ? titleOf(theirs, entity, locale, t('record-entry')) : t('record-entry') })} isOpen onClose={onClose}>
      <p className="muted">{t('conflict-text')}</p>
      {fields.map((name) => (
        <fieldset key={name} className="conflict">
          <legend>{entity?.fields.find((one) => one.name === name)?.label ?? name}</legend>
          {[false, true].map((other) => (
            <label key={String(other)} className="conflict-side">
              <input type="radio" name={`conflict-${name}`} checked={theirsHold.has(name) === other} onChange={() => choose(name, other)} />
              <span><span className="muted small">{t(other ? 'conflict-theirs' : 'conflict-mine')}</span><strong>{read(name, other ? theirs.values[name] : item.values[name])}</strong></span>
            </label>
          ))}
          <p className="muted small">{t('conflict-before', { value: read(name, base[name]) })}</p>
        </fieldset>
      ))}
      <div className="row wrap">
        <Button look="solid" onPress={() => done(outbox.decide(item.key, mine))}>{t('conflict-save')}</Button>
        <Button onPress={() => done(outbox.keepBoth(item.key))}>{t('conflict-both')}</Button>
      </div>
    </Sheet>
  );
}
