/** What the palette offers for some words: places, apps, actions, what was said, what is remembered, and the words themselves. */
import type { AppSummary, Fact, Turn } from '../api/types';
import type { IconName } from '../ui/Icon';

export interface Command {
  id: string;
  kind: 'say' | 'place' | 'app' | 'action' | 'said' | 'fact';
  name: string;
  /** What stands beside the name, smaller. */
  hint?: string;
  icon?: IconName;
  app?: { id: string; icon: string };
  run: () => void;
}

/** Text as it is compared: lower case, without accents, one space. */
export const folded = (text: string): string =>
  text.normalize('NFKD').replace(/\p{Diacritic}/gu, '').toLowerCase().replace(/\s+/g, ' ').trim();

/** How well a name fits the words: 3 begins with them, 2 a word of it does, 1 holds them in order, 0 not at all. */
export function fit(name: string, words: string): number {
  const text = folded(name);
  const wanted = folded(words);
  if (!wanted) return 1;
  if (text.startsWith(wanted)) return 3;
  if (text.split(/[\s·:]+/).some((word) => word.startsWith(wanted))) return 2;
  if (text.includes(wanted) || wanted.split(' ').every((word) => text.includes(word))) return 1;
  return 0;
}

/** The commands that fit, best first, in their given order when they fit alike; at most `most`. */
export function fitting(commands: readonly Command[], words: string, most = 8): Command[] {
  return commands
    .map((command, order) => ({ command, order, score: fit(command.name, words) }))
    .filter((entry) => entry.score > 0)
    .sort((a, b) => b.score - a.score || a.order - b.order)
    .slice(0, most)
    .map((entry) => entry.command);
}

/** Apps to open and to add to. */
export function appCommands(
  apps: readonly AppSummary[], open: (app: AppSummary) => void, add: (app: AppSummary) => void, addName: (app: AppSummary) => string,
): Command[] {
  return apps.flatMap((app): Command[] => [
    { id: `app/${app.id}`, kind: 'app', name: app.name, ...(app.summary ? { hint: app.summary } : {}), app, run: () => open(app) },
    { id: `add/${app.id}`, kind: 'action', name: addName(app), icon: 'plus', run: () => add(app) },
  ]);
}

export function saidCommands(turns: readonly Turn[], open: (turn: Turn) => void): Command[] {
  return turns.slice(0, 4).map((turn) => ({
    id: `said/${turn.id}`, kind: 'said', name: turn.text, hint: turn.result.reply, icon: 'chat', run: () => open(turn),
  }));
}

export function factCommands(facts: readonly Fact[], open: (fact: Fact) => void): Command[] {
  return facts.filter((fact) => fact.tier === 'fact').slice(0, 3).map((fact) => ({
    id: `fact/${fact.id}`, kind: 'fact', name: fact.text, icon: 'memory', run: () => open(fact),
  }));
}
