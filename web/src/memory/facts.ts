/** What is remembered, counted by theme and month, and filtered by what a person picked. */
import type { Fact, Theme } from '../api/types';

export interface Picked {
  theme?: Theme;
  /** `YYYY-MM` */
  month?: string;
  speaker?: string;
  pinned?: boolean;
  /** Somebody whom it names. */
  person?: string;
  tier?: Fact['tier'];
  /** Only what holds no more. */
  over?: boolean;
}

export interface Counted<T> {
  key: T;
  count: number;
}

export const monthOf = (fact: Fact) => fact.at.slice(0, 7);

/** The facts that fit everything that was picked. */
export function filtered(facts: Fact[], picked: Picked): Fact[] {
  return facts.filter((fact) =>
    (!picked.theme || fact.theme === picked.theme)
    && (!picked.month || monthOf(fact) === picked.month)
    && (!picked.speaker || fact.speaker === picked.speaker)
    && (!picked.pinned || Boolean(fact.pinned))
    && (!picked.person || Boolean(fact.people?.includes(picked.person)))
    && (!picked.tier || fact.tier === picked.tier)
    && (!picked.over || isOver(fact)));
}

/** Whether a fact was closed by a later one, or its time is up. */
export const isOver = (fact: Fact, now = new Date()) =>
  Boolean(fact.closed_by) || Boolean(fact.valid_until && new Date(fact.valid_until) <= now);

/** Whom the facts name, most often named first. */
export function named(facts: Fact[], most = 12): string[] {
  const counts = new Map<string, number>();
  for (const fact of facts) for (const person of fact.people ?? []) counts.set(person, (counts.get(person) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || a.localeCompare(b)).slice(0, most).map(([person]) => person);
}

/** How hard a passphrase is to guess, 0 to 3: by its length and by how many kinds of characters it mixes. */
export function strength(passphrase: string): 0 | 1 | 2 | 3 {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u].filter((kind) => kind.test(passphrase)).length;
  const different = new Set(passphrase).size;
  const bits = Math.min(passphrase.length, different * 1.5) * (2.2 + kinds);
  return bits < 45 ? 0 : bits < 65 ? 1 : bits < 95 ? 2 : 3;
}

/** How many facts each theme has, most first; `other` last. */
export function byTheme(facts: Fact[]): Counted<Theme>[] {
  const counts = new Map<Theme, number>();
  for (const { theme = 'other' } of facts) counts.set(theme, (counts.get(theme) ?? 0) + 1);
  return [...counts].map(([key, count]) => ({ key, count }))
    .sort((a, b) => Number(a.key === 'other') - Number(b.key === 'other') || b.count - a.count);
}

/** How many facts were said in each of the last months up to the latest one, oldest first; months without any too. */
export function byMonth(facts: Fact[], most = 24): Counted<string>[] {
  const counts = new Map<string, number>();
  for (const fact of facts) counts.set(monthOf(fact), (counts.get(monthOf(fact)) ?? 0) + 1);
  const known = [...counts.keys()].sort();
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return [];
  const out: Counted<string>[] = [];
  for (let month = last; month >= first && out.length < most; month = before(month)) {
    out.unshift({ key: month, count: counts.get(month) ?? 0 });
  }
  return out;
}

function before(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = number === 1 ? [year - 1, 12] : [year, number - 1];
  return `${String(at[0]).padStart(4, '0')}-${String(at[1]).padStart(2, '0')}`;
}

/** Who said what is remembered, when there is more than one. */
export function speakers(facts: Fact[]): string[] {
  const found = [...new Set(facts.map((fact) => fact.speaker ?? 'me'))].sort();
  return found.length > 1 ? found : [];
}
