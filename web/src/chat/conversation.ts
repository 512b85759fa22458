/**
 * The message that is on its way. It lives outside React, so that it goes on while another place is shown,
 * and what could not be sent is still there after a reload.
 */
import type { InfiniteData, QueryClient } from '@tanstack/react-query';
import { activity } from '../api/activity';
import { api, url, writeHeaders } from '../api/client';
import { normaliseResult } from '../api/normalise';
import { Problem, asProblem, problemOf } from '../api/problems';
import { events } from '../api/sse';
import type { Turn, TurnResult } from '../api/types';
import { go, place } from '../shell/router';
import { isWide } from '../ui/useWide';

export interface Pending {
  text: string;
  /** What has arrived of the answer so far. */
  reply: string;
  problem?: Problem | undefined;
}

export interface Conversation {
  pending: Pending | undefined;
  /** The answer that arrived last, for the polite announcement. */
  announced: string;
}

const UNSENT = 'calisson.unsent';
const LATELY_MS = 120_000;

let state: Conversation = { pending: stored(), announced: '' };
let controller: AbortController | undefined;
const listeners = new Set<() => void>();

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const snapshot = (): Conversation => state;

function stored(): Pending | undefined {
  const text = typeof localStorage === 'undefined' ? null : localStorage.getItem(UNSENT);
  return text ? { text, reply: '', problem: new Problem('offline', 0) } : undefined;
}

function set(change: Partial<Conversation>): void {
  state = { ...state, ...change };
  if (state.pending) localStorage.setItem(UNSENT, state.pending.text);
  else localStorage.removeItem(UNSENT);
  for (const listener of listeners) listener();
}

/** Forgets the message that failed. */
export function drop(): void {
  set({ pending: undefined });
}

/** Stops waiting for the answer; what the home has already done is shown, and can be undone. */
export function stop(): void {
  controller?.abort();
}

/** Sends a message and shows its answer; never throws, a failure stays visible with its text. */
export async function send(client: QueryClient, text: string): Promise<void> {
  if (state.pending && !state.pending.problem) return;
  const mine = new AbortController();
  controller = mine;
  const begun = Date.now();
  set({ pending: { text, reply: '' } });
  const done = activity.startTurn();
  try {
    const result = await stream(text, mine.signal, (reply) => set({ pending: { text, reply } }));
    add(client, { id: result.id, at: '', text, result });
    set({ pending: undefined, announced: result.reply });
    open(result);
    void client.invalidateQueries();
  } catch (error) {
    await failed(client, text, begun, mine.signal.aborted, asProblem(error));
  } finally {
    done();
  }
}

/** Sends a failed message again, unless the home has it after all (only the answer was lost on the way). */
export async function retry(client: QueryClient): Promise<void> {
  const text = state.pending?.text;
  if (!text) return;
  try {
    const last = (await api.turns(undefined, 1)).at(-1);
    if (last && last.text === text && !known(client, last.id)) {
      set({ pending: undefined, announced: last.result.reply });
      await client.invalidateQueries();
      return;
    }
  } catch {
    // still out of reach: sending says so
  }
  await send(client, text);
}

async function failed(client: QueryClient, text: string, begun: number, aborted: boolean, problem: Problem): Promise<void> {
  if (aborted) {
    set({ pending: undefined });
    await client.invalidateQueries();
    return;
  }
  if (problem.kind === 'offline') activity.lost();
  if (problem.status === 401) activity.lock();
  // The answer may have been lost after the home had finished the turn: then it is in the history.
  if (problem.kind === 'offline' && Date.now() - begun < LATELY_MS) await client.invalidateQueries({ queryKey: ['turns'] });
  set({ pending: { text, reply: '', problem } });
}

type Pages = InfiniteData<Turn[], string | undefined>;

function known(client: QueryClient, id: string): boolean {
  return !!client.getQueryData<Pages>(['turns'])?.pages.some((page) => page.some((turn) => turn.id === id));
}

/** Puts a finished turn at the end of the conversation, before the home is asked again. */
function add(client: QueryClient, turn: Turn): void {
  client.setQueryData<Pages>(['turns'], (data) => {
    const [newest, ...older] = data?.pages ?? [];
    return data ? { ...data, pages: [[...(newest ?? []), turn], ...older] } : data;
  });
}

/** Shows the app that the turn was about: at once beside the chat when there is room. */
function open(result: TurnResult): void {
  if (!result.app || !isWide()) return;
  const here = place();
  const made = result.act === 'create_app' || result.act === 'edit_app';
  const quiet = here.name === 'chat' && result.act === 'log';
  const elsewhere = here.name !== 'app' || here.app !== result.app.id;
  if ((made && elsewhere) || quiet) go({ name: 'app', app: result.app.id });
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
