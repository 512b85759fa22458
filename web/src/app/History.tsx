/** Every version of an app: when, by whom, why; any of them comes back with one click. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { refreshApp, useHistory, useUndoToast } from '../api/queries';
import type { AppSpec } from '../api/types';
import { formatWhen } from '../i18n/format';
import { inZone } from '../i18n/dates';
import { useLocale, useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Skeleton } from '../ui/Empty';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';

export function History({ app, onClose }: { app: AppSpec; onClose: () => void }) {
  const t = useText();
  const locale = useLocale();
  const explain = useExplain();
  const client = useQueryClient();
  const undoToast = useUndoToast();
  const history = useHistory(app.id);
  const back = useMutation({
    mutationFn: (to: number) => api.rollback(app.id, to),
    onSuccess: (written, to) => {
      undoToast(t('app-rolled-back', { number: to }), written.turn_id);
      onClose();
    },
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => refreshApp(client, app.id),
  });
  return (
    <Sheet title={t('app-history')} isOpen onClose={onClose} wide>
      {history.isPending && <Skeleton label={t('loading')} rows={3} />}
      <ul className="versions">
        {history.data?.map((version) => {
          const at = inZone(version.at, locale.tz);
          return (
            <li key={version.version} className="version">
              <div className="version-text">
                <strong>{t('app-version', { number: version.version })}</strong>
                <div className="muted small truncate">
                  {at ? formatWhen(at.toISOString().slice(0, 16), locale) : ''}{version.reason ? ` · ${version.reason}` : ''}
                </div>
              </div>
              {version.current ? (
                <span className="muted small">{t('app-current')}</span>
              ) : (
                <Button small icon="undo" isDisabled={back.isPending} onPress={() => back.mutate(version.version)}>
                  {t('app-rollback')}
                </Button>
              )}
            </li>
          );
        })}
      </ul>
    </Sheet>
  );
}
