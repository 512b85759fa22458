/** Each place is a script of its own; the one that is asked for and its data are fetched while the page still starts. */
import type { QueryClient } from '@tanstack/react-query';
import { api } from '../api/client';
import { nearest, loadBundle } from '../i18n/catalogue';
import { isWide } from '../ui/useWide';
import { place } from './router';

export const LOADERS = {
  today: () => import('../today/TodayPage'),
  chat: () => import('../chat/ChatPane'),
  apps: () => import('./AppsPage'),
  app: () => import('../app/AppPane'),
  due: () => import('../due/DuePage'),
  memory: () => import('../memory/MemoryPage'),
  history: () => import('../history/HistoryPage'),
  gallery: () => import('../gallery/GalleryPage'),
  settings: () => import('../settings/SettingsPage'),
};

/** Starts everything that the first screen needs at once, instead of one after the other. */
export function fetchAhead(client: QueryClient, language: string | null): void {
  const here = place();
  void LOADERS[here.name]();
  if (here.name === 'app' && isWide()) void LOADERS.chat();
  void loadBundle(nearest([language, ...navigator.languages]));
  const start = (queryKey: readonly unknown[], queryFn: () => Promise<unknown>) =>
    void client.prefetchQuery({ queryKey, queryFn, retry: false });
  start(['session'], api.session);
  start(['preferences'], api.preferences);
  start(['apps'], api.apps);
  start(['reminders'], () => api.reminders());
  if (here.name === 'today' || here.name === 'apps') start(['today'], api.today);
  if (here.name === 'app') start(['app', here.app], () => api.app(here.app));
}
