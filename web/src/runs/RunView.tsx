/** One run, live: what it asks, what it plans and does, what came of it, and the ways to stop, go on and go back. */
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import type { Run } from '../api/runs';
import { useText } from '../i18n/text';
import { useExplain } from '../shell/explain';
import { addressOf } from '../shell/router';
import { Button } from '../ui/Button';
import { Empty, Skeleton } from '../ui/Empty';
import { Icon } from '../ui/Icon';
import { toast } from '../ui/toasts';
import { RunFiles } from './RunFiles';
import { refreshRun, useRun } from './live';
import { RunPoints } from './RunPoints';
import { RunQuestions } from './RunQuestions';
import { RunSteps } from './RunSteps';
import { RunBadge, RunCost, useDollars } from './words';

/** How a run may have ended and can still go on. */
const GOES_ON: readonly Run['state'][] = ['stopped', 'cut', 'steps', 'no_model', 'budget'];
const SAID: readonly Run['state'][] = [...GOES_ON, 'repetition'];

export function RunView({ id }: { id: string }) {
  const t = useText();
  const explain = useExplain();
  const run = useRun(id);
  if (run.isPending) return <Skeleton label={t('loading')} rows={8} />;
  if (run.isError) {
    const gone = asProblem(run.error).kind === 'gone';
    return (
      <Empty icon="warn" title={t(gone ? 'run-gone-title' : 'runs-failed')} text={gone ? t('run-gone-text') : explain(run.error)}>
        {gone ? <a className="button soft" href={addressOf({ name: 'runs' })}>{t('run-all')}</a> : <Button onPress={() => void run.refetch()}>{t('try-again')}</Button>}
      </Empty>
    );
  }
  return <Whole run={run.data} />;
}

export function Whole({ run }: { run: Run }) {
  const t = useText();
  return (
    <article className="run" aria-label={run.task}>
      <h2 className="run-task">{run.task}</h2>
      <div className="run-head">
        <RunBadge state={run.state} />
        <RunCost cost={run.cost_usd} most={run.budget_usd} />
        <span className="muted small">{t(`run-mode-${run.mode}`)}</span>
        <span className="spacer" />
        <Steering run={run} />
      </div>
      {SAID.includes(run.state) && <p className="muted">{t(`run-${run.state}-text`)}</p>}
      {run.state === 'waiting' && <RunQuestions run={run.id} questions={run.questions} />}
      {run.result && (
        <section className="card run-outcome" aria-label={t('run-result')}>
          <h2>{t('run-result')}</h2>
          <p className="run-words">{run.result}</p>
        </section>
      )}
      {run.todo.length > 0 && (
        <section className="run-part" aria-label={t('run-plan')}>
          <h2>{t('run-plan')}</h2>
          <ul className="run-plan">
            {run.todo.map((item) => (
              <li key={item.text} className={item.state} aria-current={item.state === 'now' ? 'step' : undefined}>
                <span className="making-mark" aria-hidden="true">{item.state === 'done' && <Icon name="check" size={14} />}</span>
                <span>{item.text}</span>
                {item.state === 'done' && <span className="sr">{t('run-state-done')}</span>}
              </li>
            ))}
          </ul>
        </section>
      )}
      <RunSteps run={run} />
      <RunFiles run={run.id} />
      {run.count > 0 && run.state !== 'going' && <RunPoints run={run.id} />}
    </article>
  );
}

/** Stop, or go on. */
export function Steering({ run }: { run: Run }) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const dollars = useDollars();
  const options = {
    onError: (error: unknown) => toast({ text: explain(error), tone: 'danger' }),
    onSettled: () => refreshRun(client, run.id),
  };
  const stop = useMutation({ mutationFn: () => api.stopRun(run.id), ...options });
  const resume = useMutation({ mutationFn: (most?: number) => api.resumeRun(run.id, most), ...options });
  if (run.state === 'going' || run.state === 'waiting') {
    return <Button small icon="stop" isDisabled={stop.isPending} onPress={() => stop.mutate()}>{t('chat-stop')}</Button>;
  }
  if (run.state === 'budget') {
    const most = (run.budget_usd ?? 0.5) * 2;
    return <Button small look="solid" isDisabled={resume.isPending} onPress={() => resume.mutate(most)}>{t('run-resume-more', { money: dollars(most) })}</Button>;
  }
  if (!GOES_ON.includes(run.state)) return null;
  return <Button small look="solid" icon="retry" isDisabled={resume.isPending} onPress={() => resume.mutate(undefined)}>{t('run-resume')}</Button>;
}
