import { describe, expect, test } from 'vitest';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import { sendDraft } from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import {
  annulContract,
  endContract,
  pauseContract,
} from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { backEnd } from '../http/service.ts';
import { Service } from '../simulation/service.ts';
import { ids, Shop } from './billing-kit.ts';

describe('an annulment restores what drafts had credited', () => {
  const deeds: [string, string, (shop: Shop, id: string) => unknown][] = [
    [
      'by a credit note',
      ids.basicMonthly,
      (shop, id) =>
        shop.core.transaction((tx) => issueCreditNote(tx, shop.invoices(id)[0]?.Id ?? '', 7, 'Goodwill')),
    ],
    ['by a change', ids.basicMonthly, (shop, id) => shop.change(id, { PlanVariantId: ids.basicYearly })],
    [
      'by an end',
      ids.basicYearly,
      (shop, id) => shop.core.transaction((tx) => endContract(tx, id, '2026-07-01T09:00:00Z')),
    ],
    ['by a pause', ids.basicYearly, (shop, id) => shop.core.transaction((tx) => pauseContract(tx, id))],
  ];

  test.each(deeds)('%s', async (_, variant, credit) => {
    const shop = new Shop('2026-01-01T09:00:00Z', { account: { InvoiceDrafts: true } });
    const { Id } = shop.signup(variant);
    const [first] = shop.tx.invoiceDrafts.list({});
    shop.core.transaction((tx) => sendDraft(tx, first?.Id ?? ''));
    await shop.advanceTo('2026-01-15T09:00:00Z');
    credit(shop, Id);
    expect(shop.tx.invoiceDrafts.list({})).toHaveLength(1);
    shop.core.transaction((tx) => annulContract(tx, Id));
    expect(shop.contract(Id).Balance).toBe(0);
    expect(shop.tx.invoiceDrafts.list({})).toEqual([]);
  });
});

/** A contract paid by card while its invoice is a draft. */
async function paid(variant: string, account = {}) {
  const service = new Service({ config: { Account: { InvoiceDrafts: true, ...account } } });
  const { sandbox } = service;
  const api = await backEnd(sandbox);
  const { body } = await service.pay(await service.order(variant), await service.byCard('4111111111111111'));
  await sandbox.settle();
  const path = `contracts/${body.ContractId}`;
  const send = async () => {
    for (const { Id } of (await api('GET', 'invoiceDrafts')).body) await api('POST', `invoiceDrafts/${Id}`);
    await sandbox.settle();
  };
  const money = async () => {
    const entries = (await api('GET', `${path}/ledgerEntries`)).body;
    const of = (type: string) =>
      entries.flatMap((one: { Type: string; Amount: number }) => (one.Type === type ? [one.Amount] : []));
    return { payments: of('Payment'), refunds: of('Refund'), balance: (await api('GET', path)).body.Balance };
  };
  return { service, sandbox, api, path, id: body.ContractId, send, money };
}

describe('what a draft will bill is not credit', () => {
  test('so it is not paid out', async () => {
    const { api, path, send, money } = await paid(ids.proMonthly);
    const { status, body } = await api('POST', `${path}/payOut`);
    expect([status, body.Message]).toEqual([409, expect.stringContaining('still drafts')]);
    await send();
    expect(await money()).toEqual({ payments: [-92.82], refunds: [], balance: 0 });
  });

  test('so the next order does not use it', async () => {
    const { service, api, id, send, money } = await paid(ids.basicMonthly);
    const { body } = await api('POST', 'orders', {
      ContractId: id,
      Cart: { PlanVariantId: ids.basicYearly },
    });
    const { Token } = (await api('GET', `contracts/${id}/selfServiceToken`)).body;
    await service.selfService('upgrade/paySync', { OrderId: body.Id }, { Authorization: `Bearer ${Token}` });
    await send();
    expect(await money()).toEqual({ payments: [-11.78, -body.TotalGross], refunds: [], balance: 0 });
  });

  test('so an end pays out only the rest, once', async () => {
    const { sandbox, api, path, send, money } = await paid(ids.proMonthly, { PayOutCredit: 'AtEnd' });
    await sandbox.clock.set('2026-01-25T10:00:00Z');
    const { body } = await api('POST', `${path}/end`, { EndDate: '2026-01-25T10:00:00Z' });
    await sandbox.settle();
    expect((await money()).refunds).toEqual([]);
    await send();
    expect(await money()).toEqual({ payments: [-92.82], refunds: [-body.Invoice.TotalGross], balance: 0 });
  });

  test('but an annulment turns it into credit', async () => {
    const { sandbox, api, path, money } = await paid(ids.proMonthly, { PayOutCredit: 'AtEnd' });
    await api('POST', `${path}/annulate`);
    await sandbox.settle();
    expect(await money()).toEqual({ payments: [-92.82], refunds: [92.82], balance: 0 });
  });
});

describe('with PayOutCredit AtEnd', () => {
  test('a debit that settles after the annulment is paid out', async () => {
    const service = new Service({ config: { Account: { PayOutCredit: 'AtEnd' } } });
    const { sandbox } = service;
    const api = await backEnd(sandbox);
    const { body } = await service.pay(
      await service.order(),
      await service.byIban('DE89370400440532013000', 'Debit:Echo'),
    );
    await sandbox.clock.advance('P1D');
    await api('POST', `contracts/${body.ContractId}/annulate`);
    await sandbox.clock.advance('P10D');
    const { Balance } = (await api('GET', `contracts/${body.ContractId}`)).body;
    const refunds = (await api('GET', 'paymentRefunds')).body;
    expect([Balance, refunds.map((one: { Amount: number }) => one.Amount)]).toEqual([0, [11.78]]);
  });
});
