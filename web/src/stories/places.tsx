/** Stories of the places and the views: full, new, failing and on their way. */
import { lazy } from 'react';
import DuePage from '../due/DuePage';
import { DueList } from '../due/DueList';
import GalleryPage from '../gallery/GalleryPage';
import HistoryPage from '../history/HistoryPage';
import { FactDetails } from '../memory/FactDetails';
import { FactRow } from '../memory/FactRow';
import { KeptFor } from '../memory/KeptFor';
import { Reasons, ScoreBar, ScoreParts } from '../memory/Reasons';
import { Source } from '../memory/Source';
import { Tiers } from '../memory/Tiers';
import { Used } from '../memory/Used';
import { PersonSheet, WhoIsWho } from '../memory/WhoIsWho';
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
import type { Fact, MemoryFile, MemoryUse, Overview, Reasons as FoundReasons } from '../api/types';
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
const month = (back: number) => day(-35 * back).slice(0, 7);
const overview: Overview = {
  counted: 5, tiers: { fact: 5, turn: 3, episode: 1, app: 0 }, pinned: 1, over: 0, speakers: { me: 5 },
  months: { [month(0)]: { people: 1 }, [month(1)]: { food: 1 }, [month(2)]: { food: 1 }, [month(3)]: { home: 1 }, [month(4)]: { other: 1 } },
  people: [{ name: 'Tom', relation: null, count: 3, themes: ['people', 'food'] }, { name: 'Mia', relation: null, count: 2, themes: ['food', 'home'] }, { name: 'boss', relation: 'boss', count: 1, themes: ['other'] }], turned: [],
};
const doing = { onEdit: () => undefined, onDetails: () => undefined, onForget: () => undefined, onPin: () => undefined };
const use: MemoryUse = { id: 'mem_1', turn_id: 'turn_1', place: 0, how: 'words', via: null, why: 'pool', at: '2026-01-05T10:00:00', text: 'The pool opens at nine', bridge: '' };
const reasons: FoundReasons = {
  score: 0.52, parts: { importance: 0.7, use: 0.45, freshness: 0.6, credit: 0.5, novelty: 0.35 }, kept: null, uses: 2,
  weights: { importance: 0.3, use: 0.25, freshness: 0.25, credit: 0.1, novelty: 0.1 }, last_used: `${day(-2)}T10:00:00+00:00`, is_set: false, nearest: 'mem_2',
};
const mia = {
  name: 'Mia', known: [
    { relation: 'sister.older', name: 'Mia', person: 'mia', memory_id: 'mem_1', text: 'My older sister is called Mia', at: `${day(-3)}T10:00:00`, current: true },
    { relation: 'roommate', name: 'Mia', person: 'mia', memory_id: 'mem_2', text: 'Mia is my flatmate', at: `${day(-400)}T10:00:00`, current: false },
  ],
};

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
    'nothing picked': () => <Picture overview={overview} picked={{}} onPick={() => undefined} />,
    'a theme picked': () => <Picture overview={overview} picked={{ theme: 'food' }} onPick={() => undefined} />,
    'over a search': () => <Picture overview={overview} picked={{}} onPick={() => undefined} drawn={false} />,
    'of the latest': () => <Picture overview={{ ...overview, counted: 1000, tiers: { fact: 9000, turn: 0, episode: 0, app: 0 } }} picked={{}} onPick={() => undefined} />,
  }),
  ...stories('TopicMap', {
    'nothing picked': () => <TopicMap overview={overview} picked={{}} onToggle={() => undefined} />,
    'somebody picked': () => <TopicMap overview={overview} picked={{ person: 'Mia' }} onToggle={() => undefined} />,
  }),
  ...stories('RiverView', {
    'a month picked': () => <RiverView overview={overview} picked={{ month: month(1) }} onToggle={() => undefined} />,
    'something changed': () => <RiverView overview={{ ...overview, turned: [{ month: month(2), texts: ['The pool opens at ten'] }] }} picked={{}} onToggle={() => undefined} />,
  }),
  ...stories('Tiers', {
    facts: () => <Tiers counts={overview.tiers} shown="fact" onShow={() => undefined} />,
    'with apps': () => <Tiers counts={{ ...overview.tiers, app: 2 }} shown="all" onShow={() => undefined} />,
  }),
  ...stories('FactRow', {
    fact: () => <ul className="facts"><FactRow fact={{ ...fact, pinned: true }} {...doing} /></ul>,
    'over, said in passing': () => <ul className="facts"><FactRow fact={{ ...fact, tier: 'turn', closed_by: 'mem_9', valid_until: `${day(-9)}T00:00:00` }} {...doing} /></ul>,
    block: () => <ul className="facts"><FactRow fact={{ ...fact, id: 'epi_1', tier: 'episode', text: 'we are painting the greenhouse\nNora brings the ladder' }} {...doing} /></ul>,
  }),
  ...stories('Source', {
    talk: () => <p><Source fact={fact} /></p>,
    'an app': () => <p><Source fact={{ ...fact, source: `app:${APP.id}` }} /></p>,
    'an extract': () => <p><Source fact={{ ...fact, source: 'summary:2026-01' }} /></p>,
  }),
  ...stories('Used', {
    'found over another memory': () => <Used uses={[use, { ...use, id: 'mem_2', place: 1, how: 'hop', via: 'mem_3', text: 'Mia is allergic to peanuts', bridge: 'My sister is called Mia' }]} />,
    'given to a model': () => <Used uses={[{ ...use, how: 'profile' }, { ...use, id: 'epi_1', how: 'episode', text: '' }]} />,
  }),
  ...stories('Reasons', {
    'may go': () => <Reasons reasons={reasons} at={fact.at} tier="fact" app={undefined} />,
    'kept for an app': () => <Reasons reasons={{ ...reasons, kept: APP.id, uses: 0, last_used: null, is_set: true, parts: { ...reasons.parts, credit: 0.2, novelty: 1 } }} at={fact.at} tier="turn" app={APP.name} />,
  }),
  ...stories('ScoreBar', { plain: () => <ScoreBar parts={reasons.parts} /> }),
  ...stories('ScoreParts', { plain: () => <ScoreParts parts={reasons.parts} /> }),
  ...stories('KeptFor', {
    nothing: () => <KeptFor id="mem_1" value="" />,
    'an app that is gone': () => <KeptFor id="mem_1" value="app_gone" />,
  }),
  ...moods('WhoIsWho', () => <WhoIsWho onShow={() => undefined} onDetails={() => undefined} />, MOODS.slice(0, 1)),
  ...stories('PersonSheet', { 'known twice': () => <PersonSheet somebody={mia} onShow={() => undefined} onDetails={() => undefined} onClose={() => undefined} /> }),
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
  ...stories('FactDetails', Object.fromEntries(
    ([['used', 'mem_1'], ['over and from outside', 'mem_2'], ['block', 'epi_1'], ['gone', 'mem_404']] as const).map(([state, id]) => [
      state, () => <FactDetails id={id} onEdit={() => undefined} onForget={() => undefined} onClose={() => undefined} />,
    ]),
  )),
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
