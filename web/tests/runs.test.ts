import { describe, expect, it } from 'vitest';
import type { Run } from '../src/api/runs';
import { after } from '../src/runs/live';
import { QUESTION, RUN } from '../src/stories/work';

const going: Run = { ...RUN, state: 'going', result: '', steps: RUN.steps.slice(0, 2), count: 2, cost_usd: 0.01 };

describe('a run, event by event', () => {
  it('shows what it does now, and no longer once the step is told', () => {
    const now = after(going, { kind: 'now', now: { tool: 'write', target: 'report.md', label: 'Write a file' }, cost_usd: 0.02 });
    expect([now.now?.target, now.cost_usd]).toEqual(['report.md', 0.02]);
    const told = after(now, { kind: 'step', step: RUN.steps[2]!, cost_usd: 0.02 });
    expect([told.now, told.count]).toEqual([null, 3]);
  });

  it('takes a step that comes twice once, and never lets the cost fall', () => {
    const once = after(going, { kind: 'step', step: RUN.steps[2]!, cost_usd: 0.005 });
    const twice = after(once, { kind: 'step', step: RUN.steps[2]!, cost_usd: 0.005 });
    expect(twice.steps.map((step) => step.number)).toEqual([0, 1, 2]);
    expect(twice.cost_usd).toBe(0.01);
  });

  it('keeps a question once, and says how it ended', () => {
    const asked = after(after(going, { kind: 'question', question: QUESTION }), { kind: 'question', question: QUESTION });
    expect(asked.questions).toHaveLength(1);
    expect(after(asked, { kind: 'ended', reason: 'waiting' }).state).toBe('waiting');
    expect(after(asked, { kind: 'ended', reason: '' }).state).toBe('stopped');
  });
});
