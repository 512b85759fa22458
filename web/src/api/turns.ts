/** Saying something to the home: one POST whose answer is streamed. */
import { KEPT, writeHeaders, useToken } from './request';
import { address, call } from './typed';
import { activity } from './activity';
import { normaliseResult } from './normalise';
import { Problem, problemOf } from './problems';
import { events } from './sse';
import type { TurnResult } from './types';
import type { MakingEvent } from '../chat/work';

export interface Said {
  text: string;
  /** The same words under the same key are one turn, however often they are sent. */
  key: string;
  /** The app that is open beside the talk. */
  app?: string;
  /** Pictures that go with them, by id. */
  images?: readonly string[];
  /** When they were said, if that is not now: an instant. */
  at?: string;
}

interface Hearing {
  signal?: AbortSignal;
  /** Called with the reply so far. */
  onReply?: (reply: string) => void;
  /** Called with what happens while a model makes an app. */
  onMaking?: (event: MakingEvent) => void;
}

/** Longest text of one turn, in characters; the home's own limit. */
const LONGEST = 200_000;

/** Says something and returns the whole result; throws `Problem`. */
export async function speak(said: Said, hearing: Hearing = {}): Promise<TurnResult> {
  if (said.text.length > LONGEST) throw new Problem('too-big', 413);
  try {
    return await once(said, hearing);
  } catch (error) {
    if (!(error instanceof Problem) || error.id !== 'error-csrf') throw error;
    const session: { csrf: string } = await call('get', '/session', {});
    useToken(session.csrf);
    return once(said, hearing);
  }
}

async function once({ text, key, app, at, images }: Said, { signal, onReply, onMaking }: Hearing): Promise<TurnResult> {
  const response = await fetch(address('/turns'), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Accept: 'text/event-stream', ...writeHeaders(key) },
    credentials: 'same-origin',
    body: JSON.stringify({ text, ...(app ? { app_id: app } : {}), ...(at ? { said_at: at } : {}), ...(images?.length ? { images } : {}) }),
    ...(signal ? { signal } : {}),
  });
  if (response.status === 401) activity.lock();
  if (!response.ok || !response.body) throw problemOf(response.status, await response.json().catch(() => undefined));
  if (!response.headers.has(KEPT)) activity.reached();
  let reply = '';
  for await (const event of events(response.body)) {
    const data = event.data as { delta?: string; name?: string; value?: MakingEvent; result?: TurnResult; problem?: { status?: number } };
    if (event.event === 'TEXT_MESSAGE_START') {
      if (reply) onReply?.(reply = ''); // a model began and another one begins anew
    } else if (event.event === 'TEXT_MESSAGE_CONTENT') {
      reply += data.delta ?? '';
      onReply?.(reply);
    } else if (event.event === 'CUSTOM' && data.name === 'making' && data.value) {
      onMaking?.(data.value);
    } else if (event.event === 'RUN_FINISHED' && data.result) {
      return normaliseResult(data.result);
    } else if (event.event === 'RUN_ERROR') {
      throw problemOf(data.problem?.status ?? 500, data.problem);
    }
  }
  throw new Problem('offline', 0); // the stream broke off; with the key it is safe to ask again
}
