/** The typed client of `/api/v1`; record writes go through the outbox, so that none is lost without a connection. */
import { activity } from './activity';
import { Problem } from './problems';
import { overlay } from '../offline/overlay';
import { outbox } from '../offline/outbox';
import { useToken } from './request';
import type { PackageLook, PackageSource } from './packages';
import { address, call } from './typed';
import type { Run, RunAnswer, RunFile, RunOrder, RunPoint, Runs } from './runs';
import type {
  AppSpec, AppSummary, Decision, Fact, Idea, ImportReport, MemoryFile, MemoryPolicy, MemoryReport, MemoryTrace, MemoryUse, Metric, Model,
  PolicyChange, Preferences, ProfileLine, RecordPage, Reminder, RestorePreview, SavedState, Scope, Series, Session, Step, TableLook, Today, Token,
  Turn, TurnResult, Values, Vault, Version, View, Written,
} from './types';
import { normaliseApp, normaliseHistory, normaliseTurn } from './normalise';

/** Bytes of a file that the home takes in; checked here too, because a refused upload looks like a lost connection. */
const FILE_LIMIT = 20 * 2 ** 20;
/** Of a whole home. */
const BACKUP_LIMIT = 4 * 2 ** 30;

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

function formOf(file: File, limit = FILE_LIMIT): FormData {
  if (file.size > limit) throw new Problem('too-big', 413);
  const form = new FormData();
  form.append('file', file, file.name);
  return form;
}

/** A write by hand: the turn that takes it back. */
interface Done {
  turn_id?: string;
}

/** `start` up to (not with) `end`, both `YYYY-MM-DD`. */
export interface SeriesRange {
  start?: string;
  end?: string;
  step?: 'hour' | 'day' | 'week' | 'month' | 'quarter' | 'year' | 'weekday';
}

const named = (app: string) => ({ app_id: app });

/** Every call that the page makes. */
export const api = {
  async session(): Promise<Session> {
    const session: Session = await call('get', '/session', {});
    useToken(session.csrf);
    void outbox.enter(session.home ?? '');
    return session;
  },
  async login(password: string): Promise<void> {
    await call('post', '/session', { body: { password } });
    activity.unlock();
  },
  async turns(where: { before?: string; after?: string; around?: string } = {}, limit = 30): Promise<Turn[]> {
    const found: { turns: Turn[] } = await call('get', '/turns', { query: { ...where, limit } });
    return found.turns.map(normaliseTurn);
  },
  async searchTurns(q: string, limit = 30): Promise<Turn[]> {
    const found: { turns: Turn[] } = await call('get', '/turns/search', { query: { q, limit } });
    return found.turns.map(normaliseTurn);
  },
  today: (): Promise<Today> => call('get', '/today', {}),
  changes: (app?: string, before?: number, limit = 30): Promise<{ changes: Step[]; next: number | null }> =>
    call('get', '/changes', { query: { app, before, limit } }),
  async memories(q?: string): Promise<Fact[]> {
    const found: { memories: Fact[] } = await call('get', '/memories', { query: { q, limit: 100 } });
    return found.memories;
  },
  addMemory: (text: string): Promise<Fact & Done> => call('post', '/memories', { body: { text } }),
  changeMemory: (memory: string, text: string): Promise<Fact & Done> =>
    call('patch', '/memories/{memory_id}', { path: { memory_id: memory }, body: { text } }),
  careForMemory: (memory: string, care: { pinned: boolean }): Promise<Done> =>
    call('patch', '/memories/{memory_id}/care', { path: { memory_id: memory }, body: care }),
  changeMemoryPolicy: (memory: string, change: PolicyChange): Promise<MemoryPolicy & Done> =>
    call('patch', '/memories/{memory_id}/policy', { path: { memory_id: memory }, body: change }),
  async proposedMemories(): Promise<Fact[]> {
    const found: { memories: Fact[] } = await call('get', '/memories/proposed', {});
    return found.memories;
  },
  answerProposal: (memory: string, yes: boolean): Promise<Done> =>
    call('post', yes ? '/memories/{memory_id}/accept' : '/memories/{memory_id}/decline', { path: { memory_id: memory } }),
  async profile(): Promise<ProfileLine[]> {
    const found: { lines: ProfileLine[] } = await call('get', '/profile', {});
    return found.lines;
  },
  changeProfile: (memory: string, change: { text?: string; pinned?: boolean; removed?: boolean }): Promise<Done> =>
    call('patch', '/profile/{memory_id}', { path: { memory_id: memory }, body: change }),
  memoryTrace: (memory: string): Promise<MemoryTrace> => call('get', '/memories/{memory_id}/trace', { path: { memory_id: memory } }),
  splitMerge: (merge: string): Promise<Done> => call('post', '/merges/{merge_id}/split', { path: { merge_id: merge } }),
  async usesOf(memory: string): Promise<MemoryUse[]> {
    const found: { uses: MemoryUse[] } = await call('get', '/memories/{memory_id}/uses', { path: { memory_id: memory } });
    return found.uses;
  },
  reopenMemory: (memory: string): Promise<Done> => call('post', '/memories/{memory_id}/reopen', { path: { memory_id: memory } }),
  lookAtMemories: async (file: File): Promise<MemoryFile> =>
    call('post', '/memories/import', { query: { look: true }, body: formOf(file, BACKUP_LIMIT) }),
  takeMemories: async (file: File): Promise<MemoryFile & { added: number; waiting: number } & Done> =>
    call('post', '/memories/import', { body: formOf(file, BACKUP_LIMIT) }),
  memoriesAddress: (form: 'jsonl' | 'markdown') => address('/memories/export', { query: { form } }),
  vault: (): Promise<Vault> => call('get', '/vault', {}),
  encrypt: (passphrase: string): Promise<Vault & { recovery_code: string }> => call('post', '/vault', { body: { passphrase } }),
  decrypt: (passphrase: string): Promise<Vault> => call('post', '/vault/decrypt', { body: { passphrase } }),
  unlock: (passphrase: string): Promise<Vault> => call('post', '/vault/unlock', { body: { passphrase } }),
  lock: (): Promise<Vault> => call('post', '/vault/lock', {}),
  memoryReport: (): Promise<MemoryReport> => call('get', '/memories/report', {}),
  forgetMemory: (memory: string): Promise<Done> => call('delete', '/memories/{memory_id}', { path: { memory_id: memory } }),
  async ideas(lang: string, q?: string): Promise<Idea[]> {
    const found: { ideas: Idea[] } = await call('get', '/gallery', { query: { lang, q } });
    return found.ideas;
  },
  idea: (idea: string, lang: string): Promise<{ spec: AppSpec; picture: string }> =>
    call('get', '/gallery/{idea}', { path: { idea }, query: { lang } }),
  takeIdea: (idea: string, language: string): Promise<{ app: AppSpec } & Done> =>
    call('post', '/gallery/{idea}', { path: { idea }, body: { language } }),
  startExample: (language: string): Promise<{ apps: unknown[] }> => call('post', '/example-life', { body: { language } }),
  endExample: (): Promise<Done | undefined> => call('delete', '/example-life', {}),
  models: (): Promise<{ models: Model[] }> => call('get', '/models', {}),
  stopMaking: (run: string, take: boolean): Promise<unknown> => call('post', '/making/{run}/stop', { path: { run }, body: { take } }),
  pick: (turn: string, number: number, key: string): Promise<Partial<TurnResult>> =>
    call('post', '/making/pick', { body: { turn_id: turn, number }, key }),
  undo: (turn: string): Promise<Partial<TurnResult>> => call('post', '/turns/{turn_id}/undo', { path: { turn_id: turn } }),
  async apps(): Promise<AppSummary[]> {
    const found: { apps: AppSummary[] } = await call('get', '/apps', {});
    return found.apps;
  },
  async app(app: string) {
    const answer: { app: AppSpec; metrics?: Metric[] } = await call('get', '/apps/{app_id}', { path: named(app) });
    return { app: normaliseApp(answer.app), metrics: answer.metrics ?? [] };
  },
  saveApp: (app: string, spec: Record<string, unknown>, base: number): Promise<{ app: AppSpec } & Done> =>
    call('put', '/apps/{app_id}', { path: named(app), body: { spec, base_version: base } }),
  deleteApp: (app: string): Promise<Done | undefined> => call('delete', '/apps/{app_id}', { path: named(app) }),
  async history(app: string): Promise<Version[]> {
    return normaliseHistory(await call('get', '/apps/{app_id}/history', { path: named(app) }));
  },
  rollback: (app: string, to: number): Promise<{ app?: AppSpec } & Done> =>
    call('post', '/apps/{app_id}/rollback', { path: named(app), body: { to } }),
  async records(app: string, query: RecordQuery): Promise<RecordPage> {
    const page: RecordPage = await call('get', '/apps/{app_id}/records', { path: named(app), query: { ...query } });
    outbox.seen(page.records);
    await outbox.ready;
    return overlay(page, outbox.snapshot(), app, query);
  },
  addRecord: (app: string, entity: string, values: Values): Promise<Written> =>
    outbox.write({ kind: 'add', app, entity, values }),
  changeRecord: (app: string, record: string, values: Values): Promise<Written> =>
    outbox.write({ kind: 'change', app, record, values }),
  deleteRecord: (app: string, record: string): Promise<Partial<Written>> => outbox.write({ kind: 'remove', app, record }),
  /** The points of a view that is not kept yet. */
  seriesOf: (app: string, view: View, range: SeriesRange = {}): Promise<Series> =>
    call('post', '/apps/{app_id}/series', { path: named(app), body: { view: view as never, ...range } as never }),
  series: (app: string, view: number, range: SeriesRange = {}): Promise<Series> =>
    call('get', '/apps/{app_id}/series', { path: named(app), query: { view, ...range } }),
  async importCsv(app: string, file: File): Promise<ImportReport> {
    return call('post', '/apps/{app_id}/import', { path: named(app), body: formOf(file) });
  },
  async lookAtTable(file: File): Promise<TableLook> {
    return call('post', '/tables/import', { query: { look: true }, body: formOf(file) });
  },
  async takeTable(file: File, name: string): Promise<{ app: AppSpec; added?: number } & Done> {
    return call('post', '/tables/import', { query: { name }, body: formOf(file) });
  },
  backupAddress: () => address('/backup'),
  exportAddress: () => address('/export'),
  calendarAddress: () => address('/export.ics'),
  packageAddress: (app: string, records: boolean) => address('/apps/{app_id}/package', { path: named(app), query: { records } }),
  lookAtPackage: async (from: PackageSource): Promise<PackageLook> =>
    'file' in from ? call('post', '/packages/import', { query: { look: true }, body: formOf(from.file) })
    : call('post', '/packages/link', { body: { ...from, look: true, trust: false } }),
  takePackage: async (from: PackageSource, trust: boolean): Promise<{ app: AppSpec } & Done> =>
    'file' in from ? call('post', '/packages/import', { query: { trust }, body: formOf(from.file) })
    : call('post', '/packages/link', { body: { ...from, look: false, trust } }),
  runFunction: (app: string, name: string, inputs: Record<string, string>): Promise<{ message: string; changed: number; turn_id: string | null }> =>
    call('post', '/apps/{app_id}/functions/{name}', { path: { app_id: app, name }, body: { inputs } }),
  appAddress: (app: string, form: 'csv' | 'json' | 'ics', entity?: string) =>
    form === 'csv' ? address('/apps/{app_id}/data.csv', { path: named(app), query: { entity } })
    : address(form === 'json' ? '/apps/{app_id}/data.json' : '/apps/{app_id}/data.ics', { path: named(app) }),
  async sendBackup(file: File): Promise<RestorePreview> {
    return call('post', '/restore', { body: formOf(file, BACKUP_LIMIT) });
  },
  async savedStates(): Promise<SavedState[]> {
    const found: { saved: SavedState[] } = await call('get', '/restore/saved', {});
    return found.saved;
  },
  savedAddress: (name: string) => address('/restore/saved/{name}', { path: { name } }),
  lookAtSaved: (name: string): Promise<RestorePreview> => call('post', '/restore/saved/{name}', { path: { name } }),
  restore: (waiting: string): Promise<{ saved: SavedState }> => call('post', '/restore/{restore_id}', { path: { restore_id: waiting } }),
  letGo: (waiting: string): Promise<unknown> => call('delete', '/restore/{restore_id}', { path: { restore_id: waiting } }),
  async reminders(from?: string, to?: string): Promise<Reminder[]> {
    const found: { reminders: Reminder[] } = await call('get', '/reminders', { query: { from, to } });
    return found.reminders;
  },
  addReminder: (reminder: { text: string; start: string; rrule?: string | null }): Promise<Reminder> =>
    call('post', '/reminders', { body: reminder }),
  changeReminder: (reminder: string, change: { next?: string; snooze_minutes?: number; done?: boolean }): Promise<Reminder & Done> =>
    call('patch', '/reminders/{reminder_id}', { path: { reminder_id: reminder }, body: change }),
  deleteReminder: (reminder: string): Promise<Done> =>
    call('delete', '/reminders/{reminder_id}', { path: { reminder_id: reminder } }),
  decision: (decision: string): Promise<Decision> => call('get', '/decisions/{decision_id}', { path: { decision_id: decision } }),
  runs: (where: { before?: string; turn?: string } = {}): Promise<Runs> => call('get', '/runs', { query: where }),
  run: (run: string): Promise<Run> => call('get', '/runs/{run_id}', { path: { run_id: run } }),
  startRun: (order: RunOrder): Promise<{ id: string }> => call('post', '/runs', { body: order }),
  stopRun: (run: string): Promise<unknown> => call('post', '/runs/{run_id}/stop', { path: { run_id: run } }),
  resumeRun: (run: string, budget?: number): Promise<unknown> =>
    call('post', '/runs/{run_id}/resume', { path: { run_id: run }, body: { budget_usd: budget ?? null } }),
  answerRun: (run: string, question: string, answer: RunAnswer): Promise<unknown> =>
    call('post', '/runs/{run_id}/answer', { path: { run_id: run }, body: { question_id: question, answer } }),
  async runPoints(run: string): Promise<RunPoint[]> {
    const found: { checkpoints: RunPoint[] } = await call('get', '/runs/{run_id}/checkpoints', { path: { run_id: run } });
    return found.checkpoints;
  },
  rewindRun: (run: string, to: number): Promise<unknown> => call('post', '/runs/{run_id}/rewind', { path: { run_id: run }, body: { to } }),
  async runFiles(run: string): Promise<RunFile[]> {
    const found: { files: RunFile[] } = await call('get', '/runs/{run_id}/files', { path: { run_id: run } });
    return found.files;
  },
  runFileAddress: (run: string, path: string) => address('/runs/{run_id}/file', { path: { run_id: run }, query: { path } }),
  runEvents: (run: string) => address('/runs/{run_id}/events', { path: { run_id: run } }),
  async tokens(): Promise<Token[]> {
    const found: { tokens: Token[] } = await call('get', '/tokens', {});
    return found.tokens;
  },
  makeToken: (label: string, scopes: readonly Scope[]): Promise<{ token: string }> =>
    call('post', '/tokens', { body: { label, scopes: [...scopes] } }),
  endToken: (token: string): Promise<unknown> => call('delete', '/tokens/{token_id}', { path: { token_id: token } }),
  preferences: (): Promise<Preferences> => call('get', '/preferences', {}),
  savePreferences: (change: Preferences): Promise<Preferences> => call('patch', '/preferences', { body: change }),
  health: (): Promise<unknown> => call('get', '/health', {}),
};

export { Problem };
