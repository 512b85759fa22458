/**
 * What a widget's frame and the page say to each other, and nothing else: each side reads what it gets with these
 * functions before it does anything with it. The page trusts nothing that comes from a frame.
 */
import type { Values } from '../api/types';

/** Stands in the first message of each side. */
export const CALISSON = 1;

export interface WidgetField {
  name: string;
  label: string;
  type: string;
  unit?: string | null;
  currency?: string | null;
  choices: { value: string; label: string }[];
  writable: boolean;
}

export interface WidgetEntity {
  name: string;
  label: string;
  fields: WidgetField[];
}

/** The part of the app that the widget may see. */
export interface WidgetApp {
  name: string;
  title: string;
  entity: string;
  entities: WidgetEntity[];
}

/** How things look and are written around the frame. */
export interface Look {
  theme: 'light' | 'dark';
  language: string;
  tz: string;
  currency: string;
  /** Custom properties of the page's theme, `--ink` and the like. */
  colors: Record<string, string>;
}

export interface WidgetRecord {
  id: string;
  values: Values;
}

export interface Change {
  add?: Values[];
  change?: { id: string; values: Values }[];
  remove?: string[];
}

export type ToFrame =
  | { type: 'start'; code: string; app: WidgetApp; look: Look }
  | { type: 'look'; look: Look }
  | { type: 'records'; ask: number; records: WidgetRecord[] }
  | { type: 'stale'; entity: string }
  | { type: 'done'; ask: number }
  | { type: 'refused'; ask: number; reason: Refusal }
  | { type: 'ping' };

export type Refusal = 'not-allowed' | 'invalid' | 'busy' | 'declined' | 'failed';

export type FromFrame =
  | { type: 'shown' }
  | { type: 'failed'; message: string }
  | { type: 'size'; height: number }
  | { type: 'read'; ask: number; entity: string }
  | { type: 'change'; ask: number; entity: string; change: Change }
  | { type: 'pong' };

/** The most records of each kind that one change may touch. */
export const MOST = 100;
const LONGEST = 20_000;
const NAME = 64;
const ID = 80;

type Box = Record<string, unknown>;

const isBox = (given: unknown): given is Box => typeof given === 'object' && given !== null && !Array.isArray(given);
const isText = (given: unknown, most: number): given is string => typeof given === 'string' && given.length <= most;
const isAsk = (given: unknown): given is number => Number.isSafeInteger(given) && (given as number) >= 0;

function isValue(given: unknown): boolean {
  if (given === null || typeof given === 'boolean') return true;
  if (typeof given === 'number') return Number.isFinite(given);
  return isText(given, LONGEST) || (Array.isArray(given) && given.length <= 200 && given.every((part) => isText(part, 1000)));
}

function readValues(given: unknown): Values | undefined {
  if (!isBox(given)) return undefined;
  const parts = Object.entries(given);
  if (parts.length > 200 || !parts.every(([name, value]) => name.length <= NAME && isValue(value))) return undefined;
  return Object.fromEntries(parts) as Values;
}

function readMany<T>(given: unknown, read: (one: unknown) => T | undefined): T[] | undefined {
  if (given === undefined) return [];
  if (!Array.isArray(given) || given.length > MOST) return undefined;
  const found = given.map(read);
  return found.every((one) => one !== undefined) ? (found as T[]) : undefined;
}

/** A change as the page knows it; undefined when it is none. */
export function readChange(given: unknown): Required<Change> | undefined {
  if (!isBox(given)) return undefined;
  const add = readMany(given.add, readValues);
  const change = readMany(given.change, (one) => {
    const values = isBox(one) ? readValues(one.values) : undefined;
    return isBox(one) && isText(one.id, ID) && values ? { id: one.id, values } : undefined;
  });
  const remove = readMany(given.remove, (one) => (isText(one, ID) ? one : undefined));
  if (!add || !change || !remove || add.length + change.length + remove.length === 0) return undefined;
  return { add, change, remove };
}

/** A message of a frame; undefined when it is none of ours. What is in it is still to be checked against the permissions. */
export function readFromFrame(given: unknown): FromFrame | undefined {
  if (!isBox(given)) return undefined;
  switch (given.type) {
    case 'shown':
    case 'pong':
      return { type: given.type };
    case 'failed':
      return { type: 'failed', message: isText(given.message, 500) ? given.message : '' };
    case 'size':
      return typeof given.height === 'number' && Number.isFinite(given.height) ? { type: 'size', height: given.height } : undefined;
    case 'read':
      return isAsk(given.ask) && isText(given.entity, NAME) ? { type: 'read', ask: given.ask, entity: given.entity } : undefined;
    case 'change': {
      if (!isAsk(given.ask) || !isText(given.entity, NAME)) return undefined;
      // One that cannot be read is still answered.
      return { type: 'change', ask: given.ask, entity: given.entity, change: readChange(given.change) ?? {} };
    }
    default:
      return undefined;
  }
}

const TO_FRAME = ['start', 'look', 'records', 'stale', 'done', 'refused', 'ping'];

/** A message of the page. */
export function readToFrame(given: unknown): ToFrame | undefined {
  return isBox(given) && TO_FRAME.includes(given.type as string) ? (given as unknown as ToFrame) : undefined;
}
