import { resolve } from 'node:path';
import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import replace from '@rollup/plugin-replace';
import virtual from '@rollup/plugin-virtual';
import { dts } from 'rollup-plugin-dts';
import esbuild from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';
import { billOfMaterials } from './.ci/bill-of-materials.mjs';
import {
  clientlibFromDist,
  dropInParts,
  languages,
  loadedBesideScript,
  sharedWithScript,
} from './.ci/clientlib-text.mjs';
import { documentationText } from './.ci/documentation-text.mjs';
import { inspectorFromBuild } from './.ci/inspector-text.mjs';
import { namedShapes } from './.ci/named-shapes.mjs';
import { packagedDocs } from './.ci/packaged-docs.mjs';
import { sharedScripts } from './.ci/packaged-texts.mjs';
import {
  compactStyles,
  copied,
  emitDeclarations,
  integrity,
  minified,
  minifiedEntry,
  minifiedLibraries,
  replaced,
  served,
  syntaxFloor,
  withoutComments,
  withoutNode,
  workerLoader,
} from './.ci/rollup-plugins.mjs';

/** `npm start` builds what it serves (`.ci/build.mjs --start`), without what only a release needs. */
const isWhole = process.env.CLIENTLIB_BUILD !== 'start';

// The two packages, in the order in which they need each other: the sandbox serves the SDK's browser scripts.

const sandboxEntries = {
  index: 'sandbox/src/entries/index.ts',
  msw: 'sandbox/src/entries/msw.ts',
  playwright: 'sandbox/src/entries/playwright.ts',
  vitest: 'sandbox/src/entries/vitest.ts',
  cypress: 'sandbox/src/entries/cypress.ts',
  cloudflare: 'sandbox/src/entries/cloudflare.ts',
  explore: 'sandbox/src/entries/explore.ts',
};
/** Entries that a page loads as they are, without a bundler: each is one file. */
const pageEntries = {
  'service-worker': 'sandbox/src/entries/service-worker.ts',
  'cypress-commands': 'sandbox/src/entries/cypress-commands.ts',
};
/** Entries without declarations: a command, and what the Jest kit loads. */
const sandboxCommand = 'sandbox/src/hosts/command/cli.ts';
const jestSandbox = 'sandbox/src/entries/jest-sandbox.ts';
/** Jest runs CommonJS, and loads the sandbox as the module that Node has. */
const jestKit = 'sandbox/src/entries/jest.ts';
const sandboxWorker = 'sandbox/src/hosts/browser/worker.ts';
const sandboxShell = 'sandbox/src/hosts/browser/shell.ts';

/** What PDFKit needs for fonts of files, pictures and passwords, with what it imports; the sandbox's documents have none. */
const neverNeeded = {
  fontkit: 'export const create = undefined;',
  'png-js': 'export default undefined;',
  '@noble/ciphers/aes': 'export const cbc = undefined, ecb = undefined;',
};

/**
 * PDFKit looks for the color profile of PDF/A beside its own address. No invoice is PDF/A, and a module in a worker has no
 * address.
 */
const withoutAddress = () =>
  replace({
    include: '**/node_modules/pdfkit/**',
    values: { 'import.meta.url': "'file:///'" },
    preventAssignment: true,
  });

/** What the sandbox leaves to its user's own installation: optional peers, and Node. */
const external = [
  /^node:/,
  /^cloudflare:/,
  'level',
  /^msw($|\/)/,
  /^@playwright\//,
  /^vitest($|\/)/,
  /^@jest\//,
];

/** What `npm start` leaves to the clone's own installation: bundling it takes half of the time. */
const installed = /^(@hono\/node-server|hono|temporal-polyfill|zod|zod-openapi)($|\/)/;

const permissive = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'Zlib'];

/** Oldest language level of the browsers we promise: docs/browsers.md. */
const browser = (options) => [esbuild({ target: 'es2020', ...options }), isWhole && syntaxFloor(2020)];

/** The sandbox with its dependencies, so that it installs as one package and starts with few files. */
const portable = ({ documentation, scripts, ...options }) => [
  documentationText(documentation),
  clientlibFromDist(),
  inspectorFromBuild(),
  sharedScripts(scripts),
  virtual(neverNeeded),
  replaced('@modelcontextprotocol/server/_shims', resolve('sandbox/src/served/agents/protocol-shims.ts')),
  nodeResolve({
    exportConditions: ['default'],
    preferBuiltins: true,
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
  }),
  commonjs({ extensions: ['.js', '.cjs'] }),
  withoutAddress(),
  isWhole && options.minify !== true && minifiedLibraries(),
  esbuild({ target: 'es2022', loaders: { '.json': 'json' }, legalComments: 'none', ...options }),
];

const thirdPartyLicences = license({
  thirdParty: {
    multipleVersions: true,
    allow: {
      // An expression as '(MIT AND Zlib)' is fine when each of its licences is.
      test: ({ name, license: expression }) =>
        name?.startsWith('clientlib') ||
        (expression ?? 'none').split(/[\s()]+|AND|OR/).every((id) => id === '' || permissive.includes(id)),
      failOnUnlicensed: true,
      failOnViolation: true,
    },
    output: {
      file: 'sandbox/dist/THIRD-PARTY-LICENSES.txt',
      template: (dependencies) =>
        dependencies
          .filter(({ name }) => !name?.startsWith('clientlib'))
          .map((dependency) => dependency.text())
          .sort()
          .join('\n\n---\n\n'),
    },
  },
});

/** Pages of docs/ that are packed: what the users of a package read, and what its messages and types name. */
const sdkPages = [
  'getting-started',
  'migration',
  'clientlib',
  'payment-form',
  'drop-in',
  'frameworks',
  'browsers',
  'payments',
  'payment-outcomes',
  'errors',
  'webhooks',
];
const sandboxPages = [
  ...sdkPages,
  'self-service-api',
  'rest',
  'oauth',
  'in-app-purchase',
  'reconcile',
  'move-customers',
  'year-end',
  'billing',
  'billing-examples',
  'inspector',
  'five-minutes',
  'run',
  'in-the-browser',
  'test-kits',
  'clock-and-state',
  'faults',
  'explore',
  'your-account',
  'sessions',
  'control-api',
  'ci',
  'hosting',
  'configuration',
  'limits',
  'agents',
];

/** Entries of the SDK beside the main one, which they import by its name so that there is one copy of it. */
const sdkEntries = ['webhooks', 'react', 'vue', 'custom-element', 'testing'];
const sdkPeers = ['clientlib', 'clientlib/drop-in', 'react', 'vue'];

/** What one call of Rollup makes, with its name for who waits for it. */
const bundle = (title, config, { isForStart = false } = {}) => ({ title, config, isForStart });

/** Declarations of an entry of the SDK, under the names that `import` and `require` look for. */
const typesOf = (name) =>
  ['d.ts', 'd.cts'].map((extension) => ({ file: `sdk/dist/${name}.${extension}`, format: 'es' }));

/** The drop-in in a format of modules, with its languages beside it. */
const dropInAs = (format, extension) => ({
  dir: 'sdk/dist',
  format,
  entryFileNames: `[name].${extension}`,
  chunkFileNames: `drop-in/[name].${extension}`,
});

const sdk = [
  bundle('ClientLib for bundlers', {
    input: 'sdk/src/index.ts',
    plugins: [browser()],
    output: [
      { file: 'sdk/dist/index.js', format: 'es' },
      { file: 'sdk/dist/index.cjs', format: 'cjs' },
    ],
  }),
  bundle(
    'ClientLib for script tags',
    {
      input: 'sdk/src/script-tag.ts',
      plugins: [browser(), isWhole && [minified(), integrity('sdk/dist'), packagedDocs(sdkPages)]],
      output: { file: 'sdk/dist/clientlib.js', format: 'iife', sourcemap: true },
    },
    { isForStart: true },
  ),
  bundle(
    'Payment form',
    {
      input: 'sdk/src/elements/internal.ts',
      plugins: [
        loadedBesideScript('payment-form'),
        compactStyles(),
        browser(),
        isWhole && minified(),
        integrity('sdk/dist'),
      ],
      output: { file: 'sdk/dist/payment-form.js', format: 'iife' },
    },
    { isForStart: true },
  ),
  bundle(
    'Languages of the payment form',
    {
      input: Object.fromEntries(
        languages.map((language) => [language, `sdk/src/elements/internal/texts/${language}.ts`]),
      ),
      plugins: [browser({ minify: true })],
      output: {
        dir: 'sdk/dist',
        format: 'es',
        entryFileNames: 'payment-form/[name].js',
        chunkFileNames: 'payment-form/[name].js',
      },
    },
    { isForStart: true },
  ),
  bundle('Custom element for script tags', {
    // The custom element beside the script tag, whose global it uses.
    input: 'sdk/src/custom-element/index.ts',
    external: sdkPeers,
    plugins: [browser({ minify: true }), integrity('sdk/dist')],
    output: {
      file: 'sdk/dist/custom-element.global.js',
      format: 'iife',
      name: 'ClientLibElements',
      globals: { clientlib: 'ClientLib' },
      sourcemap: true,
    },
  }),
  bundle(
    'Drop-in for bundlers',
    {
      input: { 'drop-in': 'sdk/src/drop-in/index.ts' },
      external: sdkPeers,
      plugins: [browser()],
      output: isWhole ? [dropInAs('es', 'js'), dropInAs('cjs', 'cjs')] : dropInAs('es', 'js'),
    },
    { isForStart: true },
  ),
  bundle(
    'Drop-in for script tags',
    {
      // The drop-in beside the script tag. It loads the same languages, and its own parts.
      input: 'sdk/src/drop-in/script-tag.ts',
      external: sdkPeers,
      plugins: [
        loadedBesideScript('drop-in'),
        compactStyles(),
        browser(),
        isWhole && minified(),
        integrity('sdk/dist'),
      ],
      output: {
        file: 'sdk/dist/drop-in.global.js',
        format: 'iife',
        name: 'ClientLibDropIn',
        // Without it the elements say so.
        globals: { clientlib: '(globalThis.ClientLib||{})' },
        sourcemap: true,
      },
    },
    { isForStart: true },
  ),
  ...Object.entries(dropInParts).map(([name, input]) =>
    bundle(
      `Drop-in for script tags: ${name}`,
      {
        input,
        plugins: [sharedWithScript(), compactStyles(), browser(), isWhole && minified()],
        output: { file: `sdk/dist/drop-in/${name}.global.js`, format: 'es' },
      },
      { isForStart: true },
    ),
  ),
  bundle('Types of ClientLib', {
    input: '.cache/types/sdk/src/index.d.ts',
    plugins: [emitDeclarations('sdk'), dts()],
    output: typesOf('index'),
  }),
  bundle('Types of the drop-in', {
    input: '.cache/types/sdk/src/drop-in/index.d.ts',
    external: sdkPeers,
    plugins: [
      dts(),
      copied('sdk/src/svelte/index.d.ts', 'svelte.d.ts'),
      copied('sdk/src/svelte/index.d.ts', 'svelte.d.cts'),
    ],
    output: typesOf('drop-in'),
  }),
  ...sdkEntries.flatMap((name) => [
    bundle(
      `clientlib/${name}`,
      {
        input: `sdk/src/${name}/index.ts`,
        external: sdkPeers,
        plugins: [browser()],
        output: ['js', 'cjs'].map((extension) => ({
          file: `sdk/dist/${name}.${extension}`,
          format: extension === 'js' ? 'es' : 'cjs',
          // Server components of React import it as a part of the browser's side.
          // One file for tests, with all languages of the form.
          inlineDynamicImports: true,
          banner: name === 'react' ? "'use client';" : '',
        })),
      },
      // The merchant's back end checks webhooks.
      { isForStart: name === 'webhooks' },
    ),
    bundle(`Types of clientlib/${name}`, {
      input: `.cache/types/sdk/src/${name}/index.d.ts`,
      external: sdkPeers,
      plugins: [dts()],
      output: typesOf(name),
    }),
  ]),
];

const sandbox = [
  bundle(
    'Inspector',
    {
      input: 'sandbox/src/served/inspector/main.tsx',
      plugins: [
        nodeResolve({ exportConditions: ['default'], extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
        esbuild({ target: 'es2022', minify: true, legalComments: 'none' }),
      ],
      output: { file: '.cache/inspector/inspector.js', format: 'iife' },
    },
    { isForStart: true },
  ),
  bundle(
    'Sandbox',
    {
      // Not minified: Node prints the line from which an error is thrown. Who minifies is the bundler of a page.
      input: isWhole
        ? { ...sandboxEntries, cli: sandboxCommand, 'jest-sandbox': jestSandbox }
        : { index: sandboxEntries.index },
      external: isWhole ? external : [...external, installed],
      plugins: [
        ...portable({ documentation: 'packaged', scripts: 'import' }),
        packagedDocs(sandboxPages),
        isWhole && [
          withoutComments(),
          withoutNode('cloudflare'),
          withoutNode('msw'),
          thirdPartyLicences,
          served(
            ['/openapi.json', 'sandbox/dist/documentation/openapi.br'],
            ['/configuration.schema.json', 'sandbox/configuration.schema.json'],
            ['/docs/api/index.md', 'sandbox/dist/docs/api/index.md'],
          ),
        ],
      ],
      logLevel: 'warn',
      // Node takes a millisecond for each file, and a first signup had 22 of them. The entry that loads the server stays a file
      // of its own: what shares one with it could not run in a browser.
      output: {
        dir: 'sandbox/dist',
        format: 'es',
        chunkFileNames: 'chunks/[name]-[hash].js',
        experimentalMinChunkSize: 5_000,
        manualChunks: (id) => (id === resolve(sandboxEntries.index) ? 'index' : undefined),
        onlyExplicitManualChunks: true,
      },
    },
    { isForStart: true },
  ),
  ...Object.entries(pageEntries).map(([name, input]) =>
    bundle(`Sandbox, ${name}`, {
      input,
      plugins: [browser()],
      output: { file: `sandbox/dist/${name}.js`, format: 'es' },
    }),
  ),
  bundle('Jest kit', {
    input: jestKit,
    external,
    plugins: [
      replaced(resolve(jestSandbox), resolve('sandbox/src/hosts/node/jest-sandbox-loader.js')),
      nodeResolve({ extensions: ['.ts', '.js'] }),
      esbuild({ target: 'es2022', legalComments: 'none' }),
    ],
    output: { file: 'sandbox/dist/jest.cjs', format: 'cjs' },
  }),
  bundle('Service worker', {
    input: sandboxWorker,
    external,
    plugins: [
      // Hono's preset for small bundles: another router with the same paths.
      replaced('hono', 'hono/tiny'),
      replaced(
        resolve('sandbox/src/sandbox/agent-access.ts'),
        resolve('sandbox/src/served/agents/no-agents.ts'),
      ),
      replaced(
        resolve('sandbox/src/sandbox/sessions/recording.ts'),
        resolve('sandbox/src/sandbox/sessions/not-recording.ts'),
      ),
      replaced(
        resolve('sandbox/src/sandbox/in-process.ts'),
        resolve('sandbox/src/sandbox/not-in-process.ts'),
      ),
      ...portable({ minify: true, documentation: 'none', scripts: 'importScripts' }),
      minifiedEntry(),
      workerLoader('sandbox/src/hosts/browser/worker-loader.js'),
    ],
    // Service workers cannot import(): the parts are loaded by importScripts when they are needed. To a worker that was
    // stopped, Chromium hands its files one after the other in the order of their names, so what is run first has the first.
    output: {
      dir: 'sandbox/dist/browser/clientlib-sandbox-worker',
      format: 'amd',
      amd: { autoId: true },
      exports: 'named',
      entryFileNames: '1-worker.js',
      chunkFileNames: '[name].js',
      // For browsers that have no Temporal yet.
      manualChunks: (id) => (/node_modules.temporal-/.test(id) ? 'temporal' : undefined),
    },
  }),
  bundle('Shell page', {
    input: sandboxShell,
    plugins: [
      browser({ minify: true }),
      copied('sandbox/src/hosts/browser/shell.html', 'clientlib-sandbox-shell.html'),
    ],
    output: { file: 'sandbox/dist/browser/clientlib-sandbox-shell.js', format: 'iife' },
  }),
  bundle('Types of the sandbox', {
    input: Object.fromEntries(
      Object.entries({ ...sandboxEntries, ...pageEntries }).map(([name, file]) => [
        name,
        file.replace(/^(.*)\.ts$/, '.cache/types/$1.d.ts'),
      ]),
    ),
    // The user's own Hono, so that the type of `sandbox.app` is the one of the app that mounts it.
    external: [...external, /^hono($|\/)/],
    plugins: [emitDeclarations('sandbox'), dts({ respectExternal: true }), namedShapes()],
    output: { dir: 'sandbox/dist', format: 'es', chunkFileNames: 'types/[name].d.ts' },
  }),
  bundle('Types of the Jest kit', {
    // One file: a declaration for require() cannot share those of the modules.
    input: jestKit.replace(/^(.*)\.ts$/, '.cache/types/$1.d.ts'),
    external: [...external, /^hono($|\/)/, 'expect'],
    plugins: [dts({ respectExternal: true }), namedShapes()],
    output: { file: 'sandbox/dist/jest.d.cts', format: 'es' },
  }),
];

/** Dependencies may do what they like; a warning about our own files is an error. */
function onwarn(warning) {
  const files = [warning.id, warning.loc?.file, ...(warning.ids ?? [])].filter((file) => file !== undefined);
  if (files.some((file) => file.includes('node_modules'))) return;
  throw new Error(warning.toString?.() ?? warning.message);
}

/** Every bundle of a package counts for its bill of materials. Declarations contain no code of others. */
function withBill(name, made) {
  const bill = billOfMaterials(name);
  const isCode = ({ input }) => !JSON.stringify(input).includes('.d.ts');
  return made.map(({ title, config }) => ({
    title,
    config: isWhole
      ? { onwarn, ...config, ...(isCode(config) && { plugins: [config.plugins, bill] }) }
      : // What is not used does no harm on this machine, and to find it takes half of the time.
        { onwarn, treeshake: false, ...config },
  }));
}

const toBuild = (made) => made.filter(({ isForStart }) => isWhole || isForStart);

/** All bundles, in the order in which they need each other. */
export const bundles = [...withBill('sdk', toBuild(sdk)), ...withBill('sandbox', toBuild(sandbox))];

export default bundles.map(({ config }) => config);
