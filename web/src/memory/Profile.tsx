/** Who you are, as every conversation with a model begins: each line can be put into other words, pinned, or taken away. */
import { useState, type FormEvent } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import type { ProfileLine } from '../api/types';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button, IconButton } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import './profile.css';

/** Lines that are shown before somebody asks for all. */
const FEW = 6;

export const useProfile = () => useQuery({ queryKey: ['memories', '', 'profile'], queryFn: api.profile, retry: false, retryOnMount: false });

export function Profile() {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const [editing, setEditing] = useState<ProfileLine>();
  const [whole, setWhole] = useState(false);
  const profile = useProfile();
  const change = useMutation({
    mutationFn: ({ id, ...what }: { id: string; text?: string; pinned?: boolean; removed?: boolean }) => api.changeProfile(id, what),
    onSuccess: (written, what) => {
      setEditing(undefined);
      undoToast(t(what.removed ? 'profile-removed' : 'memory-changed'), written.turn_id);
    },
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => Promise.all([['memories', '', 'profile'], ['changes']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const lines = profile.data ?? [];
  if (!lines.length) return null;
  return (
    <section className="profile" aria-labelledby="profile-title">
      <h2 id="profile-title">{t('profile-title')}</h2>
      <p className="muted small">{t('profile-text')}</p>
      <ul>
        {(whole ? lines : lines.slice(0, FEW)).map((line) => (
          <li key={line.id}>
            <span className="muted small side">{t(`profile-side-${line.side}`)}</span>
            <p>{line.text}</p>
            <IconButton
              icon="memory" size={18} className={line.pinned ? 'pinned' : ''} aria-pressed={line.pinned}
              label={`${t(line.pinned ? 'memory-unpin' : 'memory-pin-short')}: ${line.text}`}
              onPress={() => change.mutate({ id: line.id, pinned: !line.pinned })}
            />
            <IconButton icon="edit" size={18} label={`${t('edit')}: ${line.text}`} onPress={() => setEditing(line)} />
            <IconButton icon="close" size={18} label={`${t('profile-remove')}: ${line.text}`} onPress={() => change.mutate({ id: line.id, removed: true })} />
          </li>
        ))}
      </ul>
      {lines.length > FEW && (
        <Button small look="plain" aria-expanded={whole} onPress={() => setWhole(!whole)}>
          {whole ? t('profile-fewer') : t('profile-all', { count: lines.length })}
        </Button>
      )}
      {editing && <LineSheet line={editing} busy={change.isPending} onSave={(text) => change.mutate({ id: editing.id, text })} onClose={() => setEditing(undefined)} />}
    </section>
  );
}

function LineSheet({ line, busy, onSave, onClose }: { line: ProfileLine; busy: boolean; onSave: (text: string) => void; onClose: () => void }) {
  const t = useText();
  const [text, setText] = useState(line.text);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim()) onSave(text.trim());
  };
  return (
    <Sheet title={t('memory-edit')} isOpen onClose={onClose}>
      <form className="form" onSubmit={submit}>
        <div className="field">
          <label htmlFor="profile-line">{t('profile-line')}</label>
          <textarea id="profile-line" className="input" rows={2} maxLength={400} autoFocus value={text} onChange={(event) => setText(event.target.value)} />
        </div>
        <Button type="submit" look="solid" isDisabled={busy || !text.trim()}>{t('save')}</Button>
        {line.edited && <Button isDisabled={busy} onPress={() => onSave('')}>{t('profile-own-words')}</Button>}
      </form>
    </Sheet>
  );
}
