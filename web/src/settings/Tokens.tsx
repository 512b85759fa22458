/** Tokens of other programs: make one with scopes (shown once), see when each was used last, take one back. */
import { useState, type FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { Scope, Token } from '../api/types';
import { inZone } from '../i18n/dates';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button, IconButton } from '../ui/Button';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';

const SCOPES: readonly Scope[] = ['read', 'log', 'apps', 'admin'];
const KEY = ['tokens'];

/** The list, and the way to a new one. */
export function Tokens() {
  const t = useText();
  const [making, setMaking] = useState(false);
  const [ending, setEnding] = useState<Token>();
  const tokens = useQuery({ queryKey: KEY, queryFn: api.tokens, retry: false });
  const list = tokens.data ?? [];
  return (
    <>
      <p>{t('tokens-text')}</p>
      {tokens.isPending && <Skeleton label={t('loading')} rows={1} />}
      {tokens.data && !list.length && <p className="muted">{t('tokens-none')}</p>}
      {list.length > 0 && (
        <ul className="versions" aria-label={t('tokens-title')}>
          {list.map((token) => <Row key={token.id} token={token} onEnd={() => setEnding(token)} />)}
        </ul>
      )}
      <p><Button icon="plus" onPress={() => setMaking(true)}>{t('tokens-make')}</Button></p>
      {making && <Making onClose={() => setMaking(false)} />}
      {ending && <Ending token={ending} onClose={() => setEnding(undefined)} />}
    </>
  );
}

/** An instant as local time of the home. */
const local = (instant: string, tz: string) => inZone(instant, tz)?.toISOString().slice(0, 16) ?? instant;

function Row({ token, onEnd }: { token: Token; onEnd: () => void }) {
  const t = useText();
  const locale = useLocale();
  return (
    <li className="version">
      <div className="version-text">
        <strong>{token.label}</strong>
        <div className="muted small">{token.scopes.map((scope) => t(`scope-${scope}`)).join(' · ')}</div>
        <div className="muted small">
          {token.used_at ? t('tokens-used', { when: formatWhen(local(token.used_at, locale.tz), locale) }) : t('tokens-unused')}
        </div>
      </div>
      <IconButton icon="trash" label={`${t('tokens-end')}: ${token.label}`} size={18} onPress={onEnd} />
    </li>
  );
}

function Making({ onClose }: { onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const [label, setLabel] = useState('');
  const [scopes, setScopes] = useState<readonly Scope[]>(['log']);
  const make = useMutation({
    mutationFn: () => api.makeToken(label.trim(), scopes),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => client.invalidateQueries({ queryKey: KEY }),
  });
  const choose = (scope: Scope, on: boolean) => {
    if (scope === 'admin') setScopes(on ? ['admin'] : []);
    else setScopes(SCOPES.filter((s) => s !== 'admin' && (s === scope ? on : scopes.includes(s))));
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (label.trim() && scopes.length) make.mutate();
  };
  if (make.data) return <Shown secret={make.data.token} onClose={onClose} />;
  return (
    <Sheet title={t('tokens-make')} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="token-name">{t('tokens-name')}</label>
          <input id="token-name" className="input" required maxLength={200} autoFocus autoComplete="off" value={label} onChange={(event) => setLabel(event.target.value)} />
        </div>
        <fieldset className="plain-set">
          <legend className="field-label">{t('tokens-may')}</legend>
          {SCOPES.map((scope) => (
            <label key={scope} className="check-row">
              <input type="checkbox" checked={scopes.includes(scope)} onChange={(event) => choose(scope, event.target.checked)} />
              <span><strong>{t(`scope-${scope}`)}</strong> <span className="muted small">{t(`scope-${scope}-text`)}</span></span>
            </label>
          ))}
        </fieldset>
        <Button type="submit" look="solid" isDisabled={make.isPending || !label.trim() || !scopes.length}>{t('tokens-make')}</Button>
      </form>
    </Sheet>
  );
}

function Shown({ secret, onClose }: { secret: string; onClose: () => void }) {
  const t = useText();
  const copy = () => void navigator.clipboard?.writeText(secret).then(() => toast({ text: t('chat-copied') }));
  return (
    <Sheet title={t('tokens-made')} isOpen onClose={onClose}>
      <p>{t('tokens-once')}</p>
      <pre className="command secret" tabIndex={0} aria-label={t('tokens-made')}><code>{secret}</code></pre>
      <div className="row-actions">
        <Button look="solid" icon="copy" onPress={copy}>{t('tokens-copy')}</Button>
        <Button onPress={onClose}>{t('close')}</Button>
      </div>
    </Sheet>
  );
}

function Ending({ token, onClose }: { token: Token; onClose: () => void }) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const end = useMutation({
    mutationFn: () => api.endToken(token.id),
    onSuccess: () => toast({ text: t('tokens-ended', { name: token.label }) }),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => {
      onClose();
      return client.invalidateQueries({ queryKey: KEY });
    },
  });
  return (
    <Sheet title={t('tokens-end')} isOpen alert onClose={onClose}>
      <p>{t('tokens-end-text', { name: token.label })}</p>
      <div className="row-actions">
        <Button look="danger" icon="trash" isDisabled={end.isPending} onPress={() => end.mutate()}>{t('tokens-end')}</Button>
        <Button onPress={onClose}>{t('cancel')}</Button>
      </div>
    </Sheet>
  );
}
