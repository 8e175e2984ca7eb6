/** How the page is built, served while it is being worked on, and tested. */
import { svelte } from '@sveltejs/vite-plugin-svelte';
import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const server = process.env.OUTFLANK_SERVER ?? 'http://127.0.0.1:8000';

export default defineConfig({
  // Absolute, because the same index.html answers /match/<id>: './assets' would be looked for under /match/.
  // A host that serves the page below a folder builds with `--base /folder/`; the router reads it back.
  base: '/',
  plugins: [svelte()],
  resolve: {
    alias: { '@i18n': here('../src/outflank/i18n') },
    // Without this vitest would take Svelte's server build, which cannot mount anything.
    conditions: process.env.VITEST ? ['browser'] : undefined,
  },
  build: {
    outDir: '../src/outflank/static',
    emptyOutDir: true,
    target: 'es2022',
    // Small files stay files: the server's content policy is easier to keep strict without data: URLs.
    assetsInlineLimit: 0,
  },
  server: {
    fs: { allow: ['..'] },
    proxy: {
      '/api': { target: server },
      '/ws': { target: server, ws: true },
    },
  },
  test: {
    environment: 'jsdom',
    include: ['src/**/*.test.ts', 'tests/**/*.test.ts'],
  },
});
