import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import { getWorkspaces, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { changesBetween } from '../../../../sandbox/src/service/forecast/changes.ts';
import type { Forecast, ForecastInvoice } from '../../../../sandbox/src/service/model/forecast.ts';
import { examples, fc } from '../../../properties.ts';
import { backEnd, newContract, newSandbox } from '../http/service.ts';
import { live } from '../lives/live.ts';
import { Merchant } from '../lives/merchant.ts';
import { lives, wideLives } from '../lives/steps.ts';
import { closeWorlds, defaultWorld, sandboxOf, type World, worlds } from '../lives/world.ts';

const basicMonthly = 'b00000000000000000000001';
const basicYearly = 'b00000000000000000000002';

afterAll(closeWorlds);

/** What a real clock bills, in the words of a forecast. */
async function billedByAdvance(sandbox: Sandbox, months: number) {
  const documents = () => {
    const { invoices = [], invoiceDrafts = [] } = sandbox.snapshot().Collections;
    return [...invoices, ...invoiceDrafts] as unknown as { Id: string; [field: string]: unknown }[];
  };
  const before = new Set(documents().map(({ Id }) => Id));
  await sandbox.clock.advance(`P${months}M`);
  return documents()
    .filter(({ Id }) => !before.has(Id))
    .map(({ ContractId, DocumentDate, TotalNet, TotalVat, TotalGross, Currency }) =>
      [ContractId, DocumentDate, TotalNet, TotalVat, TotalGross, Currency].join(' '),
    )
    .sort();
}

const foreseen = ({ Invoices }: Forecast) =>
  Invoices.map((invoice) =>
    [
      invoice.ContractId,
      invoice.Date,
      invoice.TotalNet,
      invoice.TotalVat,
      invoice.TotalGross,
      invoice.Currency,
    ].join(' '),
  ).sort();

/** Lives a life, forecasts what follows, and compares it with what does. */
async function compare(life: Parameters<typeof live>[0], fresh: Sandbox, months: number): Promise<void> {
  const lived = fresh.fork();
  try {
    await live(life, fresh, await Merchant.token(fresh));
    lived.restore(fresh.snapshot());
    const before = JSON.stringify(lived.snapshot());
    const forecast = await lived.forecast({ Months: months });
    expect(JSON.stringify(lived.snapshot())).toBe(before);
    expect(foreseen(forecast)).toEqual(await billedByAdvance(lived, months));
  } finally {
    lived.close();
  }
}

const timeout = 300_000 + Number(process.env['LIVES'] ?? 0) * 1_000;

/** `LIVES=1000` lives so many between the two. */
const shareOf = (usual: number): number =>
  process.env['LIVES'] === undefined ? examples(usual) : Math.ceil(Number(process.env['LIVES']) / 2);

it('property: a forecast is what the clock bills, to the cent', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(lives, fc.integer({ min: 1, max: 14 }), (life, months) =>
      compare(life, sandboxOf(defaultWorld), months),
    ),
    { numRuns: shareOf(100) },
  );
});

it('property: also with other taxes, prices, currencies, periods and drafts', { timeout }, async () => {
  await fc.assert(
    fc.asyncProperty(wideLives, fc.integer({ min: 1, max: 14 }), (life, months) =>
      compare(life, sandboxOf(worlds[life.world ?? 0] as World), months),
    ),
    { numRuns: shareOf(100) },
  );
});

async function sandboxWithContracts() {
  const sandbox = newSandbox({ webhooks: ['http://shop.test/hooks'], deliver: undelivered });
  onTestFinished(() => sandbox.close());
  const api = await backEnd(sandbox);
  const monthly = await newContract(api);
  const yearly = await newContract(api, { Cart: { PlanVariantId: basicYearly } });
  await sandbox.settle();
  deliveries = 0;
  return { sandbox, api, monthly, yearly };
}

let deliveries = 0;
const undelivered = async () => {
  deliveries += 1;
  return new Response(null, { status: 200 });
};

describe('a forecast', () => {
  it('shows what is billed, when and to whom, with sums by month', async () => {
    const { sandbox, api, monthly } = await sandboxWithContracts();
    const { body } = await api('POST', '/sandbox/forecast', { Months: 2 });
    expect(body).toMatchObject({
      From: '2026-01-15T10:00:00.0000000Z',
      Until: '2026-03-15T10:00:00.0000000Z',
      Sums: [
        {
          Currency: 'EUR',
          Invoices: 2,
          TotalNet: 19.8,
          TotalGross: 23.56,
          Months: [
            { Month: '2026-02', Invoices: 1, TotalGross: 11.78 },
            { Month: '2026-03', Invoices: 1, TotalGross: 11.78 },
          ],
        },
      ],
    });
    expect(body.Invoices[0]).toEqual({
      ContractId: monthly.Id,
      CustomerId: monthly.CustomerId,
      CustomerName: 'Ada Lovelace',
      Date: '2026-02-15',
      DueDate: '2026-03-01T10:00:00.0000000Z',
      IsInvoice: true,
      TotalNet: 9.9,
      TotalVat: 1.88,
      TotalGross: 11.78,
      Currency: 'EUR',
    });
    expect(body).toEqual(await sandbox.forecast({ Months: 2 }));
  });

  it('sends no webhook, and does not change clock, ids and documents', async () => {
    const { sandbox } = await sandboxWithContracts();
    const before = JSON.stringify(sandbox.snapshot());
    await sandbox.forecast({ Months: 12 });
    expect(JSON.stringify(sandbox.snapshot())).toBe(before);
    expect(deliveries).toBe(0);
  });

  it('shows what another configuration changes for each contract, the largest first', async () => {
    const { api, monthly, yearly } = await sandboxWithContracts();
    const Config = {
      Catalogue: {
        PlanVariants: [
          { Id: basicMonthly, RecurringFee: 10.9 },
          { Id: basicYearly, RecurringFee: 90 },
        ],
      },
    };
    const { body } = await api('POST', '/sandbox/forecast', { Months: 13, Config });
    const [own, other] = [body.Changes[0], body.Changes[1]];
    expect(own).toMatchObject({ ContractId: monthly.Id, Before: 153.14, After: 168.61, Difference: 15.47 });
    expect(other).toMatchObject({ ContractId: yearly.Id, Before: 117.81, After: 107.1, Difference: -10.71 });
    expect(body.ChangeSums).toEqual([
      { Currency: 'EUR', Contracts: 2, Before: 270.95, After: 275.71, Difference: 4.76 },
    ]);
    expect(body.Sums[0].TotalGross).toBe(275.71);
  });

  it('lists changes by their size, whether more or less is billed, then by contract', () => {
    const bills = (amounts: Readonly<Record<string, number>>) =>
      Object.entries(amounts).map(([ContractId, TotalGross]) => ({
        ...{
          ContractId,
          CustomerId: 'c',
          CustomerName: 'Ada',
          Currency: 'EUR',
          Date: '2026-02-15T10:00:00Z',
        },
        ...{ TotalNet: TotalGross, TotalVat: 0, TotalGross, Document: 'Invoice' as const },
      })) as unknown as ForecastInvoice[];
    const after = bills({ a: 11, b: 5, c: 13, d: 9, gone: 0, same: 10 });
    const changes = changesBetween(bills({ a: 10, b: 10, c: 10, d: 10, gone: 20, same: 10 }), after);
    expect(changes.map(({ ContractId, Difference }) => [ContractId, Difference])).toEqual([
      ['gone', -20],
      ['b', -5],
      ['c', 3],
      ['a', 1],
      ['d', -1],
    ]);
  });

  it('shows contracts that another configuration bills the same amount on other days', async () => {
    const sandbox = newSandbox({ clock: '2026-01-15T23:30:00Z' });
    onTestFinished(() => sandbox.close());
    const api = await backEnd(sandbox);
    const contract = await newContract(api);
    const { body } = await api('POST', '/sandbox/forecast', {
      Months: 2,
      Config: { Account: { TimeZone: 'UTC' } },
    });
    // In Berlin it is the 16th already.
    expect(body.Invoices).toMatchObject([{ Date: '2026-02-15' }, { Date: '2026-03-15' }]);
    expect(body.Changes).toMatchObject([
      { ContractId: contract.Id, Before: 23.56, After: 23.56, Difference: 0 },
    ]);
  });

  it('with the current configuration shows no changes', async () => {
    const { api } = await sandboxWithContracts();
    const Config = { Catalogue: { PlanVariants: [{ Id: basicMonthly, RecurringFee: 9.9 }] } };
    const { body } = await api('POST', '/sandbox/forecast', { Months: 3, Config });
    expect([body.Changes, body.ChangeSums]).toEqual([[], []]);
  });

  it('accepts a change of a custom entry, which is not among the defaults', async () => {
    const { api } = await sandboxWithContracts();
    const made = await api('POST', 'planVariants', {
      PlanId: 'b10000000000000000000001',
      InternalName: 'Weekly',
      RecurringFee: 3,
      FeePeriod: { Unit: 'Week', Quantity: 1 },
    });
    await newContract(api, { Cart: { PlanVariantId: made.body.Id } });
    const Config = { Catalogue: { PlanVariants: [{ Id: made.body.Id, RecurringFee: 4 }] } };
    const { body } = await api('POST', '/sandbox/forecast', { Months: 1, Config });
    expect(body.Changes).toMatchObject([{ Before: 14.28, After: 19.04 }]);
  });

  it('does not wait for the real time of a decided payment', async () => {
    const sandbox = newSandbox();
    onTestFinished(() => sandbox.close());
    const [shop, close] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
    onTestFinished(close);
    const { ContractId } = await shop.signUp();
    const Outcome = { Code: 'InsufficientBalance', DelayMs: 1_234 } as const;
    sandbox.payments.next({ ContractId, Outcome });
    const waits = vi.spyOn(globalThis, 'setTimeout');
    onTestFinished(() => waits.mockRestore());
    const { Invoices } = await sandbox.forecast({ Months: 2 });
    expect(Invoices).toHaveLength(2);
    expect(waits.mock.calls.map(([, milliseconds]) => milliseconds)).not.toContain(1_234);
    expect(sandbox.payments.list()).toMatchObject([{ Outcome: { DelayMs: 1_234 } }]);
  });

  it.each([
    [{}, 'Months'],
    [{ Months: 0 }, 'Months'],
    [{ Months: 121 }, 'Months'],
    [{ Months: 1, Config: { Catalog: {} } }, 'Config.Catalog'],
    [{ Months: 1, Config: { Account: { Currency: 'euro' } } }, 'Config.Account.Currency'],
  ])('rejects %j, and names the field', async (input, field) => {
    const { api } = await sandboxWithContracts();
    const { status, body } = await api('POST', '/sandbox/forecast', input);
    expect([status, body.Errors[0].Field]).toEqual([422, field]);
  });

  it('ends if the workspace has no room for it', async () => {
    const { sandbox } = await sandboxWithContracts();
    const small = newSandbox({ quotas: { documents: 120 } });
    onTestFinished(() => small.close());
    small.restore(sandbox.snapshot());
    const response = await small.fetch('http://sandbox/sandbox/forecast', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Months: 60 }),
    });
    expect(response.status).toBe(507);
    expect(await response.json()).toMatchObject({ Code: 'QuotaExceeded' });
  });
});
