import { expect, it } from 'vitest';
import { matchers } from '../../../../sandbox/src/clients/kit/matchers.ts';

const contract = (fields: object) => ({
  Id: 'c',
  LifecycleStatus: 'Active',
  Balance: 0,
  Currency: 'EUR',
  Invoices: [],
  ...fields,
});

it.each([
  [{ Balance: 5 }, undefined, true],
  [{ Balance: 0 }, undefined, false],
  [{ Balance: -5 }, undefined, false],
  [{ Balance: 5 }, 5, true],
  [{ Balance: 5 }, 6, false],
  [{ Balance: 0 }, 0, true],
  [{ Balance: -5 }, -5, true],
  [{ Balance: -5 }, 5, false],
])('a contract of %j owes %s: %s', (fields, amount, pass) => {
  expect(matchers.toOwe.call({}, contract(fields), amount).pass).toBe(pass);
});

it.each(['Draft', 'InTrial', 'Active', 'Paused', 'Ended', 'Annulled'])(
  'a contract that is %s is active only where it is Active',
  (LifecycleStatus) => {
    const { pass } = matchers.toBeActive.call({}, contract({ LifecycleStatus }));
    expect(pass).toBe(LifecycleStatus === 'Active');
  },
);
