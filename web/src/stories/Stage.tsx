/** Draws one story alone: in a language, with a home that answers as the story wants. */
import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { TextProvider } from '../i18n/text';
import { Skeleton } from '../ui/Empty';
import { Toasts } from '../ui/toasts';
import { setMood } from './home';
import { idOf, type Story } from './story';

export function Stage({ story, language }: { story: Story; language: string }) {
  const [client] = useState(() => {
    setMood(story.mood ?? 'full');
    return new QueryClient({ defaultOptions: { queries: { retry: false, networkMode: 'always' }, mutations: { networkMode: 'always' } } });
  });
  const [locale] = useState(() => ({ language, tz: 'UTC', currency: 'EUR' }));
  return (
    <QueryClientProvider client={client}>
      <TextProvider locale={locale}>
        <main className="stage" aria-label={idOf(story)} data-story={idOf(story)}>
          <h1 className="sr">{idOf(story)}</h1>
          <Suspense fallback={<Skeleton label="…" rows={1} />}>{story.render()}</Suspense>
        </main>
        <Toasts />
      </TextProvider>
    </QueryClientProvider>
  );
}
