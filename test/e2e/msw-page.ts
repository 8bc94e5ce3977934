import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { type StaticHost, servePublicFolder } from './static-host.ts';

/** The package as which a major version of MSW is installed here. */
export type MswPackage = 'msw' | 'msw-3';

const root = new URL('../..', import.meta.url).pathname;

/** A program with the packages as they are published, and MSW in the version that is asked for. */
export async function bundled(
  program: string,
  msw: MswPackage,
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
      msw,
    },
    // In Node MSW reads files of its own, so it stays where it is.
    external: platform === 'node' ? [msw, `${msw}/*`] : [],
  });
  return outputFiles[0]?.text ?? '';
}

/** A static host whose pages run a program, beside MSW's worker and the shell page. */
export async function serveMswPages(
  program: string,
  msw: MswPackage,
  pages: readonly string[] = ['index.html'],
): Promise<StaticHost> {
  const page = `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Shop</title>
<link rel="icon" href="data:,"><script type="module" src="/page.js"></script></head>
<body><h1>Shop</h1><div id="payment"></div></body></html>`;
  return servePublicFolder('shell', {
    ...Object.fromEntries(pages.map((name) => [name, page])),
    'page.js': await bundled(program, msw),
    'mockServiceWorker.js': await readFile(`${root}node_modules/${msw}/lib/mockServiceWorker.js`, 'utf8'),
  });
}
