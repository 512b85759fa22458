/** An app that a model is making: what the stream's events say, folded into what is shown. */
import type { AppSpec } from '../api/types';

/** One event, as the home sends it. */
export interface MakingEvent {
  run: string;
  step: 'plan' | 'draft' | 'draft-done' | 'check' | 'repair' | 'review' | 'look' | 'preview' | 'publish' | 'ended';
  round: number;
  steps?: string[];
  passed?: boolean;
  checks?: number;
  findings?: { stage: string; path: string; problem: string }[];
  model?: string;
  spec?: AppSpec;
  /** How the version looks, as an address that holds the picture; only where the home has a browser. */
  picture?: string;
  cost_usd?: number;
  tokens?: number;
}

export type Phase = 'draft' | 'check' | 'look' | 'publish';

export interface Making {
  run: string;
  phases: Phase[];
  /** The phase that is under way; undefined once it has ended. */
  at: Phase | undefined;
  /** 0 is the first draft, 1 to 3 are repairs. */
  round: number;
  review: boolean;
  model: string;
  /** How many tests the last draft was put to, and how many things were wrong with it. */
  tests: { checks: number; wrong: number } | undefined;
  /** The last version that passed every test; later failures do not take it away. */
  good: AppSpec | undefined;
  /** The last picture of a good version, and the name of what it shows; it stays until the next. */
  frame: { src: string; name: string } | undefined;
  cost_usd: number;
  tokens: number;
}

const PHASES: readonly string[] = ['draft', 'check', 'look', 'publish'];
const AT: Partial<Record<MakingEvent['step'], Phase>> = {
  plan: 'draft', draft: 'draft', repair: 'draft', review: 'draft', 'draft-done': 'check', look: 'look', ended: 'publish',
};

/** What is shown after one more event. A plan of the same run (a second design) keeps the last good version. */
export function followed(before: Making | undefined, event: MakingEvent): Making {
  const same = before?.run === event.run ? before : undefined;
  const next: Making = {
    run: event.run,
    phases: same?.phases ?? ['draft', 'check', 'publish'],
    at: AT[event.step] ?? same?.at,
    round: event.round,
    review: event.step === 'review' || (!!same?.review && event.step !== 'plan'),
    model: event.model || same?.model || '',
    tests: same?.tests,
    good: same?.good,
    frame: same?.frame,
    cost_usd: Math.max(event.cost_usd ?? 0, same?.cost_usd ?? 0),
    tokens: Math.max(event.tokens ?? 0, same?.tokens ?? 0),
  };
  if (event.step === 'plan' && event.steps) next.phases = event.steps.filter((step): step is Phase => PHASES.includes(step));
  if (event.step === 'check') next.tests = { checks: event.checks ?? 0, wrong: event.findings?.length ?? 0 };
  if (event.step === 'preview' && event.spec) {
    next.good = event.spec;
    if (event.picture) next.frame = { src: event.picture, name: event.spec.name };
  }
  return next;
}
