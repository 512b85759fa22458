/** The frame: a rail and the open place on wide screens, with the chat beside an app; on a phone one place and a bar. */
import { Suspense, lazy, useEffect, type ReactNode } from 'react';
import { useLive } from '../api/live';
import { useText } from '../i18n/text';
import { DropZone } from '../takein/DropZone';
import { Skeleton } from '../ui/Empty';
import { useWide } from '../ui/useWide';
import { Afterwards } from './Afterwards';
import { PAGES } from './ahead';
import { useBeside } from './beside';
import { BottomBar } from './BottomBar';
import { Boundary } from './Boundary';
import { hideOverlay, useOverlay, type Overlay } from './overlay';
import { Rail } from './Rail';
import { usePlace, type Place } from './router';
import { useShortcuts } from './shortcuts';
import { OfflineBanner } from './Status';

const { today: TodayPage, chat: ChatPane, apps: AppsPage, app: AppPane, due: DuePage, memory: MemoryPage, history: HistoryPage, gallery: GalleryPage, runs: RunsPage, settings: SettingsPage } = PAGES;
const Palette = lazy(() => import('./Palette'));
const Capture = lazy(() => import('./Capture'));
const AddSheet = lazy(() => import('../app/AddSheet'));
const TakeIn = lazy(() => import('../takein/TakeIn'));
const TakePackage = lazy(() => import('../takein/TakePackage'));
const TakeFrom = lazy(() => import('../takein/TakeFrom'));
const More = lazy(() => import('./More'));
const OutboxSheet = lazy(() => import('../offline/OutboxSheet'));
const ConflictSheet = lazy(() => import('../offline/ConflictSheet'));

export function Shell() {
  const t = useText();
  const wide = useWide();
  const place = usePlace();
  const overlay = useOverlay();
  useLive();
  useShortcuts();
  useEffect(() => {
    document.title = place.name === 'today' ? 'Calisson' : `${t(`nav-${place.name === 'app' ? 'apps' : place.name}`)} · Calisson`;
  }, [place.name, t]);
  const besideApp = useBeside();
  const beside = wide && besideApp && place.name === 'app';
  const shown = (
    <main className="place" id="main" key={keyOf(place)}>
      <Held>{pageFor(place)}</Held>
    </main>
  );
  return (
    <div className={wide ? `shell wide${beside ? ' with-chat' : ''}` : 'shell narrow'}>
      <a className="skip" href="#main" onClick={skip}>{t('skip-to-chat')}</a>
      {wide && <Rail place={place} />}
      <OfflineBanner />
      {beside && <Held><Afterwards instead={<Waits />}><ChatPane beside /></Afterwards></Held>}
      {shown}
      {!wide && <BottomBar place={place} />}
      <DropZone />
      {overlay && (
        <Suspense fallback={null}>
          <Over overlay={overlay} />
        </Suspense>
      )}
    </div>
  );
}

function Over({ overlay }: { overlay: NonNullable<Overlay> }) {
  switch (overlay.name) {
    case 'palette':
      return <Palette />;
    case 'capture':
      return <Capture />;
    case 'more':
      return <More />;
    case 'outbox':
      return <OutboxSheet onClose={hideOverlay} />;
    case 'conflict':
      return <ConflictSheet itemKey={overlay.key} onClose={hideOverlay} />;
    case 'take-in':
      return <TakeIn file={overlay.file} />;
    case 'take-package':
      return <TakePackage from={overlay.from} />;
    case 'take-from':
      return <TakeFrom />;
    case 'add':
      return <AddSheet app={overlay.app} />;
  }
}

const keyOf = (place: Place) => (place.name === 'app' ? `app/${place.app}` : place.name);

function pageFor(place: Place): ReactNode {
  switch (place.name) {
    case 'today':
      return <TodayPage />;
    case 'chat':
      return <ChatPane key={place.turn ?? ''} turn={place.turn} />;
    case 'apps':
      return <AppsPage />;
    case 'app':
      return <AppPane id={place.app} view={place.view} />;
    case 'due':
      return <DuePage />;
    case 'memory':
      return <MemoryPage />;
    case 'history':
      return <HistoryPage app={place.app} />;
    case 'gallery':
      return <GalleryPage idea={place.idea} />;
    case 'runs':
      return <RunsPage run={place.run} />;
    case 'settings':
      return <SettingsPage />;
  }
}

/** Keeps a failing or loading place from touching the rest. */
function Held({ children }: { children: ReactNode }) {
  return (
    <Boundary>
      <Suspense fallback={<Waits />}>{children}</Suspense>
    </Boundary>
  );
}

function Waits() {
  const t = useText();
  return <div className="pane"><Skeleton label={t('loading')} rows={6} /></div>;
}

/** To the message box, or to the heading of a place without one. */
function skip(event: { preventDefault: () => void }): void {
  event.preventDefault();
  (document.getElementById('composer') ?? document.querySelector<HTMLElement>('#main h1'))?.focus();
}
