/**
 * The part of the build that makes the page work without a connection and in browsers that cannot run it:
 * `sw.js` (the service worker with the list of the shell's files), `old.js` (a plain script that says when a browser is
 * too old, in the person's language), and the sentences of `<noscript>`.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { FluentBundle, FluentResource } from '@fluent/bundle';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const DATA = here('../../src/calisson/language/data');
const ICON = /^icon.*\.(png|svg)$/;

/** `id` in every language that has a page catalogue. */
function inAll(...ids: string[]): Record<string, string[]> {
  const found: Record<string, string[]> = {};
  for (const language of readdirSync(DATA).sort()) {
    const bundle = new FluentBundle(language, { useIsolating: false });
    try {
      bundle.addResource(new FluentResource(readFileSync(`${DATA}/${language}/page.ftl`, 'utf-8')));
    } catch {
      continue;
    }
    found[language] = ids.map((id) => {
      const pattern = bundle.getMessage(id)?.value;
      if (!pattern) throw new Error(`${language}/page.ftl lacks ${id}`);
      return bundle.formatPattern(pattern);
    });
  }
  return found;
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

export function offline(): Plugin {
  return {
    name: 'calisson-offline',
    apply: 'build',
    transformIndexHtml: (html) => {
      const lines = Object.entries(inAll('browser-no-script')).map(([language, [text]]) => `<p lang="${language}">${escaped(text ?? '')}</p>`);
      return html.replace('<!-- no-script -->', `<noscript>${lines.join('')}</noscript>`);
    },
    async writeBundle(options, bundle) {
      const out = options.dir ?? '';
      mkdirSync(out, { recursive: true });
      const target = ['es5'];
      const old = await build({
        entryPoints: [here('../src/offline/old.js')], bundle: false, minify: true, write: false, target, legalComments: 'none',
        define: { __TEXTS__: JSON.stringify(inAll('browser-old-title', 'browser-old-text')) },
      });
      writeFileSync(`${out}/old.js`, old.outputFiles[0]?.text ?? '');
      const icons = readdirSync(here('../public')).filter((name) => ICON.test(name));
      const files = ['./', 'old.js', ...icons, ...Object.keys(bundle).filter((name) => name.startsWith('assets/'))].sort();
      const hash = createHash('sha256').update(old.outputFiles[0]?.text ?? '');
      for (const name of Object.keys(bundle).sort()) {
        const part = bundle[name];
        hash.update(name).update(part?.type === 'chunk' ? part.code : (part?.source ?? ''));
      }
      await build({
        entryPoints: [here('../src/offline/worker.ts')], bundle: true, minify: true, format: 'iife', target: ['es2022'],
        outfile: `${out}/sw.js`, legalComments: 'none',
        define: { __SHELL__: JSON.stringify(files), __VERSION__: JSON.stringify(hash.digest('hex').slice(0, 16)) },
      });
    },
  };
}
