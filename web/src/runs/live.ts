/** A run as it goes on: what its stream says, folded into what is shown. */
import { useEffect } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import type { Run, RunQuestion, RunStep } from '../api/runs';

export type RunEvent =
  | { kind: 'now'; now: Run['now']; cost_usd: number }
  | { kind: 'step'; step: RunStep; cost_usd?: number }
  | { kind: 'question'; question: RunQuestion }
  | { kind: 'helpers'; helpers: Run['helpers'] }
  | { kind: 'ended'; reason: string; text?: string; cost_usd?: number };

const KINDS: readonly RunEvent['kind'][] = ['now', 'step', 'question', 'helpers', 'ended'];

/** The run after one more event. An event that comes twice changes nothing. */
export function after(run: Run, event: RunEvent): Run {
  switch (event.kind) {
    case 'now':
      return { ...run, state: 'going', now: event.now, cost_usd: Math.max(run.cost_usd, event.cost_usd) };
    case 'step': {
      const steps = [...run.steps.filter((step) => step.number < event.step.number), event.step];
      return { ...run, steps, count: steps.length, now: null, helpers: [], cost_usd: Math.max(run.cost_usd, event.cost_usd ?? 0) };
    }
    case 'helpers':
      return { ...run, helpers: event.helpers };
    case 'question':
      return run.questions.some((one) => one.id === event.question.id) ? run : { ...run, now: null, questions: [...run.questions, event.question] };
    case 'ended':
      return { ...run, state: (event.reason || 'stopped') as Run['state'], now: null, helpers: [] };
  }
}

/** A run, read once and followed for as long as somebody works on it. */
export function useRun(id: string) {
  const client = useQueryClient();
  const query = useQuery({ queryKey: ['run', id], queryFn: () => api.run(id), retry: false });
  const going = query.data?.state === 'going';
  const stands = query.data && `${query.data.state}/${query.data.count}`;
  useEffect(() => { // what hangs on the steps is read again whenever they are others, however that became known
    for (const queryKey of [['run-files', id], ['run-points', id]]) void client.invalidateQueries({ queryKey });
  }, [client, id, stands]);
  useEffect(() => {
    if (!going || typeof EventSource === 'undefined') return;
    const source = new EventSource(api.runEvents(id), { withCredentials: true });
    source.addEventListener('run', (event: MessageEvent<string>) => client.setQueryData(['run', id], JSON.parse(event.data) as Run));
    for (const kind of KINDS) {
      source.addEventListener(kind, (event: MessageEvent<string>) => {
        const told = JSON.parse(event.data) as RunEvent;
        client.setQueryData<Run>(['run', id], (run) => run && after(run, told));
        if (kind === 'ended') source.close();
        if (kind === 'ended' || (told.kind === 'step' && told.step.tool === 'todo')) refreshRun(client, id);
      });
    }
    return () => source.close();
  }, [client, going, id]);
  return query;
}

/** After something happened to a run: everything shown of it is read again. */
export function refreshRun(client: ReturnType<typeof useQueryClient>, id: string): void {
  for (const queryKey of [['run', id], ['run-files', id], ['run-points', id], ['runs']]) void client.invalidateQueries({ queryKey });
}
