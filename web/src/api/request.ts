/** One request to the home: JSON in and out, the CSRF header on writes, failures as `Problem`. */
import { activity } from './activity';
import { asProblem, problemOf } from './problems';

const ROOT = '/api/v1';
let csrf = '';

/** Remembers the token that `GET /session` gave; every write carries it. */
export function useToken(token: string): void {
  csrf = token;
}

/** Headers of a write. */
export function writeHeaders(key?: string): Record<string, string> {
  return { ...(csrf ? { 'X-Calisson-CSRF': csrf } : {}), ...(key ? { 'Idempotency-Key': key } : {}) };
}

/** `/api/v1` + path + the parameters that are set. */
export function url(path: string, query: Record<string, unknown> = {}): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    if (value !== undefined && value !== null && value !== '') search.set(key, String(value));
  }
  const text = search.toString();
  return `${ROOT}${path}${text ? `?${text}` : ''}`;
}

/** Turns that this page made by hand: it shows them already, and need not read them again when they are announced. */
export const ownTurns = new Set<string>();

/** Kept answers carry this header (see `offline/worker.ts`): the home itself was out of reach. */
export const KEPT = 'X-Calisson-Kept';

/**
 * One request; throws `Problem`. A write with a `key` is done once, however often it is sent. A page whose token is out
 * of date (somebody signed in again in another tab) gets a new one and tries once more.
 */
export async function request<T>(method: string, address: string, body?: unknown, key?: string): Promise<T> {
  try {
    return await attempt<T>(method, address, body, key);
  } catch (error) {
    if (method === 'GET' || asProblem(error).id !== 'error-csrf') throw error;
    useToken((await attempt<{ csrf: string }>('GET', url('/session'))).csrf);
    return attempt<T>(method, address, body, key);
  }
}

async function attempt<T>(method: string, address: string, body?: unknown, key?: string): Promise<T> {
  const form = body instanceof FormData;
  const writes = method !== 'GET';
  const headers: Record<string, string> = { Accept: 'application/json', ...(writes ? writeHeaders(key) : {}) };
  if (body !== undefined && !form) headers['Content-Type'] = 'application/json';
  const done = activity.start(writes);
  try {
    const response = await fetch(address, {
      method,
      headers,
      credentials: 'same-origin',
      ...(body === undefined ? {} : { body: form ? body : JSON.stringify(body) }),
    });
    if (response.headers.has(KEPT)) activity.lost();
    else activity.reached();
    const text = await response.text();
    const parsed = text ? parse(text) : undefined;
    if (!response.ok) throw problemOf(response.status, parsed);
    const turn = writes ? (parsed as { turn_id?: string } | undefined)?.turn_id : undefined;
    if (turn) ownTurns.add(turn);
    return parsed as T;
  } catch (error) {
    const problem = asProblem(error);
    if (problem.kind === 'offline') activity.lost();
    if (problem.kind === 'locked' && problem.status === 401) activity.lock();
    throw problem;
  } finally {
    done();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
