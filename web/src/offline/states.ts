/** What a record's way to the home looks like: nothing to say, on its way, waiting, not taken, or changed elsewhere too. */
import { provisional, type Waiting } from './items';

export type StateName = 'sending' | 'waiting' | 'refused' | 'conflict';

export interface RowState {
  state: StateName;
  /** The thing in the outbox that it is about; none while a write goes straight to the home. */
  item?: Waiting;
}

const RANK: Record<StateName, number> = { sending: 0, waiting: 1, refused: 2, conflict: 3 };

/** The record that a thing in the outbox is about; '' for words. */
export const recordOf = (item: Waiting): string => (item.kind === 'say' ? '' : item.kind === 'add' ? provisional(item.key) : item.record);

export function stateOf(item: Waiting, sending?: string): StateName {
  if (item.problem) return item.problem.theirs ? 'conflict' : 'refused';
  return item.key === sending ? 'sending' : 'waiting';
}

/**
 * States by record: `items` is what waits, `sending` the key of the one that is on its way, `flying` the records whose
 * writes go straight to the home. Of several about one record the one that needs the person most counts. Pure.
 */
export function statesOf(items: readonly Waiting[], sending: string | undefined, flying: Iterable<string>): Map<string, RowState> {
  const states = new Map<string, RowState>();
  for (const record of flying) states.set(record, { state: 'sending' });
  for (const item of items) {
    const record = recordOf(item);
    if (!record) continue;
    const state = stateOf(item, sending);
    const known = states.get(record);
    if (!known || RANK[state] >= RANK[known.state]) states.set(record, { state, item });
  }
  return states;
}
