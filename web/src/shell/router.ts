/** Where the person is, kept in the address after `#`: Today (the landing place), chat, apps, one app, memory … */
import { useSyncExternalStore } from 'react';

export type Place =
  | { name: 'today' }
  | { name: 'chat'; turn?: string }
  | { name: 'apps' }
  | { name: 'due' }
  | { name: 'memory'; memory?: string }
  | { name: 'history'; app?: string }
  | { name: 'gallery'; idea?: string }
  | { name: 'runs'; run?: string }
  | { name: 'settings' }
  | { name: 'app'; app: string; view?: number };

export type PlaceName = Place['name'];

/** Reads an address; anything unknown is Today. */
export function parsePlace(hash: string): Place {
  const [head, what, view] = hash.replace(/^#\/?/, '').split('/').map(decoded);
  switch (head) {
    case 'app':
      if (!what) return { name: 'apps' };
      return view === undefined ? { name: 'app', app: what } : { name: 'app', app: what, view: Number(view) || 0 };
    case 'chat':
      return what ? { name: 'chat', turn: what } : { name: 'chat' };
    case 'history':
      return what ? { name: 'history', app: what } : { name: 'history' };
    case 'gallery':
      return what ? { name: 'gallery', idea: what } : { name: 'gallery' };
    case 'runs':
      return what ? { name: 'runs', run: what } : { name: 'runs' };
    case 'memory':
      return what ? { name: 'memory', memory: what } : { name: 'memory' };
    case 'apps':
    case 'due':
    case 'settings':
      return { name: head };
    default:
      return { name: 'today' };
  }
}

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The address of a place. */
export function addressOf(place: Place): string {
  const id = encodeURIComponent;
  switch (place.name) {
    case 'today':
      return '#/';
    case 'chat':
      return place.turn ? `#/chat/${id(place.turn)}` : '#/chat';
    case 'history':
      return place.app ? `#/history/${id(place.app)}` : '#/history';
    case 'gallery':
      return place.idea ? `#/gallery/${id(place.idea)}` : '#/gallery';
    case 'memory':
      return place.memory ? `#/memory/${id(place.memory)}` : '#/memory';
    case 'runs':
      return place.run ? `#/runs/${id(place.run)}` : '#/runs';
    case 'app':
      return `#/app/${id(place.app)}${place.view === undefined ? '' : `/${place.view}`}`;
    default:
      return `#/${place.name}`;
  }
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

let cached: { hash: string; place: Place } = { hash: '', place: { name: 'today' } };

export function place(): Place {
  if (cached.hash !== location.hash) cached = { hash: location.hash, place: parsePlace(location.hash) };
  return cached.place;
}

function subscribe(listener: () => void): () => void {
  window.addEventListener('hashchange', listener);
  return () => window.removeEventListener('hashchange', listener);
}

export const usePlace = (): Place => useSyncExternalStore(subscribe, place);
