import { expect, it } from 'vitest';
import { keptCollections } from '../../../../sandbox/src/service/configuration/start.ts';
import { collections } from '../../../../sandbox/src/service/domain/records/collections.ts';
import { simulationCollections } from '../../../../sandbox/src/service/simulation/collections.ts';
import { documentSchemas } from '../../../../sandbox/src/service/snapshot/schemas.ts';
import { type CollectionDefinition, keepable } from '../../../../sandbox/src/service/state/collection.ts';

/* What a reset keeps, observers see, forecasts leave out and how many are kept is a property of each collection. */

const definitions =
  Object.entries<Pick<CollectionDefinition<never>, 'observed' | 'forecast' | 'keep'>>(collections);

it.each([
  ['Webhooks', ['webhooks']],
  ['Tokens', ['accessTokens']],
  [
    'Catalogue',
    [
      'components',
      'coupons',
      'discounts',
      'emailTemplates',
      'planGroups',
      'planVariants',
      'plans',
      'priceLists',
      'taxPolicies',
    ],
  ],
] as const)('a reset that keeps %s keeps these collections', (part, names) => {
  expect(keptCollections([part]).toSorted()).toEqual(names);
});

it('nothing is kept by a reset that names nothing', () => {
  expect(keptCollections([])).toEqual([]);
  expect(keptCollections(keepable)).toHaveLength(11);
});

it('observers see no token, link, mail, key or log, and only the ids of what has secrets or is long', () => {
  const hidden = definitions.flatMap(([name, { observed }]) => (observed === undefined ? [name] : []));
  expect(hidden.toSorted()).toEqual([
    'accessTokens',
    'accounts',
    'counters',
    'deliveries',
    'downloadLinks',
    'events',
    'idempotentAnswers',
    'interactivePayments',
    'mails',
    'paymentMethods',
    'selfServiceTokens',
    'tasks',
  ]);
  const ids = definitions.flatMap(([name, { observed }]) => (observed === 'Ids' ? [name] : []));
  expect(ids).toEqual(['webhooks', 'files']);
});

it('forecasts leave out what no bill depends on', () => {
  const leftOut = definitions.flatMap(([name, { forecast }]) => (forecast === false ? [name] : []));
  expect(leftOut.toSorted()).toEqual([
    'accessTokens',
    'deliveries',
    'downloadLinks',
    'emailTemplates',
    'events',
    'files',
    'idempotentAnswers',
    'mails',
    'reports',
    'selfServiceTokens',
    'webhooks',
  ]);
});

it('of files and mails the latest are kept, of logs, tokens and keys ten thousand, and of all else everything', () => {
  const kept = definitions.flatMap(([name, { keep }]) => (keep === undefined ? [] : [[name, keep]]));
  expect(Object.fromEntries(kept)).toEqual({
    accessTokens: 10_000,
    downloadLinks: 10_000,
    events: 10_000,
    files: 100,
    idempotentAnswers: 10_000,
    mails: 1_000,
    reports: 10_000,
    selfServiceTokens: 10_000,
  });
});

it('a snapshot has a schema for each collection, and for nothing else', () => {
  const names = [...Object.keys(collections), ...Object.keys(simulationCollections)];
  expect(Object.keys(documentSchemas).toSorted()).toEqual(names.toSorted());
});
