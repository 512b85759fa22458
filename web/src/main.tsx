/** Starts the page. */
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Problem } from './api/problems';
import { registerWorker } from './offline/register';
import { warmWhenRuled } from './offline/warm';
import { receiveShared } from './offline/share';
import { applyTheme } from './settings/theme';
import { fetchAhead } from './shell/ahead';
import { Home } from './shell/Home';
import './ui/tokens.css';
import './ui/base.css';
import './ui/ui.css';
import './shell/shell.css';

applyTheme();
registerWorker();
warmWhenRuled();
receiveShared();

const client = new QueryClient({
  defaultOptions: {
    // Without a connection too: the service worker has the last answers, and the outbox takes the writes.
    queries: {
      networkMode: 'always',
      staleTime: 15_000,
      retry: (count, error) => count < 2 && error instanceof Problem && (error.kind === 'busy' || (error.kind === 'offline' && navigator.onLine)),
    },
    mutations: { networkMode: 'always' },
  },
});

fetchAhead(client, localStorage.getItem('calisson.language'));

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Home />
    </QueryClientProvider>,
  );
}
