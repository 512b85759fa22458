/**
 * The turn that is on its way, for the whole page: it goes on while the person looks at another place, and whoever
 * sent it (message box, Today's line, quick capture, palette) sees what came of it.
 */
import type { QueryClient } from '@tanstack/react-query';
import { activity } from '../api/activity';
import { api } from '../api/client';
import { asProblem, type Problem } from '../api/problems';
import { normaliseResult } from '../api/normalise';
import { speak } from '../api/turns';
import type { Turn } from '../api/types';
import { newKey } from '../offline/items';
import { outbox } from '../offline/outbox';
import { notify } from '../ui/toasts';
import { isWide } from '../ui/useWide';
import { followed, type Making } from './work';
import { go, place } from '../shell/router';

export interface Pending {
  text: string;
  /** Pictures that go with it. */
  images?: readonly string[];
  reply: string;
  error?: Problem;
  /** An app that a model is making for it. */
  making?: Making;
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
  /** Stops the turn; the making of an app ends with a reply, its turn is waited for. */
  stop: (take = false): void => {
    const making = state.pending?.making;
    if (making) void api.stopMaking(making.run, take).catch(() => controller?.abort());
    else controller?.abort();
  },
  /** Lets go of a message that could not be sent. */
  drop: (): void => publish({ pending: undefined }),
};

/**
 * Says something. The result, or undefined when it was stopped or could not be sent: then the words are kept in the
 * outbox, and sent when the home is back or shown with what is wrong.
 */
export async function say(client: QueryClient, text: string, images: readonly string[] = []): Promise<Turn | undefined> {
  if (talk.busy()) return undefined;
  const here = place();
  const said = { text, ...(images.length ? { images } : {}), key: newKey(), at: new Date().toISOString(), ...(here.name === 'app' ? { app: here.app } : {}) };
  if (outbox.mustWait()) {
    await outbox.hold({ ...said, tried: false });
    void outbox.flush();
    return undefined;
  }
  const own = new AbortController();
  controller = own;
  const mine = { text, ...(images.length ? { images } : {}) };
  publish({ pending: { ...mine, reply: '' } });
  const done = activity.startTurn();
  const from = place().name;
  try {
    const result = await speak({ ...mine, key: said.key, ...(said.app ? { app: said.app } : {}) }, {
      signal: own.signal,
      onReply: (reply) => publish({ pending: { ...mine, reply } }),
      onMaking: (event) => publish({ pending: { ...mine, reply: '', making: followed(state.pending?.making, event) } }),
    });
    const turn: Turn = { id: result.id, at: '', text, result };
    publish({ finished: turn });
    await readAgain(client);
    publish({ pending: undefined });
    if (place().name !== 'chat') notify(result.notices);
    if (result.act === 'create_app' && result.app && isWide() && place().name === from) go({ name: 'app', app: result.app.id });
    return turn;
  } catch (error) {
    if (own.signal.aborted) {
      publish({ pending: undefined });
      await readAgain(client);
      return undefined;
    }
    const problem = asProblem(error);
    if (problem.kind === 'offline') activity.lost();
    const kept = await outbox.hold({ ...said, tried: true, problem }).then(() => true, () => false);
    publish({ pending: kept ? undefined : { ...mine, reply: '', error: problem } });
    return undefined;
  } finally {
    done();
  }
}

/** Picks a design that a turn offered; what fails is thrown. */
export async function pick(client: QueryClient, offered: string, number: number): Promise<void> {
  const result = normaliseResult(await api.pick(offered, number, newKey()));
  await readAgain(client);
  if (result.app && isWide()) go({ name: 'app', app: result.app.id });
}

/** Reads everything shown again. What is on its way is dropped first: it may be older than the turn and would count as new. */
async function readAgain(client: QueryClient): Promise<void> {
  await client.cancelQueries();
  await client.invalidateQueries();
}
