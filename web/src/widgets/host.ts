/**
 * The page's end of the bridge to one frame. Whatever the frame sends is read by `protocol`, held to a budget and checked
 * against what the app's specification allows its code; the frame that answers no heartbeat, floods, or turns into another
 * document is ended.
 */
import type { RecordRow, Values } from '../api/types';
import { CALISSON, readFromFrame, type Change, type FromFrame, type Look, type Refusal, type ToFrame, type WidgetApp } from './protocol';

export type Ending = 'failed' | 'silent' | 'flood' | 'left' | 'away';

export interface Allowed {
  /** Fields by entity. */
  reads: ReadonlyMap<string, ReadonlySet<string>>;
  writes: ReadonlyMap<string, ReadonlySet<string>>;
}

/** What the host does for a frame. */
export interface Doors {
  rows: (entity: string) => Promise<readonly RecordRow[]>;
  /** Applies an allowed change as the person; rejects when the home refuses it. */
  apply: (entity: string, change: Required<Change>) => Promise<void>;
  /** Asks the person. */
  agreed: (change: Required<Change>) => Promise<boolean>;
  sized: (height: number) => void;
  shown: () => void;
  ended: (why: Ending, message: string) => void;
}

export const BEAT_MS = 2_000;
/** This long without an answer, and the frame is ended. */
export const SILENCE_MS = 8_000;
const BURST = 300;
const PER_S = 60;
/** Changes in ten seconds; more are refused. */
export const CHANGES = 10;
const CHANGES_MS = 10_000;
/** This many records at once need the person's yes, as every removal does. */
export const ASK_FROM = 20;

export class WidgetHost {
  private port: MessagePort | undefined;
  private beat: ReturnType<typeof setInterval> | undefined;
  private heard = 0;
  private tokens = BURST;
  private filled = 0;
  private changes: number[] = [];
  private asking = false;
  private ended = false;

  constructor(private readonly allowed: Allowed, private readonly doors: Doors, private readonly now: () => number = () => performance.now()) {}

  /** Answers a frame that says it is ready; a second one is none of ours. */
  start(frame: Window, code: string, app: WidgetApp, look: Look): void {
    if (this.port) {
      this.end('left', '');
      return;
    }
    const { port1, port2 } = new MessageChannel();
    this.port = port1;
    this.heard = this.filled = this.now();
    port1.onmessage = (event) => this.take(event);
    frame.postMessage({ calisson: CALISSON, type: 'start', code, app, look }, '*', [port2]);
    this.beat = setInterval(() => this.lookForLife(), BEAT_MS);
  }

  tell(message: ToFrame): void {
    this.port?.postMessage(message);
  }

  /** Takes the port away: nothing more comes or goes. */
  stop(): void {
    this.ended = true;
    clearInterval(this.beat);
    this.port?.close();
  }

  end(why: Ending, message: string): void {
    if (this.ended) return;
    this.stop();
    this.doors.ended(why, message);
  }

  private lookForLife(): void {
    if (document.hidden) {
      this.heard = this.now(); // browsers hold frames of hidden pages back
      return;
    }
    if (this.now() - this.heard > SILENCE_MS) this.end('silent', '');
    else this.tell({ type: 'ping' });
  }

  private withinBudget(): boolean {
    const now = this.now();
    this.tokens = Math.min(BURST, this.tokens + ((now - this.filled) / 1000) * PER_S);
    this.filled = now;
    this.tokens -= 1;
    return this.tokens >= 0;
  }

  private take(event: MessageEvent): void {
    if (this.ended) return;
    if (!this.withinBudget()) {
      this.end('flood', '');
      return;
    }
    this.heard = this.now();
    const message = readFromFrame(event.data);
    if (message) void this.answer(message);
  }

  private async answer(message: FromFrame): Promise<void> {
    switch (message.type) {
      case 'shown':
        return this.doors.shown();
      case 'failed':
        return this.end('failed', message.message);
      case 'size':
        return this.doors.sized(Math.max(0, Math.min(20_000, message.height)));
      case 'read':
        return this.read(message.ask, message.entity);
      case 'change': {
        const refusal = await this.change(message.entity, message.change);
        return this.tell(refusal ? { type: 'refused', ask: message.ask, reason: refusal } : { type: 'done', ask: message.ask });
      }
      case 'pong':
        return undefined;
    }
  }

  private async read(ask: number, entity: string): Promise<void> {
    const fields = this.allowed.reads.get(entity);
    if (!fields) return this.tell({ type: 'refused', ask, reason: 'not-allowed' });
    try {
      const rows = await this.doors.rows(entity);
      this.tell({ type: 'records', ask, records: rows.map((row) => ({ id: row.id, values: only({ ...row.values, ...row.computed }, fields) })) });
    } catch {
      this.tell({ type: 'refused', ask, reason: 'failed' });
    }
  }

  private async change(entity: string, given: Change): Promise<Refusal | undefined> {
    const change = { add: given.add ?? [], change: given.change ?? [], remove: given.remove ?? [] };
    const { add, remove } = change;
    const many = add.length + change.change.length + remove.length;
    if (!many) return 'invalid';
    const fields = this.allowed.writes.get(entity);
    const values = [...add, ...change.change.map((one) => one.values)];
    if (!fields || values.some((one) => Object.keys(one).some((name) => !fields.has(name)))) return 'not-allowed';
    const now = this.now();
    this.changes = this.changes.filter((then) => now - then < CHANGES_MS);
    if (this.changes.length >= CHANGES || this.asking) return 'busy';
    this.changes.push(now);
    try {
      const known = new Set((await this.doors.rows(entity)).map((row) => row.id));
      if ([...remove, ...change.change.map((one) => one.id)].some((id) => !known.has(id))) return 'not-allowed';
      if (remove.length || many >= ASK_FROM) {
        this.asking = true;
        try {
          if (!(await this.doors.agreed(change))) return 'declined';
        } finally {
          this.asking = false;
        }
      }
      if (this.ended) return 'failed';
      await this.doors.apply(entity, change);
      return undefined;
    } catch {
      return 'failed';
    }
  }
}

function only(values: Values, fields: ReadonlySet<string>): Values {
  return Object.fromEntries(Object.entries(values).filter(([name]) => fields.has(name)));
}
