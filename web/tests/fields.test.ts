import { describe, expect, it } from 'vitest';
import type { Field } from '../src/api/types';
import { readNumber, readValue, textOf, wrongWith } from '../src/fields/values';

const field = (more: Partial<Field>): Field => ({ name: 'f', label: 'F', type: 'number', ...more });

describe('numbers as the language writes them', () => {
  it.each([
    ['1.234,5', 'de', 1234.5], ['1.234', 'de', 1234], ['12.5', 'de', 12.5], ['12,5', 'de', 12.5], ['1,234.5', 'en', 1234.5],
    ['1,234', 'en', 1234], ['12,5', 'en', 12.5], ['-3', 'en', -3], ['−3', 'en', -3], ['１２．５', 'ja', 12.5], ['650 kcal', 'en', 650],
    ['€ 12.50', 'en', 12.5], ['12円', 'ja', 12], ["1'200", 'de', 1200], ['.5', 'en', 0.5],
  ])('%s in %s', (text, language, value) => expect(readNumber(text, language)).toBe(value));
  it.each(['', 'abc', '1-2', '1.2.3,4,5', '--1'])('%s is none', (text) => expect(readNumber(text, 'en')).toBeUndefined());
});

describe('what is typed', () => {
  it('fits its field or says why not', () => {
    expect(readValue(field({ type: 'duration' }), '1:30', 'en')).toEqual({ value: 90 });
    expect(readValue(field({ type: 'integer' }), '1.5', 'en')).toEqual({ error: 'form-whole' });
    expect(readValue(field({ type: 'rating', minimum: 1, maximum: 5 }), '7', 'en')).toEqual({ error: 'form-range', args: { low: 1, high: 5 } });
    expect(readValue(field({ minimum: 0 }), '-1', 'en')).toEqual({ error: 'form-least', args: { low: 0 } });
    expect(readValue(field({ type: 'multi_choice' }), 'a、b, a', 'ja')).toEqual({ value: ['a', 'b'] });
    expect(readValue(field({ type: 'date' }), '3 March', 'en')).toEqual({ error: 'form-date' });
    expect(readValue(field({ type: 'link' }), 'javascript:alert(1)', 'en')).toEqual({ error: 'form-link' });
    expect(readValue(field({ type: 'text', required: true }), ' ', 'en')).toEqual({ error: 'form-required' });
    expect(readValue(field({ type: 'text' }), ' ', 'en')).toEqual({ value: null });
  });
  it('is checked again before it is sent', () => {
    expect(wrongWith(field({ required: true }), null, 'en')).toEqual({ error: 'form-required' });
    expect(wrongWith(field({ maximum: 3 }), 4, 'en')).toEqual({ error: 'form-most', args: { high: 3 } });
    expect(wrongWith(field({}), 'lots', 'en')).toEqual({ error: 'form-number' });
    expect(wrongWith(field({}), 4, 'en')).toBeUndefined();
  });
  it('comes back as text that reads as the same value', () => {
    for (const language of ['en', 'de', 'ja']) {
      expect(readValue(field({}), textOf(field({}), 1234.56, language), language)).toEqual({ value: 1234.56 });
    }
  });
});
