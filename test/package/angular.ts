import { transform } from 'esbuild';
import type { PluginOption } from 'vite';

/** The module that starts the sample of docs/frameworks.md, as the starter app of Angular does. */
export const angularMain = `import '@angular/compiler';
  import { provideZonelessChangeDetection } from '@angular/core';
  import { bootstrapApplication } from '@angular/platform-browser';
  import { Checkout } from './app/checkout';
  bootstrapApplication(Checkout, { providers: [provideZonelessChangeDetection()] });`;

/** Angular's decorators as esbuild compiles them; templates are compiled in the browser. */
export const decorators: PluginOption = {
  name: 'decorators',
  enforce: 'pre',
  async transform(code, id) {
    if (!id.endsWith('.ts') || id.includes('node_modules')) return null;
    const tsconfigRaw = { compilerOptions: { experimentalDecorators: true, useDefineForClassFields: false } };
    return { code: (await transform(code, { loader: 'ts', tsconfigRaw })).code, map: null };
  },
};

/** The page of an app: what React, Vue and Svelte mount into, and the tag of Angular's sample. */
export const appIndex = `<!doctype html><title>Shop</title><link rel="icon" href="data:,">
<div id="app"></div><app-checkout></app-checkout><script type="module" src="/src/main.ts"></script>`;
