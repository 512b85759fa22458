/** The typed client of `/api/v1`; record writes go through the outbox, so that none is lost without a connection. */
import { activity } from './activity';
import { Problem } from './problems';
import { overlay } from '../offline/overlay';
import { outbox } from '../offline/outbox';
import { request, url, useToken } from './request';
import type {
  AppSpec, AppSummary, Decision, Fact, Idea, ImportReport, Metric, Model, Preferences, RecordPage, Reminder, Scope,
  Series, Session, Step, TableLook, Today, Token, Turn, TurnResult, Values, Version, Written,
} from './types';
import { normaliseApp, normaliseHistory, normaliseTurn } from './normalise';

const get = <T>(path: string, query?: Record<string, unknown>) => request<T>('GET', url(path, query));
const id = encodeURIComponent;

/** Bytes of a file that the home takes in; checked here too, because a refused upload looks like a lost connection. */
const FILE_LIMIT = 20 * 2 ** 20;

export interface RecordQuery {
  entity?: string;
  limit?: number;
  offset?: number;
  order?: string;
  q?: string;
  start?: string;
  end?: string;
  /** All records as they were then: an instant or a naive local time. */
  as_of?: string;
}

function formOf(file: File): FormData {
  if (file.size > FILE_LIMIT) throw new Problem('too-big', 413);
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

/** `start` up to (not with) `end`, both `YYYY-MM-DD`. */
export interface SeriesRange {
  start?: string;
  end?: string;
  step?: string;
}

/** Every call that the page makes. */
export const api = {
  async session(): Promise<Session> {
    const session = await get<Session>('/session');
    useToken(session.csrf);
    void outbox.enter(session.home ?? '');
    return session;
  },
  async login(password: string): Promise<void> {
    await request('POST', url('/session'), { password });
    activity.unlock();
  },
  async turns(where: { before?: string; after?: string; around?: string } = {}, limit = 30): Promise<Turn[]> {
    return (await get<{ turns: Turn[] }>('/turns', { ...where, limit })).turns.map(normaliseTurn);
  },
  searchTurns: async (q: string, limit = 30) =>
    (await get<{ turns: Turn[] }>('/turns/search', { q, limit })).turns.map(normaliseTurn),
  today: () => get<Today>('/today'),
  changes: (app?: string, before?: number, limit = 30) =>
    get<{ changes: Step[]; next: number | null }>('/changes', { app, before, limit }),
  memories: async (q?: string) => (await get<{ memories: Fact[] }>('/memories', { q, limit: 100 })).memories,
  addMemory: (text: string) => request<Fact & { turn_id?: string }>('POST', url('/memories'), { text }),
  changeMemory: (memory: string, text: string) =>
    request<Fact & { turn_id?: string }>('PATCH', url(`/memories/${id(memory)}`), { text }),
  forgetMemory: (memory: string) => request<{ turn_id?: string }>('DELETE', url(`/memories/${id(memory)}`)),
  ideas: async (lang: string, q?: string) => (await get<{ ideas: Idea[] }>('/gallery', { lang, q })).ideas,
  idea: (idea: string, lang: string) => get<{ spec: AppSpec; picture: string }>(`/gallery/${id(idea)}`, { lang }),
  takeIdea: (idea: string, language: string) =>
    request<{ app: AppSpec; turn_id?: string }>('POST', url(`/gallery/${id(idea)}`), { language }),
  startExample: (language: string) => request<{ apps: unknown[] }>('POST', url('/example-life'), { language }),
  endExample: () => request<{ turn_id?: string } | undefined>('DELETE', url('/example-life')),
  models: () => get<{ models: Model[] }>('/models'),
  undo: (turn: string) => request<Partial<TurnResult>>('POST', url(`/turns/${id(turn)}/undo`), {}),
  apps: async () => (await get<{ apps: AppSummary[] }>('/apps')).apps,
  app: async (app: string) => {
    const answer = await get<{ app: AppSpec; metrics?: Metric[] }>(`/apps/${id(app)}`);
    return { app: normaliseApp(answer.app), metrics: answer.metrics ?? [] };
  },
  saveApp: (app: string, spec: unknown, base: number) =>
    request<{ app: AppSpec; turn_id?: string }>('PUT', url(`/apps/${id(app)}`), { spec, base_version: base }),
  deleteApp: (app: string) => request<{ turn_id?: string } | undefined>('DELETE', url(`/apps/${id(app)}`)),
  history: async (app: string): Promise<Version[]> => normaliseHistory(await get(`/apps/${id(app)}/history`)),
  rollback: (app: string, to: number) =>
    request<{ app?: AppSpec; turn_id?: string }>('POST', url(`/apps/${id(app)}/rollback`), { to }),
  records: async (app: string, query: RecordQuery): Promise<RecordPage> => {
    const page = await get<RecordPage>(`/apps/${id(app)}/records`, { ...query });
    outbox.seen(page.records);
    await outbox.ready;
    return overlay(page, outbox.snapshot(), app, query);
  },
  addRecord: (app: string, entity: string, values: Values): Promise<Written> =>
    outbox.write({ kind: 'add', app, entity, values }),
  changeRecord: (app: string, record: string, values: Values): Promise<Written> =>
    outbox.write({ kind: 'change', app, record, values }),
  deleteRecord: (app: string, record: string): Promise<Partial<Written>> => outbox.write({ kind: 'remove', app, record }),
  series: (app: string, view: number, range: SeriesRange = {}) => get<Series>(`/apps/${id(app)}/series`, { view, ...range }),
  async importCsv(app: string, file: File): Promise<ImportReport> {
    return request<ImportReport>('POST', url(`/apps/${id(app)}/import`), formOf(file));
  },
  async lookAtTable(file: File): Promise<TableLook> {
    return request<TableLook>('POST', url('/tables/import', { look: true }), formOf(file));
  },
  async takeTable(file: File, name: string) {
    return request<{ app: AppSpec; added?: number; turn_id?: string }>('POST', url('/tables/import', { name }), formOf(file));
  },
  csvAddress: (app: string) => url(`/apps/${id(app)}/data.csv`),
  backupAddress: () => url('/backup'),
  reminders: async (from?: string, to?: string) =>
    (await get<{ reminders: Reminder[] }>('/reminders', { from, to })).reminders,
  addReminder: (reminder: { text: string; start: string; rrule?: string | null }) =>
    request<Reminder>('POST', url('/reminders'), reminder),
  changeReminder: (reminder: string, change: { next?: string; snooze_minutes?: number; done?: boolean }) =>
    request<Reminder & { turn_id?: string }>('PATCH', url(`/reminders/${id(reminder)}`), change),
  deleteReminder: (reminder: string) => request<{ turn_id?: string }>('DELETE', url(`/reminders/${id(reminder)}`)),
  decision: (decision: string) => get<Decision>(`/decisions/${id(decision)}`),
  tokens: async () => (await get<{ tokens: Token[] }>('/tokens')).tokens,
  makeToken: (label: string, scopes: readonly Scope[]) => request<{ token: string }>('POST', url('/tokens'), { label, scopes }),
  endToken: (token: string) => request<unknown>('DELETE', url(`/tokens/${id(token)}`)),
  preferences: () => get<Preferences>('/preferences'),
  savePreferences: (change: Preferences) => request<Preferences>('PATCH', url('/preferences'), change),
  health: () => request<unknown>('GET', url('/health')),
};

export { Problem };
export { request, url, useToken, writeHeaders } from './request';
