/** A home without a home: answers what the page asks from `data.ts`, or fails, or never answers. */
import type { Metric } from '../api/types';
import { DIFFERENCE, POINT, RUN } from './work';
import { APP, DECISION, METRICS, REMINDERS, ROWS, SERIES, SUMMARY, TOKENS, TURNS, day } from './data';

/** How the home answers: with everything, as a new home, with an error, or not at all. */
export type Mood = 'full' | 'empty' | 'failing' | 'silent';

let mood: Mood = 'full';
export const setMood = (wanted: Mood): void => {
  mood = wanted;
};

const page = { records: ROWS, total: ROWS.length };
const none = { records: [], total: 0 };
const entry = { id: 'rec_0', app_id: APP.id, app_name: APP.name, icon: APP.icon, title: 'Lisbon', values: ['€640', 'gone'], at: day(0), added_at: `${day(0)}T08:01:00` };
const step = {
  turn_id: 'turn_1', seq: 4, at: `${day(0)}T08:01:00`, who: 'me', said: 'Lisbon cost 640', count: 1, undone: false, undoes: null,
  items: [{ kind: 'record', op: 'added', id: 'rec_0', title: 'Lisbon', app_id: APP.id, app_name: APP.name, icon: APP.icon, fields: [{ label: 'Cost', before: '', after: '€640' }] }],
};
const idea = { id: 'water', name: 'Water', summary: 'Glasses a day', icon: '💧', domain: 'health', words: ['water'], views: ['stat', 'table'] };
const fact = { id: 'mem_1', text: 'Mia is allergic to peanuts', at: `${day(-3)}T10:00`, tier: 'fact', source: 'turn_1' };
const facts = (['people', 'health', 'home', 'money', 'travel', 'other'] as const).map((theme, n) => (
  { ...fact, id: `mem_${n + 1}`, theme, pinned: !n, uses: n, speaker: n % 2 ? 'Ada' : 'me', at: `${day(-40 * n)}T10:00` }));
const reasons = {
  score: 0.52, parts: { importance: 0.7, use: 0.45, freshness: 0.6, credit: 0.5, novelty: 0.35 }, kept: null, uses: 2,
  weights: { importance: 0.3, use: 0.25, freshness: 0.25, credit: 0.1, novelty: 0.1 }, last_used: `${day(-2)}T10:00:00+00:00`, is_set: false, nearest: 'mem_2',
};
const block = { ...fact, id: 'epi_1', tier: 'episode', text: 'we are painting the greenhouse\nNora brings the ladder', sources: ['turn_1', 'turn_2'] };
const use = { id: 'mem_1', turn_id: 'turn_1', place: 0, how: 'words', via: null, why: 'pool', at: '2026-01-05T10:00:00', text: '', bridge: '' };
const overview = {
  counted: 6, tiers: { fact: 6, turn: 2, episode: 1, app: 0 }, pinned: 1, over: 1, speakers: { me: 5, Ada: 1 },
  months: Object.fromEntries(facts.map(({ at, theme }) => [at.slice(0, 7), { [theme]: 1 }])),
  people: [{ name: 'Mia', relation: null, count: 2, themes: ['health', 'people'] }], turned: [{ month: facts[0]!.at.slice(0, 7), texts: ['The pool opens at ten'] }],
};
const people = [
  { relation: 'sister.older', name: 'Mia', person: 'mia', memory_id: 'mem_1', text: 'My older sister is called Mia', at: `${day(-3)}T10:00:00`, current: true },
  { relation: 'landlord', name: 'Bruno', person: 'bruno', memory_id: 'mem_2', text: 'Our landlord Bruno lives upstairs', at: `${day(-90)}T10:00:00`, current: false },
  ...Array.from({ length: 9 }, (_, n) => ({ relation: 'friend', name: `Friend ${n}`, person: `friend ${n}`, memory_id: 'mem_3', text: 'A friend', at: `${day(-n)}T10:00:00`, current: true })),
];
const partings = (['asked', 'budget', 'expired'] as const).map((reason, n) => (
  { id: `mem_9${n}`, reason, at: `${day(-n)}T08:00:00+00:00`, due_at: `${day(1 - n)}T08:00:00+00:00`, erased_at: n ? `${day(0)}T08:00:00+00:00` : null,
    ...(reason === 'budget' && { detail: { score: 0.21, ...reasons.parts, extract: 'summary:2026-01' } }) }));
const session = { person: 'me', csrf: 'x', home: 'stories', language: 'en', tz: 'UTC', currency: 'EUR', version: '0' };

/** Path (its start) → what a full home and a new one answer; the longest match counts. */
const ANSWERS: Record<string, [unknown, unknown?]> = {
  '/session': [session, session],
  '/health': [{ ok: true }, { ok: true }],
  '/preferences': [{ language: 'en', tz: 'UTC', currency: 'EUR', name: 'Ada' }, { language: 'en', tz: 'UTC' }],
  '/apps': [{ apps: [SUMMARY] }, { apps: [] }],
  [`/apps/${APP.id}`]: [{ app: APP, metrics: METRICS }, { app: APP, metrics: METRICS.map((metric): Metric => ({ ...metric, value: null, formatted: null })) }],
  [`/apps/${APP.id}/records`]: [page, none],
  [`/apps/${APP.id}/all`]: [page, none],
  [`/apps/${APP.id}/series`]: [SERIES, { ...SERIES, points: [] }],
  [`/apps/${APP.id}/history`]: [{ versions: [{ version: 3, at: '2026-03-04T10:00:00Z', reason: 'add_field', who: 'me', current: true }, { version: 1, at: '2026-03-01T10:00:00Z', reason: '', who: 'me' }] }, { versions: [] }],
  '/today': [{ recent: [entry], trends: { [APP.id]: [1, 3, null, 2, 5, 4, 4, 0, 2, 6, 3, 3, 1, 4] } }, { recent: [], trends: {} }],
  '/turns': [{ turns: TURNS }, { turns: [] }],
  '/turns/search': [{ turns: TURNS.slice(0, 2) }, { turns: [] }],
  '/changes': [{ changes: [step, { ...step, turn_id: 'turn_0', seq: 3, undone: true }], next: null }, { changes: [], next: null }],
  '/memories': [{ memories: [...facts, block, { ...fact, id: 'mem_7', source: 'app:app_1' }, { ...fact, id: 'mem_8', tier: 'turn', source: 'summary:2026-01' }], next: 'more' }, { memories: [], next: null }],
  '/memories/overview': [overview, { ...overview, counted: 0, tiers: { fact: 0, turn: 0, episode: 0, app: 0 }, months: {}, people: [], turned: [] }],
  '/who': [{ people }, { people: [] }],
  '/memories/mem_1': [{ ...fact, theme: 'health', uses: 2, reasons }],
  '/memories/mem_2': [{
    ...fact, id: 'mem_2', closed_by: 'mem_9', valid_until: `${day(-9)}T00:00:00`, later: { ...fact, id: 'mem_9', text: 'The pool opens at ten' }, kept_for: 'legal',
    policy: { scope: 'house', local_only: true, no_train: true, origin: 'outside', expires_at: `${day(9)}T10:00` },
    reasons: { ...reasons, kept: 'legal', uses: 0, last_used: null, is_set: true, parts: { ...reasons.parts, credit: 0.8, novelty: 0.9 } },
  }],
  '/memories/epi_1': [{ ...block, parts: [{ ...fact, id: 'mem_3', tier: 'turn', text: 'Nora brings the ladder' }] }],
  '/memories/mem_404': [undefined],
  [`/memories/${fact.id}/trace`]: [{
    count: 2, restated: [{ id: 'mrg_1', text: 'The same in other words', source: 'turn_1', at: `${day(-1)}T08:00:00` }],
    replaced: [{ id: 'mem_7', text: 'What held before', source: 'turn_0', at: `${day(-9)}T08:00:00` }],
  }, { count: 1, restated: [], replaced: [] }],
  '/profile': [{ lines: [
    { id: fact.id, side: 'name', text: 'My name is Ada', edited: false, pinned: true, source: 'turn_1', language: 'en' },
    { id: 'mem_6', side: 'work', text: 'I build engines', edited: true, pinned: false, source: 'turn_2', language: 'en' },
  ] }, { lines: [] }],
  '/vault': [{ encrypted: false, locked: false }, { encrypted: true, locked: true }],
  [`/memories/${fact.id}/uses`]: [{ uses: [use] }, { uses: [] }],
  '/memories/mem_2/uses': [{ uses: [] }],
  '/memories/mem_2/trace': [{ count: 1, restated: [], replaced: [] }],
  '/memories/epi_1/uses': [{ uses: [{ ...use, how: 'episode' }] }],
  '/memories/mem_404/uses': [{ uses: [] }],
  '/memories/proposed': [{ memories: [{ ...fact, id: 'mem_8', text: 'The pool opens at nine' }] }, { memories: [] }],
  '/memories/report': [{ items: 6, most_items: 200_000, forgotten: partings }, { items: 0, most_items: null, forgotten: [] }],
  '/gallery': [{ ideas: [idea] }, { ideas: [] }],
  '/gallery/water': [{ spec: APP, picture: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 4 4"><rect width="4" height="4" fill="#7aa"/></svg>' }],
  '/models': [{ models: [{ id: 'local', name: 'A local model', provider: 'ollama', local: true, strength: 'fast', has_key: false }] }, { models: [] }],
  '/reminders': [{ reminders: REMINDERS }, { reminders: [] }],
  '/decisions': [DECISION],
  '/restore/saved': [{ saved: [{ name: '20260301-100000-before-restore.zip', at: '2026-03-01T10:00:00+00:00', size_bytes: 2_400_000 }] }, { saved: [] }],
  '/runs': [{ runs: [RUN, { ...RUN, id: 'run_2', state: 'waiting' }], available: true, budget_usd: 0.5 }, { runs: [], available: false, budget_usd: 0.5 }],
  '/runs/run_1': [RUN],
  '/runs/run_9': [undefined],
  '/runs/run_1/files': [{ files: [DIFFERENCE] }],
  '/runs/run_2/files': [{ files: [] }],
  '/runs/run_1/checkpoints': [{ checkpoints: [POINT, { ...POINT, number: 3, label: 'Write a file', target: 'report.md', files: ['summary.md'] }] }],
  '/tokens': [{ tokens: TOKENS }, { tokens: [] }],
};

function json(body: unknown, status = 200): Response {
  return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
}

/** Answers in the place of the browser's own `fetch`. */
export async function answer(input: RequestInfo | URL): Promise<Response> {
  const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://stories');
  const path = pathname.replace(/^\/api\/v1/, '');
  const found = Object.keys(ANSWERS).filter((known) => path === known || path.startsWith(`${known}/`)).sort((a, b) => b.length - a.length)[0];
  if (mood === 'silent') return new Promise(() => undefined);
  if (mood === 'failing' && path !== '/session') return json({ message_id: 'error-internal', detail: 'It failed.' }, 500);
  const [full, fresh] = ANSWERS[found ?? ''] ?? [];
  const body = mood === 'empty' ? (fresh ?? full) : full;
  return body === undefined ? json({ message_id: 'error-not-found' }, 404) : json(body);
}
