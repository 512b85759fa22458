/** A piece of a spreadsheet on its way in: what each column becomes, what fits, and what does not and why. */
import { useState } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { paste } from '../../api/many';
import { asProblem } from '../../api/problems';
import { refreshApp, useUndoToast } from '../../api/queries';
import type { AppSpec, Entity } from '../../api/types';
import { useText } from '../../i18n/text';
import { useExplain } from '../../shell/explain';
import { Button } from '../../ui/Button';
import { Skeleton } from '../../ui/Empty';
import { Sheet } from '../../ui/Sheet';
import { fieldOf } from '../rows';

const SHOWN = 50;

export function PasteSheet({ app, entity, text, fields, onClose }: { app: AppSpec; entity: Entity; text: string; fields: string[]; onClose: () => void }) {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  const undoToast = useUndoToast();
  const [busy, setBusy] = useState(false);
  const [failed, setFailed] = useState<string>();
  const body = { text, entity: entity.name, fields };
  const tried = useQuery({ queryKey: ['paste', app.id, body], queryFn: () => paste(app.id, { ...body, dry_run: true }), gcTime: 0, retry: false });
  const report = tried.data;
  const unfit = report ? report.rows - report.added : 0;
  const take = async () => {
    setBusy(true);
    try {
      const done = await paste(app.id, { ...body, keep: true });
      undoToast(t('records-added', { count: done.added }), done.turn_id ?? undefined);
      await refreshApp(client, app.id);
      onClose();
    } catch (error) {
      setFailed(asProblem(error).detail || explain(error));
    } finally {
      setBusy(false);
    }
  };
  return (
    <Sheet title={t('paste-title')} isOpen onClose={onClose} wide>
      {tried.isPending && <Skeleton label={t('loading')} rows={3} />}
      {(tried.error || failed) && <p className="field-error" role="alert">{failed ?? (asProblem(tried.error).detail || explain(tried.error))}</p>}
      {report && (
        <>
          <p role="status">{t('paste-fits', { fit: report.added, rows: report.rows })}</p>
          <p className="muted small">
            {report.fields.map((name) => fieldOf(entity, name)?.label ?? t('paste-left-out')).join(' · ')}
          </p>
          {report.problems.length > 0 && (
            <ul className="paste-problems">
              {report.problems.slice(0, SHOWN).map((problem, index) => (
                <li key={index}><span className="num muted">{t('paste-row', { number: Number(problem.field.split('.')[0]) })}</span> {problem.message}</li>
              ))}
              {report.problems.length > SHOWN && <li className="muted">{t('paste-more', { count: report.problems.length - SHOWN })}</li>}
            </ul>
          )}
          <div className="row">
            <Button look="solid" isDisabled={!report.added || busy} onPress={() => void take()}>
              {unfit ? t('paste-take-fitting', { count: report.added }) : t('paste-take', { count: report.added })}
            </Button>
            <Button onPress={onClose}>{t('cancel')}</Button>
          </div>
        </>
      )}
    </Sheet>
  );
}
