/** `npm run dev:mock`: answers the session and an empty home, to look at the page without a server. */
import type { Plugin } from 'vite';

const ANSWERS: Record<string, unknown> = {
  '/api/v1/session': { person: 'me', csrf: 'mock', language: 'en', tz: 'UTC', currency: 'EUR', version: 'mock' },
  '/api/v1/preferences': { language: 'en', tz: 'UTC', currency: 'EUR' },
  '/api/v1/apps': { apps: [] },
  '/api/v1/turns': { turns: [] },
  '/api/v1/reminders': { reminders: [] },
};

export function mockServer(): Plugin {
  return {
    name: 'calisson-mock',
    configureServer(server) {
      server.middlewares.use((request, response, next) => {
        const answer = ANSWERS[(request.url ?? '').split('?')[0] ?? ''];
        if (answer === undefined) {
          next();
          return;
        }
        response.setHeader('content-type', 'application/json');
        response.end(JSON.stringify(answer));
      });
    },
  };
}
