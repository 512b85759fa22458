/** A task of the workshop, as the stories show it. */
import type { Run, RunFile, RunPoint, RunQuestion, RunStep } from '../api/runs';

const none: RunStep = { number: 0, kind: 'tool', text: '', tool: '', target: '', label: '', failed: false, outside: false, changed: [], data: false, cost_usd: 0, question: null };

export const QUESTION: RunQuestion = {
  id: 'q1', tool: 'write', reason: 'policy', agent: '', target: 'report.md', label: 'Write a file', text: 'May I use “Write a file” for this?',
  details: [{ name: 'path', text: 'report.md' }, { name: 'text', text: '# Oats\ncost 2.49' }],
};

const steps: RunStep[] = [
  { ...none, number: 0, kind: 'model', text: 'First I look at the file.' },
  { ...none, number: 1, tool: 'read', label: 'Read a file', target: 'spending.csv', text: 'day,what,amount', outside: true },
  { ...none, number: 2, kind: 'model' },
  { ...none, number: 3, kind: 'question', question: QUESTION },
  { ...none, number: 4, kind: 'answer', text: 'yes' },
  { ...none, number: 5, tool: 'write', label: 'Write a file', target: 'report.md', text: 'written', changed: ['report.md'] },
  { ...none, number: 6, kind: 'model', text: 'The report is in report.md.' },
];

export const RUN: Run = {
  id: 'run_1', task: 'Go through spending.csv and write me a report', state: 'done', mode: 'ask', budget_usd: 0.5, at: '2026-03-04T10:00:00+00:00',
  workspace: '1', turn_id: null, cost_usd: 0.0123, count: steps.length, steps, todo: [{ text: 'Read the file', state: 'done' }, { text: 'Write the report', state: 'now' }],
  questions: [], now: null, helpers: [], result: 'The report is in report.md.',
};

export const DIFFERENCE: RunFile = {
  path: 'report.md', kind: 'added', size_bytes: 17, text: true, more: false,
  lines: [{ sign: 'add', text: '# Oats' }, { sign: 'add', text: 'cost 2.49' }],
};

export const POINT: RunPoint = { number: -1, tool: '', target: '', label: '', files: ['report.md', 'summary.md'], data: 0, steps: 7 };
