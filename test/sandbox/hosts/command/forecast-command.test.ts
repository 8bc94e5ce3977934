import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished, vi } from 'vitest';
import { forecastText } from '../../../../sandbox/src/clients/account/forecast-text.ts';
import { forecastOutput } from '../../../../sandbox/src/hosts/command/forecast-command.ts';
import { runTypes } from '../../../../sandbox/src/hosts/command/types-command.ts';
import { startSandbox } from '../../../../sandbox/src/hosts/node/node.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

let folder: string;
let started: Awaited<ReturnType<typeof startSandbox>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'forecast-'));
  started = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'forecast command' });
  const api = await backEnd(started.sandbox);
  await newContract(api);
  await newContract(api, {
    Customer: { FirstName: '=1+1', LastName: 'Ltd, "Ada"', Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000003' },
  });
  await writeFile(join(folder, 'state.json'), JSON.stringify(started.sandbox.snapshot()));
  const lines = await started.sandbox.fetch('http://sandbox/sandbox/snapshot.ndjson');
  await writeFile(join(folder, 'state.ndjson'), await lines.text());
  await writeFile(
    join(folder, 'dearer.json'),
    '{\n  // one fee\n  "Catalogue": { "PlanVariants": [{ "Id": "b00000000000000000000001", "RecurringFee": 12 }] },\n}\n',
  );
});
afterAll(async () => {
  await started.close();
  await rm(folder, { recursive: true });
});

const forecast = (options: object) => forecastOutput({ months: 2, format: 'text', ...options });

it('prints sums by month, and each document', async () => {
  expect(await forecast({ url: started.url })).toMatch(
    new RegExp(
      [
        '^2026-01-15 to 2026-03-15\n\n',
        'Month    Documents    Net    VAT  Gross  Currency\n',
        '2026-02          2  38\\.90   7\\.39  46\\.29  EUR\n',
        '2026-03          2  38\\.90   7\\.39  46\\.29  EUR\n',
        'Total            4  77\\.80  14\\.78  92\\.58  EUR\n\n',
        'Date        CustomerName     ContractId                TotalGross  Currency\n',
        '2026-02-15  Ada Lovelace     [0-9a-f]{24}       11\\.78  EUR\n',
      ].join(''),
    ),
  );
});

it('prints the same for a snapshot, as JSON or NDJSON', async () => {
  const running = await forecast({ url: started.url });
  const before = await readFile(join(folder, 'state.json'), 'utf8');
  expect(await forecast({ snapshot: join(folder, 'state.json') })).toBe(running);
  expect(await forecast({ snapshot: join(folder, 'state.ndjson') })).toBe(running);
  expect(await readFile(join(folder, 'state.json'), 'utf8')).toBe(before);
});

it.each([
  ['JPY', ['1200', '228', '1428']],
  ['EUR', ['1200.00', '228.00', '1428.00']],
  ['KWD', ['1200.000', '228.000', '1428.000']],
])('writes amounts in %s with its digits', (Currency, [net, vat, gross]) => {
  const of = { TotalNet: 1200, TotalVat: 228, TotalGross: 1428, Currency };
  const [year, Month] = ['2026-02-15', '2026-02'];
  const invoice = { ContractId: 'c1', CustomerId: 'k1', CustomerName: 'Ada', Date: year, DueDate: year };
  const text = forecastText(
    {
      From: year,
      Until: year,
      Invoices: [{ ...invoice, ...of, IsInvoice: true }],
      Sums: [{ ...of, Invoices: 1, Months: [{ ...of, Month, Invoices: 1 }] }],
    },
    'text',
  );
  const cells = text.split('\n').map((line) => line.trim().split(/ {2,}/));
  expect(cells.filter(([first]) => first === Month || first === 'Total' || first === year)).toEqual([
    [Month, '1', net, vat, gross, Currency],
    ['Total', '1', net, vat, gross, Currency],
    [year, 'Ada', 'c1', gross, Currency],
  ]);
});

it('prints CSV without formulas', async () => {
  const [head, first, second] = (await forecast({ url: started.url, format: 'csv' })).split('\r\n');
  expect(head).toBe('Date,ContractId,CustomerId,CustomerName,DueDate,TotalNet,TotalVat,TotalGross,Currency');
  expect(first).toMatch(
    /^2026-02-15,.{24},.{24},Ada Lovelace,2026-03-01T10:00:00\.0000000Z,9\.9,1\.88,11\.78,EUR$/,
  );
  expect(second).toContain(',"\'=1+1 Ltd, ""Ada""",');
});

it('prints JSON like the control API', async () => {
  const printed = JSON.parse(await forecast({ url: started.url, format: 'json' }));
  expect(printed).toEqual(await started.sandbox.forecast({ Months: 2 }));
});

it('prints what another configuration changes, and for whom', async () => {
  const config = join(folder, 'dearer.json');
  const text = await forecast({ url: started.url, config });
  expect(text).toContain('1 contract is billed differently: 23.56 EUR becomes 28.56 EUR, +5.00 EUR.\n');
  expect(text).toMatch(/\nAda Lovelace {2}[0-9a-f]{24} {3}23\.56 {2}28\.56 {8}5\.00 {2}EUR\n$/);
  const csv = await forecast({ url: started.url, config, format: 'csv' });
  expect(csv).toMatch(
    /^ContractId,CustomerId,CustomerName,Before,After,Difference,Currency\r\n.{24},.{24},Ada Lovelace,23\.56,28\.56,5,EUR\r\n$/,
  );
});

it.each([
  [
    { url: 'http://billing.example.com' },
    /^url: billing\.example\.com is another machine and requires https/,
  ],
  [{ url: 'https://me:secret@localhost' }, /^url: expected a URL without a password/],
  [{ url: 'localhost:4400' }, /^url: expected a URL such as/],
  [{ url: 'http://localhost:1' }, /^No sandbox is running at http:\/\/localhost:1: /],
  [{ snapshot: 'nowhere.json' }, /^--snapshot: nowhere\.json cannot be read: ENOENT\.$/],
  [{ snapshot: 'package.json' }, /^--snapshot: package\.json: .+/],
  [{ config: 'nowhere.json' }, /^--config: nowhere\.json cannot be read: ENOENT\.$/],
  [{ config: 'README.md' }, /^--config: README\.md: Invalid JSON\.$/],
])('with %j it explains what cannot be done', async (options, message) => {
  await expect(forecast(options)).rejects.toThrow(message);
});

it.each([
  ['forecast', () => forecast({ url: 'http://localhost:4400/' }), '. Start one, or use --snapshot FILE.'],
  ['types', () => runTypes({ from: 'http://localhost:4400/', out: 'none.ts' }, () => {}), '.'],
])('%s says why nothing answers', async (_command, run, more) => {
  const cause = { code: 'ECONNREFUSED' };
  const asked = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('fetch failed', { cause }));
  onTestFinished(() => asked.mockRestore());
  await expect(run()).rejects.toThrow(`No sandbox is running at http://localhost:4400: ECONNREFUSED${more}`);
});
