import { build } from 'esbuild';

/** Imports a source with what it imports: Node 20 runs no TypeScript. */
export async function importSource(source) {
  const { outputFiles } = await build({ entryPoints: [source], bundle: true, write: false, format: 'esm' });
  const code = Buffer.from(outputFiles[0].text).toString('base64');
  return import(`data:text/javascript;base64,${code}`);
}
