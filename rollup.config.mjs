import commonjs from '@rollup/plugin-commonjs';
import { nodeResolve } from '@rollup/plugin-node-resolve';
import { dts } from 'rollup-plugin-dts';
import esbuild from 'rollup-plugin-esbuild';
import license from 'rollup-plugin-license';
import { apiReferenceText } from './.ci/api-reference-text.mjs';
import { billOfMaterials } from './.ci/bill-of-materials.mjs';
import { clientlibFromDist } from './.ci/clientlib-text.mjs';
import { documentationText } from './.ci/documentation-text.mjs';
import { inspectorFromBuild } from './.ci/inspector-text.mjs';
import {
  absent,
  copied,
  emitDeclarations,
  emptyFolder,
  executable,
  integrity,
  minified,
  minifiedEntry,
  packagedDocs,
  replaced,
  syntaxFloor,
  typesForCommonJs,
  workerLoader,
} from './.ci/rollup-plugins.mjs';

// The two packages, in the order in which they need each other: the sandbox serves the SDK's browser scripts.

const sandboxEntries = {
  index: 'sandbox/src/index.ts',
  msw: 'sandbox/src/msw.ts',
  'service-worker': 'sandbox/src/service-worker.ts',
  playwright: 'sandbox/src/playwright.ts',
  vitest: 'sandbox/src/vitest.ts',
  cypress: 'sandbox/src/cypress.ts',
  'cypress-commands': 'sandbox/src/cypress-commands.ts',
  cli: 'sandbox/src/host/cli.ts',
};
const sandboxHosted = 'sandbox/src/cloudflare.ts';
/** Jest runs CommonJS, which cannot load the others. */
const jestKit = 'sandbox/src/jest.ts';
const sandboxWorker = 'sandbox/src/host/worker.ts';
const sandboxShell = 'sandbox/src/host/shell.ts';

/** What jsPDF loads to draw HTML and SVG; the sandbox draws neither. */
const neverLoaded = ['html2canvas', 'dompurify', 'canvg'];

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

const permissive = ['MIT', 'ISC', 'Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Unlicense', 'Zlib'];

/** Oldest language level of the browsers we promise: docs/browsers.md. */
const browser = (options) => [esbuild({ target: 'es2020', ...options }), syntaxFloor(2020)];

/** The sandbox with its dependencies, so that it installs as one package and starts with few files. */
const portable = ({ apiReference = false, ...options }) => [
  apiReferenceText(apiReference),
  documentationText(apiReference),
  clientlibFromDist(),
  inspectorFromBuild(),
  absent(neverLoaded),
  nodeResolve({
    exportConditions: ['default'],
    preferBuiltins: true,
    extensions: ['.ts', '.tsx', '.mjs', '.js'],
  }),
  commonjs({ extensions: ['.js', '.cjs'] }),
  esbuild({ target: 'es2022', loaders: { '.json': 'json' }, legalComments: 'none', ...options }),
];

const thirdPartyLicences = license({
  thirdParty: {
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
  'frameworks',
  'browsers',
  'payments',
  'errors',
  'webhooks',
];
const sandboxPages = [
  ...sdkPages,
  'self-service-api',
  'rest',
  'oauth',
  'in-app-purchase',
  'billing',
  'inspector',
  'anywhere',
  'control-api',
  'ci',
  'persistence',
  'hosting',
  'configuration',
];

/** Entries of the SDK beside the main one, which they import by its name so that there is one copy of it. */
const sdkEntries = ['webhooks', 'react', 'vue', 'custom-element'];
const sdkPeers = ['clientlib', 'react', 'vue'];

const sdk = [
  {
    input: 'sdk/src/index.ts',
    plugins: [emptyFolder('sdk/dist'), browser()],
    output: [
      { file: 'sdk/dist/index.js', format: 'es', sourcemap: true },
      { file: 'sdk/dist/index.cjs', format: 'cjs', sourcemap: true },
    ],
  },
  {
    input: 'sdk/src/script-tag.ts',
    plugins: [browser(), minified(), integrity('sdk/dist'), packagedDocs(sdkPages)],
    output: { file: 'sdk/dist/clientlib.js', format: 'iife', sourcemap: true },
  },
  {
    input: 'sdk/src/elements/internal.ts',
    plugins: [browser({ minify: true }), integrity('sdk/dist')],
    output: { file: 'sdk/dist/payment-form.js', format: 'iife', sourcemap: true },
  },
  {
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
  },
  {
    input: '.cache/types/sdk/src/index.d.ts',
    plugins: [emitDeclarations('sdk'), dts(), typesForCommonJs()],
    output: { file: 'sdk/dist/index.d.ts', format: 'es' },
  },
  ...sdkEntries.flatMap((name) => [
    {
      input: `sdk/src/${name}/index.ts`,
      external: sdkPeers,
      plugins: [browser()],
      output: {
        file: `sdk/dist/${name}.js`,
        format: 'es',
        sourcemap: true,
        // Server components of React import it as a part of the browser's side.
        banner: name === 'react' ? "'use client';" : '',
      },
    },
    {
      input: `.cache/types/sdk/src/${name}/index.d.ts`,
      external: sdkPeers,
      plugins: [dts()],
      output: { file: `sdk/dist/${name}.d.ts`, format: 'es' },
    },
  ]),
];

const sandbox = [
  {
    input: 'sandbox/src/inspector/main.tsx',
    plugins: [
      nodeResolve({ exportConditions: ['default'], extensions: ['.ts', '.tsx', '.mjs', '.js'] }),
      esbuild({ target: 'es2022', minify: true, legalComments: 'none' }),
    ],
    output: { file: '.cache/inspector/inspector.js', format: 'iife' },
  },
  {
    input: sandboxEntries,
    external,
    plugins: [
      emptyFolder('sandbox/dist'),
      // Names stay, so that a stack trace in a report can be read.
      ...portable({ minifyWhitespace: true, minifySyntax: true, apiReference: true }),
      thirdPartyLicences,
      packagedDocs(sandboxPages),
      executable('cli.js'),
    ],
    output: { dir: 'sandbox/dist', format: 'es', chunkFileNames: 'chunks/[name]-[hash].js' },
  },
  {
    // Without Node: a chunk that it shared with the other entries could hold what only Node has.
    input: { cloudflare: sandboxHosted },
    external: ['cloudflare:workers'],
    plugins: portable({ minifyWhitespace: true, minifySyntax: true }),
    output: {
      dir: 'sandbox/dist',
      format: 'es',
      chunkFileNames: 'cloudflare/[name]-[hash].js',
    },
  },
  {
    input: jestKit,
    external,
    plugins: portable({ minify: true }),
    output: {
      dir: 'sandbox/dist',
      format: 'cjs',
      // Jest has no import() of its own.
      dynamicImportInCjs: false,
      entryFileNames: 'jest.cjs',
      chunkFileNames: 'chunks/jest/[name]-[hash].cjs',
    },
  },
  {
    input: sandboxWorker,
    external,
    plugins: [
      // Hono's preset for small bundles: another router with the same paths.
      replaced('hono', 'hono/tiny'),
      ...portable({ minify: true }),
      minifiedEntry(),
      workerLoader('sandbox/src/host/worker-loader.js'),
    ],
    // Service workers cannot import(): the parts are loaded by importScripts when they are needed.
    output: {
      dir: 'sandbox/dist/browser/clientlib-sandbox-worker',
      format: 'amd',
      amd: { autoId: true },
      exports: 'named',
      entryFileNames: 'worker.js',
      chunkFileNames: '[name].js',
    },
  },
  {
    input: sandboxShell,
    plugins: [
      browser({ minify: true }),
      copied('sandbox/src/host/shell.html', 'clientlib-sandbox-shell.html'),
    ],
    output: { file: 'sandbox/dist/browser/clientlib-sandbox-shell.js', format: 'iife' },
  },
  {
    input: Object.fromEntries(
      Object.entries({ ...sandboxEntries, cloudflare: sandboxHosted })
        .filter(([name]) => name !== 'cli')
        .map(([name, file]) => [name, file.replace(/^(.*)\.ts$/, '.cache/types/$1.d.ts')]),
    ),
    // The user's own Hono, so that the type of `sandbox.app` is the one of the app that mounts it.
    external: [...external, /^hono($|\/)/],
    plugins: [emitDeclarations('sandbox'), dts({ respectExternal: true })],
    output: { dir: 'sandbox/dist', format: 'es', chunkFileNames: 'types/[name].d.ts' },
  },
  {
    // One file: a declaration for require() cannot share those of the modules.
    input: jestKit.replace(/^(.*)\.ts$/, '.cache/types/$1.d.ts'),
    external: [...external, /^hono($|\/)/, 'expect'],
    plugins: [dts({ respectExternal: true })],
    output: { file: 'sandbox/dist/jest.d.cts', format: 'es' },
  },
];

/** Dependencies may do what they like; a warning about our own files is an error. */
function onwarn(warning) {
  const files = [warning.id, warning.loc?.file, ...(warning.ids ?? [])].filter((file) => file !== undefined);
  if (files.some((file) => file.includes('node_modules'))) return;
  throw new Error(warning.toString?.() ?? warning.message);
}

/** Every bundle of a package counts for its bill of materials. Declarations contain no code of others. */
function withBill(name, configs) {
  const bill = billOfMaterials(name);
  const isCode = ({ input }) => !JSON.stringify(input).includes('.d.ts');
  return configs.map((config) => (isCode(config) ? { ...config, plugins: [config.plugins, bill] } : config));
}

export default [...withBill('sdk', sdk), ...withBill('sandbox', sandbox)].map((config) => ({
  onwarn,
  ...config,
}));
