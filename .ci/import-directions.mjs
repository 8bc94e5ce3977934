// Which file may import which: the architecture (docs/architecture.md) as rules, held by test/house/imports.test.ts.
import { readdir, readFile } from 'node:fs/promises';
import { builtinModules } from 'node:module';
import { posix } from 'node:path';
import { parseSync, Visitor } from 'oxc-parser';

const inner = [
  'model',
  'state',
  'domain',
  'validation',
  'fixtures',
  'simulation',
  'configuration',
  'delivery',
  'activity',
];

/** What each layer of the sandbox may import besides itself. Only core.ts and http's pages know the simulation;
 * webhooks go out (delivery) where core.ts says so. */
const sandboxLayers = {
  model: [],
  state: ['model'],
  domain: ['model', 'state'],
  validation: ['domain'],
  fixtures: ['model', 'domain'],
  simulation: ['model', 'state', 'domain', 'fixtures'],
  configuration: ['model', 'state', 'domain', 'validation', 'fixtures', 'simulation'],
  delivery: ['model', 'state', 'domain'],
  activity: ['state'],
  // The page at `/`: a client of the public API, served as text.
  inspector: [],
  // The script of the pages at `/docs`, served as text.
  documentation: [],
  storage: ['state'],
  core: [...inner, 'storage'],
  snapshot: ['model', 'state', 'domain', 'validation', 'simulation', 'core'],
  http: [...inner.filter((layer) => layer !== 'delivery'), 'core', 'snapshot'],
  sandbox: [...inner, 'storage', 'core', 'http'],
  host: [...inner, 'storage', 'core', 'http', 'sandbox'],
  kit: [...inner, 'core', 'http', 'sandbox', 'host'],
  entry: [...inner, 'storage', 'core', 'http', 'sandbox', 'host', 'kit'],
};

/** Beside the folders: the entries of the package, the core, and what else joins the layers to a sandbox. */
const entries = [
  'index.ts',
  'msw.ts',
  'service-worker.ts',
  'playwright.ts',
  'vitest.ts',
  'jest.ts',
  'cypress.ts',
  'cypress-commands.ts',
  'cloudflare.ts',
];

/** Packages that need Node: they belong to the host alone, as Node's own modules do. */
const nodePackages = [/^@hono\/node-server/];

function layerOf(path) {
  const [first, ...rest] = path.split('/').slice(2);
  if (rest.length > 0) return first;
  if (first === 'core.ts') return 'core';
  return entries.includes(first) ? 'entry' : 'sandbox';
}

const isNode = (request) =>
  request.startsWith('node:') ||
  builtinModules.includes(request) ||
  nodePackages.some((pattern) => pattern.test(request));

/** Every module that a source asks for: imports, re-exports, `import()` and types by `import('…')`. */
export function requestsOf(path, source) {
  const { module, program, errors } = parseSync(path, source);
  if (errors.length > 0) throw new Error(`${path} does not parse: ${errors[0].message}`);
  const requests = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
  ];
  const literal = ({ source }) => requests.push(typeof source?.value === 'string' ? source.value : undefined);
  new Visitor({ ImportExpression: literal, TSImportType: literal }).visit(program);
  return [...new Set(requests.filter((request) => request !== undefined))];
}

function cyclesOf(graph) {
  const cycles = [];
  const state = new Map();
  const trail = [];
  const visit = (path) => {
    state.set(path, 'open');
    trail.push(path);
    for (const next of graph.get(path) ?? []) {
      if (state.get(next) === 'open') cycles.push([...trail.slice(trail.indexOf(next)), next]);
      else if (!state.has(next)) visit(next);
    }
    trail.pop();
    state.set(path, 'done');
  };
  for (const path of [...graph.keys()].sort()) if (!state.has(path)) visit(path);
  return cycles;
}

/**
 * @param {Map<string, string>} sources by path from the repository root, as `sandbox/src/domain/price.ts`
 * @returns {string[]} one sentence for each import that goes against the direction
 */
export function importViolations(sources) {
  const violations = [];
  const graph = new Map();
  for (const [path, source] of sources) {
    const targets = [];
    graph.set(path, targets);
    let requests = [];
    try {
      requests = requestsOf(path, source);
    } catch (error) {
      violations.push(error.message);
    }
    for (const request of requests) {
      const target = request.startsWith('.') ? posix.join(posix.dirname(path), request) : request;
      if (sources.has(target)) targets.push(target);
      violations.push(...violationsOf(path, target, request));
    }
  }
  for (const cycle of cyclesOf(graph))
    violations.push(`Files import each other in a circle: ${cycle.join(' → ')}`);
  return violations;
}

/** Entries of the SDK of their own: each imports ClientLib by its name, so that there is one copy of it, and its peer. */
const sdkEntries = {
  webhooks: [],
  react: ['clientlib', 'react'],
  vue: ['clientlib', 'vue'],
  'custom-element': ['clientlib'],
};

/** The entry that a file belongs to, if it is one of `sdkEntries`. */
const sdkEntryOf = (path) => Object.keys(sdkEntries).find((name) => path.startsWith(`sdk/src/${name}/`));

function violationsOf(path, target, request) {
  if (path.startsWith('sdk/')) {
    const entry = sdkEntryOf(path);
    if (!request.startsWith('.'))
      return sdkEntries[entry]?.includes(request)
        ? []
        : [`${path} imports '${request}': the SDK has no dependency`];
    if (entry !== sdkEntryOf(target))
      return [`${path} imports ${target}: an entry of its own shares no file with the rest`];
    if (!target.startsWith('sdk/')) return [`${path} imports ${target}: the SDK knows nothing outside sdk/`];
    return elementViolations(path, target);
  }
  const layer = layerOf(path);
  if (!(layer in sandboxLayers)) return [`${path}: '${layer}' is no layer of the sandbox`];
  if (isNode(request)) {
    return layer === 'host' ? [] : [`${path} imports '${request}': only host/ knows Node, hand the value in`];
  }
  if (target.startsWith('sdk/')) return sharedRoom(path, target);
  if (!target.startsWith('sandbox/src/')) return [];
  const targetLayer = layerOf(target);
  if (layer === targetLayer || sandboxLayers[layer].includes(targetLayer)) return [];
  return [`${path} imports ${target}: ${layer} must not know ${targetLayer}`];
}

/** What page, form and simulation share: the rulebook for payment data, and the codes of errors. */
function sharedRoom(path, target) {
  const isShared = /^sdk\/src\/(payment-data\/|errors\/codes\.ts$)/.test(target);
  return isShared
    ? []
    : [`${path} imports ${target}: of the SDK the sandbox knows payment-data/ and the error codes`];
}

/** Card data stays inside the iframe because the page's side and the inside share the protocol only. */
function elementViolations(path, target) {
  const inside = (file) => /^sdk\/src\/elements\/internal\b/.test(file);
  return inside(target) && !inside(path)
    ? [`${path} imports ${target}: what runs inside the payment form's iframe is never part of the page`]
    : [];
}

/** The sources of both packages. */
export async function packageSources() {
  const sources = new Map();
  for (const folder of ['sdk/src', 'sandbox/src']) {
    for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
      const path = posix.join(entry.parentPath.replaceAll('\\', '/'), entry.name);
      if (entry.isFile() && /\.tsx?$/.test(path) && !path.endsWith('.d.ts')) {
        sources.set(path, await readFile(path, 'utf8'));
      }
    }
  }
  return sources;
}

export async function checkImports() {
  const sources = await packageSources();
  return { summary: `${sources.size} files`, problems: importViolations(sources) };
}
