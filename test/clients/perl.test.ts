import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { startSandbox } from 'clientlib-sandbox';
import { expect, it } from 'vitest';
import { perlClient } from './perl-modules.ts';

it('a client that Perl generates from the OpenAPI document completes the main use cases', async (context) => {
  const perl = perlClient();
  if ('missing' in perl) return context.skip(perl.missing);
  // Under --strict nothing that the client sends may be unknown.
  const { url, sandbox, close } = await startSandbox({
    port: 0,
    clock: '2026-01-15T10:00:00Z',
    strict: true,
  });
  try {
    const { stdout } = await promisify(execFile)('perl', ['test/clients/walk.pl', url], { env: perl.env });
    const seen = JSON.parse(stdout);
    expect(seen).toMatchObject({
      plans: 7,
      events: ['InvoiceCreated'],
      preview: 103.53,
      order: 103.53,
      status: 'Active',
      invoice: { InvoiceNumber: '2026-000001', TotalGross: 103.53, IsInvoice: true },
      pdf: '%PDF-',
      booking: -103.53,
      customer: 'Engines Ltd',
      plan: 'b00000000000000000000004',
      token: 'CustomerPortal',
      local: [400, 'not asked'],
      refused: [409, 'AlreadyExecuted'],
    });
    expect([seen.usage].flat()[0]).toMatchObject({ Quantity: 1200, Key: 'january' });
    expect(seen.end).toBe('2027-01-15T10:00:00.0000000Z');
    expect(sandbox.mails().map(({ EventType }) => EventType)).toContain('InvoiceCreated');
  } finally {
    await close();
  }
});
