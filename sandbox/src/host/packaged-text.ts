/**
 * A text that the package has as a compressed file in `dist/documentation`. Empty where there are no files (a browser, a
 * worker) and where a bundler has taken the code away from them: the pages at `/docs` then do without.
 *
 * @param base address of a module in a folder beside `documentation`
 */
export function packagedText(name: string, base: string | undefined): string {
  if (!base?.startsWith('file:')) return '';
  // A static import would keep the module, and with it the sandbox, out of browsers.
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  const file = new URL(`../documentation/${name}.br`, base);
  if (!fs?.existsSync(file) || zlib === undefined) return '';
  return zlib.brotliDecompressSync(fs.readFileSync(file)).toString();
}
