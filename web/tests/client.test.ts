import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { TARGET, types } from '../scripts/client';
import { address, call, type AddressOf, type CallOf } from '../src/api/typed';

describe('the types of the API', () => {
  it('are what the description says (else: make client)', async () => {
    expect(readFileSync(TARGET, 'utf8')).toBe(await types());
  });

  it('fill in names and leave out what is not asked for', () => {
    expect(address('/apps/{app_id}/data.csv', { path: { app_id: 'a b/c' } })).toBe('/api/v1/apps/a%20b%2Fc/data.csv');
    expect(address('/backup')).toBe('/api/v1/backup');
  });

  it('refuse what the home does not know', () => {
    const never = () => {
      // @ts-expect-error no such path
      void call('get', '/nothing', {});
      // @ts-expect-error no such method there
      void call('put', '/memories', {});
      // @ts-expect-error the name of the path is missing
      void call('get', '/apps/{app_id}', {});
      // @ts-expect-error no such parameter
      void call('get', '/turns', { query: { wrong: 1 } });
      // @ts-expect-error the body is missing
      void call('post', '/memories', {});
      // @ts-expect-error a memory is text
      void call('post', '/memories', { body: { text: 1 } });
      // @ts-expect-error no body there
      void call('get', '/apps', { body: {} });
    };
    expect(never).toBeTypeOf('function');
    const right: CallOf<'/tokens', 'post'> = { body: { label: 'x', scopes: ['log'] } };
    const where: AddressOf<'/turns'> = { query: { limit: 3 } };
    expect([right.body.label, where.query?.limit]).toEqual(['x', 3]);
  });
});
