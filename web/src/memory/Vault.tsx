/** Encryption of one's memories: turned on with a passphrase, locked, opened, turned off. */
import { useState, type FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import { strength } from './facts';

const VAULT = ['vault'];
const SHORTEST = 8;

export const useVault = () => useQuery({ queryKey: VAULT, queryFn: api.vault, retry: false, retryOnMount: false });

function useAfter() {
  const client = useQueryClient();
  return () => Promise.all([VAULT, ['memories'], ['memory-proposed'], ['memory-report']].map((queryKey) => client.invalidateQueries({ queryKey })));
}

/** Shown in the place of what is locked. */
export function Locked() {
  const t = useText();
  const vault = useVault();
  const after = useAfter();
  const open = useMutation({ mutationFn: api.unlock, onSuccess: after });
  if (!vault.data?.locked) return null;
  return (
    <section className="proposals" aria-label={t('vault-locked')}>
      <h2>{t('vault-locked')}</h2>
      <p className="muted small">{t('vault-locked-text')}</p>
      <Passphrase label={t('vault-unlock')} busy={open.isPending} error={open.error} onGive={(words) => open.mutate(words)} />
    </section>
  );
}

export function Vault() {
  const t = useText();
  const vault = useVault();
  const after = useAfter();
  const client = useQueryClient();
  const explain = useExplain();
  const [asking, setAsking] = useState<'on' | 'off'>();
  const [code, setCode] = useState<string>();
  const on = useMutation({
    mutationFn: api.encrypt,
    onSuccess: (made) => { setAsking(undefined); setCode(made.recovery_code); },
    onSettled: after,
  });
  const off = useMutation({
    mutationFn: api.decrypt,
    onSuccess: () => { setAsking(undefined); toast({ text: t('vault-is-off') }); },
    onSettled: after,
  });
  const lock = useMutation({
    mutationFn: api.lock,
    onSuccess: () => {
      // Nothing that was read stays on the page: not in a list whose next reading fails, and not in a dialog.
      for (const queryKey of [['memories'], ['memory-proposed'], ['memory-uses']]) void client.resetQueries({ queryKey });
      toast({ text: t('vault-is-locked') });
    },
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: after,
  });
  if (!vault.data || vault.data.locked) return null;
  const encrypted = vault.data.encrypted;
  return (
    <section className="memory-exchange" aria-label={t('vault-title')}>
      <h2>{t('vault-title')}</h2>
      <p className="muted small">{t(encrypted ? 'vault-on-text' : 'vault-off-text')}</p>
      <p className="row-actions">
        {encrypted ? (
          <>
            <Button isDisabled={lock.isPending} onPress={() => lock.mutate()}>{t('vault-lock')}</Button>
            <Button look="plain" onPress={() => setAsking('off')}>{t('vault-turn-off')}</Button>
          </>
        ) : <Button onPress={() => setAsking('on')}>{t('vault-turn-on')}</Button>}
      </p>
      {asking && (
        <Sheet title={t(asking === 'on' ? 'vault-turn-on' : 'vault-turn-off')} isOpen onClose={() => { setAsking(undefined); on.reset(); off.reset(); }}>
          <p>{t(asking === 'on' ? 'vault-choose' : 'vault-off-ask')}</p>
          {asking === 'on' && <p className="muted small">{t('vault-not-all')}</p>}
          <Passphrase
            fresh={asking === 'on'} label={t(asking === 'on' ? 'vault-turn-on' : 'vault-turn-off')}
            busy={on.isPending || off.isPending} error={on.error ?? off.error}
            onGive={(words) => (asking === 'on' ? on : off).mutate(words)}
          />
        </Sheet>
      )}
      {code && (
        <Sheet title={t('vault-code')} isOpen onClose={() => setCode(undefined)}>
          <p>{t('vault-code-text')}</p>
          <p className="command secret">{code}</p>
          <Button look="solid" onPress={() => setCode(undefined)}>{t('vault-code-kept')}</Button>
        </Sheet>
      )}
    </section>
  );
}

/** Asks for a passphrase; a fresh one twice, with how hard it is to guess. */
export function Passphrase({ label, busy, error, fresh = false, onGive }: {
  label: string; busy: boolean; error: unknown; fresh?: boolean; onGive: (words: string) => void;
}) {
  const t = useText();
  const explain = useExplain();
  const [words, setWords] = useState('');
  const [again, setAgain] = useState('');
  const differs = fresh && again !== '' && words !== again;
  const ready = words !== '' && (!fresh || (words === again && words.length >= SHORTEST));
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (ready) onGive(words);
  };
  return (
    <form className="form" onSubmit={submit}>
      <div className="field">
        <label htmlFor="passphrase">{t('vault-passphrase')}</label>
        <input
          id="passphrase" className="input" type="password" autoComplete={fresh ? 'new-password' : 'current-password'} maxLength={1000}
          value={words} onChange={(event) => setWords(event.target.value)}
        />
        {fresh && words && <p className="muted small" role="status">{t(`vault-strength-${strength(words)}`)}</p>}
      </div>
      {fresh && (
        <div className="field">
          <label htmlFor="passphrase-again">{t('vault-again')}</label>
          <input
            id="passphrase-again" className="input" type="password" autoComplete="new-password" maxLength={1000} aria-invalid={differs}
            value={again} onChange={(event) => setAgain(event.target.value)}
          />
          {differs && <p className="field-error" role="status">{t('vault-differs')}</p>}
        </div>
      )}
      {error ? <p role="alert" className="failed">{asProblem(error).detail || explain(error)}</p> : null}
      <Button type="submit" look="solid" isDisabled={busy || !ready}>{label}</Button>
    </form>
  );
}
