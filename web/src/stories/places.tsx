/** Stories of the places and the views: full, new, failing and on their way. */
import { lazy } from 'react';
import DuePage from '../due/DuePage';
import { DueList } from '../due/DueList';
import GalleryPage from '../gallery/GalleryPage';
import HistoryPage from '../history/HistoryPage';
import { FactDetails } from '../memory/FactDetails';
import { Exchange, FilePreview } from '../memory/Exchange';
import { Proposals, Report } from '../memory/Keeping';
import MemoryPage from '../memory/MemoryPage';
import { Merged } from '../memory/Merged';
import { Picture } from '../memory/Picture';
import { RiverView } from '../memory/RiverView';
import { TopicMap } from '../memory/TopicMap';
import { Profile } from '../memory/Profile';
import { Locked, Passphrase, Vault } from '../memory/Vault';
import '../memory/memory.css';
import { Backup, Preview, Restore } from '../settings/Backup';
import SettingsPage from '../settings/SettingsPage';
import { Tokens } from '../settings/Tokens';
import AppsPage from '../shell/AppsPage';
import { BottomBar } from '../shell/BottomBar';
import { GlanceLine } from '../shell/Glance';
import { Login } from '../shell/Login';
import { PageHead } from '../shell/PageHead';
import { Rail } from '../shell/Rail';
import { StatusBadge } from '../shell/Status';
import { ExampleBar } from '../today/ExampleBar';
import { GlanceCard } from '../today/GlanceCard';
import { Recent } from '../today/Recent';
import TodayPage from '../today/TodayPage';
import { Welcome } from '../today/Welcome';
import '../today/today.css';
import { Button } from '../ui/Button';
import type { Mood } from './home';
import type { Fact, MemoryFile } from '../api/types';
import { APP, METRICS, NOTHING, REMINDERS, RESTORE, SUMMARY, day } from './data';
import { stories, type Story } from './story';

const OneView = lazy(() => import('../views/OneView'));
const AppPane = lazy(() => import('../app/AppPane'));

const MOODS: [Mood, string][] = [['full', 'full'], ['empty', 'new home'], ['failing', 'failing'], ['silent', 'on its way']];

/** One component under every mood of the home. */
const moods = (of: string, render: Story['render'], wanted = MOODS): Story[] =>
  wanted.flatMap(([mood, state]) => stories(of, { [state]: render }, mood));

const recent = { id: 'rec_0', app_id: APP.id, app_name: APP.name, icon: APP.icon, title: 'Lisbon', values: ['€640'], at: day(0), added_at: `${day(0)}T08:01:00` };

/** Marks the example life as there, as the page does. */
function Example() {
  localStorage.setItem('calisson.example', '1');
  return <ExampleBar />;
}

const fact: Fact = { id: 'mem_1', text: 'Mia is allergic to peanuts', at: `${day(-3)}T10:00`, tier: 'fact', source: 'turn_1', theme: 'health', uses: 2 };
const remembered = ['people', 'food', 'food', 'home', 'other'].map((theme, n) => ({ ...fact, id: `mem_${n}`, theme, at: `${day(-35 * n)}T10:00`, pinned: !n, people: n % 2 ? ['Mia'] : ['Tom'] }) as Fact);

const views = APP.views.flatMap((view, index) =>
  MOODS.flatMap(([mood, state]) => stories(`${view.kind[0]!.toUpperCase()}${view.kind.slice(1)}, a view`, { [state]: () => <OneView app={APP} index={index} metrics={METRICS} /> }, mood)));

const MEMORY_FILE: MemoryFile = {
  format: 'chatgpt', conversations: 38, facts: 0, talk: 92, replies: 117, offers: 2, known: 12, skipped: 340,
  first: '2024-02-01T10:00:00', last: '2026-01-31T10:00:00', examples: [{ kind: 'talk', text: 'We moved to Lyon in March.' }],
};

export const PLACES = [
  ...moods('TodayPage', () => <TodayPage />),
  ...moods('AppsPage', () => <AppsPage />),
  ...moods('DuePage', () => <DuePage />),
  ...moods('MemoryPage', () => <MemoryPage />),
  ...moods('Proposals', () => <Proposals />, MOODS.slice(0, 1)),
  ...moods('Profile', () => <Profile />, MOODS.slice(0, 1)),
  ...moods('Merged', () => <Merged fact={fact} />, MOODS.slice(0, 1)),
  ...moods('Report', () => <Report />, MOODS.slice(0, 2)),
  ...stories('Picture', {
    'nothing picked': () => <Picture facts={remembered} picked={{}} onPick={() => undefined} />,
    'a theme picked': () => <Picture facts={remembered} picked={{ theme: 'food' }} onPick={() => undefined} />,
  }),
  ...stories('TopicMap', {
    'nothing picked': () => <TopicMap facts={remembered} picked={{}} onToggle={() => undefined} />,
    'somebody picked': () => <TopicMap facts={remembered} picked={{ person: 'Mia' }} onToggle={() => undefined} />,
  }),
  ...stories('RiverView', {
    'a month picked': () => <RiverView facts={remembered} picked={{ month: remembered[1]!.at.slice(0, 7) }} onToggle={() => undefined} />,
    'something changed': () => <RiverView facts={remembered.map((one, n) => (n === 3 ? { ...one, closed_by: 'mem_0' } : one))} picked={{}} onToggle={() => undefined} />,
  }),
  ...moods('Exchange', () => <Exchange />, MOODS.slice(0, 1)),
  ...stories('FilePreview', {
    'something new': () => <FilePreview found={MEMORY_FILE} />,
    'nothing new': () => <FilePreview found={{ ...MEMORY_FILE, known: 211 }} />,
  }),
  ...moods('Vault', () => <Vault />, MOODS.slice(0, 1)),
  ...stories('Locked', { locked: () => <Locked /> }, 'empty'),
  ...stories('Passphrase', {
    fresh: () => <Passphrase fresh label="Encrypt" busy={false} error={null} onGive={() => undefined} />,
    wrong: () => <Passphrase label="Open" busy={false} error={new Error('no')} onGive={() => undefined} />,
  }),
  ...stories('FactDetails', {
    'over and used': () => <FactDetails fact={{ ...fact, closed_by: 'mem_9', valid_until: `${day(-9)}T00:00:00`, uses: 2 }} facts={[{ ...fact, id: 'mem_9', text: 'The pool opens at ten' }]} onEdit={() => undefined} onClose={() => undefined} />,
    plain: () => <FactDetails fact={fact} onEdit={() => undefined} onClose={() => undefined} />,
    'from outside': () => <FactDetails fact={{ ...fact, policy: { scope: 'house', local_only: true, no_train: true, origin: 'outside', expires_at: `${day(9)}T10:00` } }} onEdit={() => undefined} onClose={() => undefined} />,
  }),
  ...moods('HistoryPage', () => <HistoryPage />),
  ...moods('GalleryPage', () => <GalleryPage />),
  ...moods('SettingsPage', () => <SettingsPage />),
  ...moods('AppPane', () => <AppPane id={APP.id} />, MOODS.slice(0, 1)),
  ...moods('Tokens', () => <Tokens />),
  ...moods('Restore', () => <Restore />),
  ...stories('Backup', { plain: () => <Backup /> }),
  ...stories('Preview', {
    'something changes': () => <Preview preview={RESTORE} />,
    'nothing changes': () => <Preview preview={{ ...RESTORE, apps: [], memories: NOTHING, reminders: NOTHING, turns: NOTHING }} />,
  }),
  ...views,
  ...stories('DueList', { due: () => <DueList items={REMINDERS} urgent />, later: () => <DueList items={REMINDERS} /> }),
  ...stories('GlanceCard', {
    'with a goal': () => <GlanceCard app={SUMMARY} trend={[1, 2, null, 4]} />,
    'past its limit': () => <GlanceCard app={{ ...SUMMARY, glance: [{ ...METRICS[0]!, value: 6000 }] }} trend={undefined} />,
    'without numbers': () => <GlanceCard app={{ ...SUMMARY, glance: [] }} trend={undefined} />,
  }),
  ...stories('GlanceLine', { plain: () => <GlanceLine metric={METRICS[0]} /> }),
  ...stories('Recent', { some: () => <Recent entries={[recent, { ...recent, id: 'rec_1', title: 'Oslo', at: null }]} />, none: () => <Recent entries={[]} /> }),
  ...stories('Welcome', { 'first minute': () => <Welcome /> }, 'empty'),
  ...stories('ExampleBar', { there: () => <Example /> }),
  ...stories('PageHead', { 'with what can be done': () => <PageHead title="Memory"><Button small look="solid">Add</Button></PageHead> }),
  ...stories('StatusBadge', { saved: () => <StatusBadge /> }),
  ...stories('Rail', { wide: () => <Rail place={{ name: 'today' }} /> }),
  ...stories('BottomBar', { phone: () => <BottomBar place={{ name: 'today' }} /> }),
  ...stories('Login', { 'with a password': () => <Login /> }),
];
