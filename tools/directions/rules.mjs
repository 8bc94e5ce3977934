// Which folder may import which, in the form of dependency-cruiser. Imports of types count.
import { readdirSync, readFileSync } from 'node:fs';

/** The rooms of the sandbox, from the top down. A room imports only the rooms on the lines below it. */
export const rooms = ['entries', 'hosts', 'clients', 'sandbox', 'served', 'service'];

/** The floors of the service, from the top down: they import nothing outside the service. */
export const service = [
  'http',
  'forecast snapshot',
  'core',
  'configuration',
  'simulation delivery storage validation',
  'domain activity',
  'model state',
];

export const http = [
  'app.ts',
  'routes',
  'middleware',
  'answers',
  'pages',
  'openapi',
  'zones',
  'traffic',
  'wire',
];

export const domain = [
  'tasks.ts',
  'interactive-payments stores',
  'orders',
  'contracts reversals',
  'billing customers exports mails audit',
  'payments invoice-pdf catalogue',
  'pricing',
  'access contract-facts webhooks',
  'records',
  'basics',
];

const src = 'sandbox/src';
const words = (lines) => lines.flatMap((line) => line.split(' '));
const inside = (folder, names) => `^${folder}/(${names.join('|').replaceAll('.', '\\.')})(/|$)`;
const npm = (...names) => `(^|node_modules/)(${names.join('|')})(/|$)`;
const refuse = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });
const never = (name, comment, from, to) => refuse(name, comment, { path: from }, { path: to });
const only = (name, comment, from, path, ...allowed) =>
  refuse(name, comment, { path: from }, { path, pathNot: allowed });

/** Each name imports of the folder only itself and the lines below its own; other names are unknown. */
function floors(folder, lines) {
  const known = inside(folder, words(lines));
  const here = `^${folder}/`;
  const unknown = `${folder} has only the folders listed in tools/directions/rules.mjs.`;
  return [
    refuse(`unknown in ${folder}`, unknown, { path: here, pathNot: known }, {}),
    refuse(`unknown in ${folder}`, unknown, {}, { path: here, pathNot: known }),
    ...lines.flatMap((line, at) =>
      line.split(' ').map((name) => {
        const below = words(lines.slice(at + 1));
        const comment = `${name} imports of ${folder} ${below.length > 0 ? `only ${below.join(', ')}` : 'nothing'}.`;
        const allowed = inside(folder, [name, ...below]);
        return only(`${folder}/${name}`, comment, inside(folder, [name]), here, allowed);
      }),
    ),
  ];
}

/** What they import of each other. */
const clients = { account: ['reports'], explore: ['kit', 'reports'], kit: [], replay: [], reports: [] };

/** The parts of the service that clients may import; docs/architecture.md explains why. */
const serviceOfClients = [
  'model',
  'configuration',
  'validation/mistakes.ts',
  'simulation/next-payments.ts',
  'domain/basics/(defined|nearest-name|problem).ts',
  'domain/contracts/taken-over-contract.ts',
  'domain/records/(contracts|tx).ts',
  'http/wire/(redacted-body|same-site).ts',
  'http/traffic/request-log.ts',
];

const betweenRooms = [
  refuse(
    'circle of files',
    'Move what both files need into a third one.',
    {},
    { circular: true, viaOnly: { path: '^(sandbox|sdk)/src/' } },
  ),
  {
    name: 'circle of folders',
    comment: 'Move the file that closes the circle, or what it needs.',
    severity: 'error',
    scope: 'folder',
    from: { path: '^(sandbox|sdk)/src' },
    to: { path: '^(sandbox|sdk)/src', circular: true },
  },
  ...Object.entries(clients).map(([name, others]) =>
    only(
      `clients/${name}`,
      'Of each other only explore imports kit, and explore and account import reports.',
      inside(`${src}/clients`, [name]),
      `^${src}/clients/`,
      inside(`${src}/clients`, [name, ...others]),
    ),
  ),
  only(
    'service of clients',
    'Clients use the public object, REST and the control API, but for the files listed in tools/directions/rules.mjs.',
    inside(src, ['clients']),
    inside(src, ['service']),
    inside(`${src}/service`, serviceOfClients),
  ),
  never(
    'bundled pages',
    'Inspector and documentation are bundled as text: nothing imports their files.',
    `^${src}/(?!served/(inspector|documentation)/)`,
    inside(`${src}/served`, ['inspector', 'documentation']),
  ),
  never(
    'agents of clients',
    'Clients know nothing of agents.',
    inside(src, ['clients']),
    inside(`${src}/served`, ['agents']),
  ),
  only(
    'service of served',
    'served imports service/model, and of itself only test-code.',
    inside(src, ['served']),
    inside(src, ['service']),
    inside(`${src}/service`, ['model']),
  ),
  ...['inspector', 'documentation', 'agents', 'test-code'].map((name) =>
    only(
      `served/${name}`,
      'served imports service/model, and of itself only test-code.',
      inside(`${src}/served`, [name]),
      inside(src, ['served']),
      inside(`${src}/served`, [name, 'test-code']),
    ),
  ),
];

const hostsOnly = 'Only hosts/ knows Node; hand the value in.';
const pages = `^${src}/(?!hosts/)`;

/** Values of these files bring zod with them. */
const schemas = () =>
  readdirSync(`${src}/service/model`).filter((name) =>
    readFileSync(`${src}/service/model/${name}`, 'utf8').includes("from 'zod'"),
  );

const packages = [
  refuse('Node', hostsOnly, { path: pages }, { dependencyTypes: ['core'] }),
  never('Node', hostsOnly, pages, npm('@hono/node-server', 'level', 'classic-level')),
  refuse(
    'schemas',
    'Domain and inspector run no schema: they import types of this file only.',
    { path: [inside(`${src}/service`, ['domain']), inside(`${src}/served`, ['inspector'])] },
    { path: inside(`${src}/service/model`, schemas()), dependencyTypesNot: ['type-only'] },
  ),
  only(
    'SDK in the sandbox',
    'Of the SDK the sandbox imports payment-data/, errors/codes.ts and input/vat-id.ts; http also the texts of the payment form.',
    `^${src}/(?!service/http/)`,
    '^sdk/src/',
    '^sdk/src/(payment-data/|errors/codes\\.ts$|input/vat-id\\.ts$)',
  ),
  only(
    'SDK in the sandbox',
    'Of the SDK http imports payment-data/, errors/codes.ts, input/{locale,vat-id}.ts and the texts of the payment form.',
    inside(`${src}/service`, ['http']),
    '^sdk/src/',
    '^sdk/src/(payment-data/|errors/codes\\.ts$|input/(locale|vat-id)\\.ts$|elements/internal/texts/)',
  ),
];

const properties = '^sdk/src/properties/';
/** Functions without state: they read languages and names, warn in the console, and draw. */
const reading =
  '^sdk/src/(input/(locale|unknown-names)|calls/callbacks|elements/(blocked-forms|drawing))\\.ts$';
/** By name, which resolves to the build if there is one. */
const clientlib = '^clientlib(/|$)|^sdk/dist/';
/** The entries, each with what it imports outside of its own folder. */
const entries = {
  webhooks: [],
  // Tables and functions without state: each entry that has the properties of an element bundles its own copy. Their types
  // are checked against those of ClientLib.
  properties: [clientlib, reading],
  react: [clientlib, properties, npm('react')],
  vue: [clientlib, properties, npm('vue')],
  svelte: [clientlib, npm('svelte')],
  'custom-element': [clientlib, properties],
  'drop-in': [clientlib, properties, reading],
  testing: ['^sdk/src/elements/'],
};
const outsideOfEntries = `^sdk/src/(?!(${Object.keys(entries).join('|')})/)`;

const sdk = [
  never('sandbox in the SDK', 'The SDK imports nothing outside sdk/.', '^sdk/src/', '^sandbox/'),
  only('packages of the SDK', 'The SDK has no dependency.', outsideOfEntries, '', '^sdk/src/'),
  never(
    'entry in the SDK',
    'An entry shares no file with the rest of the SDK: it imports ClientLib by its name.',
    outsideOfEntries,
    inside('sdk/src', Object.keys(entries)),
  ),
  never(
    'inside of the payment form',
    "What runs inside the payment form's iframe is never part of the page: card data stays there.",
    '^sdk/src/(?!elements/internal(/|\\.ts$)|testing/)',
    '^sdk/src/elements/internal(/|\\.ts$)',
  ),
  ...Object.entries(entries).map(([name, allowed]) =>
    only(
      `clientlib/${name}`,
      'An entry imports ClientLib and its peer by name, and shares no file with the rest of the SDK.',
      `^sdk/src/${name}/`,
      '',
      `^sdk/src/${name}/`,
      ...allowed,
    ),
  ),
];

export const forbidden = [
  ...floors(src, rooms),
  ...floors(`${src}/service`, service),
  ...floors(`${src}/service/http`, http),
  ...floors(`${src}/service/domain`, domain),
  ...betweenRooms,
  ...packages,
  ...sdk,
];
