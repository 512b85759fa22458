/** The frame's end of the bridge: what the page told, questions that wait for an answer, and who wants to know. */
import type { Change, FromFrame, Look, Refusal, ToFrame, WidgetApp, WidgetRecord } from '../protocol';
import { readToFrame } from '../protocol';

/** A change that the page did not apply. */
export class Refused extends Error {
  constructor(readonly reason: Refusal) {
    super(reason);
    this.name = 'Refused';
  }
}

interface Waiting {
  /** What was asked, for whoever writes widgets. */
  what: string;
  done: (records: WidgetRecord[]) => void;
  failed: (why: Refused) => void;
}

const NONE: readonly WidgetRecord[] = [];
const waiting = new Map<number, Waiting>();
const kept = new Map<string, readonly WidgetRecord[]>();
const asked = new Set<string>();
const listeners = new Set<() => void>();
let port: MessagePort | undefined;
let next = 0;
let appNow: WidgetApp | undefined;
let lookNow: Look | undefined;

const tell = (message: FromFrame) => port?.postMessage(message);
const heard = () => listeners.forEach((listener) => listener());

function ask(what: string, message: (ask: number) => FromFrame): Promise<WidgetRecord[]> {
  const number = next++;
  return new Promise((done, failed) => {
    waiting.set(number, { what, done, failed });
    tell(message(number));
  });
}

function settle(number: number, how: (one: Waiting) => void): void {
  const one = waiting.get(number);
  waiting.delete(number);
  if (one) how(one);
}

async function read(entity: string): Promise<void> {
  try {
    kept.set(entity, await ask(`reading ${entity}`, (number) => ({ type: 'read', ask: number, entity })));
  } catch {
    kept.set(entity, NONE);
  }
  heard();
}

function take(message: ToFrame): void {
  switch (message.type) {
    case 'look':
      setLook(message.look);
      break;
    case 'records':
      settle(message.ask, (one) => one.done(message.records));
      break;
    case 'done':
      settle(message.ask, (one) => one.done([]));
      break;
    case 'refused':
      settle(message.ask, (one) => {
        if (message.reason === 'not-allowed') console.error(`calisson: ${one.what} is refused: it is not in the widget's access`);
        one.failed(new Refused(message.reason));
      });
      break;
    case 'stale':
      if (asked.has(message.entity)) void read(message.entity);
      break;
    case 'ping':
      tell({ type: 'pong' });
      break;
    case 'start':
      break;
  }
}

function setLook(look: Look): void {
  lookNow = look;
  const root = document.documentElement;
  root.lang = look.language === 'zh' ? 'zh-Hans' : look.language;
  root.style.colorScheme = look.theme;
  for (const [name, value] of Object.entries(look.colors)) root.style.setProperty(name, value);
  heard();
}

/** Takes the page's first message. */
export function begin(given: MessagePort, app: WidgetApp, look: Look): void {
  port = given;
  appNow = app;
  setLook(look);
  given.onmessage = (event) => {
    const message = readToFrame(event.data);
    if (message) take(message);
  };
}

export { tell };

export const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export function app(): WidgetApp {
  if (!appNow) throw new Error('the frame has not begun');
  return appNow;
}

export function look(): Look {
  if (!lookNow) throw new Error('the frame has not begun');
  return lookNow;
}

/** The records of an entity that are here; the first call asks for them. */
export function recordsOf(entity: string): readonly WidgetRecord[] | undefined {
  if (!asked.has(entity)) {
    asked.add(entity);
    void read(entity);
  }
  return kept.get(entity);
}

/** Proposes a change; rejects with `Refused` when the page or the person does not want it. */
export async function propose(entity: string, change: Change): Promise<void> {
  await ask(`changing ${entity}`, (number) => ({ type: 'change', ask: number, entity, change }));
}
