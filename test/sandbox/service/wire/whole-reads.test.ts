// Everything that a lived-in account can be asked for, whole: the table of fields knows which fields there are, this knows what stands
// in them, in which order, and with which headers. Compared with reviewed files; after an intended change:
//   npx vitest run --project unit test/sandbox/service/wire/whole-reads.test.ts --update
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Answer, Api } from '../http/service.ts';
import { livedInAccount } from './lived-in.ts';

let sandbox: Sandbox;
let api: Api;

beforeAll(async () => {
  ({ sandbox, api } = await livedInAccount());
  const rule = {
    Path: '/api/v1/plans',
    Method: 'PUT',
    Times: 2,
    Probability: 0.5,
    Fault: { Status: 503, DelayMs: 1 },
  };
  const CustomerId = (await one('customers')).Id;
  const decision = {
    CustomerId,
    Provider: 'Delta',
    Times: 3,
    Outcome: { Code: 'InsufficientBalance', DelayMs: 20 },
  };
  expect((await api('POST', '/sandbox/faults', rule)).status).toBe(200);
  expect((await api('POST', '/sandbox/payments/next', decision)).status).toBe(200);
});
afterAll(() => sandbox.close());

/** Ids in the order in which they come; those of the default account mean something and stay. */
function withoutIds(text: string): string {
  const seen = new Map<string, string>();
  return text.replace(/\b[0-9a-f]{24}\b/g, (id) => {
    if (/^[a-f]\d0{5}|^[a-f]0{10}/.test(id)) return id;
    if (!seen.has(id)) seen.set(id, `#${seen.size + 1}`);
    return seen.get(id) as string;
  });
}

/** Those of the moment, of this machine, of what was asked before, and of the size of what was said. */
const unsteady = new Set(['etag', 'x-request-id', 'date', 'content-length', 'x-ratelimit-remaining']);

const headersOf = ({ headers }: Answer) =>
  [...headers]
    .filter(([name]) => !unsteady.has(name))
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n  ');

/** Of long lists the first and the last entries: what is between is of the same kinds. */
const endsOf = (_name: string, value: unknown): unknown =>
  Array.isArray(value) && value.length > 12
    ? [...value.slice(0, 4), `… ${value.length} …`, ...value.slice(-2)]
    : value;

function shown(path: string, answer: Answer): string {
  const { body } = answer;
  const text =
    typeof body === 'string'
      ? body.replaceAll('><', '>\n<').replaceAll('\r', '\\r')
      : JSON.stringify(body, endsOf, 1);
  return `GET ${path}\n  ${answer.status}\n  ${headersOf(answer)}\n${text.startsWith('%PDF') ? 'a PDF file' : text}`;
}

const one = async (path: string, at = 0): Promise<{ Id: string }> => (await api('GET', path)).body.at(at);

const all = async (...paths: readonly string[]) => {
  const texts: string[] = [];
  for (const path of paths) texts.push(shown(path, await api('GET', path)));
  return withoutIds(`${texts.join('\n\n')}\n`);
};

it('the catalogue', async () => {
  const lists = ['planGroups', 'plans', 'planVariants', 'components', 'discounts', 'coupons', 'taxPolicies'];
  const text = await all(...lists, 'taxDefinitions', 'priceLists', 'productInfo/a10000000000000000000001');
  await expect(text).toMatchFileSnapshot('./reads/catalogue.txt');
});

it('customers, orders and contracts', async () => {
  const contracts = (await api('GET', 'contracts?take=500')).body as { Id: string }[];
  const busy = contracts.at(-3) as { Id: string };
  const text = await all(
    'customers?take=500',
    'orders?take=500',
    'contracts?take=500',
    'subscriptions?take=500',
    'contractChanges?take=500',
    `contractChanges/${(await one('contractChanges')).Id}?includeContract=true`,
    ...['', '/subscriptions', '/previewNextRecurring', '/ledgerEntries', '/usage', '/ratedItems'].map(
      (path) => `contracts/${busy.Id}${path}`,
    ),
    ...['componentSubscriptions', 'discountSubscriptions', 'customFields'].map(
      (path) => `contracts/${busy.Id}/${path}`,
    ),
  );
  await expect(text).toMatchFileSnapshot('./reads/contracts.txt');
});

it('documents, payments and files', async () => {
  const text = await all(
    'invoices?take=500',
    `invoices/${(await one('invoices')).Id}`,
    `invoices/${(await one('invoices?take=500', -1)).Id}`,
    'dunnings',
    `dunnings/${(await one('dunnings')).Id}`,
    'paymentTransactions?take=500',
    'paymentRefunds',
    'accountingExportFiles',
    'paymentsExportFiles',
    'reports',
    'files',
    'webhooks',
    'emailNotificationsTemplates',
    `dunnings/${(await one('dunnings')).Id}/download`,
    `accountingExportFiles/${(await one('accountingExportFiles')).Id}/download`,
    `paymentsExportFiles/${(await one('paymentsExportFiles')).Id}/download`,
    `reports/${(await one('reports')).Id}/download`,
  );
  await expect(text).toMatchFileSnapshot('./reads/documents.txt');
});

it('the control API', async () => {
  const text = await all(
    ...['catalog', 'clock', 'audit', 'invoices', 'attention', 'turnover', 'tasks', 'faults'].map(
      (path) => `/sandbox/${path}`,
    ),
    ...[
      'payments/next',
      'payments/decided',
      'mails',
      'events?take=12',
      'deliveries',
      'webhooks',
      'stores',
    ].map((path) => `/sandbox/${path}`),
    '/sandbox/stores/AppleIap/subscriptions',
  );
  await expect(text).toMatchFileSnapshot('./reads/control.txt');
});

it('what is stored of it', async () => {
  const { Collections } = sandbox.snapshot();
  const texts = Object.entries(Collections).map(([name, documents]) => {
    const some = documents.length > 8 ? [...documents.slice(0, 3), ...documents.slice(-3)] : documents;
    return `${name}: ${documents.length}\n${some.map((one) => JSON.stringify(one)).join('\n')}`;
  });
  // Keys and tokens are random.
  const text = texts
    .join('\n\n')
    .replace(/"[\w-]{22,}"/g, (found) =>
      /\d/.test(found) && !/^"[0-9a-f]{24}"$/.test(found) ? '"…"' : found,
    );
  await expect(withoutIds(`${text}\n`)).toMatchFileSnapshot('./reads/state.txt');
});
