/** What a story is: one component in one state, drawn alone. */
import type { ReactNode } from 'react';
import type { Mood } from './home';

export interface Story {
  /** The component, by the name under which it is exported. */
  of: string;
  state: string;
  render: () => ReactNode;
  /** How the home that it asks answers. */
  mood?: Mood;
}

/** Several states of one component. */
export function stories(of: string, states: Record<string, () => ReactNode>, mood?: Mood): Story[] {
  return Object.entries(states).map(([state, render]) => ({ of, state, render, ...(mood ? { mood } : {}) }));
}

/** How a story is called in an address and in a test. */
export const idOf = (story: Story): string => `${story.of}/${story.state}`;
