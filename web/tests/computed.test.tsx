/** A form shows what its formulas give while it is being filled in. */
import { render, screen } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import type { Entity } from '../src/api/types';
import { Computed } from '../src/fields/Computed';
import { computeAll } from '../src/formula/computed';

vi.mock('../src/i18n/text', () => ({ useLocale: () => ({ language: 'en', tz: 'UTC', currency: 'EUR' }), useText: () => (id: string) => id }));

const entity = {
  name: 'bake',
  label: 'Bake',
  fields: [
    { name: 'flour', label: 'Flour', type: 'number' },
    { name: 'water', label: 'Water', type: 'number' },
    { name: 'hydration', label: 'Hydration', type: 'number', formula: 'water / flour * 100' },
  ],
} as unknown as Entity;

test('results appear once everything they need is there', () => {
  const { rerender, container } = render(<Computed entity={entity} values={{ flour: 500 }} />);
  expect(container.textContent).toBe('');
  rerender(<Computed entity={entity} values={{ flour: 500, water: 350 }} />);
  expect(screen.getByText('Hydration')).toBeTruthy();
  expect(screen.getByText('70')).toBeTruthy();
  rerender(<Computed entity={entity} values={{ flour: 0, water: 350 }} />);
  expect(container.textContent).toBe('');
});

test('what a function of the app works out is left to the server, with all that builds on it', () => {
  const fields = [
    { name: 'suggestion', formula: 'logic.next_weight(exercise)' },
    { name: 'less', formula: 'suggestion - 5.0' },
    { name: 'passed', formula: 'suggestion != 5.0' },
    { name: 'double', formula: 'weight * 2.0' },
  ];
  expect(computeAll(fields, { exercise: 'squat', weight: 20 })).toEqual({ values: { double: 40 }, errors: {} });
});
