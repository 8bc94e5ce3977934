import { expect, it } from 'vitest';
import { type Life, linesOf } from '../../../../sandbox/src/served/agents/contract-life.ts';

it('shows amounts with the digits of the currency', () => {
  const booking = { Timestamp: '2026-01-15T10:00:00Z', Type: 'Receivable', Amount: 1200, Balance: 1200 };
  const linesIn = (Currency: string) =>
    linesOf({
      contract: { Currency, Phases: [] },
      invoices: [],
      transactions: [],
      ledger: [booking],
    } as unknown as Life).join();
  expect(linesIn('JPY')).toContain('booking Receivable 1200, balance 1200');
  expect(linesIn('EUR')).toContain('booking Receivable 1200.00, balance 1200.00');
});
