/** The page computes formulas exactly as the server does: both run the same vectors. */
import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { describe, expect, test } from 'vitest';
import { computeAll } from '../src/formula/computed';
import { evaluate, FormulaFailure, rounded } from '../src/formula/evaluate';
import { FormulaSyntaxError, type Value } from '../src/formula/syntax';

interface Vector {
  formula: string;
  values: Record<string, Value>;
  result: Value | { error: string };
}
const file = resolve(import.meta.dirname, '../../tests/apps/formula_vectors.json');
const { vectors } = JSON.parse(readFileSync(file, 'utf8')) as { vectors: Vector[] };

describe('the shared vectors', () => {
  test.each(vectors.map((v) => [`${v.formula} with ${JSON.stringify(v.values)}`, v] as const))('%s', (_, vector) => {
    const { formula, values, result } = vector;
    const compute = () => evaluate(formula, values);
    if (result !== null && typeof result === 'object' && 'error' in result) {
      expect(compute).toThrow(FormulaFailure);
      expect(compute).toThrow(result.error);
    } else if (typeof result === 'number') {
      expect(compute()).toBeCloseTo(result, 9);
    } else {
      expect(compute()).toEqual(result);
    }
  });
});

test('formula fields are computed after what they need, and a circle has no value', () => {
  const fields = [
    { name: 'percent', formula: 'ratio * 100' },
    { name: 'ratio', formula: 'water / flour' },
    { name: 'a', formula: 'b + 1' },
    { name: 'b', formula: 'a + 1' },
    { name: 'flour' },
  ];
  expect(computeAll(fields, { water: 350, flour: 500 }).values).toEqual({ ratio: 0.7, percent: 70 });
  expect(computeAll(fields, { water: 350, flour: 0 }).errors).toEqual({ ratio: 'formula-division-by-zero' });
  expect(computeAll(fields, { flour: 500 }).values).toEqual({});
});

test('what only the server can compute is left to it', () => {
  expect(() => evaluate('[1, 2].map(x, x * 2)', {})).toThrow(FormulaSyntaxError);
  expect(computeAll([{ name: 'x', formula: 'items[0]' }], {})).toEqual({ values: {}, errors: {} });
});

test('rounding goes by the digits that are shown', () => {
  expect([rounded(1.005, 2), rounded(-2.5), rounded(1e21), rounded(1234, -2)]).toEqual([1.01, -3, 1e21, 1200]);
});
