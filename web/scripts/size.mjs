/**
 * Weight of the page: gzipped bytes of every script that opening it loads (the entry, what it imports at once, and what
 * the landing place needs), against the bar; run after `npm run build`. `--json` prints the figures.
 */
import { readFileSync, readdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

export const BAR_BYTES = 250_000;
const STATIC = fileURLToPath(new URL('../../src/calisson/server/static/', import.meta.url));
/** What the first look loads besides the entry: Today, and the longest catalogue. */
const LANDING = /^TodayPage-/;
const CATALOGUE = /^page-.*\.js$/;

const gzipped = (name) => gzipSync(readFileSync(`${STATIC}assets/${name}`), { level: 6 }).length;

/** Names of the scripts that a script imports at once (not by `import()`). */
function imports(name) {
  const text = readFileSync(`${STATIC}assets/${name}`, 'utf-8');
  return [...text.matchAll(/(?:from|import)\s*["']\.\/([\w.-]+\.js)["']/g)].map((found) => found[1]);
}

function withImports(name, seen = new Set()) {
  if (seen.has(name)) return seen;
  seen.add(name);
  for (const next of imports(name)) withImports(next, seen);
  return seen;
}

export function measure() {
  const all = readdirSync(`${STATIC}assets`).filter((name) => name.endsWith('.js'));
  const html = readFileSync(`${STATIC}index.html`, 'utf-8');
  const entries = [...html.matchAll(/(?:src|href)="\.\/assets\/([\w.-]+\.js)"/g)].map((found) => found[1]);
  const first = new Set(entries.flatMap((name) => [...withImports(name)]));
  for (const name of all.filter((name) => LANDING.test(name))) for (const part of withImports(name)) first.add(part);
  const catalogues = all.filter((name) => CATALOGUE.test(name)).sort((a, b) => gzipped(b) - gzipped(a));
  if (catalogues[0]) first.add(catalogues[0]);
  const parts = [...first].map((name) => ({ name, bytes: gzipped(name) })).sort((a, b) => b.bytes - a.bytes);
  return {
    bar: BAR_BYTES,
    first: parts.reduce((sum, part) => sum + part.bytes, 0) + gzipSync(readFileSync(`${STATIC}old.js`)).length,
    all: all.reduce((sum, name) => sum + gzipped(name), 0),
    parts,
  };
}

const found = measure();
if (process.argv.includes('--json')) console.log(JSON.stringify(found));
else {
  for (const part of found.parts.slice(0, 12)) console.log(`${String(part.bytes).padStart(8)}  ${part.name}`);
  console.log(`first load ${found.first} bytes gzipped (bar ${found.bar}); all scripts ${found.all}`);
}
process.exitCode = found.first <= found.bar ? 0 : 1;
