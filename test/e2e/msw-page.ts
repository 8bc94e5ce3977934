import { readFile } from 'node:fs/promises';
import { build, type Plugin } from 'esbuild';
import { type StaticHost, servePublicFolder } from './static-host.ts';

const root = new URL('../..', import.meta.url).pathname;

/** The folder in which the version of MSW that is asked for is installed: MSW 2 here, MSW 3 in test/compat. */
export const msw2 = root;
export const msw3 = `${root}test/compat/`;

/** A program with the packages as they are published, and MSW in the version that is asked for. */
export async function bundled(
  program: string,
  mswFolder: string,
  platform: 'browser' | 'node' = 'browser',
): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: program, resolveDir: root, loader: 'ts' },
    bundle: true,
    write: false,
    format: 'esm',
    platform,
    target: 'es2022',
    logLevel: 'error',
    alias: {
      clientlib: `${root}sdk/dist/index.js`,
      'clientlib-sandbox/msw': `${root}sandbox/dist/msw.js`,
    },
    // In Node MSW reads files of its own, so it stays where it is.
    external: platform === 'node' ? ['msw', 'msw/*'] : [],
    plugins: platform === 'node' ? [] : [mswFrom(mswFolder)],
  });
  return outputFiles[0]?.text ?? '';
}

const mswFrom = (resolveDir: string): Plugin => ({
  name: 'msw',
  setup: ({ onResolve, resolve }) =>
    onResolve({ filter: /^msw(\/|$)/ }, ({ path, kind, pluginData }) =>
      pluginData === resolveDir ? undefined : resolve(path, { kind, resolveDir, pluginData: resolveDir }),
    ),
});

/** A static host whose pages run a program, beside MSW's worker and the shell page. */
export async function serveMswPages(
  program: string,
  mswFolder: string,
  pages: readonly string[] = ['index.html'],
): Promise<StaticHost> {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"><script type="module" src="/page.js"></script></head>
<body><h1>Shop</h1><div id="payment"></div></body></html>`;
  return servePublicFolder('shell', {
    ...Object.fromEntries(pages.map((name) => [name, page])),
    'page.js': await bundled(program, mswFolder),
    'mockServiceWorker.js': await readFile(`${mswFolder}node_modules/msw/lib/mockServiceWorker.js`, 'utf8'),
  });
}
