/** A task for the workshop: what is to be done, how freely, for how much, with which files. */
import { useRef, useState, type FormEvent } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import type { RunMode } from '../api/runs';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button, IconButton } from '../ui/Button';

const MODES: readonly RunMode[] = ['ask', 'edits', 'plan', 'locked'];
/** Characters of a file, and of all of them: what one request carries. */
const LONGEST = 400_000;

interface Given {
  name: string;
  text: string;
}

interface Props {
  /** Words to begin with, and the turn of conversation that they come from. */
  task?: string;
  turn?: string;
  most?: number;
  onBegun: (run: string) => void;
}

export function StartRun({ task = '', turn = '', most = 0.5, onBegun }: Props) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const picker = useRef<HTMLInputElement>(null);
  const [text, setText] = useState(task);
  const [mode, setMode] = useState<RunMode>('ask');
  const [budget, setBudget] = useState(most);
  const [files, setFiles] = useState<Given[]>([]);
  const [wrong, setWrong] = useState('');
  const start = useMutation({
    mutationFn: () => api.startRun({ task: text.trim(), mode, budget_usd: budget, workspace: '', files, turn_id: turn }),
    onSuccess: ({ id }) => onBegun(id),
    onError: (error) => setWrong(asProblem(error).id.startsWith('error-run') ? asProblem(error).detail : explain(error)),
    onSettled: () => client.invalidateQueries({ queryKey: ['runs'] }),
  });
  const take = async (list: FileList | null) => {
    setWrong('');
    for (const file of [...(list ?? [])]) {
      const content = file.size > LONGEST ? undefined : await file.text();
      if (content === undefined || content.includes('\0') || content.includes('\uFFFD')) setWrong(t('run-given-wrong', { name: file.name }));
      else setFiles((now) => [...now.filter((one) => one.name !== file.name), { name: file.name, text: content }]);
    }
    if (picker.current) picker.current.value = '';
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() && !start.isPending) start.mutate();
  };
  return (
    <form className="run-form" onSubmit={submit}>
      <div className="field">
        <label htmlFor="run-task">{t('run-task')}</label>
        <textarea id="run-task" className="input" rows={3} maxLength={20_000} value={text} placeholder={t('run-task-example')} onChange={(event) => setText(event.target.value)} />
      </div>
      <fieldset className="plain-set">
        <legend className="field-label">{t('run-mode')}</legend>
        <div className="segments">
          {MODES.map((one) => (
            <label key={one} className="segment">
              <input type="radio" name="run-mode" value={one} checked={mode === one} aria-describedby="run-mode-text" onChange={() => setMode(one)} />
              <span>{t(`run-mode-${one}`)}</span>
            </label>
          ))}
        </div>
        <p id="run-mode-text" className="muted small">{t(`run-mode-${mode}-text`)}</p>
      </fieldset>
      <div className="field run-budget">
        <label htmlFor="run-budget">{t('run-budget')}</label>
        <input id="run-budget" className="input num" type="number" inputMode="decimal" min={0.01} max={1000} step={0.01} value={budget} onChange={(event) => setBudget(Math.max(0.01, event.target.valueAsNumber || 0.01))} />
      </div>
      <div className="field">
        <span className="field-label">{t('run-given')}</span>
        {files.length > 0 && (
          <ul className="run-given">
            {files.map((file) => (
              <li key={file.name}>
                <span className="run-path">{file.name}</span>
                <IconButton icon="close" size={16} label={t('run-given-remove', { name: file.name })} onPress={() => setFiles(files.filter((one) => one !== file))} />
              </li>
            ))}
          </ul>
        )}
        <span><Button small icon="plus" onPress={() => picker.current?.click()}>{t('run-given-add')}</Button></span>
        <input ref={picker} type="file" multiple hidden aria-label={t('run-given-add')} onChange={(event) => void take(event.target.files)} />
      </div>
      {wrong && <p className="field-error" role="alert">{wrong}</p>}
      <div className="run-buttons"><Button type="submit" look="solid" isDisabled={!text.trim() || start.isPending}>{t('run-begin')}</Button></div>
    </form>
  );
}
