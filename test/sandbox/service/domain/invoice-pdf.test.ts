import { describe, expect, test } from 'vitest';
import { sendDraft } from '../../../../sandbox/src/service/domain/billing/invoices.ts';
import { endContract } from '../../../../sandbox/src/service/domain/contracts/contract-end.ts';
import { documentNames } from '../../../../sandbox/src/service/domain/invoice-pdf/document-names.ts';
import { dunningPdf, invoicePdf } from '../../../../sandbox/src/service/domain/invoice-pdf/invoice-pdf.ts';
import { pdfText } from '../../../../sandbox/src/service/domain/invoice-pdf/pdf-text.ts';
import type { Dunning, Invoice } from '../../../../sandbox/src/service/model/invoice.ts';
import { ids, onAccount, Shop } from './billing-kit.ts';

const now = '2026-01-15T09:00:00Z';
const wien = {
  CompanyName: 'Wiener Wörter GmbH',
  FirstName: 'Ada',
  LastName: 'Lovelace',
  VatId: 'ATU12345678',
  Address: { Street: 'Ringstraße', HouseNumber: '1', PostalCode: '1010', City: 'Wien', Country: 'AT' },
};

/** A text of a page, in the letters of Windows-1252 read as Latin-1; lengths are points from the lower left. */
interface Written {
  readonly x: number;
  readonly y: number;
  readonly isBold: boolean;
  readonly text: string;
}

/** All texts of a document, page by page, in the order in which they are drawn. */
function pagesOf(bytes: Uint8Array): Written[][] {
  const raw = new TextDecoder('latin1').decode(bytes);
  const pages = raw.split('stream\n').filter((part) => part.includes(' Tf'));
  const text = /1 0 0 1 ([\d.]+) ([\d.]+) Tm\n\/(F\d) [\d.]+ Tf\n\[(.*)\] TJ/g;
  return pages.map((page) =>
    [...page.matchAll(text)].map(([, x, y, font, parts = '']) => ({
      x: Number(x),
      y: Number(y),
      isBold: font === 'F2',
      // A line that wraps ends with the space at which it does.
      text: lettersOf(parts).trimEnd(),
    })),
  );
}

/** The letters of `<48616c> 0 <6c6f>`: bytes in hexadecimal between corrections of the space. */
const lettersOf = (parts: string): string =>
  [...parts.matchAll(/<([0-9a-f]*)>/g)]
    .map(([, bytes = '']) => Buffer.from(bytes, 'hex').toString('latin1'))
    .join('');

const textsOf = (bytes: Uint8Array): string[][] => pagesOf(bytes).map((page) => page.map(({ text }) => text));

const invoiceOf = (shop: Shop): Invoice => shop.invoices()[0] as Invoice;

test('documents are named in German for German-speaking customers, however the tag is written, else in English', () => {
  for (const locale of ['de', 'de-DE', 'de-AT', 'DE', 'De-ch', 'DE-CH'])
    expect([locale, documentNames(locale)]).toEqual([
      locale,
      { invoice: 'Rechnung', creditNote: 'Gutschrift', reminder: 'Zahlungserinnerung' },
    ]);
  for (const locale of ['en-GB', 'EN', 'fr', 'nl-BE', 'da', ''])
    expect([locale, documentNames(locale)]).toEqual([
      locale,
      { invoice: 'Invoice', creditNote: 'Credit note', reminder: 'Payment reminder' },
    ]);
});

test('letters, dashes and spaces that the fonts lack become the nearest that they have', () => {
  expect(pdfText('łŁđĐħĦıŧŦŋŊĸ')).toBe('lLdDhHitTnNk');
  expect(pdfText('\u2212\u2010\u2011\u2012|\u00a0\u202f\u2009|')).toBe('----|   |');
});

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

  test('is titled as a credit note', async () => {
    const shop = new Shop(now);
    const { Id } = shop.signup(ids.basicYearly);
    shop.change(Id, { PlanVariantId: ids.basicMonthly });
    const credit = shop.invoices()[1] as Invoice;
    expect(textsOf(await invoicePdf(shop.tx, credit)).flat()).toContain('Gutschrift 2026-000002');
  });

  test('continues on further pages, each with the head of the table and its number', async () => {
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

  test('limits a long text to 25 lines, or one line in the header', async () => {
    const shop = new Shop(now);
    const word = 'Wort'.repeat(40_000);
    const Description = 'ein Wort nach dem anderen '.repeat(2_000);
    const items = [word, Description].map((text) => ({ Description: text, Quantity: 1, PricePerUnit: 1 }));
    shop.signup(ids.basicMonthly, { RatedItems: items }, { ...wien, CompanyName: 'Lang '.repeat(1_000) });
    const bytes = await invoicePdf(shop.tx, invoiceOf(shop));
    expect(bytes.length).toBeLessThan(60_000);
    const texts = textsOf(bytes).flat();
    expect(texts.filter((text) => /^[Wort]+\x85?$/.test(text) && text.length > 20)).toHaveLength(25);
    expect(texts.filter((text) => text.startsWith('Lang Lang'))).toHaveLength(1);
    expect(texts.filter((text) => text.endsWith('\x85'))).toHaveLength(3);
  });

  test('yields to other work while it is drawn', async () => {
    const shop = new Shop(now);
    const items = Array.from({ length: 120 }, () => ({
      Description: 'Position',
      Quantity: 1,
      PricePerUnit: 1,
    }));
    shop.signup(ids.basicMonthly, { RatedItems: items });
    const turns: string[] = [];
    setImmediate(() => turns.push('another request'));
    await invoicePdf(shop.tx, invoiceOf(shop));
    expect(turns).toEqual(['another request']);
  });

  test('the same invoice produces the same bytes', async () => {
    const shop = new Shop(now);
    shop.signup(ids.basicMonthly);
    const [one, other] = [
      await invoicePdf(shop.tx, invoiceOf(shop)),
      await invoicePdf(shop.tx, invoiceOf(shop)),
    ];
    expect(one).toEqual(other);
  });

  test('is drawn even with an invalid locale', async () => {
    const shop = new Shop(now);
    shop.signup(ids.basicMonthly, {}, { FirstName: 'Ada', Locale: 'x!' });
    expect((await invoicePdf(shop.tx, invoiceOf(shop))).length).toBeGreaterThan(1000);
  });

  test('replaces letters that the standard fonts lack with the nearest', () => {
    expect(pdfText('Łódź €uro – “Šime”, 東京')).toBe('Lódz €uro – “Šime”, ??');
  });

  test('says on each page that letters are missing, and only then', async () => {
    const noted = async (FirstName: string, Locale: string) => {
      const shop = new Shop(now);
      shop.signup(ids.basicMonthly, {}, { FirstName, Locale });
      const pages = textsOf(await invoicePdf(shop.tx, invoiceOf(shop)));
      return pages.map((texts) => texts.find((text) => text.includes('Windows-1252')));
    };
    expect(await noted('Ωμέγα', 'en-GB')).toEqual([
      'The sandbox prints "?" for letters that its font lacks (Windows-1252).',
    ]);
    expect(await noted('Ωμέγα', 'de-DE')).toEqual([
      'Die Sandbox druckt "?" f\xfcr Buchstaben, die ihrer Schrift fehlen (Windows-1252).',
    ]);
    expect(await noted('Łódź?', 'en-GB')).toEqual([undefined]);
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

test('a reminder shows what is left of a partly credited invoice, not its total', async () => {
  const shop = new Shop(now, { account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } });
  const { Id } = shop.signup(ids.basicYearly, {}, undefined, onAccount);
  shop.core.transaction((tx) => endContract(tx, Id, '2026-07-15T09:00:00Z'));
  await shop.advanceTo('2026-02-10T00:00:00Z');
  const [reminder] = [...shop.tx.dunnings] as [Dunning];
  expect(reminder.Items).toMatchObject([{ Total: 117.81, Remaining: 58.42 }]);
  const texts = textsOf(await dunningPdf(shop.tx, reminder)).flat();
  expect(texts.filter((text) => text.endsWith('\x80'))).toEqual(['58,42 \x80', '58,42 \x80']);
});

test.each([
  ['Europe/Berlin', '16.01.2026'],
  ['UTC', '15.01.2026'],
  ['Pacific/Kiritimati', '16.01.2026'],
])('the dates of a document are days of the merchant in %s', async (TimeZone, day) => {
  const shop = new Shop('2026-01-15T23:30:00Z', { account: { TimeZone } });
  shop.signup(ids.basicMonthly);
  expect(textsOf(await invoicePdf(shop.tx, invoiceOf(shop))).flat()).toContain(day);
});

test('an invoice that was a draft has the date of its sending', async () => {
  const shop = new Shop(now, { account: { InvoiceDrafts: true } });
  shop.signup(ids.basicMonthly);
  await shop.advanceTo('2026-01-20T09:00:00Z');
  const [draft] = [...shop.tx.invoiceDrafts];
  const invoice = shop.core.transaction((tx) => sendDraft(tx, draft?.Id as string));
  const texts = textsOf(await invoicePdf(shop.tx, invoice)).flat();
  expect(texts[texts.indexOf('Datum') + 1]).toBe('20.01.2026');
});

test('amounts are right-aligned in a table and below it', async () => {
  const shop = new Shop(now);
  shop.signup(ids.free, {
    RatedItems: [
      { Description: 'A', Quantity: 1, PricePerUnit: 1000 },
      { Description: 'B', Quantity: 1, PricePerUnit: 5 },
    ],
  });
  const written = pagesOf(await invoicePdf(shop.tx, invoiceOf(shop))).flat();
  const begins = (text: string) => written.filter((one) => one.text === text).map(({ x }) => x);
  const [unitOfA, netOfA] = begins('1.000,00 \x80') as [number, number];
  const [unitOfB, netOfB] = begins('5,00 \x80') as [number, number];
  // Right-aligned, the narrower text begins later: three digits and a point, about 17 points.
  expect(unitOfB - unitOfA).toBeCloseTo(17.4, 0);
  expect(netOfB - netOfA).toBeCloseTo(17.4, 0);
  expect(begins('1.005,00 \x80')).toEqual([expect.closeTo(netOfA, 1)]);
});

test('a position without a duration has no days', async () => {
  const shop = new Shop(now);
  shop.signup(ids.free, { RatedItems: [{ Description: 'Help', Quantity: 1, PricePerUnit: 5 }] });
  const invoice = invoiceOf(shop);
  const [line] = invoice.ItemList as [Invoice['ItemList'][number]];
  const shown = async (change: Partial<typeof line>) =>
    textsOf(await invoicePdf(shop.tx, { ...invoice, ItemList: [{ ...line, ...change }] }))
      .flat()
      .filter((text) => text.includes('\x96'));
  const [PeriodStart, PeriodEnd] = ['2026-01-15T00:00:00Z', '2026-01-16T00:00:00Z'];
  expect(await shown({ PeriodStart, PeriodEnd })).toEqual(['15.01.2026 \x96 16.01.2026']);
  expect(await shown({ PeriodStart, PeriodEnd: PeriodStart })).toEqual([]);
});

/** What stands on each page from top to bottom: millimetres from the top, and the texts of that height, bold ones in asterisks. */
function layoutOf(bytes: Uint8Array): string[][] {
  return pagesOf(bytes).map((page) => {
    const rows = new Map<number, string[]>();
    for (const { y, isBold, text } of page) {
      const top = Math.round((841.89 - y) * (25.4 / 72));
      const plain = text.replace(/\x80/g, '€').replace(/\x96/g, '–').replace(/\xa0/g, ' ');
      rows.set(top, [...(rows.get(top) ?? []), isBold ? `*${plain}*` : plain]);
    }
    return [...rows].map(([top, texts]) => `${top}: ${texts.join(' | ')}`);
  });
}

describe('the page of', () => {
  test('an invoice has each text in its place', async () => {
    const shop = new Shop(now);
    shop.signup(
      ids.proMonthly,
      { ComponentSubscriptions: [{ ComponentId: ids.seat, Quantity: 3 }] },
      { ...wien, ExternalCustomerId: 'K-7' },
    );
    expect(layoutOf(await invoicePdf(shop.tx, invoiceOf(shop)))).toEqual([
      [
        '20: *Sandbox Merchant GmbH*',
        '45: Sandbox Merchant GmbH · Musterstraße 1 · 10115 Berlin · DE',
        '51: Wiener Wörter GmbH | Nummer | 2026-000001',
        '56: Ada Lovelace | Datum | 15.01.2026',
        '60: Ringstraße 1 | Fällig | 29.01.2026',
        '65: 1010 Wien | Kunde | K-7',
        '69: AT | Ihre USt-IdNr. | ATU12345678',
        '88: *Rechnung 2026-000001*',
        '98: *Pos.* | *Beschreibung* | *Menge* | *Einzelpreis* | *USt.* | *Netto*',
        '105: 1 | Pro | 1 | 29,00 € | 0 % | 29,00 €',
        '109: 15.01.2026 – 15.02.2026',
        '115: 2 | Seat | 3 | 4,50 € | 0 % | 13,50 €',
        '120: 15.01.2026 – 15.02.2026',
        '126: 3 | Pro Einrichtung | 1 | 49,00 € | 0 % | 49,00 €',
        '137: Summe netto | 91,50 €',
        '142: USt. 0 % (91,50 €) | 0,00 €',
        '146: *Gesamtbetrag* | *91,50 €*',
        '155: Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
        '285: Sandbox Merchant GmbH · USt-IdNr. DE999999999 | Seite 1 von 1',
      ],
    ]);
  });

  test('an invoice in English has the same', async () => {
    const shop = new Shop(now);
    shop.signup(ids.basicMonthly, {}, { ...wien, Locale: 'en-GB', ExternalCustomerId: 'K-7' });
    expect(layoutOf(await invoicePdf(shop.tx, invoiceOf(shop)))).toEqual([
      [
        '20: *Sandbox Merchant GmbH*',
        '45: Sandbox Merchant GmbH · Musterstraße 1 · 10115 Berlin · DE',
        '51: Wiener Wörter GmbH | Number | 2026-000001',
        '56: Ada Lovelace | Date | 15 Jan 2026',
        '60: Ringstraße 1 | Due | 29 Jan 2026',
        '65: 1010 Wien | Customer | K-7',
        '69: AT | Your VAT id | ATU12345678',
        '88: *Invoice 2026-000001*',
        '98: *No.* | *Description* | *Quantity* | *Unit price* | *VAT* | *Net*',
        '105: 1 | Basic | 1 | €9.90 | 0 % | €9.90',
        '109: 15 Jan 2026 – 15 Feb 2026',
        '120: Total net | €9.90',
        '125: VAT 0 % (€9.90) | €0.00',
        '129: *Total* | *€9.90*',
        '138: Reverse charge: the recipient of the supply owes the VAT.',
        '285: Sandbox Merchant GmbH · VAT id DE999999999 | Page 1 of 1',
      ],
    ]);
  });

  test('a credit note shows the credited part of the period', async () => {
    const shop = new Shop(now);
    const { Id, CustomerId } = shop.signup(ids.basicYearly);
    await shop.advanceTo('2026-03-15T09:00:00Z');
    shop.core.transaction((tx) => endContract(tx, Id, '2026-07-15T09:00:00Z'));
    expect(layoutOf(await invoicePdf(shop.tx, shop.invoices()[1] as Invoice))).toEqual([
      [
        '20: *Sandbox Merchant GmbH*',
        '45: Sandbox Merchant GmbH · Musterstraße 1 · 10115 Berlin · DE',
        '51: Ada Lovelace | Nummer | 2026-000002',
        '56: DE | Datum | 15.03.2026',
        '60: Fällig | 29.03.2026',
        `65: Kunde | ${CustomerId}`,
        '88: *Gutschrift 2026-000002*',
        '98: *Pos.* | *Beschreibung* | *Menge* | *Einzelpreis* | *USt.* | *Netto*',
        '105: 1 | Credit: Basic | -1 | 99,00 € | 19 % | -49,91 €',
        '109: 15.07.2026 – 15.01.2027 (× 0,50410959)',
        '120: Summe netto | -49,91 €',
        '125: USt. 19 % (-49,91 €) | -9,48 €',
        '129: *Gesamtbetrag* | *-59,39 €*',
        '285: Sandbox Merchant GmbH · USt-IdNr. DE999999999 | Seite 1 von 1',
      ],
    ]);
  });

  test('a reminder lists each open invoice, and the sum', async () => {
    const shop = new Shop(now, { account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } });
    shop.signup(ids.basicMonthly, {}, undefined, onAccount);
    await shop.advanceTo('2026-02-10T00:00:00Z');
    expect(layoutOf(await dunningPdf(shop.tx, [...shop.tx.dunnings][0] as Dunning))).toEqual([
      [
        '20: *Sandbox Merchant GmbH*',
        '45: Sandbox Merchant GmbH · Musterstraße 1 · 10115 Berlin · DE',
        '51: Ada Lovelace | Nummer | D-2026-000001',
        '56: DE | Datum | 05.02.2026',
        '60: Fällig | 19.02.2026',
        '88: *Zahlungserinnerung*',
        '98: Für diese Rechnungen ist bei uns noch keine Zahlung eingegangen. Bitte zahlen Sie den offenen Betrag bis zur',
        '103: Fälligkeit.',
        '112: *Rechnung* | *Fällig* | *Gesamtbetrag*',
        '118: 2026-000001 | 29.01.2026 | 11,78 €',
        '129: *Offener Betrag* | *11,78 €*',
        '285: Sandbox Merchant GmbH · USt-IdNr. DE999999999 | Seite 1 von 1',
      ],
    ]);
  });

  test('a reminder in English has the same', async () => {
    const shop = new Shop(now, { account: { Escalation: [{ TriggerDays: 7, Action: 'Reminder' }] } });
    shop.signup(ids.basicMonthly, {}, { FirstName: 'Ada', Locale: 'en-GB' }, onAccount);
    await shop.advanceTo('2026-02-10T00:00:00Z');
    expect(layoutOf(await dunningPdf(shop.tx, [...shop.tx.dunnings][0] as Dunning))).toEqual([
      [
        '20: *Sandbox Merchant GmbH*',
        '45: Sandbox Merchant GmbH · Musterstraße 1 · 10115 Berlin · DE',
        '51: Ada | Number | D-2026-000001',
        '56: Date | 5 Feb 2026',
        '60: Due | 19 Feb 2026',
        '88: *Payment reminder*',
        '98: We have not received your payment of these invoices yet. Please pay the open amount by the due date.',
        '107: *Invoice* | *Due* | *Total*',
        '114: 2026-000001 | 29 Jan 2026 | €11.78',
        '125: *Open amount* | *€11.78*',
        '285: Sandbox Merchant GmbH · VAT id DE999999999 | Page 1 of 1',
      ],
    ]);
  });
});

describe('a full page', () => {
  /** Of each page its positions and what is below the table. */
  async function pagesWith(count: number): Promise<string[]> {
    const shop = new Shop(now);
    const items = Array.from({ length: count }, (_, at) => ({
      Description: `P${at + 1}`,
      Quantity: 1,
      PricePerUnit: 1,
    }));
    shop.signup(ids.free, { RatedItems: items });
    return layoutOf(await invoicePdf(shop.tx, invoiceOf(shop))).map((rows) => {
      const of = (wanted: RegExp) => rows.filter((row) => wanted.test(row)).length;
      return `${of(/\| P\d+ \|/)} positions, ${of(/Summe netto|USt. 19 %|Gesamtbetrag/)} sums`;
    });
  }

  test.each([
    [20, ['20 positions, 3 sums']],
    [21, ['21 positions, 0 sums', '0 positions, 3 sums']],
    [24, ['24 positions, 0 sums', '0 positions, 3 sums']],
    [25, ['24 positions, 0 sums', '1 positions, 3 sums']],
    [62, ['24 positions, 0 sums', '38 positions, 0 sums', '0 positions, 3 sums']],
    [63, ['24 positions, 0 sums', '38 positions, 0 sums', '1 positions, 3 sums']],
  ])('is followed by another; the totals below %d positions stay together', async (count, pages) => {
    expect(await pagesWith(count)).toEqual(pages);
  });
});
