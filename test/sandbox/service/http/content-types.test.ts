import { expect, it } from 'vitest';
import { backEnd, newContract, newSandbox } from './service.ts';

it('is never guessed by a browser: JSON, problems, CSV and PDF are sent with nosniff', async () => {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  const [invoice] = (await api('GET', `invoices?contractId=${contract.Id}`)).body;
  const range = { StartDate: '2026-01-01T00:00:00Z', EndDate: '2026-02-01T00:00:00Z' };
  const made = await api('POST', 'accountingExportFiles', range);
  const link = async (path: string) => {
    const { body } = await api('POST', path);
    return (await sandbox.fetch(body.Url)).headers;
  };
  const all: readonly Headers[] = [
    (await api('GET', 'contracts')).headers,
    (await api('GET', 'contracts/nothing')).headers,
    (await sandbox.fetch('http://sandbox/nothing')).headers,
    (await sandbox.fetch('http://sandbox/oauth/token/', { method: 'POST' })).headers,
    await link(`invoices/${invoice.Id}/downloadLink`),
    await link(`accountingExportFiles/${made.body.Id}/downloadLink`),
  ];
  expect(all.map((headers) => [headers.get('Content-Type'), headers.get('X-Content-Type-Options')])).toEqual([
    ['application/json; charset=utf-8', 'nosniff'],
    ['application/problem+json; charset=utf-8', 'nosniff'],
    ['application/problem+json; charset=utf-8', 'nosniff'],
    ['application/json; charset=utf-8', 'nosniff'],
    ['application/pdf', 'nosniff'],
    ['text/csv; charset=utf-8', 'nosniff'],
  ]);
});
