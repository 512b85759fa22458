/** Who is there and in which language; then the page, the login, or why the home cannot be reached. */
import { useEffect, useMemo, useState, useSyncExternalStore, type ReactNode } from 'react';
import { useQueryClient } from '@tanstack/react-query';
import { activity } from '../api/activity';
import { usePreferences, useSession } from '../api/queries';
import { nearest } from '../i18n/catalogue';
import type { Units } from '../i18n/units';
import { TextProvider, useText, type Locale } from '../i18n/text';
import { Button } from '../ui/Button';
import { Empty } from '../ui/Empty';
import { Toasts } from '../ui/toasts';
import { useExplain } from './explain';
import { Login } from './Login';
import { Shell } from './Shell';

const LAST_LANGUAGE = 'calisson.language';

export function Home() {
  const session = useSession();
  const preferences = usePreferences();
  const { locked } = useSyncExternalStore(activity.subscribe, activity.snapshot);
  const [remembered] = useState(() => localStorage.getItem(LAST_LANGUAGE));
  const settled = !session.isPending && !preferences.isPending;
  const chosen = preferences.data?.language ?? session.data?.language;
  const language = nearest([chosen, remembered, ...navigator.languages]);
  const tz = preferences.data?.tz ?? session.data?.tz;
  const currency = preferences.data?.currency ?? session.data?.currency;
  const units = preferences.data?.units as Units | undefined;
  const locale = useMemo<Locale>(
    () => ({
      language,
      tz: tz ?? Intl.DateTimeFormat().resolvedOptions().timeZone,
      currency: currency ?? 'EUR',
      units,
    }),
    [language, tz, currency, units],
  );
  useEffect(() => {
    if (chosen) localStorage.setItem(LAST_LANGUAGE, chosen);
  }, [chosen]);
  if (!settled && !locked) return null;
  return (
    <TextProvider locale={locale}>
      {locked ? <Login /> : session.isError ? <Unreachable error={session.error} /> : <Shell />}
      <Toasts />
    </TextProvider>
  );
}

function Unreachable({ error }: { error: unknown }): ReactNode {
  const t = useText();
  const explain = useExplain();
  const client = useQueryClient();
  return (
    <main className="alone">
      <Empty icon="offline" title={t('unreachable-title')} text={explain(error)}>
        <Button look="solid" icon="sync" onPress={() => void client.invalidateQueries()}>{t('try-again')}</Button>
      </Empty>
    </main>
  );
}
