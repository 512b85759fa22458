/** The outbox on disk: IndexedDB, one store, in the order in which things were typed. */
import { openDB, type DBSchema, type IDBPDatabase } from 'idb';
import type { Waiting } from './items';

interface Schema extends DBSchema {
  outbox: { key: number; value: Waiting; indexes: { key: string } };
}

let opened: Promise<IDBPDatabase<Schema>> | undefined;

function open(): Promise<IDBPDatabase<Schema>> {
  opened ??= openDB<Schema>('calisson', 1, {
    upgrade(database) {
      database.createObjectStore('outbox', { autoIncrement: true }).createIndex('key', 'key', { unique: true });
    },
    terminated() {
      opened = undefined;
    },
  }).catch((error: unknown) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

/** Everything that waits, oldest first. */
export async function all(): Promise<Waiting[]> {
  return (await open()).getAll('outbox');
}

/** Adds an item at the end; durable when it resolves. */
export async function append(item: Waiting): Promise<void> {
  const transaction = (await open()).transaction('outbox', 'readwrite', { durability: 'strict' });
  await transaction.store.add(item);
  await transaction.done;
}

/** Puts `item` in the place of the one with its key; nothing happens when that one is gone. */
export async function replace(item: Waiting): Promise<void> {
  const transaction = (await open()).transaction('outbox', 'readwrite');
  const place = await transaction.store.index('key').getKey(item.key);
  if (place !== undefined) await transaction.store.put(item, place);
  await transaction.done;
}

/** Takes the item with this key away. */
export async function remove(key: string): Promise<void> {
  const transaction = (await open()).transaction('outbox', 'readwrite');
  const place = await transaction.store.index('key').getKey(key);
  if (place !== undefined) await transaction.store.delete(place);
  await transaction.done;
}
