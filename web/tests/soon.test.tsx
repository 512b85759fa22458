import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense, startTransition } from 'react';
import { createRoot } from 'react-dom/client';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { soon } from '../src/ui/soon';

const Hello = ({ name }: { name: string }) => <p>Hello {name}</p>;

describe('a component that is a script of its own', () => {
  afterEach(cleanup);

  it('is drawn at once, without its placeholder, when the script is there', async () => {
    const Soon = soon(async () => ({ default: Hello }));
    await Soon.load();
    const seen: string[] = [];
    const Waits = () => {
      seen.push('waits');
      return <p>…</p>;
    };
    render(<Suspense fallback={<Waits />}><Soon name="Ada" /></Suspense>);
    expect(screen.getByText('Hello Ada')).toBeTruthy();
    expect(seen).toEqual([]);
  });

  it('waits for its script and says nothing wrong, however often it is drawn meanwhile', async () => {
    const wrong = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    let come: (script: { default: typeof Hello }) => void = () => undefined;
    const Soon = soon(() => new Promise<{ default: typeof Hello }>((resolve) => (come = resolve)));
    const page = (name: string) => <Suspense fallback={<p>…</p>}><Soon name={name} /></Suspense>;
    const { rerender } = await act(async () => render(page('Ada')));
    expect(screen.getByText('…')).toBeTruthy();
    await act(async () => rerender(page('Grace')));
    await act(async () => come({ default: Hello }));
    expect(await screen.findByText('Hello Grace')).toBeTruthy();
    expect(wrong.mock.calls).toEqual([]);
    wrong.mockRestore();
  });

  it('is drawn when its script comes in the middle of the drawing', async () => {
    const wrong = vi.spyOn(console, 'error').mockImplementation(() => undefined);
    const Soon = soon(() => new Promise<{ default: typeof Hello }>((resolve) => setTimeout(() => resolve({ default: Hello }), 5)));
    const place = document.body.appendChild(document.createElement('div'));
    const root = createRoot(place);
    vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', false); // React's own pace: a transition waits for the script in the middle
    startTransition(() => root.render(<Soon name="Ada" />));
    expect(await screen.findByText('Hello Ada')).toBeTruthy();
    expect(wrong.mock.calls).toEqual([]);
    root.unmount();
    place.remove();
    vi.unstubAllGlobals();
    wrong.mockRestore();
  });

  it('asks again after a failure', async () => {
    vi.useFakeTimers();
    let times = 0;
    const Soon = soon(async () => {
      times += 1;
      if (times === 1) throw new Error('offline');
      return { default: Hello };
    });
    await expect(Soon.load()).rejects.toThrow('offline');
    await expect(Soon.load()).rejects.toThrow('offline');
    vi.advanceTimersByTime(2_000);
    await Soon.load();
    expect(times).toBe(2);
    vi.useRealTimers();
  });
});
