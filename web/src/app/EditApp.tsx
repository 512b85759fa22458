/** Changing an app by hand: its name, a further field. Each change is a version. */
import { useState, type FormEvent, type ReactNode } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { refreshApp, useUndoToast } from '../api/queries';
import type { AppSpec, Field, FieldType } from '../api/types';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';

const TYPES: FieldType[] = ['text', 'number', 'money', 'duration', 'date', 'boolean', 'choice', 'rating'];

function useSave(app: AppSpec, onClose: () => void) {
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const t = useText();
  return useMutation({
    mutationFn: (spec: AppSpec) => api.saveApp(app.id, spec, app.version),
    onSuccess: (written) => {
      undoToast(t('app-version', { number: written.app.version }), written.turn_id);
      onClose();
    },
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => refreshApp(client, app.id),
  });
}

function EditSheet({ title, onClose, onSave, children }: { title: string; onClose: () => void; onSave: () => void; children: ReactNode }) {
  const t = useText();
  return (
    <Sheet title={title} isOpen onClose={onClose}>
      <form
        className="form"
        onSubmit={(event: FormEvent) => {
          event.preventDefault();
          onSave();
        }}
      >
        {children}
        <Button type="submit" look="solid">{t('save')}</Button>
      </form>
    </Sheet>
  );
}

export function Rename({ app, onClose }: { app: AppSpec; onClose: () => void }) {
  const t = useText();
  const save = useSave(app, onClose);
  const [name, setName] = useState(app.name);
  return (
    <EditSheet title={t('app-rename')} onClose={onClose} onSave={() => name.trim() && save.mutate({ ...app, name: name.trim() })}>
      <div className="field">
        <label htmlFor="app-name">{t('app-name')}</label>
        <input id="app-name" className="input" value={name} required maxLength={120} onChange={(event) => setName(event.target.value)} />
      </div>
    </EditSheet>
  );
}

export function AddField({ app, onClose }: { app: AppSpec; onClose: () => void }) {
  const t = useText();
  const save = useSave(app, onClose);
  const [label, setLabel] = useState('');
  const [type, setType] = useState<FieldType>('text');
  const submit = () => {
    const [entity, ...others] = app.entities;
    if (!entity || !label.trim()) return;
    const field: Field = {
      name: freeName(label, entity.fields), label: label.trim(), type,
      ...(type === 'rating' ? { minimum: 1, maximum: 5 } : {}),
    };
    const views = app.views.map((view) =>
      view.entity === entity.name && view.fields?.length ? { ...view, fields: [...view.fields, field.name] } : view,
    );
    save.mutate({ ...app, views, entities: [{ ...entity, fields: [...entity.fields, field] }, ...others] });
  };
  return (
    <EditSheet title={t('app-add-field')} onClose={onClose} onSave={submit}>
      <div className="field">
        <label htmlFor="field-name">{t('app-field-name')}</label>
        <input id="field-name" className="input" value={label} required maxLength={80} onChange={(event) => setLabel(event.target.value)} />
      </div>
      <div className="field">
        <label htmlFor="field-type">{t('app-field-type')}</label>
        <select id="field-type" className="input" value={type} onChange={(event) => setType(event.target.value as FieldType)}>
          {TYPES.map((other) => <option key={other} value={other}>{t(`type-${other}`)}</option>)}
        </select>
      </div>
    </EditSheet>
  );
}

/** A stable English-letter name that no field has yet. */
export function freeName(label: string, fields: readonly Field[]): string {
  const base = label.toLowerCase().normalize('NFKD').replace(/[^a-z0-9]+/g, '_').replace(/^_+|_+$/g, '').replace(/^(\d)/, 'f_$1') || 'field';
  const taken = new Set(fields.map((field) => field.name));
  if (!taken.has(base)) return base;
  for (let n = 2; ; n += 1) if (!taken.has(`${base}_${n}`)) return `${base}_${n}`;
}

/** Whether models outside the house may read what the app holds. */
export function ModelsMay({ app, onClose }: { app: AppSpec; onClose: () => void }) {
  const t = useText();
  const save = useSave(app, onClose);
  const policy = app.policy as { remote_prompts?: boolean } | undefined;
  const [may, setMay] = useState(policy?.remote_prompts ?? false);
  return (
    <EditSheet title={t('app-models')} onClose={onClose} onSave={() => save.mutate({ ...app, policy: { ...policy, remote_prompts: may } })}>
      <p>{t('app-models-text', { name: app.name })}</p>
      <label className="check-row">
        <input type="checkbox" checked={may} onChange={(event) => setMay(event.target.checked)} />
        <span>{t('app-models-may')}</span>
      </label>
    </EditSheet>
  );
}
