/** The frame: shelf, chat and the open place side by side on wide screens; one of them, with a bar below, on a phone. */
import { Suspense, lazy, useEffect, type ReactNode } from 'react';
import { ChatPane } from '../chat/ChatPane';
import { useLive } from '../api/live';
import { useText } from '../i18n/text';
import { Skeleton } from '../ui/Empty';
import { useWide } from '../ui/useWide';
import { AppsPage } from './AppsPage';
import { BottomBar } from './BottomBar';
import { Boundary } from './Boundary';
import { OfflineBanner } from './Status';
import { usePlace, type Place } from './router';
import { Shelf } from './Shelf';

const AppPane = lazy(() => import('../app/AppPane'));
const DuePage = lazy(() => import('../due/DuePage'));
const SettingsPage = lazy(() => import('../settings/SettingsPage'));

export function Shell() {
  const t = useText();
  const wide = useWide();
  const place = usePlace();
  useLive();
  useEffect(() => {
    document.title = place.name === 'chat' ? 'Calisson' : `${t(`nav-${place.name === 'app' ? 'apps' : place.name}`)} · Calisson`;
  }, [place.name, t]);
  const beside = paneFor(place, wide);
  if (wide) {
    return (
      <div className={`shell wide${beside ? ' with-pane' : ''}`}>
        <a className="skip" href="#composer" onClick={focusComposer}>{t('skip-to-chat')}</a>
        <Shelf place={place} />
        <ChatPane />
        {beside && <Pane key={keyOf(place)}>{beside}</Pane>}
        <OfflineBanner />
      </div>
    );
  }
  return (
    <div className="shell narrow">
      <OfflineBanner />
      <div className="narrow-main">
        {place.name === 'chat' ? <ChatPane /> : <Pane key={keyOf(place)}>{beside}</Pane>}
      </div>
      <BottomBar place={place} />
    </div>
  );
}

const keyOf = (place: Place) => (place.name === 'app' ? `app/${place.app}` : place.name);

function paneFor(place: Place, wide: boolean): ReactNode {
  switch (place.name) {
    case 'app':
      return <AppPane id={place.app} view={place.view} />;
    case 'due':
      return <DuePage />;
    case 'settings':
      return <SettingsPage />;
    case 'apps':
      return wide ? null : <AppsPage />;
    case 'chat':
      return null;
  }
}

function Pane({ children }: { children: ReactNode }) {
  const t = useText();
  return (
    <Boundary>
      <Suspense fallback={<div className="pane"><Skeleton label={t('loading')} rows={6} /></div>}>{children}</Suspense>
    </Boundary>
  );
}

function focusComposer(event: { preventDefault: () => void }): void {
  event.preventDefault();
  document.getElementById('composer')?.focus();
}
