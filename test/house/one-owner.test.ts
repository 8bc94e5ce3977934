import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

/*
 * Rules that stood twice, and had parted or would have: each stands in one file. The table "One owner for each rule" of
 * docs/architecture.md names the owners for readers.
 */

const sources = readdirSync('sandbox/src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('sandbox/src', path).replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const domain = 'sandbox/src/service/domain';

/** In a list or a comparison, whatever comes first. */
const besides = (one: string, other: string) =>
  new RegExp(`['"]${one}['"][^'"\\]}]{0,40}['"]${other}|['"]${other}['"][^'"\\]}]{0,40}['"]${one}['"]`);

interface Rule {
  readonly name: string;
  readonly owner: string;
  /** What only the owner may have. */
  readonly pattern: RegExp;
  /** Second places, as somebody could write them who does not know of the first. */
  readonly copies: readonly string[];
  /** Where it is looked for. */
  readonly under?: string;
}

const rules: readonly Rule[] = [
  {
    name: 'what may happen to an order',
    owner: `${domain}/orders/order-status.ts`,
    pattern: /\borders\.(replace|update|put)\(/,
    copies: [
      "tx.orders.replace({ ...order, Status: 'Aborted' });",
      "const ended: Order = { ...order, Status: 'Expired' };\ncore.tx.orders.put(ended);",
    ],
  },
  {
    name: 'which orders are open',
    owner: 'sandbox/src/service/model/statuses.ts',
    pattern: besides('InProgress', 'PaymentPending'),
    copies: [
      "const open = ['PaymentPending', 'InProgress'];",
      "const isOpen = Status === 'InProgress' || Status === 'PaymentPending';",
    ],
  },
  {
    name: 'which payments are paid',
    owner: 'sandbox/src/service/model/statuses.ts',
    pattern: besides('Succeeded', 'PartiallyRefunded'),
    copies: [
      "['PartiallyRefunded', 'Succeeded'].includes(Status)",
      "if (Status === 'Succeeded' || Status === 'PartiallyRefunded') return;",
    ],
  },
  {
    name: 'the account in every event',
    owner: `${domain}/webhooks/events.ts`,
    pattern: /\bEntityId: [\w.()]*[aA]ccount/,
    copies: ["tx.emit({ Event: 'X', EntityId: account.Id });", '{ EntityId: core.tx.account.Id }'],
  },
  {
    name: 'the tag of a customer in events',
    owner: `${domain}/webhooks/events.ts`,
    pattern: /\b(Tag|ExternalCustomerId|YourCustomerId): .*\bcustomers?\b.*\.(Tag|ExternalCustomerId)\b/,
    copies: ['Tag: customer.Tag,', 'YourCustomerId: tx.customers.get(CustomerId)?.ExternalCustomerId,'],
    under: `${domain}/webhooks`,
  },
  {
    name: 'that an order succeeded',
    owner: `${domain}/orders/order-completion.ts`,
    pattern: /Event: ['"]OrderSucceeded['"]/,
    copies: ["tx.emit({ Event: 'OrderSucceeded', OrderId });"],
    under: domain,
  },
  {
    name: 'that a contract changed',
    owner: `${domain}/contract-facts/change-history.ts`,
    pattern: /Event: ['"]ContractChanged['"]/,
    copies: ["tx.emit({ ...facts, Event: 'ContractChanged' });"],
    under: domain,
  },
  {
    name: 'the result of an order',
    owner: `${domain}/orders/order-result.ts`,
    pattern: /\bGrossTotal: \w*[oO]rder\.TotalGross/,
    copies: ['{ OrderId: order.Id, GrossTotal: order.TotalGross }', 'GrossTotal: paidOrder.TotalGross,'],
  },
  {
    name: 'what a signup takes from its order',
    owner: `${domain}/orders/order-price.ts`,
    pattern: /(?<!function )\bplannedSignup\(/,
    copies: ['const subject = plannedSignup(tx, request);'],
  },
  {
    name: 'what a preauthorization reserves',
    owner: `${domain}/payments/preauthorizations.ts`,
    pattern: /DefaultPreauthAmount\??(\.)?\[(?!['"])/,
    copies: ['provider?.DefaultPreauthAmount?.[role] ?? 0', 'DefaultPreauthAmount[method.Role]'],
  },
  {
    name: 'the refusal of contracts of a store',
    owner: `${domain}/contract-facts/store-separation.ts`,
    pattern: /\b(is|has) a subscription of the (app )?store/,
    copies: ["throw conflict('The contract is a subscription of the store AppleIap.');"],
  },
  {
    name: 'the name of a customer',
    owner: 'sandbox/src/service/model/customer-name.ts',
    pattern: /\.FirstName\}?\s*(,|\$\{|\+)[^;:=\n]{0,20}\.LastName\b/,
    copies: [
      "[Customer?.FirstName, Customer?.LastName].filter(Boolean).join(' ')",
      "customer.FirstName + ' ' + customer.LastName",
    ],
  },
  {
    name: 'the digits of a currency',
    owner: 'sandbox/src/service/model/currencies.ts',
    pattern: /\b(JPY|KRW|KWD|BHD)\b['"]?: \d|(?<!Number\(amount)\.toFixed\(2\) *[;}]/,
    copies: [
      'const digits = { JPY: 0 };',
      "{ 'KWD': 3 }",
      'const money = (amount: number) => amount.toFixed(2);',
    ],
  },
  {
    name: 'the years that the service knows',
    owner: 'sandbox/src/service/model/iso-8601.ts',
    pattern: /['"]0001-01-01T|62_?135_?596/,
    copies: ["Date.parse('0001-01-01T00:00:00Z')", '-62_135_596_800_000', '-62135596800000'],
  },
  {
    name: 'the state from which copies to compare start',
    owner: 'sandbox/src/service/core/core.ts',
    pattern: /Clock: \{[^}]*\bMode: ['"]Manual['"]/,
    copies: [
      "{ ...core.snapshot(), Clock: { Now: core.clock.now(), Mode: 'Manual' as const } }",
      "const start = { ...snapshot, Clock: { ...snapshot.Clock, Mode: 'Manual' } };",
    ],
  },
  {
    name: 'the limits of fault rules',
    owner: 'sandbox/src/service/model/fault-limits.ts',
    pattern: /maxStatus: 599|min\(400\)\.max\(599\)|(?<!MAX_)Delay_?Ms: .*600_?000/,
    copies: ['z.number().min(400).max(599)', 'DelayMs: z.number().max(600000)'],
  },
];

describe.each(rules)('$name', ({ owner, pattern, copies, under = '' }) => {
  it('stands in one file', () => {
    const places = sources.filter(({ path, text }) => path.includes(under) && pattern.test(text));
    expect(places.map(({ path }) => path)).toEqual([owner]);
  });

  it.each(copies)('would be found in a second one: %s', (copy) => {
    expect(copy).toMatch(pattern);
  });
});

it('the files that docs/architecture.md names exist', () => {
  const page = readFileSync('docs/architecture.md', 'utf8');
  const named = [...page.matchAll(/`([\w-]+(?:\/[\w-]+)+\.tsx?)`/g)].map(([, path]) => path as string);
  const roots = ['', 'sandbox/src/', 'sandbox/src/service/', 'sandbox/src/served/', 'sdk/src/'];
  expect(named.length).toBeGreaterThan(40);
  expect(named.filter((path) => !roots.some((root) => existsSync(root + path)))).toEqual([]);
});
