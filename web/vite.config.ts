/** Build of the page: into the Python package, so that the wheel carries it and needs no Node. Mode `stories` builds the story page into `dist/`. */
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { mockServer } from './mock/plugin';
import { offline } from './scripts/offline';
import { widgets } from './scripts/widgets';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));

export default defineConfig(({ mode }) => ({
  base: './',
  esbuild: { jsx: 'automatic', legalComments: 'none' },
  resolve: { alias: { '@catalogue': here('../src/calisson/language/data') } },
  plugins: mode === 'mock' ? [mockServer()] : mode === 'stories' ? [] : [offline(), widgets()],
  publicDir: mode === 'stories' ? false : 'public',
  build: {
    outDir: mode === 'stories' ? here('dist') : here('../src/calisson/server/static'),
    emptyOutDir: true,
    target: 'es2022',
    // The Content-Security-Policy allows no inline data: every asset is a file.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    reportCompressedSize: false,
    rollupOptions: {
      ...(mode === 'stories' ? { input: here('stories.html') } : {}),
      onwarn: (warning, warn) => {
        if (warning.code !== 'MODULE_LEVEL_DIRECTIVE') warn(warning);
      },
    },
  },
  server: {
    host: '127.0.0.1',
    fs: { allow: [here('.'), here('../src/calisson/language/data')] },
    ...(mode === 'mock' ? {} : { proxy: { '/api': process.env.CALISSON_URL ?? 'http://127.0.0.1:8420' } }),
  },
  test: {
    environment: 'happy-dom',
    include: ['tests/**/*.test.{ts,tsx}'],
    setupFiles: ['tests/setup.ts'],
    testTimeout: 20_000,
  },
}));
