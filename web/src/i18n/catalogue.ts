/** The page's Fluent catalogues: the folders of `language/data`, each loaded only when chosen. */
import { FluentBundle, FluentResource } from '@fluent/bundle';

const FILES = import.meta.glob<string>('@catalogue/*/page.ftl', { query: '?raw', import: 'default' });

const LOADERS = new Map(
  Object.entries(FILES).map(([path, load]) => [path.split('/').at(-2) ?? '', load] as const),
);

/** The languages that have a catalogue, in a fixed order. */
export const LANGUAGES: readonly string[] = [...LOADERS.keys()].sort();

/** What each language calls itself. */
export function nativeName(language: string): string {
  const name = new Intl.DisplayNames([language], { type: 'language' }).of(language) ?? language;
  return name.charAt(0).toLocaleUpperCase(language) + name.slice(1);
}

/** The shipped language nearest to what the person's browser asks for; English when none is. */
export function nearest(wanted: readonly (string | null | undefined)[]): string {
  for (const tag of wanted) {
    const base = tag?.toLowerCase().split('-')[0];
    if (base && LOADERS.has(base)) return base;
  }
  return 'en';
}

/** Loads one catalogue; falls back to English for a language that has none. */
export async function loadBundle(language: string): Promise<FluentBundle> {
  const load = LOADERS.get(language) ?? LOADERS.get('en');
  if (!load) throw new Error(`no catalogue for ${language}`);
  // Names and values are shown as they are: isolation marks would end up in accessible names.
  const bundle = new FluentBundle(language, { useIsolating: false });
  bundle.addResource(new FluentResource(await load()));
  return bundle;
}
