/** Stories of the workshop: the list, one task in each state, what it asks, its files, and going back. */
import type { Run, RunFile, RunPoint, RunQuestion, RunStep } from '../api/runs';
import WorkCard, { WorkOffer, WorkRun } from '../chat/WorkCard';
import { QuestionCard, RunQuestions } from '../runs/RunQuestions';
import { Difference, RunFiles } from '../runs/RunFiles';
import { Back, RunPoints } from '../runs/RunPoints';
import { Now, RunSteps } from '../runs/RunSteps';
import RunsPage from '../runs/RunsPage';
import { RunView, Steering, Whole } from '../runs/RunView';
import { StartRun } from '../runs/StartRun';
import { RunBadge, RunCost } from '../runs/words';
import '../chat/chat.css';
import '../history/history.css';
import '../settings/settings.css';
import '../runs/runs.css';
import { DIFFERENCE, POINT, QUESTION, RUN } from './work';
import type { Mood } from './home';
import { stories, type Story } from './story';

const nothing = () => undefined;
const MOODS: [Mood, string][] = [['full', 'full'], ['empty', 'new home'], ['failing', 'failing'], ['silent', 'on its way']];
const moods = (of: string, render: Story['render']): Story[] => MOODS.flatMap(([mood, state]) => stories(of, { [state]: render }, mood));
const step = (more: Partial<RunStep>): RunStep => ({ ...RUN.steps[0]!, ...more });
const asks: RunQuestion = { ...QUESTION, id: 'q2', reason: 'outside', agent: 'tester', text: 'I have read text that others wrote. Do you want that?' };
const going: Run = { ...RUN, state: 'going', result: '', now: { tool: 'fetch', target: 'https://shop.example/oats', label: 'Fetch a page' }, helpers: [{ agent: 'tester', now: null }] };
const changed: RunFile = { ...DIFFERENCE, kind: 'changed', lines: [{ sign: 'same', text: '# Oats' }, { sign: 'del', text: 'cost 2.49' }, { sign: 'add', text: 'cost 2.59' }] };
const offer = { task: 'Go through spending.csv and write me a report', mode: 'ask', budget_usd: 0.5, run_id: null } as const;
const point: RunPoint = { ...POINT, number: 3, data: 2, steps: 6 };

export const RUNS = [
  ...moods('RunsPage', () => <RunsPage />),
  ...stories('RunView', { full: () => <RunView id="run_1" /> }, 'full'),
  ...stories('RunView', { gone: () => <RunView id="run_9" /> }, 'empty'),
  ...stories('Whole', {
    done: () => <Whole run={RUN} />,
    'at work': () => <Whole run={{ ...going, steps: [] }} />,
    'asks you': () => <Whole run={{ ...RUN, state: 'waiting', result: '', questions: [QUESTION] }} />,
    'cut off': () => <Whole run={{ ...RUN, state: 'cut', result: '' }} />,
    'money used up': () => <Whole run={{ ...RUN, state: 'budget', result: '' }} />,
  }),
  ...stories('Steering', { going: () => <><p>At work</p><Steering run={going} /></>, stopped: () => <><p>Stopped</p><Steering run={{ ...RUN, state: 'stopped' }} /></>, 'steps used up': () => <><p>Steps used up</p><Steering run={{ ...RUN, state: 'steps' }} /></> }),
  ...stories('QuestionCard', {
    'by the permissions': () => <QuestionCard question={QUESTION} busy={false} onAnswer={nothing} />,
    'of a helper, after outside text': () => <QuestionCard question={asks} busy={false} onAnswer={nothing} />,
  }),
  ...stories('RunQuestions', { two: () => <><RunQuestions run="run_1" questions={[QUESTION, asks]} /></> }),
  ...stories('RunSteps', {
    'of every kind': () => (
      <RunSteps
        run={{ ...RUN, steps: [...RUN.steps, step({ number: 7, failed: true, outside: true, data: true }), step({ number: 8, kind: 'summary', tool: '', text: 'So far …' }), step({ number: 9, kind: 'told', tool: '', text: 'Go on in parts.' })] }}
      />
    ),
  }),
  ...stories('Now', { 'with a helper': () => <ol className="run-steps"><Now run={going} /></ol> }),
  ...stories('RunFiles', { some: () => <RunFiles run="run_1" />, none: () => <RunFiles run="run_2" /> }),
  ...stories('Difference', {
    new: () => <Difference file={DIFFERENCE} address="#" />, changed: () => <Difference file={changed} address="#" />,
    'no text': () => <Difference file={{ ...DIFFERENCE, text: false, lines: [] }} address="#" />,
  }),
  ...stories('RunPoints', { some: () => <RunPoints run="run_1" /> }),
  ...stories('Back', { 'files and data': () => <Back point={point} busy={false} onBack={nothing} onClose={nothing} /> }),
  ...stories('StartRun', { empty: () => <StartRun onBegun={nothing} />, 'with words': () => <StartRun task="Write a report" onBegun={nothing} /> }),
  ...stories('WorkOffer', { offered: () => <><WorkOffer work={offer} turn="turn_1" onNo={nothing} /></> }),
  ...stories('WorkRun', {
    'at work': () => <WorkRun run={going} />, done: () => <WorkRun run={RUN} />,
    'asks you': () => <WorkRun run={{ ...RUN, state: 'waiting', result: '', questions: [QUESTION] }} />,
  }),
  ...stories('WorkCard', { begun: () => <WorkCard work={{ ...offer, run_id: 'run_1' }} turn="turn_1" /> }, 'full'),
  ...stories('RunBadge', { all: () => <p>{(['going', 'waiting', 'done', 'stopped', 'cut', 'budget'] as const).map((state) => <RunBadge key={state} state={state} />)}</p> }),
  ...stories('RunCost', { 'of a budget': () => <p><RunCost cost={0.0123} most={0.5} /> · <RunCost cost={0} most={null} /></p> }),
];
