/** An app from another home: what it is, who made it and what it may do, before anything of it runs. */
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { useUndoToast } from '../api/queries';
import { useText } from '../i18n/text';
import { useTold } from '../app/told';
import { hideOverlay } from '../shell/overlay';
import { go } from '../shell/router';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';
import type { PackageLook, PackageSource } from '../api/packages';
import './package.css';

export default function TakePackage({ from }: { from: PackageSource }) {
  const t = useText();
  const explain = useTold();
  const client = useQueryClient();
  const undoToast = useUndoToast();
  const [trusted, setTrusted] = useState(false);
  const look = useQuery({
    queryKey: ['package', ...('file' in from ? [from.file.name, from.file.size, from.file.lastModified] : [from.url, from.house])],
    queryFn: () => api.lookAtPackage(from), retry: false, gcTime: 0,
  });
  const take = useMutation({
    mutationFn: () => api.takePackage(from, trusted),
    onSuccess: (done) => {
      undoToast(t('package-taken', { name: done.app.name }), done.turn_id);
      void client.invalidateQueries();
      hideOverlay();
      go({ name: 'app', app: done.app.id });
    },
  });
  const found = look.data;
  const refused = look.error ?? take.error;
  return (
    <Sheet title={found ? `${found.icon} ${found.name}` : t('package-title')} isOpen onClose={hideOverlay} wide>
      {look.isPending && <Skeleton label={t('loading')} rows={4} />}
      {refused && <p role="alert">{explain(refused)}</p>}
      {found && (
        <>
          {found.summary && <p>{found.summary}</p>}
          <p className="muted small">{found.entities.map((entity) => `${entity.label}: ${entity.fields.join(' · ')}`).join('; ')}</p>
          <p>{t(`package-author-${found.known}`, { author: found.author })}</p>
          {found.chain.length > 1 && (
            <ol className="small">
              {found.chain.map(({ author, changed }, number) => (
                <li key={`${number} ${author}`}>{t(number === 0 ? 'package-hand-first' : changed ? 'package-hand-changed' : 'package-hand-same', { author })}</li>
              ))}
            </ol>
          )}
          <h3>{t('package-may')}</h3>
          <May found={found} />
          {found.problems.map((problem) => <p key={problem.field + problem.message} role="alert">{problem.message}</p>)}
          {found.known === 'unknown' && (
            <label className="row">
              <input type="checkbox" checked={trusted} onChange={(event) => setTrusted(event.target.checked)} />
              <span>{t('package-trust')}</span>
            </label>
          )}
          <div className="row">
            <Button
              look="solid" isDisabled={take.isPending || found.problems.length > 0 || (found.known === 'unknown' && !trusted)}
              onPress={() => take.mutate()}
            >
              {t('package-take')}
            </Button>
            <Button onPress={hideOverlay}>{t('cancel')}</Button>
          </div>
        </>
      )}
    </Sheet>
  );
}

function May({ found: { may, records, pictures } }: { found: PackageLook }) {
  const t = useText();
  const items = (list: string[]) => list.join(', ') || '–';
  return (
    <ul className="package-may">
      <li>{records ? t('package-records', { count: records }) : t('package-no-records')}</li>
      {pictures > 0 && <li>{t('package-pictures', { count: pictures })}</li>}
      <li>{may.hosts.length ? t('package-hosts', { hosts: may.hosts.join(', ') }) : t('package-no-hosts')}</li>
      {may.rules.length + may.reminders.length > 0 && <li>{t('package-rules', { count: may.rules.length + may.reminders.length })}</li>}
      {may.widget && (
        <li>
          {t('package-widget', { reads: items(may.widget.reads), writes: items(may.widget.writes) })}
          <Code text={may.widget.code} />
        </li>
      )}
      {[...may.functions, ...may.logic.map((one) => ({ ...one, reads: undefined, writes: undefined }))].map((one) => (
        <li key={one.name}>
          {one.reads ? t('package-function', { name: one.name, reads: items(one.reads), writes: items(one.writes) }) : t('package-logic', { name: one.name })}
          <Code text={one.code} />
        </li>
      ))}
    </ul>
  );
}

function Code({ text }: { text: string }) {
  const t = useText();
  return <details><summary>{t('package-code')}</summary><pre className="scroll" tabIndex={0}>{text}</pre></details>;
}
