/** Work of several steps in the talk: the offer with its two buttons, then how it goes, what it asks, and its result. */
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { asProblem } from '../api/problems';
import type { Run } from '../api/runs';
import type { Work } from '../api/types';
import { useText } from '../i18n/text';
import { useRun } from '../runs/live';
import { RunQuestions } from '../runs/RunQuestions';
import { Now } from '../runs/RunSteps';
import { Steering } from '../runs/RunView';
import { StartRun } from '../runs/StartRun';
import { RunBadge, RunCost } from '../runs/words';
import { useExplain } from '../shell/explain';
import { addressOf } from '../shell/router';
import { Button } from '../ui/Button';
import { Sheet } from '../ui/Sheet';
import { toast } from '../ui/toasts';
import '../settings/settings.css';
import '../history/history.css';
import '../runs/runs.css';

interface Props {
  work: Work;
  turn: string;
  /** Something was said since: the offer has lapsed. */
  past?: boolean;
  onNo?: (() => void) | undefined;
}

export default function WorkCard({ work, turn, past = false, onNo }: Props) {
  const begun = useQuery({ queryKey: ['runs', 'turn', turn], queryFn: () => api.runs({ turn }), enabled: !work.run_id });
  const run = work.run_id ?? begun.data?.runs[0]?.id;
  if (run) return <WorkGoing id={run} />;
  if (begun.isPending || past) return null;
  return <WorkOffer work={work} turn={turn} onNo={onNo} />;
}

export function WorkOffer({ work, turn, onNo }: { work: Work; turn: string; onNo?: (() => void) | undefined }) {
  const t = useText();
  const client = useQueryClient();
  const explain = useExplain();
  const [changing, setChanging] = useState(false);
  const refresh = () => client.invalidateQueries({ queryKey: ['runs'] });
  const begin = useMutation({
    mutationFn: () => api.startRun({ task: work.task, mode: work.mode, budget_usd: work.budget_usd, workspace: '', files: [], turn_id: turn }),
    onError: (error) => toast({ text: asProblem(error).id.startsWith('error-run') ? asProblem(error).detail : explain(error), tone: 'danger' }),
    onSettled: refresh,
  });
  return (
    <section className="card work" aria-label={t('work-title')}>
      <strong>{t('work-title')}</strong>
      <p className="small">{work.task}</p>
      <p className="muted small">{t(`run-mode-${work.mode}-text`)}</p>
      <div className="run-buttons">
        <Button small look="solid" isDisabled={begin.isPending} onPress={() => begin.mutate()}>{t('work-begin')}</Button>
        <Button small isDisabled={begin.isPending} onPress={() => setChanging(true)}>{t('work-change')}</Button>
        {onNo && <Button small look="plain" isDisabled={begin.isPending} onPress={onNo}>{t('run-ask-no')}</Button>}
      </div>
      {changing && (
        <Sheet title={t('work-title')} isOpen wide onClose={() => setChanging(false)}>
          <StartRun task={work.task} turn={turn} most={work.budget_usd} onBegun={() => { setChanging(false); void refresh(); }} />
        </Sheet>
      )}
    </section>
  );
}

function WorkGoing({ id }: { id: string }) {
  const run = useRun(id);
  return run.data ? <WorkRun run={run.data} /> : null;
}

/** A run as the talk shows it. */
export function WorkRun({ run }: { run: Run }) {
  const t = useText();
  const done = run.todo.filter((item) => item.state === 'done').length;
  return (
    <section className="card work" data-run={run.id} aria-label={t('work-title')} aria-busy={run.state === 'going'}>
      <div className="run-head">
        <RunBadge state={run.state} />
        <RunCost cost={run.cost_usd} most={run.budget_usd} />
        <span className="spacer" />
        <Steering run={run} />
      </div>
      {run.todo.length > 0 && run.state !== 'done' && <p className="muted small num">{t('run-plan')}: {done}/{run.todo.length} · {run.todo.find((item) => item.state === 'now')?.text}</p>}
      {run.state === 'going' && <ol className="run-steps"><Now run={run} /></ol>}
      {run.state === 'waiting' && <RunQuestions run={run.id} questions={run.questions} />}
      {run.result && <p className="run-words">{run.result}</p>}
      <p><a className="work-open" href={addressOf({ name: 'runs', run: run.id })}>{t('work-open')}</a></p>
    </section>
  );
}
