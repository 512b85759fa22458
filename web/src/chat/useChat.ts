/** The conversation: past turns from the home, the turn that is on its way, and what could not be sent. */
import { useCallback, useRef, useState } from 'react';
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query';
import { activity } from '../api/activity';
import { api, url, writeHeaders } from '../api/client';
import { normaliseResult } from '../api/normalise';
import { Problem, asProblem, problemOf } from '../api/problems';
import { events } from '../api/sse';
import type { Turn, TurnResult } from '../api/types';
import { go, place } from '../shell/router';

const PAGE = 30;

export interface Pending {
  text: string;
  reply: string;
  error?: Problem;
}

export function useChat() {
  const client = useQueryClient();
  const [pending, setPending] = useState<Pending>();
  const abort = useRef<AbortController>(undefined);
  const past = useInfiniteQuery({
    queryKey: ['turns'],
    initialPageParam: undefined as string | undefined,
    queryFn: ({ pageParam }) => api.turns(pageParam, PAGE),
    getNextPageParam: (page) => (page.length === PAGE ? page[0]?.id : undefined),
    select: (data) => [...data.pages].reverse().flat(),
  });
  const turns: Turn[] = past.data ?? [];

  const send = useCallback(async (text: string) => {
    const controller = new AbortController();
    abort.current = controller;
    setPending({ text, reply: '' });
    const done = activity.startTurn();
    try {
      const result = await stream(text, controller.signal, (reply) => setPending({ text, reply }));
      await client.invalidateQueries();
      setPending(undefined);
      if (result.act === 'create_app' && result.app && matchMedia('(min-width: 48rem)').matches) {
        go({ name: 'app', app: result.app.id });
      }
    } catch (error) {
      if (controller.signal.aborted) {
        setPending(undefined);
        await client.invalidateQueries();
      } else {
        const problem = asProblem(error);
        if (problem.kind === 'offline') activity.lost();
        if (problem.status === 401) activity.lock();
        setPending({ text, reply: '', error: problem });
      }
    } finally {
      done();
    }
  }, [client]);

  const stop = useCallback(() => abort.current?.abort(), []);
  const drop = useCallback(() => setPending(undefined), []);
  return { turns, pending, send, stop, drop, past };
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
