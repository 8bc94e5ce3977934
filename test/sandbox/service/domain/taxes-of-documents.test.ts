import { describe, expect, test } from 'vitest';
import { issueCreditNote } from '../../../../sandbox/src/service/domain/billing/credit-notes.ts';
import { sendDraft } from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import { annulContract, endContract } from '../../../../sandbox/src/service/domain/contracts/contracts.ts';
import { patchCustomer } from '../../../../sandbox/src/service/domain/customers/customers.ts';
import { backEnd, newContract, newSandbox } from '../http/service.ts';
import { ids, Shop } from './billing-kit.ts';

describe('an empty country is treated as unset', () => {
  const cart = { PlanVariantId: ids.basicMonthly };

  test.each(['signup/preview', 'signup/order'])('in %s, which costs what is invoiced', async (path) => {
    const api = await backEnd(newSandbox());
    const { body } = await api('POST', `CustomerSelfService/${path}`, {
      Cart: cart,
      Customer: { LastName: 'Byron', VatId: '', Address: { Country: '' } },
    });
    expect((body.Order ?? body).TotalGross ?? body.GrossTotal).toBe(11.78);
  });

  test('in an order by REST and its invoice', async () => {
    const api = await backEnd(newSandbox());
    const { CustomerId } = await newContract(api, {
      Customer: { LastName: 'Byron', Address: { Country: '' } },
    });
    const [invoice] = (await api('GET', `invoices?customerId=${CustomerId}`)).body;
    expect([invoice.TotalGross, invoice.RecipientAddress]).toEqual([11.78, undefined]);
  });

  test('in a customer change by an order', async () => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api, { Customer: { LastName: 'Byron', Address: { Country: 'AT' } } });
    const { body } = await api('POST', 'orders/preview', {
      ContractId: Id,
      CustomerChange: { Address: { Country: '' } },
      Cart: { ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 1 }] },
    });
    expect(body.Order.TotalGross).toBe(17.85);
  });
});

test('a customer change by an order keeps the parts of the address that it does not name', async () => {
  const api = await backEnd(newSandbox());
  const { Id } = await newContract(api, { Customer: { LastName: 'Byron', Address: { Country: 'US' } } });
  const { body } = await api('POST', 'orders/preview', {
    ContractId: Id,
    CustomerChange: { Address: { City: 'Boston' } },
    Cart: { ComponentSubscriptions: [{ ComponentId: ids.support, Quantity: 1 }] },
  });
  expect([body.Order.TotalGross, body.Order.TotalVat]).toEqual([15, 0]);
});

/** An invoice to Austria, before or after the customer has a VAT id; then the other. */
function austrian(before: string | undefined, after: string | undefined, account = {}) {
  const shop = new Shop('2026-04-01T09:00:00Z', { account });
  const customer = { CompanyName: 'Ada KG', Address: { Country: 'AT' } };
  const { Id, CustomerId } = shop.signup(
    ids.basicMonthly,
    {},
    { ...customer, ...(before && { VatId: before }) },
  );
  const drafts = shop.tx.invoiceDrafts.list({});
  for (const { Id: draft } of drafts) shop.core.transaction((tx) => sendDraft(tx, draft));
  shop.core.transaction((tx) => patchCustomer(tx, CustomerId, { VatId: after }));
  const facts = () =>
    shop
      .invoices(Id)
      .map((one) => [
        one.ReverseCharge,
        one.RecipientVatId,
        one.ItemList.map((line) => line.VatPercentage),
        one.TotalGross,
      ]);
  return { shop, id: Id, facts };
}

describe('a credit note has the tax facts of the document that it corrects', () => {
  const vatId = 'ATU12345678';
  const taxed = [false, undefined, [20], 11.88];
  const reverse = [true, vatId, [0], 9.9];

  test.each([
    ['that is not reverse charge', undefined, vatId, taxed, [false, undefined, [20], -11.88]],
    ['that is reverse charge', vatId, undefined, reverse, [true, vatId, [0], -9.9]],
  ])('on request, of an invoice %s', (_, before, after, invoice, note) => {
    const { shop, id, facts } = austrian(before, after);
    const [first] = shop.invoices(id);
    shop.core.transaction((tx) => issueCreditNote(tx, first?.Id ?? '', undefined, 'Goodwill'));
    expect(facts()).toEqual([invoice, note]);
  });

  test.each([
    ['that is not reverse charge', undefined, vatId, taxed, [false, undefined, [20], -11.88]],
    ['that is reverse charge', vatId, undefined, reverse, [true, vatId, [0], -9.9]],
  ])('by annulment, of an invoice %s', (_, before, after, invoice, note) => {
    const { shop, id, facts } = austrian(before, after);
    shop.core.transaction((tx) => annulContract(tx, id));
    expect(facts()).toEqual([invoice, note]);
  });

  test('also as a draft', () => {
    const { shop, id, facts } = austrian(undefined, vatId, { InvoiceDrafts: true });
    const [first] = shop.invoices(id);
    const { Id } = shop.core.transaction((tx) => issueCreditNote(tx, first?.Id ?? '', 5, 'Goodwill'));
    shop.core.transaction((tx) => sendDraft(tx, Id));
    expect(facts()).toEqual([taxed, [false, undefined, [20], -5]]);
  });

  test('at the end of the contract', async () => {
    const { shop, id, facts } = austrian(undefined, vatId);
    shop.core.transaction((tx) => endContract(tx, id, '2026-04-16T09:00:00Z'));
    expect(facts()).toEqual([taxed, [false, undefined, [20], -5.94]]);
  });

  test('and is separate from what a change charges under other taxes', async () => {
    const { shop, id, facts } = austrian(undefined, vatId);
    await shop.advanceTo('2026-04-16T09:00:00Z');
    const contract = shop.change(id, { PlanVariantId: ids.proYearly });
    expect(facts()).toEqual([taxed, [false, undefined, [20], -5.94], [true, vatId, [0], 25]]);
    expect(contract.Balance).toBe(30.94);
  });
});
