/*
 * Which folder may import which: the source of `import-directions.json`, with which the linter checks it. The options of a
 * rule replace those of an earlier override, so that the linter's file repeats for each folder what is said here once.
 *
 * After a change: `node .ci/import-directions.mjs`. A test compares the file with this list.
 */
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The layers of the sandbox, from the bottom up, with those that each may import. */
const layers = {
  model: '',
  state: 'model',
  domain: 'model state',
  validation: 'domain',
  fixtures: 'model domain',
  simulation: 'model state domain fixtures',
  configuration: 'model state domain validation fixtures simulation',
  delivery: 'model state domain',
  activity: 'state',
  'test-code': 'model',
  inspector: 'model test-code',
  documentation: '',
  storage: 'state domain',
  'workspace-state.ts': 'state domain delivery activity storage',
  'core.ts': `model state domain validation fixtures simulation configuration delivery activity storage
    workspace-state.ts`,
  forecast: 'model state domain simulation configuration core.ts',
  snapshot: 'model state domain validation simulation core.ts',
  http: `model state domain validation fixtures simulation configuration activity core.ts workspace-state.ts
    forecast snapshot`,
  agents: 'model test-code',
  'agent-access.ts': 'agents core.ts http workspaces.ts',
  session: 'model state domain simulation delivery activity core.ts http sandbox.ts workspaces.ts test-code',
  'sandbox.ts': `agent-access.ts model state domain validation fixtures simulation configuration delivery activity storage
    core.ts forecast http workspaces.ts session`,
  'workspaces.ts': `model state domain validation fixtures simulation configuration delivery activity storage
    core.ts http sandbox.ts`,
  host: `model state domain validation fixtures simulation configuration delivery activity storage core.ts
    http sandbox.ts workspaces.ts explore account agents agent-access.ts session test-code`,
  kit: `model state domain validation fixtures simulation configuration delivery activity core.ts http
    sandbox.ts workspaces.ts host`,
  explore: 'model simulation core.ts sandbox.ts workspaces.ts kit test-code',
  account: 'model domain validation configuration http explore session sandbox.ts test-code',
};

/** The files that packages export: they may import every layer but those that are bundled as text, and the snapshots. */
const entries = [
  'index.ts',
  'msw.ts',
  'service-worker.ts',
  'playwright.ts',
  'vitest.ts',
  'jest.ts',
  'jest-sandbox.ts',
  'cypress.ts',
  'cypress-commands.ts',
  'cloudflare.ts',
  'explore.ts',
];
const notOfEntries = 'inspector documentation snapshot account agents agent-access.ts test-code';

/**
 * The folders of `domain/`, from the ground up: a folder may import those of the floors below, and none of its own floor.
 * Files beside the folders are the ground, with `records`; only `tasks.ts`, the list of what falls due, is the roof.
 */
const floors = [
  'records',
  'access webhooks catalogue contract-facts',
  'pricing',
  'payments invoice-pdf',
  'customers exports mails billing audit',
  'reversals contracts',
  'orders',
  'interactive-payments stores',
];

const words = (text) => text.split(/\s+/).filter(Boolean);
const pattern = (layer) => (layer.endsWith('.ts') ? `**/${layer}` : `**/${layer}/**`);
const refuse = (message, group) => ({ message, group });

const sharedBySdk = ['**/sdk/src/**', '!**/sdk/src/payment-data/**', '!**/sdk/src/errors/codes.ts'];
const sdkInSandbox = refuse(
  'Of the SDK the sandbox imports payment-data/ and errors/codes.ts only.',
  sharedBySdk,
);
/** Refusals are worded for customers in the languages of the payment form. */
const sdkInHttp = refuse(
  'Of the SDK the sandbox imports payment-data/ and errors/codes.ts, and http the texts of the payment form.',
  [...sharedBySdk, '!**/sdk/src/elements/internal/texts/**'],
);
const nodeServer = refuse('Only host/ knows Node; hand the value in.', [
  '@hono/node-server',
  '@hono/node-server/**',
]);

function layerPatterns(layer, allowed = words(layers[layer])) {
  const refused = Object.keys(layers).filter((other) => other !== layer && !allowed.includes(other));
  const may = allowed.length === 0 ? 'no other layer' : `of the other layers only ${allowed.join(', ')}`;
  return [
    refuse(`${layer} imports ${may}: see docs/architecture.md.`, refused.map(pattern)),
    layer === 'http' ? sdkInHttp : sdkInSandbox,
    ...(layer === 'host' ? [] : [nodeServer]),
  ];
}

function floorPatterns(folder) {
  const floor = floors.findIndex((names) => words(names).includes(folder));
  const refused = floors.slice(Math.max(floor, 1)).flatMap(words);
  return [
    ...layerPatterns('domain'),
    refuse(
      `domain/${folder} imports only folders of the floors below: see docs/architecture.md.`,
      refused.filter((other) => other !== folder).map(pattern),
    ),
    refuse('Nothing in domain/ imports tasks.ts, which imports all of it.', ['**/tasks.ts']),
  ];
}

const noDependency = refuse('The SDK has no dependency.', ['**', '!./**', '!../**']);
const insideSdk = refuse('The SDK imports nothing outside sdk/.', ['**/sandbox/**']);
const noEntry = refuse(
  'An entry of its own shares no file with the rest: it imports ClientLib by its name.',
  [
    '**/react/**',
    '**/vue/**',
    '**/svelte/**',
    '**/webhooks/**',
    '**/custom-element/**',
    '**/drop-in/**',
    '**/testing/**',
  ],
);
const noInside = refuse(
  "What runs inside the payment form's iframe is never part of the page: card data stays there.",
  ['**/internal.ts', '**/internal/**'],
);
const sdkRooms = words(
  'account calls configuration elements errors input operations payment-data providers transport types',
).map(pattern);
const sdkEntry = (...packages) => [
  refuse(
    `An entry of its own imports ${packages.join(' and ') || 'no package'}${packages.length > 0 ? ' by name' : ''}, and shares no file with the rest of the SDK.`,
    ['**', '!./**', ...packages.map((name) => `!${name}`)],
  ),
];

/** Later rows win. */
function rows() {
  return [
    [
      ['sandbox/src/*/**'],
      [refuse('This folder is no layer of the sandbox: add it to .ci/import-directions.mjs.', ['../**'])],
    ],
    ...Object.keys(layers).map((layer) => [
      [`sandbox/src/${layer.endsWith('.ts') ? layer : `${layer}/**`}`],
      layerPatterns(layer),
    ]),
    [
      entries.map((entry) => `sandbox/src/${entry}`),
      layerPatterns(
        'An entry',
        Object.keys(layers).filter((layer) => !words(notOfEntries).includes(layer)),
      ),
    ],
    [
      ['sandbox/src/domain/*/**'],
      [refuse('This folder has no floor in domain/: add it to .ci/import-directions.mjs.', ['../**'])],
    ],
    [['sandbox/src/domain/*.ts', '!sandbox/src/service/domain/tasks.ts'], floorPatterns('*.ts')],
    ...floors.flatMap(words).map((folder) => [[`sandbox/src/domain/${folder}/**`], floorPatterns(folder)]),
    [['sdk/src/**'], [noDependency, insideSdk, noEntry, noInside]],
    [
      ['sdk/src/elements/internal.ts', 'sdk/src/elements/internal/**'],
      [noDependency, insideSdk, noEntry],
    ],
    [['sdk/src/webhooks/**'], sdkEntry()],
    [['sdk/src/react/**'], sdkEntry('clientlib', 'clientlib/drop-in', 'react')],
    [['sdk/src/vue/**'], sdkEntry('clientlib', 'clientlib/drop-in', 'vue')],
    [['sdk/src/svelte/**'], sdkEntry('clientlib/drop-in', 'svelte/elements')],
    [['sdk/src/custom-element/**'], sdkEntry('clientlib')],
    // Folders of its own, and none of the SDK's.
    [
      ['sdk/src/drop-in/**'],
      [refuse(sdkEntry('clientlib')[0].message, ['**', '!./**', '!../**', '!clientlib', ...sdkRooms])],
    ],
    [
      ['sdk/src/testing/**'],
      [
        refuse('The entry for tests shows the inside of the payment form, and imports nothing else.', [
          '**',
          '!./**',
          '!../elements/**',
        ]),
      ],
    ],
  ];
}

/** The linter's file, as this list makes it: one line for each folder. */
export function importDirections() {
  const overrides = rows().map(([includes, patterns]) =>
    JSON.stringify({
      includes,
      linter: { rules: { style: { noRestrictedImports: { level: 'error', options: { patterns } } } } },
    }),
  );
  return `{"overrides":[\n${overrides.join(',\n')}\n]}\n`;
}

if (process.argv[1] === fileURLToPath(import.meta.url))
  writeFileSync(new URL('import-directions.json', import.meta.url), importDirections());
