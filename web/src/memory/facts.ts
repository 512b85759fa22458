/** What is remembered, counted by theme and month, and what to ask for by what a person picked. */
import type { Acquaintance, Fact, MemoryAsk, Overview, Theme, Tier } from '../api/types';

export interface Picked {
  theme?: Theme | undefined;
  /** `YYYY-MM` */
  month?: string | undefined;
  speaker?: string | undefined;
  pinned?: boolean | undefined;
  /** Somebody whom it names. */
  person?: string | undefined;
  tier?: Tier | 'all' | undefined;
  /** Only what holds no more. */
  over?: boolean | undefined;
}

export interface Counted<T> {
  key: T;
  count: number;
}

/** What to ask the home for, by what was picked and the words that are searched. */
export function askOf(picked: Picked, words: string): MemoryAsk {
  const { month, theme, speaker, person, pinned, over } = picked;
  const tier = tierOf(picked, words);
  return {
    tier, ...(words && { q: words }), ...(theme && { theme }), ...(speaker && { speaker }), ...(person && { person }),
    ...(pinned && { pinned }), ...(over && { over }), ...(month && { since: `${month}-01`, until: `${month}-${lastDay(month)}` }),
  };
}

/** The kind of memories that is shown: what was picked; else facts, and everything for who searches. */
export const tierOf = ({ tier }: Picked, words: string): Tier | 'all' => tier ?? (words ? 'all' : 'fact');

function lastDay(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return String(new Date(Date.UTC(year, number, 0)).getUTCDate()).padStart(2, '0');
}

/** Whether a fact was closed by a later one, or its time is up. */
export const isOver = (fact: Fact, now = new Date()) =>
  Boolean(fact.closed_by) || Boolean(fact.valid_until && new Date(fact.valid_until) <= now);

/** What the source of a memory that points to an app begins with, and that of an extract of a month's talk. */
export const [APP, SUMMARY] = ['app:', 'summary:'] as const;

/** Whether nobody said it in these words: it follows from an app, or is an extract. */
export const isDerived = ({ source = '' }: Fact) => source.startsWith(APP) || source.startsWith(SUMMARY);

/** Whether it can be pinned and forgotten: a block goes with its talk, and what an app keeps with the app. */
export const isOwn = ({ tier, source = '' }: Fact) => (tier === 'fact' || tier === 'turn') && !source.startsWith(APP);

/** How hard a passphrase is to guess, 0 to 3: by its length and by how many kinds of characters it mixes. */
export function strength(passphrase: string): 0 | 1 | 2 | 3 {
  const kinds = [/\p{Ll}/u, /\p{Lu}/u, /\p{N}/u, /[^\p{L}\p{N}]/u, /\p{Lo}/u].filter((kind) => kind.test(passphrase)).length;
  const different = new Set(passphrase).size;
  const bits = Math.min(passphrase.length, different * 1.5) * (2.2 + kinds);
  return bits < 45 ? 0 : bits < 65 ? 1 : bits < 95 ? 2 : 3;
}

/** How many memories each theme has, most first; `other` last. */
export function byTheme({ months }: Overview): Counted<Theme>[] {
  const counts = new Map<Theme, number>();
  for (const month of Object.values(months)) {
    for (const [theme, count] of Object.entries(month) as [Theme, number][]) counts.set(theme, (counts.get(theme) ?? 0) + count);
  }
  return [...counts].map(([key, count]) => ({ key, count }))
    .sort((a, b) => Number(a.key === 'other') - Number(b.key === 'other') || b.count - a.count);
}

/** How many were said in each of the last months up to the latest one, oldest first; months without any too. */
export function byMonth({ months }: Overview, most = 24): Counted<string>[] {
  const known = Object.keys(months).sort();
  const [first, last] = [known[0], known.at(-1)];
  if (!first || !last) return [];
  const out: Counted<string>[] = [];
  for (let month = last; month >= first && out.length < most; month = before(month)) {
    out.unshift({ key: month, count: Object.values(months[month] ?? {}).reduce((sum, count) => sum + count, 0) });
  }
  return out;
}

function before(month: string): string {
  const [year = 0, number = 1] = month.split('-').map(Number);
  const at = number === 1 ? [year - 1, 12] : [year, number - 1];
  return `${String(at[0]).padStart(4, '0')}-${String(at[1]).padStart(2, '0')}`;
}

/** Who said what is remembered, when there is more than one. */
export function speakers({ speakers: counts }: Overview): string[] {
  const found = Object.keys(counts).sort();
  return found.length > 1 ? found : [];
}

/** Somebody whom the person named, with what they are and which memories say so. */
export interface Somebody {
  name: string;
  /** The latest one first; what they are no more is last. */
  known: Acquaintance[];
}

/** Who is who, a person each, in the order in which they were spoken of last. */
export function somebodies(people: Acquaintance[]): Somebody[] {
  const found = new Map<string, Acquaintance[]>();
  for (const one of people) found.set(one.person, [...(found.get(one.person) ?? []), one]);
  return [...found.values()].map((known) => ({ name: known[0]!.name, known: [...known].sort((a, b) => Number(b.current) - Number(a.current) || a.relation.localeCompare(b.relation)) }))
    .sort((a, b) => Number(b.known.some((k) => k.current)) - Number(a.known.some((k) => k.current)));
}

/** The relations that somebody has now; all that they had, when they have none. */
export function relations({ known }: Somebody): string[] {
  const now = known.filter(({ current }) => current);
  return [...new Set((now.length ? now : known).map(({ relation }) => relation))];
}

/** The name of a relation in the catalogue: a dot is no part of one. */
export const relationName = (relation: string) => `kin-${relation.replaceAll('.', '-')}`;

/** A word that stands by itself, with a capital. */
export const capital = (word: string, language: string): string => word.charAt(0).toLocaleUpperCase(language) + word.slice(1);
