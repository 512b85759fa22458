/**
 * The outbox: what a person types is kept on this device until the home has it, and sent in order.
 *
 * A write goes to the home at once when it can; when the home is out of reach, or wants a password first, it waits here
 * and survives reload and crash. Words are kept and sent when the home is back; entries by hand are shown at once.
 */
import { activity } from '../api/activity';
import { asProblem, type Problem } from '../api/problems';
import type { RecordRow, TurnResult, Values, Written } from '../api/types';
import { all, append, remove, replace } from './database';
import { Met, deliver, type Delivered } from './deliver';
import { newKey, provisional, type Deed, type Waiting } from './items';
import { recordOf, statesOf, type RowState } from './states';

type RecordDeed = Exclude<Deed, { kind: 'say' }>;

/** What the page does about things that were sent later. */
export interface News {
  /** Things that are at the home now. */
  sent: number;
  /** Entries that were changed elsewhere too: both are kept. */
  copied: number;
  /** Things that the home does not take as they are. */
  refused: number;
  /** What rules of apps had to say to it. */
  notices: string[];
  apps: string[];
  last?: TurnResult;
}

const LATER = new Set(['offline', 'busy', 'locked']);
const MOST_SEEN = 20_000;
const PAUSES_MS = [1_000, 3_000, 10_000, 30_000];

class Outbox {
  private items: readonly Waiting[] = [];
  private listeners = new Set<() => void>();
  private heard = new Set<(news: News) => void>();
  private versions = new Map<string, RecordRow>();
  private home = '';
  private flushing: Promise<void> | undefined;
  /** Records whose writes go straight to the home now, each as often as there are such writes. */
  private flying: string[] = [];
  private sending: string | undefined;
  private states: ReadonlyMap<string, RowState> = new Map();
  private pause = 0;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel('calisson-outbox');

  /** Resolves when what waited from before is there. */
  readonly ready: Promise<void>;

  constructor() {
    this.ready = this.reload();
    if (this.channel) this.channel.onmessage = () => void this.reload();
  }

  subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => this.listeners.delete(listener);
  };

  /** What waits for this home, oldest first. */
  snapshot = (): readonly Waiting[] => this.items;

  /** How the write of a record stands; undefined when the home has it. */
  stateOf = (record: string): RowState | undefined => this.states.get(record);

  /** Calls `listener` whenever things that waited were sent. */
  onNews(listener: (news: News) => void): () => void {
    this.heard.add(listener);
    return () => this.heard.delete(listener);
  }

  /** Says which home the page talks to; what waits for another one stays until that one is back. */
  async enter(home: string): Promise<void> {
    this.home = home;
    await this.reload();
    void this.flush();
  }

  /** Remembers entries as the home has them: the versions that changes build on. */
  seen(rows: readonly RecordRow[]): void {
    if (this.versions.size > MOST_SEEN) this.versions.clear();
    for (const row of rows) this.versions.set(row.id, row);
  }

  /**
   * Writes an entry: at once when the home is there, else it waits. What meets another change of the same field is kept
   * until the person chooses. What the home refuses is kept too with `keep`, for values that stand in no form any more;
   * without it `Problem` is thrown.
   */
  async write(deed: RecordDeed, keep = false): Promise<Written> {
    await this.ready;
    const joined = await this.joined(deed);
    if (joined) return joined;
    const item = await this.mended(this.made(deed));
    if (this.mustWait()) {
      await this.keep(item);
      void this.flush();
      return this.shown(item);
    }
    const record = recordOf(item);
    this.flying = [...this.flying, record];
    this.publish();
    try {
      const { written } = await deliver(item, false);
      if (written?.record) this.seen([written.record]);
      return written as Written;
    } catch (error) {
      const problem = asProblem(error);
      const later = LATER.has(problem.kind);
      if (!later && !(problem instanceof Met) && !keep) throw problem;
      try {
        await this.keep({ ...item, tried: true, ...(later ? {} : { problem: told(problem) }) });
      } catch {
        throw problem; // this device keeps nothing: the form does
      }
      if (later) this.later();
      return { ...this.shown(item), ...(later ? {} : { refused: item.key }) };
    } finally {
      const at = this.flying.indexOf(record);
      this.flying = this.flying.filter((_, index) => index !== at);
      this.publish();
    }
  }

  /** The person's word on two changes that met: `values` of theirs over the entry as it is now; none leaves it so. */
  async decide(key: string, values: Values): Promise<void> {
    const item = this.items.find((one) => one.key === key);
    if (item?.kind !== 'change' || !item.problem?.theirs) return;
    const { problem: { theirs }, tried: _tried, ...rest } = item;
    this.seen([theirs]);
    await remove(key);
    if (Object.keys(values).length) await append({ ...rest, key: newKey(), values, base: theirs });
    await this.changed();
    await this.flush();
  }

  /** Both changes stay: the person's as an entry of its own. */
  async keepBoth(key: string): Promise<void> {
    const item = this.items.find((one) => one.key === key);
    if (item?.kind !== 'change' || !item.problem?.theirs) return;
    const { app, at, home, problem: { theirs } } = item;
    this.seen([theirs]);
    await remove(key);
    await append({ kind: 'add', app, at, home, key: newKey(), entity: theirs.entity, values: { ...theirs.values, ...item.values } });
    await this.changed();
    await this.flush();
  }

  /** Whether new things must queue behind others that wait. */
  mustWait(): boolean {
    return activity.snapshot().status === 'offline' || this.items.some((item) => !item.problem);
  }

  /** Keeps words until the home is back; with `problem`, until the person decides. */
  async hold(said: { text: string; images?: readonly string[]; app?: string; key: string; at: string; tried: boolean; problem?: Problem }): Promise<void> {
    const { problem, ...rest } = said;
    const refused = problem && !LATER.has(problem.kind);
    await this.keep({ kind: 'say', home: this.home, ...rest, ...(refused ? { problem: told(problem) } : {}) });
    if (!refused) this.later();
  }

  /** Tries a refused thing again, under a new key. */
  async retry(key: string): Promise<void> {
    const item = this.items.find((one) => one.key === key);
    if (!item) return;
    const { problem: _problem, tried: _tried, ...rest } = item;
    await remove(key);
    await append({ ...rest, key: newKey() });
    await this.changed();
    this.pause = 0;
    await this.flush();
  }

  /** The person lets go of it. */
  async drop(key: string): Promise<void> {
    await remove(key);
    await this.changed();
  }

  /** Sends what waits, oldest first; one page at a time does. */
  flush(): Promise<void> {
    this.flushing ??= this.locked(() => this.sendAll()).finally(() => {
      this.flushing = undefined;
    });
    return this.flushing;
  }

  private async sendAll(): Promise<void> {
    await this.reload();
    const news: News = { sent: 0, copied: 0, refused: 0, notices: [], apps: [] };
    const apps = new Set<string>();
    for (let item = this.next(); item; item = this.next()) {
      if (!item.tried) await replace({ ...item, tried: true });
      this.sending = item.key;
      this.publish();
      try {
        const done = await this.send(item);
        await this.settled(item, done);
        news.sent += 1;
        if (done.copied) news.copied += 1;
        if (done.result) news.last = done.result;
        news.notices.push(...(done.result?.notices ?? done.written?.notices ?? []));
      } catch (error) {
        const problem = asProblem(error);
        if (LATER.has(problem.kind)) {
          if (problem.kind !== 'locked') this.later();
          if (problem.kind === 'offline') activity.lost();
          break;
        }
        await replace({ ...item, tried: true, problem: told(problem) });
        await this.changed();
        news.refused += 1;
      } finally {
        this.sending = undefined;
        this.publish();
      }
      if (item.app) apps.add(item.app);
      this.pause = 0;
    }
    if (news.sent || news.refused) for (const listener of this.heard) listener({ ...news, apps: [...apps] });
  }

  private send(item: Waiting): Promise<Delivered> {
    const done = item.kind === 'say' ? activity.startTurn() : () => undefined;
    return deliver(item, true).finally(done);
  }

  /** It is at the home: later changes of an entry that had no id yet get it now. */
  private async settled(item: Waiting, { written }: Delivered): Promise<void> {
    if (written?.record) this.seen([written.record]);
    if (written?.record && item.kind !== 'say') {
      const before = item.kind === 'add' ? provisional(item.key) : item.record;
      for (const later of this.items) {
        if ((later.kind === 'change' || later.kind === 'remove') && later.record === before && later.key !== item.key) {
          await replace({ ...later, record: written.record.id, base: written.record });
        }
      }
    }
    await remove(item.key);
    await this.changed();
  }

  private next = (): Waiting | undefined => this.items.find((item) => !item.problem);

  private made(deed: RecordDeed): Waiting {
    const base = deed.kind === 'add' ? undefined : this.versions.get(deed.record);
    return { ...deed, ...(base ? { base } : {}), key: newKey(), at: new Date().toISOString(), home: this.home };
  }

  /** What is done to an entry that waits for the person: more changes of a conflict, or letting go of what was refused. */
  private async joined(deed: RecordDeed): Promise<Written | undefined> {
    const before = this.items.find((one) => one.problem && deed.kind !== 'add' && recordOf(one) === deed.record);
    if (before?.kind === 'change' && before.problem?.theirs && deed.kind === 'change') {
      const item = { ...before, values: { ...before.values, ...deed.values } };
      await replace(item);
      await this.changed();
      return { ...this.shown(item), refused: item.key };
    }
    if (before && deed.kind === 'remove') await this.drop(before.key);
    return before?.kind === 'add' && deed.kind === 'remove' ? this.shown(before) : undefined;
  }

  /** A change of an entry that the home did not take goes together with what was not taken. */
  private async mended(item: Waiting): Promise<Waiting> {
    if (item.kind !== 'change') return item;
    const before = this.items.find((one) => one.problem && !one.problem.theirs && recordOf(one) === item.record);
    if (before?.kind !== 'add' && before?.kind !== 'change') return item;
    const { problem: _problem, tried: _tried, ...rest } = before;
    await remove(before.key);
    await this.changed();
    return { ...rest, key: item.key, values: { ...before.values, ...item.values } };
  }

  /** Puts it into the box; a change of an entry that was never sent becomes part of it. */
  private async keep(item: Waiting): Promise<void> {
    const own = item.kind === 'change' || item.kind === 'remove'
      ? this.items.find((one) => one.kind === 'add' && provisional(one.key) === item.record && !one.tried)
      : undefined;
    if (own?.kind === 'add' && item.kind === 'change') await replace({ ...own, values: { ...own.values, ...item.values } });
    else if (own) await remove(own.key);
    else await append(item);
    await this.changed();
  }

  private shown(item: Waiting): Written {
    const record: RecordRow = item.kind === 'add'
      ? { id: provisional(item.key), entity: item.entity, values: item.values, waiting: true }
      : {
          id: item.kind === 'say' ? '' : item.record, entity: '', waiting: true, ...(item.kind === 'say' ? {} : item.base),
          values: item.kind === 'change' ? { ...item.base?.values, ...item.values } : {},
        };
    return { record, waiting: true };
  }

  /** Tries again after a pause that grows. */
  private later(): void {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => void this.flush(), PAUSES_MS[Math.min(this.pause++, PAUSES_MS.length - 1)]);
  }

  private async changed(): Promise<void> {
    await this.reload();
    this.channel?.postMessage('changed');
  }

  private async reload(): Promise<void> {
    const found = await all().catch(() => []);
    this.items = found.filter((item) => item.home === this.home);
    this.publish();
  }

  private publish(): void {
    this.states = statesOf(this.items, this.sending, this.flying);
    for (const listener of this.listeners) listener();
  }

  private async locked(run: () => Promise<void>): Promise<void> {
    if (!navigator.locks) return run();
    await navigator.locks.request('calisson-outbox', { ifAvailable: true }, async (lock) => {
      if (lock) await run();
      else this.later();
    });
  }
}

function told(problem: Problem): NonNullable<Waiting['problem']> {
  return { kind: problem.kind, detail: problem.detail, ...(problem instanceof Met ? { theirs: problem.theirs } : {}) };
}

/** The one outbox of this page. */
export const outbox = new Outbox();

if (typeof window !== 'undefined') {
  window.addEventListener('online', () => void outbox.flush());
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'visible' && outbox.snapshot().length) void outbox.flush();
  });
  let before = activity.snapshot().status;
  activity.subscribe(() => {
    const { status } = activity.snapshot();
    if (before === 'offline' && status !== 'offline') void outbox.flush();
    before = status;
  });
}
