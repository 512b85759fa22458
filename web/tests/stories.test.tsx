import { readFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { act, cleanup, render } from '@testing-library/react';
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { ALL } from '../src/stories/all';
import { answer } from '../src/stories/home';
import { Stage } from '../src/stories/Stage';
import { idOf } from '../src/stories/story';

const SOURCE = 'src'; // the tests run in `web/`
const ROOMS = ['ui', 'fields', 'charts', 'chat', 'today', 'due', 'settings', 'memory', 'history', 'gallery', 'runs'];
/** What has no state worth a picture of its own, and why. */
const WITHOUT = new Map([['AsOf', 'a sheet of the history that asks for a time; the end-to-end tests open it']]);

function exported(room: string): string[] {
  return readdirSync(join(SOURCE, room)).filter((file) => file.endsWith('.tsx')).flatMap((file) =>
    [...readFileSync(join(SOURCE, room, file), 'utf8').matchAll(/^export (?:default )?(?:function|const|class) ([A-Z]\w*[a-z]\w*)/gm)].map((match) => match[1]!));
}

describe('the stories', () => {
  const told = new Set(ALL.map((story) => story.of));

  it.each(ROOMS)('of %s: every exported component has one', (room) => {
    const names = exported(room);
    expect(names.length).toBeGreaterThan(0);
    expect(names.filter((name) => !told.has(name) && !WITHOUT.has(name))).toEqual([]);
  });

  it('have names of their own', () => {
    expect(new Set(ALL.map(idOf)).size).toBe(ALL.length);
  });
});

describe('every story draws something', () => {
  beforeAll(() => {
    vi.stubGlobal('fetch', answer);
  });

  it.each(ALL.map((story) => [idOf(story), story] as const))('%s', async (id, story) => {
    const wrong = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    await act(async () => {
      render(<Stage story={story} language="en" />);
    });
    await vi.waitFor(() => {
      const stage = document.querySelector('[data-story]');
      expect(stage?.getAttribute('data-story')).toBe(id);
      expect(stage?.querySelector('[aria-label="…"]')).toBeNull();
      expect(stage!.children.length > 1 || document.querySelector('[role=dialog], [role=alertdialog]')).toBeTruthy();
    }, 8000);
    const said = wrong.mock.calls.map((call) => String(call[0])).filter((line) => !line.includes('not wrapped in act'));
    expect(said).toEqual([]);
    cleanup();
    wrong.mockRestore();
  });
});
