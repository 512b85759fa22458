/** The palette's ranking, what a drop holds, words that stand out, and drafts that stay. */
import { describe, expect, it } from 'vitest';
import { draftOf, setDraft } from '../src/chat/drafts';
import { splitAt } from '../src/chat/Search';
import { fit, fitting, type Command } from '../src/shell/commands';
import { parsePlace } from '../src/shell/router';
import { looksLikeTable, ofText } from '../src/takein/drop';

const command = (name: string): Command => ({ id: name, kind: 'place', name, run: () => undefined });

describe('the palette', () => {
  it('puts what begins with the words first, whatever accents and case', () => {
    const names = ['Add to Mood diary', 'Möbel', 'Mood diary', 'Home moods'].map(command);
    expect(fitting(names, 'mo').map((one) => one.name)).toEqual(['Möbel', 'Mood diary', 'Add to Mood diary', 'Home moods']);
    expect(fit('Ernährungstagebuch', 'ernahr')).toBe(3);
    expect(fit('食事記録', '記録')).toBe(1);
    expect(fit('Mood diary', 'diary mood')).toBe(1);
    expect(fit('Mood diary', 'xyz')).toBe(0);
  });
});

describe('what was dropped or pasted', () => {
  it('knows a table from prose', () => {
    expect(looksLikeTable('a\tb\n1\t2')).toBe(true);
    expect(looksLikeTable('day,km,pulse\n2026-01-01,5,140')).toBe(true);
    expect(looksLikeTable('Dear Ada, thanks\nSee you, soon')).toBe(false);
    expect(looksLikeTable('one line, only')).toBe(false);
    expect(looksLikeTable('eggs\nmilk\nbread')).toBe(false);
  });
  it('hands a table on as a file with a name', () => {
    const given = ofText('a;b;c\n1;2;3', 'Table');
    expect(given.kind === 'table' && given.file.name).toBe('Table.csv');
    expect(ofText('had ramen, 650 kcal', 'x')).toEqual({ kind: 'text', text: 'had ramen, 650 kcal' });
  });
});

describe('search', () => {
  it('marks the words and nothing else, even where they are special', () => {
    expect(splitAt('Had RAMEN twice', 'ramen')).toEqual(['Had ', 'RAMEN', ' twice']);
    expect(splitAt('3 (three) + 4', '( +')).toEqual(['3 ', '(', 'three) ', '+', ' 4']);
    expect(splitAt('nothing', '  ')).toEqual(['nothing']);
  });
});

describe('addresses', () => {
  it('survive broken escapes', () => {
    expect(parsePlace('#/app/%E0%A4%A')).toEqual({ name: 'app', app: '%E0%A4%A' });
    expect(parsePlace('#/app')).toEqual({ name: 'apps' });
  });
});

describe('drafts', () => {
  it('are kept by box and go when they are sent', () => {
    setDraft('today', 'ラーメン');
    setDraft('chat', 'hello');
    expect([draftOf('today'), draftOf('chat')]).toEqual(['ラーメン', 'hello']);
    setDraft('today', '');
    expect(draftOf('today')).toBe('');
    setDraft('chat', '');
  });
});
