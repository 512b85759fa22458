/** Starts the page. */
import { createRoot } from 'react-dom/client';
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Problem } from './api/problems';
import { applyTheme } from './settings/theme';
import { Home } from './shell/Home';
import './ui/tokens.css';
import './ui/base.css';
import './ui/ui.css';
import './shell/shell.css';

applyTheme();

const client = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retry: (count, error) => count < 2 && error instanceof Problem && (error.kind === 'offline' || error.kind === 'busy'),
    },
  },
});

const root = document.getElementById('root');
if (root) {
  createRoot(root).render(
    <QueryClientProvider client={client}>
      <Home />
    </QueryClientProvider>,
  );
}
