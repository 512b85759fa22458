/** Where the person is, kept in the address after `#`: chat, apps, one app, what is due, settings. */
import { useSyncExternalStore } from 'react';

export type Place =
  | { name: 'chat' }
  | { name: 'apps' }
  | { name: 'due' }
  | { name: 'settings' }
  | { name: 'app'; app: string; view?: number };

/** Reads an address; anything unknown is the chat. */
export function parsePlace(hash: string): Place {
  const [head, app, view] = hash.replace(/^#\/?/, '').split('/').map(decodeURIComponent);
  if (head === 'app' && app) return view === undefined ? { name: 'app', app } : { name: 'app', app, view: Number(view) || 0 };
  if (head === 'apps' || head === 'due' || head === 'settings') return { name: head };
  return { name: 'chat' };
}

/** The address of a place. */
export function addressOf(place: Place): string {
  if (place.name === 'chat') return '#/';
  if (place.name !== 'app') return `#/${place.name}`;
  const view = place.view === undefined ? '' : `/${place.view}`;
  return `#/app/${encodeURIComponent(place.app)}${view}`;
}

/** Goes there; `replace` leaves no step to go back to. */
export function go(place: Place, replace = false): void {
  const address = addressOf(place);
  if (address === (location.hash || '#/')) return;
  if (replace) {
    history.replaceState(null, '', address);
    window.dispatchEvent(new HashChangeEvent('hashchange'));
  } else {
    location.hash = address;
  }
}

let cached: { hash: string; place: Place } = { hash: '', place: { name: 'chat' } };

export function place(): Place {
  if (cached.hash !== location.hash) cached = { hash: location.hash, place: parsePlace(location.hash) };
  return cached.place;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export const usePlace = (): Place => useSyncExternalStore(subscribe, place);
