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

const invoices = [
  {
    InvoiceNumber: 'I-1',
    Created: '2026-01-15T10:00:00Z',
    TotalGross: 11.78,
    Currency: 'EUR',
    IsInvoice: true,
  },
  {
    InvoiceNumber: 'I-2',
    Created: '2026-02-15T10:00:00Z',
    TotalGross: -1_178,
    Currency: 'JPY',
    IsInvoice: false,
  },
];

it.each<[object, boolean]>([
  [{}, true],
  [{ TotalGross: 11.78 }, true],
  [{ InvoiceNumber: 'I-2' }, true],
  [{ InvoiceNumber: 'I-2', IsInvoice: false }, true],
  [{ InvoiceNumber: 'I-1', IsInvoice: false }, false],
  [{ TotalGross: 11 }, false],
  [{ Created: expect.stringMatching(/^2026-02/) }, true],
  [{ Created: expect.stringMatching(/^2026-03/) }, false],
])('there is an invoice with %j: %s', (fields, pass) => {
  expect(matchers.toHaveInvoice.call({}, contract({ Invoices: invoices }), fields).pass).toBe(pass);
  expect(matchers.toHaveInvoice.call({}, contract({}), fields).pass).toBe(false);
});

it('a failed matcher says what was expected and what there is', () => {
  const said = (isNot: boolean, name: 'toOwe' | 'toHaveInvoice' | 'toBeActive', ...rest: [object, never?]) =>
    matchers[name].call({ isNot }, contract(rest[0]), rest[1]).message();
  expect([
    said(false, 'toBeActive', { LifecycleStatus: 'Paused' }),
    said(true, 'toBeActive', {}),
    said(false, 'toOwe', { Balance: -1_178, Currency: 'JPY' }),
    said(false, 'toOwe', { Balance: 1, Currency: 'JPY' }, 1_178 as never),
    said(false, 'toHaveInvoice', {}),
    said(false, 'toHaveInvoice', { Invoices: invoices }, { TotalGross: 1 } as never),
  ]).toEqual([
    'Expected contract c to be Active; it is Paused.',
    'Expected not contract c to be Active; it is Active.',
    'Expected contract c to owe anything; its balance is -1178 JPY.',
    'Expected contract c to owe 1178 JPY; its balance is 1 JPY.',
    'Expected contract c to have an invoice; it has none.',
    'Expected contract c to have an invoice with {"TotalGross":1}; it has:\n  I-1 of 2026-01-15: 11.78 EUR\n  I-2 of 2026-02-15: -1178 JPY (credit note).',
  ]);
});

it.each([
  [{ failures: [], text: 'fine' }, true],
  [{ failures: [{}], text: 'broken' }, false],
  [{ problems: [], text: 'fine' }, true],
  [{ problems: [{}], text: 'broken' }, false],
])('the report %j holds: %s', (report, pass) => {
  const result = matchers.toHold.call({}, report);
  expect([result.pass, result.message()]).toEqual([
    pass,
    `Expected every check to hold; the report says:\n\n${report.text}.`,
  ]);
});

it.each([
  ['toHold', [undefined, null, {}, { failures: [] }, { text: '' }], 'toHold is for reports'],
  ['toBeActive', [undefined, null, 'c', {}], 'toBeActive is for contracts: expect(sandbox.contract('],
  ['toOwe', [undefined, null, 'c', {}], 'toOwe is for contracts: expect(sandbox.contract('],
  ['toHaveInvoice', [undefined, null, 'c', {}], 'toHaveInvoice is for contracts: expect(sandbox.contract('],
] as const)('%s refuses what it is not for', (name, received, message) => {
  for (const one of received) expect(() => matchers[name].call({}, one)).toThrow(message);
});
