import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

async function opened() {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const contract = await newContract(api);
  const { Url } = (await api('GET', `contracts/${contract.Id}/selfServiceToken`)).body;
  const page = async (init?: RequestInit) => {
    const response = await sandbox.fetch(Url, init);
    return { status: response.status, text: await response.text() };
  };
  return { sandbox, api, contract, page };
}

const newestInvoice = async (api: Api) => (await api('GET', 'invoices?take=1')).body[0];

describe('the Url of a self-service token (field notes 2.3)', () => {
  it("leads to the contract's page, with its plan, balance and invoices to fetch", async () => {
    const { sandbox, api, page } = await opened();
    const { status, text } = await page();
    expect(status).toBe(200);
    const { Id, InvoiceNumber, TotalGross } = await newestInvoice(api);
    for (const shown of ['Ada Lovelace', 'InvoicePayment', InvoiceNumber, `€${TotalGross}`]) {
      expect(text).toContain(shown);
    }
    const [, link = ''] = /href="([^"]+pdf[^"]+)"/.exec(text) ?? [];
    expect(link).toContain(`/invoices/${Id}/pdf`);
    expect((await sandbox.fetch(link)).headers.get('Content-Type')).toBe('application/pdf');
  });

  it('cancels from there, once', async () => {
    const { api, contract, page } = await opened();
    const before = await page();
    const { EndDate } = (await api('GET', `contracts/${contract.Id}/cancellationPreview`)).body;
    expect(before.text).toContain(`Cancel; it then ends on ${EndDate.slice(0, 10)}`);
    const headers = { 'Content-Type': 'application/x-www-form-urlencoded' };
    const after = await page({ method: 'POST', headers, body: 'action=cancel' });
    expect(after.text).not.toContain('Cancel; it then ends');
    expect(after.text).toContain(`<dt>Ends</dt><dd>${EndDate.slice(0, 10)}</dd>`);
    expect((await api('GET', `contracts/${contract.Id}`)).body.EndDate).toBe(EndDate);
  });

  it('opens to no other token, and to this one until it expires', async () => {
    const { sandbox, page } = await opened();
    expect((await sandbox.fetch('http://sandbox/portal?selfServiceToken=other')).status).toBe(401);
    expect((await sandbox.fetch('http://sandbox/portal')).status).toBe(401);
    await sandbox.clock.advance('PT61M');
    expect((await page()).status).toBe(401);
  });
});
