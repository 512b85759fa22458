/**
 * What the service worker cannot have yet: on the first visit it starts after the page has read everything. Once it rules
 * the page, the places that a person wants without a connection are read again, gently, one after the other.
 */
import { api } from '../api/client';

const APPS = 20;
/** As the views ask first: kept answers are found by their address. */
const PAGE = 200;

async function readAll(): Promise<void> {
  await api.session();
  await api.preferences();
  await api.today();
  await api.turns({}, 30);
  await api.reminders();
  await api.memories({ tier: 'fact' });
  await api.memoryOverview('fact');
  await api.people();
  await api.profile();
  for (const { id } of (await api.apps()).slice(0, APPS)) {
    const { app } = await api.app(id);
    for (const entity of app.entities) await api.records(id, { entity: entity.name, limit: PAGE });
  }
}

/** Reads the main places once, when a service worker takes the page over. */
export function warmWhenRuled(): void {
  if (!('serviceWorker' in navigator) || navigator.serviceWorker.controller) return;
  const begin = () => {
    void api.session().catch(() => undefined); // without it nothing opens when the connection goes in the next moment
    setTimeout(() => void readAll().catch(() => undefined), 1_500);
  };
  navigator.serviceWorker.addEventListener('controllerchange', begin, { once: true });
}
