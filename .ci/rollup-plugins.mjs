// The few steps of the build that no Rollup plugin has: small, and named by what they do.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFile, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { parse } from 'acorn';
import { transform } from 'esbuild';
import { minify } from 'terser';
import { compressed } from './packaged-texts.mjs';

const run = promisify(execFile);

/**
 * Declarations of a package, one file a source, in `.cache/types/<package>/src`. TypeScript 7 has no JavaScript API,
 * so the compiler is called as a command; rollup-plugin-dts then makes one file of the tree. Whether the types are
 * right is said by `npm run check`; here they are only written, which is quicker.
 */
export function emitDeclarations(name) {
  return {
    name: 'emit-declarations',
    buildStart: async () => {
      await rm(`.cache/types/${name}`, { recursive: true, force: true });
      const options = [
        '--noEmit',
        'false',
        '--declaration',
        '--emitDeclarationOnly',
        '--noCheck',
        '--stripInternal',
      ];
      const places = ['--rootDir', '.', '--outDir', '.cache/types'];
      const tsc = 'node_modules/typescript/bin/tsc';
      await run(process.execPath, [tsc, '-p', name, ...options, ...places]).catch((error) => {
        throw new Error(`The types of ${name}/src could not be written:\n${error.stdout ?? error.message}`);
      });
    },
  };
}

/** A file that needs nothing done to it, beside what is built. */
export function copied(file, name) {
  return {
    name: 'copied',
    writeBundle: (options) => copyFile(file, join(options.dir ?? dirname(options.file), name)),
  };
}

/**
 * Terser, for script tags. Private members of classes begin with an underscore, so their names can be shortened; `_c` is the
 * service's name for the default of a text.
 */
export function minified() {
  return {
    name: 'minified',
    async renderChunk(code) {
      const { code: text, map } = await minify(code, {
        ecma: 2020,
        compress: { passes: 3, ecma: 2020 },
        mangle: { properties: { regex: /^_(?!c$)/ } },
        sourceMap: true,
      });
      return { code: text, map };
    },
  };
}

/** Style sheets in templates, without the spaces that only people need. */
export const compactStyles = () => ({
  name: 'compact-styles',
  transform: (code) =>
    /(look|base) = `/i.test(code)
      ? { code: code.replace(/(?<=(?:look|base) = `)[^`]*/gi, compactStyle), map: null }
      : null,
});

const compactStyle = (css) =>
  css
    .replace(/\s*\n\s*/g, ' ')
    .replace(/ ?([{};]) ?/g, '$1')
    .replace(/([a-z-]): /g, '$1:')
    .replace(/, /g, ',')
    .replace(/;}/g, '}');

/** Terser for what is loaded first; it is slow, and what comes on demand is small after esbuild. */
export function minifiedEntry() {
  return {
    name: 'minified-entry',
    renderChunk: async (code, { isEntry }) =>
      isEntry ? minify(code, { ecma: 2022, compress: { passes: 2, ecma: 2022 } }) : null,
  };
}

/** Dependencies, each module by itself: users step through our code, and these are half of the package. */
export function minifiedLibraries() {
  return {
    name: 'minified-libraries',
    async transform(code, id) {
      if (!id.includes('/node_modules/') || id.startsWith('\0')) return null;
      const options = { minify: true, target: 'es2022', format: 'esm', legalComments: 'none' };
      return { code: (await transform(code, options)).code, map: null };
    },
  };
}

/** Another module in place of one that sources name: a package, or a file by its path. */
export function replaced(name, replacement) {
  return {
    name: 'replaced',
    resolveId(source, importer, options) {
      const named = source.startsWith('.') && importer ? resolve(dirname(importer), source) : source;
      return named === name ? this.resolve(replacement, importer, { ...options, skipSelf: true }) : null;
    },
  };
}

/** Takes out comments, but for those that bundlers read. The code stays as it is written. */
export function withoutComments() {
  return {
    name: 'without-comments',
    renderChunk: async (code, { fileName }) => {
      let rest = '';
      let from = 0;
      const onComment = (_isBlock, comment, start, end) => {
        if (/[@#]__/.test(comment)) return;
        rest += `${code.slice(from, start)} `;
        from = end;
      };
      parse(code, { ecmaVersion: 'latest', sourceType: 'module', onComment });
      const { code: text } = await transform(rest + code.slice(from), { target: 'es2022' });
      // A single character beyond ASCII makes Node store the whole file in twice the memory.
      if (Buffer.byteLength(text) !== text.length)
        throw new Error(
          `${fileName} of the package has a letter beyond ASCII. Write it as an escape sequence.`,
        );
      return { code: text, map: null };
    },
  };
}

/** Fails the build when an entry for engines without Node's modules, or what it loads, imports one of them. */
export function withoutNode(entry) {
  return {
    name: 'without-node',
    generateBundle(_options, bundle) {
      const reached = new Set([`${entry}.js`]);
      for (const fileName of reached) {
        const { imports = [], dynamicImports = [] } = bundle[fileName] ?? {};
        for (const imported of [...imports, ...dynamicImports]) reached.add(imported);
        if (fileName.startsWith('node:')) this.error(`${entry}.js needs ${fileName}`);
      }
    },
  };
}

/** Fails the build when what is published does not parse in the oldest browsers that we support (docs/browsers.md). */
export function syntaxFloor(ecmaVersion) {
  return {
    name: 'syntax-floor',
    generateBundle({ format }, bundle) {
      for (const { type, fileName, code } of Object.values(bundle)) {
        if (type !== 'chunk') continue;
        try {
          parse(code, { ecmaVersion, sourceType: format === 'es' ? 'module' : 'script' });
        } catch (error) {
          this.error(`${fileName} has syntax that is newer than ES${ecmaVersion}: ${error.message}`);
        }
      }
    },
  };
}

/** `integrity.json`: the value of the attribute `integrity` for each released script, by file name. */
export function integrity(folder) {
  return {
    name: 'integrity',
    writeBundle: async () => {
      const files = (await readdir(folder)).filter((file) => /\.c?js$/.test(file)).sort();
      const hashes = {};
      for (const file of files) {
        const hash = createHash('sha384').update(await readFile(join(folder, file)));
        hashes[file] = `sha384-${hash.digest('base64')}`;
      }
      await writeFile(join(folder, 'integrity.json'), `${JSON.stringify(hashes, null, 2)}\n`);
    },
  };
}

/**
 * Files of the package with what the sandbox, as it was just built, serves: its path, and where it goes. A path that ends with
 * `index.md` stands for all texts that this one lists. A file `.br` is compressed, and addresses in it have no host.
 */
export const served = (...files) => ({
  name: 'served',
  async writeBundle({ dir }) {
    const { createSandbox } = await import(resolve(dir, 'index.js'));
    const sandbox = createSandbox({ timers: false });
    const write = async (path, file) => {
      const text = await (await sandbox.fetch(`http://sandbox${path}`)).text();
      await mkdir(dirname(file), { recursive: true });
      await writeFile(
        file,
        file.endsWith('.br') ? compressed(text.replaceAll('http://sandbox/', '/')) : text,
      );
      if (!path.endsWith('/index.md')) return;
      for (const [, name] of text.matchAll(/\]\((\w+\.md)\)/g))
        await write(path.replace('index.md', name), join(dirname(file), name));
    };
    for (const [path, file] of files) await write(path, file);
    sandbox.close();
  },
});

/** A part of the service worker that has this many characters is a file of its own. */
const LARGE = 50_000;

/**
 * Writes the service worker's own script beside its parts: the loader, which knows the names of their files. The browser
 * takes its time with each file that a worker imports, so the small parts are put into one; they are still run one by one.
 */
export function workerLoader(file) {
  return {
    name: 'worker-loader',
    generateBundle(_options, bundle) {
      const small = Object.values(bundle).filter(({ isEntry, code }) => !isEntry && code.length < LARGE);
      for (const { fileName } of small) delete bundle[fileName];
      const source = small.map(({ code }) => code).join('\n');
      this.emitFile({ type: 'asset', fileName: '2-parts.js', source });
    },
    async writeBundle({ dir }) {
      // With the scripts that other builds have put there.
      const files = (await readdir(dir)).map((name) => name.replace(/\.js$/, ''));
      const { code } = await transform(await readFile(file, 'utf8'), {
        minify: true,
        target: 'es2022',
        define: { 'self.FILES': JSON.stringify(files) },
      });
      await writeFile(join(dir, '..', 'clientlib-sandbox-worker.js'), code);
    },
  };
}
