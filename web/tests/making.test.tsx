/** An app that a model makes, as the talk shows it: what the events say, what is kept, and how it is stopped. */
import { act, render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { AppSpec, Offer } from '../src/api/types';
import { Making } from '../src/chat/Making';
import { followed, type Making as Work, type MakingEvent } from '../src/chat/work';
import { Offers } from '../src/chat/Offers';

vi.mock('../src/i18n/text', () => ({
  useLocale: () => ({ language: 'en', tz: 'UTC', currency: 'EUR' }),
  useText: () => (id: string, args?: Record<string, unknown>) => (args ? `${id} ${JSON.stringify(args)}` : id),
}));

const spec = {
  id: '', name: 'Rent split', icon: '🏠', version: 1,
  entities: [{ name: 'mate', label: 'Mate', fields: [{ name: 'share', label: 'Share', type: 'money' }] }],
  views: [{ kind: 'table', entity: 'mate' }],
} as unknown as AppSpec;

const event = (step: MakingEvent['step'], more: Partial<MakingEvent> = {}): MakingEvent => ({ run: 'r1', step, round: 0, ...more });
const fold = (...events: MakingEvent[]): Work => events.reduce<Work | undefined>(followed, undefined)!;

const begun = [event('plan', { steps: ['draft', 'check', 'look', 'publish'] }), event('draft')];
const wrong = event('check', { passed: false, checks: 4, findings: [{ stage: 'checks', path: 'checks.0', problem: 'no' }], cost_usd: 0.002, tokens: 900 });

test('each event moves the plan on', () => {
  expect(fold(...begun)).toMatchObject({ phases: ['draft', 'check', 'look', 'publish'], at: 'draft', round: 0 });
  expect(fold(...begun, event('draft-done', { model: 'm' }))).toMatchObject({ at: 'check', model: 'm' });
  expect(fold(...begun, wrong, event('repair', { round: 1 }))).toMatchObject({ at: 'draft', round: 1, tests: { checks: 4, wrong: 1 } });
  expect(fold(...begun, event('look'))).toMatchObject({ at: 'look' });
});

test('the last good version and the cost stay when a later draft fails', () => {
  const good = fold(...begun, event('preview', { spec, cost_usd: 0.01, tokens: 2000 }));
  const later = [event('review'), wrong, event('plan', { steps: ['draft', 'check'], cost_usd: 0 })].reduce(followed, good);
  expect(later.good?.name).toBe('Rent split');
  expect(later).toMatchObject({ cost_usd: 0.01, tokens: 2000 });
  expect(followed(good, { ...event('plan'), run: 'r2' }).good).toBeUndefined();
});

test('the last good frame stays until the next one', () => {
  const good = fold(...begun, event('preview', { spec, picture: 'data:image/jpeg;base64,AA' }));
  const later = [event('repair', { round: 1 }), wrong, event('preview', { spec: { ...spec, name: 'Unseen' } })].reduce(followed, good);
  expect(later.frame).toEqual({ src: 'data:image/jpeg;base64,AA', name: 'Rent split' });
  const shown = () => screen.queryByRole<HTMLImageElement>('img', { name: /making-frame/ });
  const view = render(<Making work={later} onStop={() => undefined} />);
  expect(shown()?.alt).toContain('Rent split');
  expect(shown()?.getAttribute('src')).toBe('data:image/jpeg;base64,AA');
  view.rerender(<Making work={followed(later, event('preview', { spec, picture: 'data:image/jpeg;base64,BB' }))} onStop={() => undefined} />);
  expect(shown()?.getAttribute('src')).toBe('data:image/jpeg;base64,BB');
  view.rerender(<Making work={followed(later, { ...event('plan'), run: 'r2' })} onStop={() => undefined} />);
  expect(shown()).toBeNull();
});

test('the card shows plan, parts, tests and cost', () => {
  render(<Making work={fold(...begun, wrong, event('repair', { round: 2 }), event('preview', { round: 2, spec }))} onStop={() => undefined} />);
  const steps = screen.getAllByRole('listitem');
  expect(steps.map((step) => step.getAttribute('aria-current'))).toEqual(['step', null, null, null]);
  expect(steps[0]!.textContent).toContain('making-step-repair {"round":2}');
  expect(screen.getByRole('status').textContent).toContain('making-tests-wrong {"count":1}');
  expect(screen.getByText('Rent split')).toBeTruthy();
  expect(screen.getByText('Share')).toBeTruthy();
  expect(screen.getByText(/making-cost.*\$0\.002.*900/)).toBeTruthy();
});

test('stopping is asked for once, with or without the best version so far', () => {
  const asked: boolean[] = [];
  const view = render(<Making work={fold(...begun)} onStop={(take) => asked.push(take)} />);
  expect(screen.queryByText('making-take')).toBeNull();
  view.rerender(<Making work={fold(...begun, event('preview', { spec }))} onStop={(take) => asked.push(take)} />);
  act(() => screen.getByText('making-take').click());
  act(() => screen.getByText('chat-stop').click());
  expect(asked).toEqual([true]);
  expect(screen.getByText('making-stopping')).toBeTruthy();
});

test('designs stand side by side and one is picked', () => {
  const offers: Offer[] = [1, 2].map((number) => ({ number, option: `${number}. A`, name: 'A', icon: '', summary: '', fields: ['F'], views: ['table'] }));
  const picked: number[] = [];
  render(<Offers offers={offers} busy={false} onPick={(offer) => picked.push(offer.number)} />);
  act(() => screen.getAllByRole('button')[1]!.click());
  expect(picked).toEqual([2]);
  expect(screen.queryByRole('img', { name: /making-frame/ })).toBeNull();
});

test('a design with a picture shows it', () => {
  const offer: Offer = { number: 1, option: '1. A', name: 'A', icon: '', summary: '', fields: ['F'], views: ['table'], picture: 'a'.repeat(64) };
  render(<Offers offers={[offer]} busy={false} onPick={() => undefined} />);
  expect(screen.getByRole('img', { name: 'making-frame {"name":"A"}' }).getAttribute('src')).toContain(`/images/${'a'.repeat(64)}`);
});
