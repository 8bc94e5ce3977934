import { expect, test } from 'vitest';
import { ids, Shop, card } from './billing-kit.ts';
import { invoicePdf } from '../../../sandbox/src/domain/invoice-pdf.ts';
import { writeFileSync } from 'node:fs';

test('smoke', async () => {
  const shop = new Shop('2026-01-31T10:00:00Z');
  const c = shop.signup(ids.proMonthly, {ComponentSubscriptions: [{ComponentId: ids.seat, Quantity: 3}], CouponCode: 'WELCOME20'}, {CompanyName: 'Łódź €uro GmbH', VatId: 'ATU12345678', FirstName: 'Ä', LastName: 'B', Address: {Street:'Weg', HouseNumber: '1', PostalCode: '123', City: 'Wien', Country: 'AT'}}, card);
  await shop.advanceTo('2026-03-02T10:00:00Z');
  const changed = shop.change(c.Id, { PlanVariantId: ids.basicMonthly });
  await shop.settle();
  for (const i of shop.invoices()) console.log(i.InvoiceNumber, i.IsInvoice, i.TotalNet, i.TotalGross, i.ItemList.map((l) => [l.Description, l.PeriodStart, l.PeriodEnd, l.TotalNet].join(' ')));
  console.log(changed, [...shop.tx.ledgerEntries].map(e => [e.Type, e.Amount].join(' ')), [...shop.tx.paymentTransactions].map(t => t.Status));
  const bytes = await invoicePdf(shop.tx, shop.invoices()[0]!);
  writeFileSync('/tmp/i.pdf', bytes);
  console.log(shop.events().join());
});
