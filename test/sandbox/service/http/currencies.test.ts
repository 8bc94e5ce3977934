// One ordinary flow, signup to chargeback, where amounts have no, two or three digits, in three time zones.
import { expect, test } from 'vitest';
import { paidByCard } from './paid-by-card.ts';
import { backEnd, newSandbox } from './service.ts';

const flows = [
  {
    Currency: 'JPY',
    TimeZone: 'Asia/Tokyo',
    gross: 12,
    note: 5,
    refunds: [1, 2],
    back: 3,
    balance: 1,
    billed: 7,
    paid: 6,
  },
  {
    Currency: 'EUR',
    TimeZone: 'Europe/Berlin',
    gross: 11.78,
    note: 5.05,
    refunds: [0.1, 0.2],
    back: 1.5,
    balance: -3.25,
    billed: 6.73,
    paid: 9.98,
  },
  {
    Currency: 'KWD',
    TimeZone: 'America/New_York',
    gross: 11.781,
    note: 1.005,
    refunds: [0.1, 0.205],
    back: 1.001,
    balance: 0.301,
    billed: 10.776,
    paid: 10.475,
  },
];

test.each(flows)(
  'in $Currency, a signup is paid, credited, refunded and charged back exactly',
  async (row) => {
    const { Currency, TimeZone, gross, note, refunds, back } = row;
    const PlanGroups = [{ Id: 'a10000000000000000000001', Currency }];
    const sandbox = newSandbox({ config: { Account: { TimeZone }, Catalogue: { PlanGroups } } });
    const api = await backEnd(sandbox);
    const ContractId = await paidByCard(api);
    const [payment] = (await api('GET', `paymentTransactions?contractId=${ContractId}`)).body;
    const [invoice] = (await api('GET', `invoices?contractId=${ContractId}`)).body;
    expect([payment.Amount, payment.Currency, invoice.TotalGross]).toEqual([gross, Currency, gross]);

    for (const Amount of refunds) await api('POST', `paymentTransactions/${payment.Id}/refund`, { Amount });
    await api('POST', `/sandbox/payments/${payment.Id}/chargeback`, { Amount: back });
    await api('POST', `invoices/${invoice.Id}/creditNote`, { Amount: note });
    const documents = (await api('GET', `/sandbox/invoices?contractId=${ContractId}`)).body;
    const shown = documents.map((one: { TotalGross: number; Open: number }) => [one.TotalGross, one.Open]);
    const { Balance } = (await api('GET', `contracts/${ContractId}`)).body;
    const [month] = (await api('GET', '/sandbox/turnover?months=1')).body;
    expect(shown).toEqual([
      [-note, 0],
      [gross, Math.max(0, row.balance)],
    ]);
    expect(Balance).toBe(row.balance);
    expect(month).toEqual({ Month: '2026-01', Currency, Billed: row.billed, Paid: row.paid });
  },
);
