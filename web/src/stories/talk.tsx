/** Stories of `chat/`: turns of every kind, the line, the search, and what stands inside the talk. */
import { useEffect, type ReactNode } from 'react';
import { AnswerCard } from '../chat/AnswerCard';
import { AnswerTrend } from '../chat/AnswerTrend';
import { AppCard } from '../chat/AppCard';
import { Awaited } from '../chat/Awaited';
import ChatPane from '../chat/ChatPane';
import { Chips } from '../chat/Chips';
import { setDraft } from '../chat/drafts';
import { Line } from '../chat/Line';
import { Making } from '../chat/Making';
import { Offers } from '../chat/Offers';
import { Pictures } from '../chat/Pictures';
import { Quick } from '../chat/Quick';
import { Marked, Search } from '../chat/Search';
import { Thinking } from '../chat/Thinking';
import TurnView from '../chat/TurnView';
import { Why } from '../chat/Why';
import type { Making as Work } from '../chat/work';
import '../chat/chat.css';
import '../views/views.css';
import { ANSWER, APP, RESULT, TURNS } from './data';
import { stories } from './story';

const nothing = () => undefined;

const WORK: Work = {
  run: 'run_1', phases: ['draft', 'check', 'look', 'publish'], at: 'draft', round: 0, review: false, model: 'a model', tests: undefined, good: undefined, frame: undefined,
  cost_usd: 0, tokens: 0,
};

/** Stands for the picture of an app. */
const FRAME = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 400"><path fill="#fffdf8" d="M0 0h480v400H0z"/><path fill="#e6dcca" d="M0 68h480v2H0zM0 118h480v2H0zM0 168h480v2H0z"/></svg>',
)}`;
const offers = (picture: string | null) => [1, 2].map((number) => ({
  number, option: `${number}. Trips`, name: 'Trips', icon: '🧳', summary: 'Where to next', fields: ['Where', 'From', 'Cost'],
  views: number === 1 ? ['table', 'chart'] : ['cards'], picture,
}));

/** A line with words typed into it. */
function Typed({ children }: { children: ReactNode }) {
  useEffect(() => {
    setDraft('capture', 'two cups and a walk');
    return () => setDraft('capture', '');
  }, []);
  return children;
}

const line = (busy: boolean) => <Line box="capture" label="Say something" hint="Log anything" busy={busy} onSend={nothing} onStop={nothing} />;
const turn = (index: number, more: { undone?: boolean; marked?: boolean } = {}) => () =>
  <TurnView turn={{ ...TURNS[index]!, undone: more.undone ?? false }} marked={more.marked ?? false} onSend={nothing} />;

export const TALK = [
  ...stories('TurnView', {
    logged: turn(0), answered: turn(1), 'an app made': turn(2), 'asked back': turn(3),
    'taken back': turn(0, { undone: true }), 'found by search': turn(0, { marked: true }),
  }),
  ...stories('AnswerCard', {
    'a number with its rows': () => <AnswerCard answer={ANSWER.answer!} result={ANSWER} />,
    'a number alone': () => <AnswerCard answer={{ value: 4, unit: 'kg', rows: [], words: 'The last weight' }} result={ANSWER} />,
    grouped: () => <AnswerCard answer={{ value: null, rows: [{ label: 'gone', value: 1120 }, { label: 'booked', value: 2290 }] }} result={ANSWER} />,
  }),
  ...stories('AnswerTrend', { 'over time': () => <AnswerTrend answer={ANSWER.answer!} /> }),
  ...stories('AppCard', { 'just made': () => <AppCard app={APP} made />, 'one that was there': () => <AppCard app={APP} made={false} /> }),
  ...stories('Chips', { 'one sure, one guessed': () => <Chips result={RESULT} />, 'of an app that is gone': () => <Chips result={{ ...RESULT, app: null }} /> }),
  ...stories('Line', { empty: () => line(false), busy: () => line(true), typed: () => <Typed>{line(false)}</Typed> }),
  ...stories('Quick', { waiting: () => <Quick box="today" /> }),
  ...stories('Awaited', { nothing: () => <><Awaited /><p>Nothing is awaited.</p></> }),
  ...stories('Making', {
    drafting: () => <Making work={WORK} onStop={nothing} />,
    'mending, with a good version': () => (
      <Making work={{ ...WORK, at: 'draft', round: 2, tests: { checks: 9, wrong: 2 }, good: APP, cost_usd: 0.0123, tokens: 8400 }} onStop={nothing} />
    ),
    'mending, with a picture of the good version': () => (
      <Making work={{ ...WORK, at: 'draft', round: 1, tests: { checks: 9, wrong: 1 }, good: APP, frame: { src: FRAME, name: 'Trips' } }} onStop={nothing} />
    ),
    looking: () => <Making work={{ ...WORK, at: 'look', tests: { checks: 9, wrong: 0 }, good: APP }} onStop={nothing} />,
  }),
  ...stories('Offers', {
    two: () => <Offers offers={offers(null)} busy={false} onPick={nothing} />,
    'two, with pictures': () => <Offers offers={offers('a'.repeat(64))} busy={false} onPick={nothing} />,
  }),
  ...stories('Pictures', {
    sent: () => <Pictures images={['a'.repeat(64), 'b'.repeat(64)]} />,
    'not sent yet': () => <Pictures images={['a'.repeat(64)]} onDrop={nothing} />,
    none: () => <><Pictures images={[]} /><p>No picture.</p></>,
  }),
  ...stories('TurnView', { 'with a picture': () => <TurnView turn={{ ...TURNS[0]!, result: { ...RESULT, images: ['a'.repeat(64)] } }} onSend={nothing} /> }),
  ...stories('Thinking', { thinking: () => <Thinking /> }),
  ...stories('Search', { open: () => <Search onDone={nothing} /> }),
  ...stories('Marked', { found: () => <p><Marked text="Lisbon cost 640" words="cost" /></p> }),
  ...stories('Why', { told: () => <Why id="dec_1" onClose={nothing} /> }),
  ...stories('Why', { 'not yet': () => <Why id="dec_1" onClose={nothing} /> }, 'silent'),
  ...stories('ChatPane', { talk: () => <ChatPane />, 'beside an app': () => <ChatPane beside /> }),
  ...stories('ChatPane', { 'first words': () => <ChatPane /> }, 'empty'),
  ...stories('ChatPane', { failed: () => <ChatPane /> }, 'failing'),
];
