/** Starts a function of an app; asks for what it wants to know first. */
import { useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { AppFunction } from '../api/packages';
import { refreshApp, useUndoToast } from '../api/queries';
import type { AppSpec } from '../api/types';
import { useText } from '../i18n/text';
import { useTold } from './told';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';

export function RunFunction({ app, what, onClose }: { app: AppSpec; what: AppFunction; onClose: () => void }) {
  const t = useText();
  const explain = useTold();
  const client = useQueryClient();
  const undoToast = useUndoToast();
  const [inputs, setInputs] = useState<Record<string, string>>({});
  const run = useMutation({
    mutationFn: () => api.runFunction(app.id, what.name, inputs),
    onSuccess: (done) => {
      undoToast(done.message || t('function-done', { count: done.changed }), done.turn_id ?? undefined);
      onClose();
    },
    onSettled: () => refreshApp(client, app.id),
  });
  return (
    <Sheet title={what.label || what.name} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          run.mutate();
        }}
      >
        {(what.inputs ?? []).map((name) => (
          <div className="field" key={name}>
            <label htmlFor={`input-${name}`}>{name.replaceAll('_', ' ')}</label>
            <input id={`input-${name}`} className="input" value={inputs[name] ?? ''} maxLength={1000} onChange={(event) => setInputs({ ...inputs, [name]: event.target.value })} />
          </div>
        ))}
        <p className="muted">{t('function-text')}</p>
        {run.error && <p role="alert">{explain(run.error)}</p>}
        <Button type="submit" look="solid" isDisabled={run.isPending}>{t('function-run')}</Button>
      </form>
    </Sheet>
  );
}
