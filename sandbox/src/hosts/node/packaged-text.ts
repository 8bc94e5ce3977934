/**
 * A text that the package contains as a compressed file in `dist/documentation`. Empty without files (a browser, a
 * worker) and if a bundler has moved the code: the pages at `/docs` then omit it.
 *
 * @param base address of a module in a folder beside `documentation`
 */
export function packagedText(name: string, base: string | undefined): string {
  const file = packagedFile(`documentation/${name}.br`, base);
  const zlib = globalThis.process?.getBuiltinModule?.('node:zlib');
  return file === undefined || zlib === undefined ? '' : zlib.brotliDecompressSync(file).toString();
}

/** The Markdown of a guide, which the package contains in `dist/docs`. Empty like {@link packagedText}. */
export function packagedGuide(name: string, base: string | undefined): string {
  return packagedFile(`docs/${name}.md`, base)?.toString() ?? '';
}

function packagedFile(path: string, base: string | undefined): Buffer | undefined {
  if (!base?.startsWith('file:')) return undefined;
  // A static import would keep the module, and with it the sandbox, out of browsers.
  const fs = globalThis.process?.getBuiltinModule?.('node:fs');
  const file = new URL(`../${path}`, base);
  return fs?.existsSync(file) ? fs.readFileSync(file) : undefined;
}
