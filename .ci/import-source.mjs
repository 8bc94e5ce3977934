import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';

/** Imports a source of the repository with all that it imports: Node 20 runs no TypeScript. */
export async function importSource(source) {
  const { outputFiles } = await build({
    entryPoints: [fileURLToPath(new URL(`../${source}`, import.meta.url))],
    bundle: true,
    write: false,
    platform: 'node',
    format: 'esm',
    logLevel: 'silent',
  });
  return import(`data:text/javascript;base64,${Buffer.from(outputFiles[0].text).toString('base64')}`);
}
