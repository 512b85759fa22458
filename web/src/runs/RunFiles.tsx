/** The files that a run changed, each with the lines that differ. */
import { useQuery } from '@tanstack/react-query';
import { api } from '../api/client';
import type { RunFile } from '../api/runs';
import { useText } from '../i18n/text';
import { Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';

const SIGNS: Record<RunFile['lines'][number]['sign'], string> = { add: '+', del: '−', same: ' ', gap: '⋯' };

export function RunFiles({ run }: { run: string }) {
  const t = useText();
  const files = useQuery({ queryKey: ['run-files', run], queryFn: () => api.runFiles(run) });
  return (
    <section className="run-part" aria-label={t('run-files')}>
      <h2>{t('run-files')}</h2>
      {files.isPending && <Skeleton label={t('loading')} rows={1} />}
      {files.data?.length === 0 && <p className="muted small">{t('run-files-none')}</p>}
      {files.data?.map((file) => <Difference key={file.path} file={file} address={api.runFileAddress(run, file.path)} />)}
    </section>
  );
}

export function Difference({ file, address }: { file: RunFile; address: string }) {
  const t = useText();
  const tone = file.kind === 'added' ? 'added' : file.kind === 'deleted' ? 'deleted' : '';
  return (
    <details className="run-file">
      <summary>
        <span className="run-path">{file.path}</span>
        <span className={`op ${tone}`}>{t(`run-file-${file.kind}`)}</span>
      </summary>
      {file.text ? (
        <div className="run-diff" tabIndex={0} role="group" aria-label={file.path}>
          {file.lines.filter((line, n) => n > 0 || line.sign !== 'gap').map((line, n) => {
            const sign = file.kind === 'added' ? 'same' : line.sign; // of a new file every line is new
            return <code key={n} className={sign}><span aria-hidden="true">{SIGNS[sign]}</span>{line.text}</code>;
          })}
          {file.more && <p className="muted small">{t('run-file-more')}</p>}
        </div>
      ) : <p className="muted small">{t('run-file-no-text')}</p>}
      {file.kind !== 'deleted' && (
        <p><a className="button soft small-button" href={address} download><Icon name="download" size={16} /><span>{t('run-file-keep', { name: file.path })}</span></a></p>
      )}
    </details>
  );
}
