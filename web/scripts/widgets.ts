/** The part of the build that makes `widgets/`: what the frames of apps' own widgets import, React from this very page's. */
import { copyFileSync, mkdirSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import type { Plugin } from 'vite';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const FRAME = here('../src/widgets/frame');

export function widgets(): Plugin {
  return {
    name: 'calisson-widgets',
    apply: 'build',
    async writeBundle({ dir }) {
      const out = `${dir ?? ''}/widgets`;
      mkdirSync(out, { recursive: true });
      await build({
        entryPoints: ['frame.tsx', 'react.ts', 'jsx.ts', 'calisson.ts', 'locks.ts'].map((name) => `${FRAME}/${name}`),
        bundle: true, splitting: true, minify: true, format: 'esm', target: ['es2022'], jsx: 'automatic', legalComments: 'none',
        outdir: out, chunkNames: 'chunk-[hash]', define: { 'process.env.NODE_ENV': '"production"' },
      });
      copyFileSync(`${FRAME}/frame.css`, `${out}/frame.css`);
    },
  };
}
