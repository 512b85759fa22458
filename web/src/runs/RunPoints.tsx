/** The points of a run to go back to; before that, what goes back is said plainly. */
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { RunPoint } from '../api/runs';
import { useLocale, useText, type Text } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import { refreshRun } from './live';

/** What a point is called. */
const nameOf = (point: RunPoint, t: Text): string =>
  point.number < 0 ? t('run-point-start') : t('run-point-after', { number: point.number + 1, what: [point.label, point.target].filter(Boolean).join(' ') });

export function RunPoints({ run }: { run: string }) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const [chosen, setChosen] = useState<RunPoint>();
  const points = useQuery({ queryKey: ['run-points', run], queryFn: () => api.runPoints(run) });
  const back = useMutation({
    mutationFn: (to: number) => api.rewindRun(run, to),
    onSuccess: () => toast({ text: t('run-back-done') }),
    onError: (error) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => {
      setChosen(undefined);
      refreshRun(client, run);
    },
  });
  if (!points.data?.length) return null;
  return (
    <section className="run-part" aria-label={t('run-points')}>
      <h2>{t('run-points')}</h2>
      <p className="muted small">{t('run-points-text')}</p>
      <ol className="run-points">
        {points.data.map((point) => {
          const name = nameOf(point, t);
          return (
            <li key={point.number}>
              <span className="run-dot" aria-hidden="true" />
              <span className="run-point">{name}</span>
              <Button small look="plain" icon="undo" aria-label={`${t('run-back')}: ${name}`} onPress={() => setChosen(point)}>{t('run-back')}</Button>
            </li>
          );
        })}
      </ol>
      {chosen && <Back point={chosen} busy={back.isPending} onBack={() => back.mutate(chosen.number)} onClose={() => setChosen(undefined)} />}
    </section>
  );
}

export function Back({ point, busy, onBack, onClose }: { point: RunPoint; busy: boolean; onBack: () => void; onClose: () => void }) {
  const t = useText();
  const { language } = useLocale();
  const names = new Intl.ListFormat(language).format(point.files.slice(0, 12));
  return (
    <Sheet title={t('run-back-title')} isOpen onClose={onClose} alert>
      <p><strong>{nameOf(point, t)}</strong></p>
      <ul className="run-back">
        {point.files.length > 0 && <li>{t('run-back-files', { count: point.files.length, names: point.files.length > 12 ? `${names} …` : names })}</li>}
        {point.data > 0 && <li>{t('run-back-data', { count: point.data })}</li>}
        {point.steps > 0 && <li>{t('run-back-steps', { count: point.steps })}</li>}
        {point.files.length > 0 && <li>{t('run-back-by-hand')}</li>}
      </ul>
      <div className="run-buttons">
        <Button look="danger" isDisabled={busy} onPress={onBack}>{t('run-back-do')}</Button>
        <Button isDisabled={busy} onPress={onClose}>{t('close')}</Button>
      </div>
    </Sheet>
  );
}
