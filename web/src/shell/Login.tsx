/** The password screen, when the home is not on this machine or the session has ended. */
import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Input, Label, TextField } from 'react-aria-components';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { useOutbox } from '../offline/useOutbox';
import { useText } from '../i18n/text';
import { Button } from '../ui/Button';
import { Mark } from '../ui/Icon';
import { useExplain } from './explain';

export function Login() {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  const waits = useOutbox().length > 0;
  const [drafted] = useState(() => Object.keys(localStorage).some((key) => key.startsWith('calisson.draft')));
  const [password, setPassword] = useState('');
  const login = useMutation({
    mutationFn: () => api.login(password),
    onSuccess: () => client.invalidateQueries(),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (password) login.mutate();
  };
  const problem = login.error
    ? asProblem(login.error).kind === 'locked' ? t('login-wrong') : explain(login.error)
    : '';
  return (
    <main className="alone">
      <form className="login" onSubmit={submit}>
        <Mark size={52} />
        <h1>{t('login-title')}</h1>
        <p className="muted">{t('login-text')}</p>
        {(waits || drafted) && <p role="status">{t('login-kept')}</p>}
        <TextField type="password" value={password} onChange={setPassword} isInvalid={!!problem} className="field" autoFocus>
          <Label>{t('password')}</Label>
          <Input autoComplete="current-password" className="input" />
        </TextField>
        <p role="alert" className="field-error">{problem}</p>
        <Button type="submit" look="solid" isDisabled={login.isPending}>{t('login-button')}</Button>
      </form>
    </main>
  );
}
