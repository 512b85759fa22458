/**
 * The turn that is on its way, for the whole page: it goes on while the person looks at another place, and whoever
 * sent it (message box, Today's line, quick capture, palette) sees what came of it.
 */
import type { QueryClient } from '@tanstack/react-query';
import { activity } from '../api/activity';
import { url, writeHeaders } from '../api/client';
import { normaliseResult } from '../api/normalise';
import { Problem, asProblem, problemOf } from '../api/problems';
import { events } from '../api/sse';
import type { Turn, TurnResult } from '../api/types';
import { isWide } from '../ui/useWide';
import { go, place } from '../shell/router';

export interface Pending {
  text: string;
  reply: string;
  error?: Problem;
}

interface Talk {
  pending: Pending | undefined;
  /** The last turn that was finished by this page. */
  finished: Turn | undefined;
}

let state: Talk = { pending: undefined, finished: undefined };
let controller: AbortController | undefined;
const listeners = new Set<() => void>();

function publish(change: Partial<Talk>): void {
  state = { ...state, ...change };
  for (const listener of listeners) listener();
}

export const talk = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => listeners.delete(listener);
  },
  snapshot: (): Talk => state,
  busy: (): boolean => !!state.pending && !state.pending.error,
  stop: (): void => controller?.abort(),
  /** Lets go of a message that could not be sent. */
  drop: (): void => publish({ pending: undefined }),
};

/** Says something. The result, or undefined when it was stopped or could not be sent (then it stays as pending). */
export async function say(client: QueryClient, text: string): Promise<Turn | undefined> {
  if (talk.busy()) return undefined;
  const own = new AbortController();
  controller = own;
  publish({ pending: { text, reply: '' } });
  const done = activity.startTurn();
  try {
    const result = await stream(text, own.signal, (reply) => publish({ pending: { text, reply } }));
    const turn: Turn = { id: result.id, at: '', text, result };
    publish({ finished: turn });
    await readAgain(client);
    publish({ pending: undefined });
    if (result.act === 'create_app' && result.app && isWide()) go({ name: 'app', app: result.app.id });
    return turn;
  } catch (error) {
    if (own.signal.aborted) {
      publish({ pending: undefined });
      await readAgain(client);
      return undefined;
    }
    const problem = asProblem(error);
    if (problem.kind === 'offline') activity.lost();
    if (problem.status === 401) activity.lock();
    publish({ pending: { text, reply: '', error: problem } });
    return undefined;
  } finally {
    done();
  }
}

/** Reads everything shown again. What is on its way is dropped first: it may be older than the turn and would count as new. */
async function readAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries();
  await client.invalidateQueries();
}

async function stream(text: string, signal: AbortSignal, onReply: (reply: string) => void): Promise<TurnResult> {
  const here = place();
  const response = await fetch(url('/turns'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...writeHeaders() },
    credentials: 'same-origin',
    body: JSON.stringify({ text, ...(here.name === 'app' ? { app_id: here.app } : {}) }),
    signal,
  });
  if (!response.ok || !response.body) throw problemOf(response.status, await response.json().catch(() => undefined));
  activity.reached();
  let reply = '';
  for await (const event of events(response.body)) {
    const data = event.data as { delta?: string; result?: TurnResult; problem?: { status?: number } };
    if (event.event === 'TEXT_MESSAGE_CONTENT') {
      reply += data.delta ?? '';
      onReply(reply);
    } else if (event.event === 'RUN_FINISHED' && data.result) {
      return normaliseResult(data.result);
    } else if (event.event === 'RUN_ERROR') {
      throw problemOf(data.problem?.status ?? 500, data.problem);
    }
  }
  throw new Problem('offline', 0);
}
