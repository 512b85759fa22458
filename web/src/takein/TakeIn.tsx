/** A table that came from outside: into an app that has its columns, or as a new app. */
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import { useApps, useUndoToast } from '../api/queries';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { hideOverlay } from '../shell/overlay';
import { go } from '../shell/router';
import { AppTile } from '../ui/AppTile';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';

export default function TakeIn({ file }: { file: File }) {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  const undoToast = useUndoToast();
  const apps = useApps();
  const [name, setName] = useState<string>();
  const look = useQuery({
    queryKey: ['table', file.name, file.size, file.lastModified], queryFn: () => api.lookAtTable(file), retry: false, gcTime: 0,
  });
  const called = name ?? look.data?.name ?? '';
  const done = (app: string, added: number | undefined, turn: string | undefined) => {
    undoToast(t('app-imported', { count: added ?? 0 }), turn);
    void client.invalidateQueries();
    hideOverlay();
    go({ name: 'app', app });
  };
  const into = useMutation({
    mutationFn: (app: string) => api.importCsv(app, file),
    onSuccess: (report, app) => {
      if (!report.problems?.length) done(app, report.added, report.turn_id);
    },
  });
  const make = useMutation({
    mutationFn: () => api.takeTable(file, called.trim()),
    onSuccess: (made) => done(made.app.id, made.added, made.turn_id),
  });
  const error = look.error ?? into.error ?? make.error;
  const refused = into.data?.problems ?? [];
  const busy = into.isPending || make.isPending;
  return (
    <Sheet title={t('take-in-title', { name: file.name })} isOpen onClose={hideOverlay} wide>
      {look.isPending && <Skeleton label={t('loading')} rows={4} />}
      {error && <p className="field-error" role="alert">{asProblem(error).detail || explain(error)}</p>}
      {refused.length > 0 && (
        <div role="alert" className="field-error">
          <p>{t('take-in-refused')}</p>
          <ul>{refused.slice(0, 5).map((problem, index) => <li key={index}>{typeof problem === 'string' ? problem : `${problem.path ?? ''} ${problem.hint ?? problem.message ?? ''}`}</li>)}</ul>
        </div>
      )}
      {look.data && (
        <>
          <p className="muted small">
            {t('take-in-rows', { count: look.data.rows })} · {look.data.fields.map((field) => field.label).join(' · ')}
          </p>
          {look.data.matches.length > 0 && (
            <section className="stack" aria-label={t('take-in-into')}>
              <h3>{t('take-in-into')}</h3>
              {look.data.matches.slice(0, 4).map((match) => {
                const app = apps.data?.find((one) => one.id === match.app_id);
                return app && (
                  <Button key={app.id} className="take-in-app" isDisabled={busy} onPress={() => into.mutate(app.id)}>
                    <AppTile id={app.id} icon={app.icon} size="s" /> {app.name} <span className="muted small">{t('take-in-columns', { count: match.columns, all: look.data.fields.length })}</span>
                  </Button>
                );
              })}
            </section>
          )}
          <form
            className="stack"
            onSubmit={(event) => {
              event.preventDefault();
              if (called.trim()) make.mutate();
            }}
          >
            <h3>{t('take-in-new')}</h3>
            <div className="field">
              <label htmlFor="take-in-name">{t('app-name')}</label>
              <input id="take-in-name" className="input" value={called} maxLength={120} required onChange={(event) => setName(event.target.value)} />
            </div>
            <Button type="submit" look="solid" icon="plus" isDisabled={busy}>{t('take-in-make')}</Button>
          </form>
        </>
      )}
    </Sheet>
  );
}
