/** Each place is a script of its own; the one that is asked for and its data are fetched while the page still starts. */
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { nearest, loadBundle } from '../i18n/catalogue';
import { isWide } from '../ui/useWide';
import { soon } from '../ui/soon';
import { parsePlace, place, type Place } from './router';

export const PAGES = {
  today: soon(() => import('../today/TodayPage')),
  chat: soon(() => import('../chat/ChatPane')),
  apps: soon(() => import('./AppsPage')),
  app: soon(() => import('../app/AppPane')),
  due: soon(() => import('../due/DuePage')),
  memory: soon(() => import('../memory/MemoryPage')),
  history: soon(() => import('../history/HistoryPage')),
  gallery: soon(() => import('../gallery/GalleryPage')),
  runs: soon(() => import('../runs/RunsPage')),
  settings: soon(() => import('../settings/SettingsPage')),
};

/** Kinds that show an entity's records themselves. */
const OF_RECORDS = new Set(['table', 'list', 'cards', 'calendar', 'board', 'checklist', 'timeline', 'gallery', 'map']);
const APP_STALE_MS = 15_000;
const quietly = () => undefined;

/** Fetches what an app's page will need: its scripts, its specification, then the records of the view that is asked for. */
async function prepareApp(client: QueryClient, app: string, view: number): Promise<void> {
  void PAGES.app.load().catch(quietly);
  const views = Promise.all([import('../views/kinds'), import('../views/data')]);
  views.catch(quietly);
  const { app: spec } = await client.fetchQuery({ queryKey: ['app', app], queryFn: () => api.app(app), staleTime: APP_STALE_MS, retry: false });
  const shown = spec.views[Math.min(view, spec.views.length - 1)];
  const [{ loadKind }, { fetchRows }] = await views;
  const entity = spec.entities.find((one) => one.name === shown?.entity) ?? spec.entities[0];
  if (shown) void loadKind(shown.kind).catch(quietly);
  if (shown && entity && OF_RECORDS.has(shown.kind)) await fetchRows(client, app, entity.name);
}

/** Fetches what a place will need. Nothing that fails here is told: the place itself does. */
export function prepare(client: QueryClient, place: Place): void {
  void PAGES[place.name].load().catch(quietly);
  if (place.name === 'app') void prepareApp(client, place.app, place.view ?? 0).catch(quietly);
}

/** Prepares every place as soon as the address, or a finger or key on a link to it, says that it is next. */
export function prepareNext(client: QueryClient): void {
  window.addEventListener('hashchange', () => prepare(client, place()));
  const onLink = (event: Event) => {
    const link = event.target instanceof Element ? event.target.closest<HTMLAnchorElement>('a[href^="#/"]') : null;
    if (link) prepare(client, parsePlace(link.hash));
  };
  for (const kind of ['pointerdown', 'focusin']) document.addEventListener(kind, onLink, { passive: true });
}

/** Fetches the scripts that most people want next, when nothing else is to do. */
function idly(): void {
  const wait = window.requestIdleCallback ?? ((run: () => void) => setTimeout(run, 1_500));
  wait(() => {
    for (const page of [PAGES.app, PAGES.chat]) void page.load().catch(quietly);
    void import('../views/kinds').then(({ loadKind }) => loadKind('table')).catch(quietly);
  });
}

/** Starts everything that the first screen needs at once, instead of one after the other. */
export function fetchAhead(client: QueryClient, language: string | null): void {
  const here = place();
  prepare(client, here);
  if (here.name === 'app' && isWide()) void PAGES.chat.load().catch(quietly);
  void loadBundle(nearest([language, ...navigator.languages]));
  const start = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
    client.prefetchQuery({ queryKey, queryFn, retry: false });
  void start(['session'], api.session);
  void start(['preferences'], api.preferences);
  void start(['apps'], api.apps);
  void start(['reminders'], () => api.reminders());
  if (here.name === 'today' || here.name === 'apps') void start(['today'], api.today).then(idly);
  prepareNext(client);
}
