import { expect, it, onTestFinished } from 'vitest';
import type { ContractHandle, ContractInvoice } from '../../../../sandbox/src/clients/kit/contract-handle.ts';
import { withCalls } from '../../../../sandbox/src/clients/kit/sandbox-calls.ts';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';

const fields = Object.keys({
  Id: true,
  LifecycleStatus: true,
  Balance: true,
  Currency: true,
  EndDate: true,
  NextBillingDate: true,
} satisfies Record<Exclude<keyof ContractHandle, 'Invoices'>, true>) as (keyof ContractHandle)[];

const invoiceFields = Object.keys({
  Id: true,
  InvoiceNumber: true,
  Created: true,
  DueDate: true,
  Currency: true,
  TotalNet: true,
  TotalVat: true,
  TotalGross: true,
  IsInvoice: true,
} satisfies Record<keyof ContractInvoice, true>) as (keyof ContractInvoice)[];

const only = (source: object, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, (source as Record<string, unknown>)[name]]));

it('a handle has at each moment what REST says of its contract and of the invoices of no other one', async () => {
  const sandbox = withCalls(createSandbox({ clock: '2026-01-15T10:00:00Z' }), 'http://sandbox.test');
  onTestFinished(() => sandbox.close());
  const [kept, ended] = [await sandbox.signUp(), await sandbox.signUp()].map(({ ContractId }) => ContractId);
  const ids = [kept as string, ended as string];
  const handles = ids.map((id) => sandbox.contract(id));
  const seen = async () => {
    for (const [at, id] of ids.entries()) {
      const contract = await sandbox.rest<object>('GET', `/contracts/${id}`);
      const handle = handles[at] as ContractHandle;
      expect(only(handle, fields)).toEqual(only(contract, fields));
      const invoices = await sandbox.rest<{ ContractId: string }[]>('GET', '/invoices');
      const own = invoices.filter(({ ContractId }) => ContractId === id);
      expect(handle.Invoices).toEqual(own.toReversed().map((invoice) => only(invoice, invoiceFields)));
      expect(handle.Invoices.length).toBeGreaterThan(0);
    }
    return handles.map(({ LifecycleStatus, Balance, EndDate, Invoices }) => [
      LifecycleStatus,
      Balance > 0,
      EndDate?.slice(0, 10),
      Invoices.map(({ IsInvoice }) => IsInvoice),
    ]);
  };
  expect(await seen()).toEqual([
    ['Active', false, undefined, [true]],
    ['Active', false, undefined, [true]],
  ]);
  sandbox.payments.next({ ContractId: ids[0] as string, Outcome: { Code: 'BearerExpired' } });
  await sandbox.clock.advance('P1M');
  await sandbox.rest('POST', `/contracts/${ids[1]}/annulate`, {});
  expect(await seen()).toEqual([
    ['Active', true, undefined, [true, true]],
    ['Annulled', false, expect.any(String), expect.arrayContaining([true, false])],
  ]);
});

it('a handle of no contract says so when it is read', () => {
  const sandbox = withCalls(createSandbox(), 'http://sandbox.test');
  onTestFinished(() => sandbox.close());
  const handle = sandbox.contract('c00000000000000000000001');
  for (const field of [...fields, 'Invoices' as const].filter((name) => name !== 'Id'))
    expect(() => handle[field], field).toThrow(/contract.*c00000000000000000000001/);
});
