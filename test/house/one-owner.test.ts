import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

/*
 * Rules that stood twice, and had parted or would have: each stands in one file. The table "One owner for each rule" of
 * docs/architecture.md names the owners for readers.
 */

const sources = readdirSync('sandbox/src', { recursive: true, encoding: 'utf8' })
  .map((path) => join('sandbox/src', path).replaceAll('\\', '/'))
  .filter((path) => /\.tsx?$/.test(path))
  .map((path) => ({ path, text: readFileSync(path, 'utf8') }));

const filesWith = (pattern: RegExp, under = '') =>
  sources.flatMap(({ path, text }) => (path.includes(under) && pattern.test(text) ? [path] : []));

const domain = 'sandbox/src/domain';

test.each<[rule: string, pattern: RegExp, owner: string, under?: string]>([
  [
    'what may happen to an order',
    /orders\.(replace|update)\([^;]*\bStatus\b/,
    `${domain}/orders/order-status.ts`,
  ],
  ['which orders are open', /'InProgress',\s*'PaymentPending'/, 'sandbox/src/model/statuses.ts'],
  ['which payments are paid', /'Succeeded',\s*'PartiallyRefunded'/, 'sandbox/src/model/statuses.ts'],
  ['the account in every event', /EntityId: tx\.account\.Id/, `${domain}/webhooks/events.ts`],
  ['the tag of a customer in events', /Tag: \(?customer/, `${domain}/webhooks/events.ts`],
  ['that an order succeeded', /Event: 'OrderSucceeded'/, `${domain}/orders/order-completion.ts`],
  ['that a contract changed', /Event: 'ContractChanged'/, `${domain}/contract-facts/change-history.ts`],
  ['the result of an order', /GrossTotal: order\.TotalGross/, `${domain}/orders/order-result.ts`],
  ['what a signup takes from its order', /plannedSignup\(tx, \{/, `${domain}/orders/order-price.ts`],
  [
    'what a preauthorization reserves',
    /DefaultPreauthAmount\?\.\[(method\.)?Role\]/,
    `${domain}/payments/preauthorizations.ts`,
  ],
  [
    'the refusal of contracts of a store',
    /is a subscription of the store/,
    `${domain}/contract-facts/store-separation.ts`,
  ],
  [
    'the name of a customer',
    /\[customer\??\.FirstName, customer\??\.LastName\]/,
    `${domain}/customers/customers.ts`,
  ],
  ['the digits of a currency', /\bJPY: 0/, 'sandbox/src/model/currencies.ts'],
  ['the years that the service knows', /'0001-01-01T|62_?135_?596/, 'sandbox/src/model/iso-8601.ts'],
  ['the limits of fault rules', /\b599\b|\b600_000\b/, 'sandbox/src/http/faults.ts', 'sandbox/src/http'],
])('%s stands in one file', (_rule, pattern, owner, under) => {
  expect(filesWith(pattern, under)).toEqual([owner]);
});
