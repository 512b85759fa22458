/** What waits on this device until the home has it. */
import type { ProblemKind } from '../api/problems';
import type { RecordRow, Values } from '../api/types';

/** Words said, or an entry added, changed or deleted by hand. */
export type Deed =
  | { kind: 'say'; text: string; app?: string; images?: readonly string[] }
  | { kind: 'add'; app: string; entity: string; values: Values }
  | { kind: 'change'; app: string; record: string; values: Values; base?: RecordRow }
  | { kind: 'remove'; app: string; record: string; base?: RecordRow };

export type Waiting = Deed & {
  /** Sent as `Idempotency-Key`: however often it is sent, it is done once. */
  key: string;
  /** When it was typed: an instant, so that 'today' still means that day when it arrives later. */
  at: string;
  /** Which home it is for. */
  home: string;
  /** It was sent once and may have arrived: it must not be altered any more. */
  tried?: boolean;
  /** The home does not take it; the person decides. */
  problem?: {
    kind: ProblemKind;
    detail: string;
    /** The entry as somebody else left it, when both changed the same field. */
    theirs?: RecordRow;
  };
};

/** A random key; `crypto.randomUUID` is not there on a page without TLS. */
export function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** The id of an entry that the home has not numbered yet. */
export const provisional = (key: string): string => `waiting:${key}`;
