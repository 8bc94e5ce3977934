import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { Core } from '../../../../sandbox/src/service/core/core.ts';
import {
  fileOfReport,
  makeExport,
  makeReport,
} from '../../../../sandbox/src/service/domain/exports/export-files.ts';
import { budgets } from '../../../../sandbox/src/service/model/budgets.ts';
import type { Invoice, LineItem } from '../../../../sandbox/src/service/model/invoice.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

/** The cells of a file without quotes in it, by the names of their columns. */
async function rowsOf(api: Api, path: string): Promise<Record<string, string>[]> {
  const { status, headers, body } = await api('GET', `${path}/download`);
  expect([status, headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
  const [names = [], ...rows] = (body as string)
    .split('\r\n')
    .filter((line) => line !== '')
    .map((line) => line.split(','));
  return rows.map((row) => Object.fromEntries(names.map((name, at) => [name, row[at] ?? ''])));
}

const sum = (rows: readonly Record<string, string>[], column: string) =>
  Math.round(rows.reduce((total, row) => total + Number(row[column]), 0) * 100) / 100;

async function accountOfTwoMonths() {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const contract = await newContract(api, {
    Cart: {
      PlanVariantId: 'b00000000000000000000003',
      ComponentSubscriptions: [{ ComponentId: 'd00000000000000000000001', Quantity: 2 }],
    },
  });
  await sandbox.clock.advance('P1M');
  await api('POST', `contracts/${contract.Id}/payment`, { Amount: 100, Description: 'Bank transfer' });
  return { sandbox, api, contract };
}

describe('an accounting export', () => {
  it('has every booking, with net and VAT of documents, and matches the balances', async () => {
    const { sandbox, api, contract } = await accountOfTwoMonths();
    const told: unknown[] = [];
    sandbox.on('AccountingExportFileCreated', (event) => told.push(event));
    const made = (await api('POST', 'accountingExportFiles', {})).body;
    expect(made).toMatchObject({
      Name: 'accounting-export-2026-02-15.csv',
      ContentType: 'text/csv',
      Rows: 3,
      DateTo: '2026-02-15T10:00:00.0000000Z',
    });
    expect(told).toMatchObject([{ Event: 'AccountingExportFileCreated', FileId: made.Id }]);
    const rows = await rowsOf(api, `accountingExportFiles/${made.Id}`);
    expect(rows[0]).toMatchObject({
      Date: '2026-01-15',
      Type: 'Receivable',
      DocumentNumber: '2026-000001',
      CustomerName: 'Ada Lovelace',
      Net: '87',
      VatPercentage: '19',
      Vat: '16.53',
      Gross: '103.53',
      Currency: 'EUR',
    });
    expect(rows[2]).toMatchObject({ Type: 'Payment', Net: '', Gross: '-100', ContractId: contract.Id });
    expect(sum(rows, 'Gross')).toBe((await api('GET', `contracts/${contract.Id}`)).body.Balance);
    const { body } = await api('GET', `accountingExportFiles/${made.Id}/download`);
    expect([made.Length, made.MD5]).toEqual([
      Buffer.byteLength(body),
      createHash('md5').update(body).digest('hex'),
    ]);
  });

  it('covers its span, including the whole last day if only a date is given', async () => {
    const { api } = await accountOfTwoMonths();
    const january = { DateFrom: '2026-01-01', DateTo: '2026-01-15' };
    expect((await api('POST', 'accountingExportFiles', january)).body.Rows).toBe(1);
    const refused = await api('POST', 'accountingExportFiles', { DateFrom: '2027-01-01' });
    expect([refused.status, refused.body.Errors[0].Field]).toEqual([422, 'DateFrom']);
  });

  it('quotes where necessary, and no cell is a formula', async () => {
    const api = await backEnd(newSandbox());
    await newContract(api, { Customer: { CompanyName: '=1+1, "Söhne"', Address: { Country: 'DE' } } });
    const { Id } = (await api('POST', 'accountingExportFiles', {})).body;
    const { body } = await api('GET', `accountingExportFiles/${Id}/download`);
    expect(body).toContain(`,"'=1+1, ""Söhne""",`);
  });

  it.each([
    ['a\t=1+1', "a\t'=1+1"],
    ['a\t b', 'a\t b'],
    ['\t=1', "'\t'=1"],
  ])('no cell is a formula where a tab begins one: %j', async (CompanyName, expected) => {
    // Requests cannot bring a tab into a name, states from before can.
    const sandbox = newSandbox();
    await newContract(await backEnd(sandbox), {
      Customer: { CompanyName: 'from before', Address: { Country: 'DE' } },
    });
    const text = JSON.stringify(sandbox.snapshot()).replaceAll('"from before"', JSON.stringify(CompanyName));
    sandbox.restore(JSON.parse(text));
    const api = await backEnd(sandbox);
    const { Id } = (await api('POST', 'accountingExportFiles', {})).body;
    const { body } = await api('GET', `accountingExportFiles/${Id}/download`);
    expect(body).toContain(`,${expected},`);
  });

  it('is downloaded by a link without a token, also from a restored state', async () => {
    const { sandbox, api } = await accountOfTwoMonths();
    const made = (await api('POST', 'accountingExportFiles', {})).body;
    const { Url, Expiry } = (await api('POST', `accountingExportFiles/${made.Id}/downloadLink`, [])).body;
    expect(Expiry).toBe('2026-02-16T10:00:00.0000000Z');
    const copy = newSandbox();
    copy.restore(sandbox.snapshot());
    const response = await copy.fetch(Url);
    expect([response.status, response.headers.get('Content-Type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect((await response.text()).length).toBe(made.Length);
  });

  it('is found among its kind only, and among all files', async () => {
    const { api } = await accountOfTwoMonths();
    const accounting = (await api('POST', 'accountingExportFiles', {})).body;
    const payments = (await api('POST', 'paymentsExportFiles', {})).body;
    expect((await api('GET', `paymentsExportFiles/${accounting.Id}`)).status).toBe(404);
    expect((await api('GET', 'accountingExportFiles')).body).toEqual([accounting]);
    const ids = (await api('GET', 'files')).body.map(({ Id }: { Id: string }) => Id);
    expect(ids).toEqual([payments.Id, accounting.Id]);
  });
});

it.each(['reports', 'accountingExportFiles', 'paymentsExportFiles', 'files'])(
  'the list of %s begins with the newest, also with a filter and on each page',
  async (list) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const made: string[] = [];
    for (let day = 0; day < 3; day += 1) {
      const { body } = await api('POST', list === 'files' ? 'accountingExportFiles' : list, {
        ...(list === 'reports' ? { Type: 'OpenItems' } : {}),
      });
      made.unshift(body.Id);
      await sandbox.clock.advance('P1D');
    }
    const ids = async (query: string) =>
      (await api('GET', `${list}?${query}`)).body.map(({ Id }: { Id: string }) => Id);
    expect(await ids('')).toEqual(made);
    expect(await ids('dateFrom=2026-01-16')).toEqual(made.slice(0, 2));
    expect([await ids('take=1'), await ids('take=1&skip=2')]).toEqual([made.slice(0, 1), made.slice(2)]);
  },
);

describe('reports', () => {
  it('Revenue has invoiced amounts by product', async () => {
    const { api } = await accountOfTwoMonths();
    const { Id } = (await api('POST', 'reports', { Type: 'Revenue' })).body;
    const rows = await rowsOf(api, `reports/${Id}`);
    expect(rows.map(({ ProductType, Quantity, Net }) => [ProductType, Quantity, Net])).toEqual([
      ['RecurringFee', '2', '58'],
      ['Component', '4', '18'],
      ['SetupFee', '1', '49'],
    ]);
    const invoices = (await api('GET', 'invoices')).body as { TotalGross: number }[];
    expect(sum(rows, 'Gross')).toBe(
      Math.round(invoices.reduce((all, one) => all + one.TotalGross, 0) * 100) / 100,
    );
  });

  it('Revenue subtracts the units of a credit note for whole lines, and 1 for a part of a line', async () => {
    const api = await backEnd(newSandbox());
    const ComponentSubscriptions = [{ ComponentId: 'd00000000000000000000001', Quantity: 5 }];
    const Cart = { PlanVariantId: 'b00000000000000000000001', ComponentSubscriptions };
    const credited = async (body: object) => {
      const { Id } = await newContract(api, { Cart });
      const [invoice] = (await api('GET', `invoices?contractId=${Id}`)).body;
      const note = await api('POST', `invoices/${invoice.Id}/creditNote`, body);
      const report = await api('POST', 'reports', { Type: 'Revenue' });
      const rows = await rowsOf(api, `reports/${report.body.Id}`);
      const lines: { Quantity: number; PricePerUnit: number; TotalNet: number }[] = note.body.ItemList;
      return [
        lines.map(({ Quantity, PricePerUnit, TotalNet }) => [Quantity, PricePerUnit, TotalNet]),
        rows.map(({ Quantity, Net }) => [Quantity, Net]),
      ];
    };
    expect(await credited({})).toEqual([
      [
        [-1, 9.9, -9.9],
        [-5, 4.5, -22.5],
      ],
      [
        ['0', '0'],
        ['0', '0'],
      ],
    ]);
    expect(await credited({ Amount: 19.28 })).toEqual([
      [
        [-1, 4.95, -4.95],
        [-1, 11.25, -11.25],
      ],
      [
        ['0', '4.95'],
        ['4', '11.25'],
      ],
    ]);
  });

  it('Revenue adds up nothing of two currencies', async () => {
    const { sandbox } = await accountOfTwoMonths();
    const core = new Core({ clock: '2026-03-01' });
    core.restore(sandbox.snapshot());
    const invoice = core.tx.invoices.first() as Invoice;
    const ItemList = [
      { ...(invoice.ItemList[0] as LineItem), ProductId: undefined, Description: 'Consulting' },
    ];
    const { Content } = core.transaction((tx) => {
      for (const one of [...tx.invoices]) tx.invoices.delete(one.Id);
      for (const Currency of ['EUR', 'JPY'])
        tx.invoices.insert({ ...invoice, Id: tx.newId(), Currency, ItemList } as Invoice);
      return fileOfReport(tx, makeReport(tx, { Type: 'Revenue' }));
    });
    const rows = Content.split('\r\n')
      .slice(1, -1)
      .map((line) => line.split(','));
    expect(rows.map((cells) => [cells[2], cells[3], cells.at(-1)])).toEqual([
      ['Consulting', '1', 'EUR'],
      ['Consulting', '1', 'JPY'],
    ]);
    core.close();
  });

  it('OpenItems lists what is unpaid', async () => {
    const { api, contract } = await accountOfTwoMonths();
    const { Id } = (await api('POST', 'reports', { Type: 'OpenItems' })).body;
    const rows = await rowsOf(api, `reports/${Id}`);
    expect(rows.map(({ InvoiceNumber, Total, Open }) => [InvoiceNumber, Total, Open])).toEqual([
      ['2026-000001', '103.53', '3.53'],
      ['2026-000002', '45.22', '45.22'],
    ]);
    expect(sum(rows, 'Open')).toBe((await api('GET', `contracts/${contract.Id}`)).body.Balance);
  });

  it('Contracts has all contracts', async () => {
    const { api, contract } = await accountOfTwoMonths();
    const { Id } = (await api('POST', 'reports', { type: 'Contracts' })).body;
    expect(await rowsOf(api, `reports/${Id}`)).toMatchObject([
      { ContractId: contract.Id, Plan: 'Pro', LifecycleStatus: 'Active', NextBillingDate: '2026-03-15' },
    ]);
  });

  it('send an event when they are ready', async () => {
    const { sandbox, api } = await accountOfTwoMonths();
    const told: unknown[] = [];
    sandbox.on('ReportSucceeded', (event) => told.push(event));
    const made = (await api('POST', 'reports', { Type: 'OpenItems' })).body;
    expect(made.Status).toBe('Succeeded');
    expect(told).toMatchObject([{ ReportId: made.Id }]);
    expect((await api('GET', 'reports?type=Revenue')).body).toEqual([]);
    const nameless = await api('POST', 'reports', { Type: 'Turnover' });
    expect(nameless.body.Errors[0].Message).toContain('"Revenue"');
  });

  it('say that their file is gone when 100 newer ones are there', () => {
    const core = new Core({ clock: '2026-03-01' });
    const report = core.transaction((tx) => makeReport(tx, { Type: 'Revenue' }));
    const more = (count: number) =>
      core.transaction((tx) => {
        for (let at = 0; at < count; at += 1) makeExport(tx, 'PaymentsExport', {});
      });
    more(99);
    expect(fileOfReport(core.tx, report).Id).toBe(report.FileId);
    more(1);
    expect(() => fileOfReport(core.tx, report)).toThrow('only the latest files are kept');
  });

  it('with too many rows fail, are kept as failed, and send an event', async () => {
    const { sandbox } = await accountOfTwoMonths();
    const core = new Core({ clock: '2026-03-01' });
    core.restore(sandbox.snapshot());
    const told: string[] = [];
    core.feed.on('event', ({ Payload }) => told.push(Payload.Event));
    const invoice = core.tx.invoices.first();
    const [line] = invoice?.ItemList ?? [];
    if (invoice === undefined || line === undefined) throw new Error('no invoice');
    const ItemList = Array.from({ length: budgets.exportRows + 1 }, (_, at) => ({
      ...line,
      ProductId: `p${at}`,
    }));
    const report = core.transaction((tx) => {
      tx.invoices.replace({ ...invoice, ItemList });
      return makeReport(tx, { Type: 'Revenue' });
    });
    expect(report).toMatchObject({
      Status: 'Failed',
      Message: expect.stringMatching(/^The file would have 5000\d rows/),
    });
    expect(report.FileId).toBeUndefined();
    expect(told).toEqual(['ReportFailed']);
    expect(() => fileOfReport(core.tx, report)).toThrow(`Report ${report.Id} failed`);
    const [rate] = invoice.VatDescriptors;
    if (rate === undefined) throw new Error('no rate');
    expect(() =>
      core.transaction((tx) => {
        tx.invoices.replace({
          ...invoice,
          VatDescriptors: Array.from({ length: budgets.exportRows + 1 }, () => rate),
        });
        makeExport(tx, 'AccountingExport', {});
      }),
    ).toThrow('Choose a shorter period');
    // A name is in each row, and may be long.
    expect(() =>
      core.transaction((tx) => {
        const customer = tx.customers.get(invoice.CustomerId);
        if (customer === undefined) throw new Error('no customer');
        tx.customers.replace({ ...customer, CustomerName: 'x'.repeat(190_000) });
        tx.invoices.replace({ ...invoice, VatDescriptors: Array.from({ length: 4_000 }, () => rate) });
        makeExport(tx, 'AccountingExport', {});
      }),
    ).toThrow(/^The file would have 6\d{6} characters; the maximum is 5000000\. Choose a shorter period/);
    core.close();
  });
});
