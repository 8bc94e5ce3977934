import { describe, expect, test } from 'vitest';
import { dunningPdf, invoicePdf } from '../../../sandbox/src/domain/invoice-pdf/invoice-pdf.ts';
import { pdfText } from '../../../sandbox/src/domain/invoice-pdf/pdf-text.ts';
import type { Invoice } from '../../../sandbox/src/model/invoice.ts';
import { ids, onAccount, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const wien = {
  CompanyName: 'Wiener Wörter GmbH',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  VatId: 'ATU12345678',
  Address: { Street: 'Ringstraße', HouseNumber: '1', PostalCode: '1010', City: 'Wien', Country: 'AT' },
};

/** The texts that a document writes, page by page. The standard fonts' letters stand as they are in Latin-1. */
function textsOf(bytes: Uint8Array): string[][] {
  const raw = new TextDecoder('latin1').decode(bytes);
  const pages = raw.split('stream\n').filter((part) => part.includes(' Tf'));
  return pages.map((page) =>
    [...page.matchAll(/\(((?:\\.|[^()\\])*)\) Tj/g)].map(([, text]) =>
      (text ?? '').replace(/\\([()\\])/g, '$1'),
    ),
  );
}

const invoiceOf = (shop: Shop): Invoice => shop.invoices()[0] as Invoice;

describe('an invoice as PDF', () => {
  test('has lines with periods, the VAT summary and totals', async () => {
    const shop = new Shop(now);
    shop.signup(ids.proMonthly, { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 3 }] });
    const bytes = await invoicePdf(shop.tx, invoiceOf(shop));
    expect(new TextDecoder().decode(bytes.slice(0, 5))).toBe('%PDF-');
    const texts = textsOf(bytes).flat();
    for (const text of [
      'Rechnung 2026-000001',
      'Ada Lovelace',
      'Pro',
      '15.01.2026 \x96 15.02.2026',
      'Pro Einrichtung',
      'Seat',
      '3',
      '91,50 \x80',
      'USt. 19 % (91,50 \x80)',
      '17,39 \x80',
      '108,89 \x80',
      'Gesamtbetrag',
      'Seite 1 von 1',
    ]) {
      expect(texts, text).toContain(text);
    }
  });

  test('mentions reverse charge, in the language of the customer', async () => {
    const shop = new Shop(now);
    shop.signup(ids.basicMonthly, {}, { ...wien, Locale: 'en-GB' });
    const texts = textsOf(await invoicePdf(shop.tx, invoiceOf(shop))).flat();
    for (const text of [
      'Invoice 2026-000001',
      'Wiener Wörter GmbH',
      'Ada Lovelace',
      'Ringstraße 1',
      '1010 Wien',
      'ATU12345678',
    ]) {
      expect(texts, text).toContain(text);
    }
    expect(texts).toContain('Reverse charge: the recipient of the supply owes the VAT.');
  });

  test('a credit note says so', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicYearly);
    shop.change(Id, { PlanVariantId: ids.basicMonthly });
    const credit = shop.invoices()[1] as Invoice;
    expect(textsOf(await invoicePdf(shop.tx, credit)).flat()).toContain('Gutschrift 2026-000002');
  });

  test('goes on to further pages, each with the head of the table and its number', async () => {
    const shop = new Shop(now);
    const items = Array.from({ length: 120 }, (_, at) => ({
      Description: `Position ${at + 1}`,
      Quantity: 1,
      PricePerUnit: 1,
    }));
    shop.signup(ids.basicMonthly, { RatedItems: items });
    const pages = textsOf(await invoicePdf(shop.tx, invoiceOf(shop)));
    expect(pages.length).toBeGreaterThan(3);
    for (const [at, page] of pages.entries()) {
      expect(page).toContain(`Seite ${at + 1} von ${pages.length}`);
      expect(page).toContain('Beschreibung');
    }
    expect(pages.flat().filter((text) => text.startsWith('Position '))).toHaveLength(120);
  });

  test('the same invoice gives the same bytes', async () => {
    const shop = new Shop(now);
    shop.signup(ids.basicMonthly);
    const [one, other] = [
      await invoicePdf(shop.tx, invoiceOf(shop)),
      await invoicePdf(shop.tx, invoiceOf(shop)),
    ];
    expect(one).toEqual(other);
  });

  test('a locale that is none does not keep it from being drawn', async () => {
    const shop = new Shop(now);
    shop.signup(ids.basicMonthly, {}, { FirstName: 'Ada', Locale: 'x!' });
    expect((await invoicePdf(shop.tx, invoiceOf(shop))).length).toBeGreaterThan(1000);
  });

  test('letters that the standard fonts do not have become the nearest', () => {
    expect(pdfText('Łódź €uro – “Šime”, 東京')).toBe('Lódz €uro – “Šime”, ??');
  });
});

test('a reminder names the open invoices', async () => {
  const shop = new Shop(now, { account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } });
  shop.signup(ids.basicMonthly, {}, undefined, onAccount);
  await shop.advanceTo('2026-02-10T00:00:00Z');
  const [reminder] = [...shop.tx.dunnings];
  if (reminder === undefined) throw new Error('no reminder');
  const texts = textsOf(await dunningPdf(shop.tx, reminder)).flat();
  for (const text of ['Zahlungserinnerung', '2026-000001', '11,78 \x80', 'Offener Betrag'])
    expect(texts, text).toContain(text);
});
