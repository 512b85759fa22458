/** Memories in and out: a file of this or another program, looked at before anything is stored; JSON lines and Markdown. */
import { useRef, useState } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { useUndoToast } from '../api/queries';
import type { MemoryFile } from '../api/types';
import { formatWhen } from '../i18n/format';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Icon } from '../ui/Icon';
import { Sheet } from '../ui/Sheet';

export function Exchange() {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const undoToast = useUndoToast();
  const input = useRef<HTMLInputElement>(null);
  const [file, setFile] = useState<File>();
  const look = useMutation({ mutationFn: (chosen: File) => api.lookAtMemories(chosen) });
  const close = () => {
    look.reset();
    setFile(undefined);
  };
  const take = useMutation({
    mutationFn: (chosen: File) => api.takeMemories(chosen),
    onSuccess: (taken) => {
      undoToast(t('memory-file-taken', { count: taken.added, waiting: taken.waiting }), taken.turn_id);
      close();
    },
    onSettled: () => Promise.all([['memories'], ['memory-proposed'], ['changes']].map((queryKey) => client.invalidateQueries({ queryKey }))),
  });
  const failed = look.error ?? take.error;
  return (
    <section className="memory-exchange" aria-label={t('memory-exchange')}>
      <h2>{t('memory-exchange')}</h2>
      <p className="muted small">{t('memory-exchange-text')}</p>
      <p className="row-actions">
        <Button icon="upload" isDisabled={look.isPending} onPress={() => input.current?.click()}>{t('memory-import')}</Button>
        <input
          ref={input} type="file" accept=".json,.jsonl,.zip,application/json,application/zip" hidden aria-label={t('memory-import')}
          onChange={(event) => {
            const chosen = event.target.files?.[0];
            take.reset();
            setFile(chosen);
            if (chosen) look.mutate(chosen);
            event.target.value = '';
          }}
        />
        <Download href={api.memoriesAddress('jsonl')} label={t('memory-export-json')} />
        <Download href={api.memoriesAddress('markdown')} label={t('memory-export-markdown')} />
      </p>
      <p role="status" className="muted small">{look.isPending && t('memory-file-looking')}</p>
      {failed && <p role="alert" className="failed">{asProblem(failed).detail || explain(failed)}</p>}
      {look.data && file && (
        <Sheet title={t('memory-file-look')} isOpen onClose={close}>
          <FilePreview found={look.data} />
          <div className="row-actions">
            <Button look="solid" isDisabled={take.isPending || !fresh(look.data)} onPress={() => take.mutate(file)}>{t('memory-file-take')}</Button>
            <Button slot="close">{t('cancel')}</Button>
          </div>
        </Sheet>
      )}
    </section>
  );
}

const fresh = (found: MemoryFile) => found.facts + found.talk + found.replies + found.offers - found.known;

export function FilePreview({ found }: { found: MemoryFile }) {
  const t = useText();
  const locale = useLocale();
  const counts: [string, number][] = [
    ['memory-file-facts', found.facts], ['memory-file-talk', found.talk], ['memory-file-replies', found.replies],
    ['memory-file-offers', found.offers], ['memory-file-known', found.known], ['memory-file-skipped', found.skipped],
  ];
  return (
    <>
      <p>{t(`memory-file-${found.format}`, { count: found.conversations })}</p>
      <table className="answer-rows">
        <tbody>
          {counts.filter(([, count]) => count > 0).map(([label, count]) => (
            <tr key={label}><td className="num">{count.toLocaleString(locale.language)}</td><td>{t(label)}</td></tr>
          ))}
        </tbody>
      </table>
      {found.first && found.last && (
        <p className="muted small">{formatWhen(found.first.slice(0, 10), locale)} – {formatWhen(found.last.slice(0, 10), locale)}</p>
      )}
      {found.examples.map((one, index) => <blockquote key={index} className="memory-quote">{one.text}</blockquote>)}
      {!fresh(found) && <p role="status">{t('memory-file-nothing')}</p>}
    </>
  );
}

function Download({ href, label }: { href: string; label: string }) {
  return <a className="button soft" href={href} download><Icon name="download" size={18} /><span>{label}</span></a>;
}
