import { resolve } from 'node:path';
import type { PluginOption } from 'vite';

/** The compiler of Svelte, which its plugin for Vite calls. */
export async function compileSvelte(code: string, filename: string, generate: 'client' | 'server') {
  const { compile } = await import(resolve('test/compat/node_modules/svelte/src/compiler/index.js'));
  return compile(code, { filename, generate, css: 'injected' }).js.code as string;
}

export const svelte: PluginOption = {
  name: 'svelte',
  async transform(code, id) {
    return id.endsWith('.svelte') ? { code: await compileSvelte(code, id, 'client'), map: null } : null;
  },
};
