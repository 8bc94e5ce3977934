import { type DocumentNames, documentNames } from './document-names.ts';

/** The words of a printed document. */
export interface DocumentTexts extends DocumentNames {
  readonly number: string;
  readonly date: string;
  readonly dueDate: string;
  readonly customer: string;
  readonly yourVatId: string;
  readonly ourVatId: string;
  readonly position: string;
  readonly description: string;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly vat: string;
  readonly net: string;
  readonly totalNet: string;
  readonly totalVat: string;
  readonly totalGross: string;
  readonly openAmount: string;
  readonly reverseCharge: string;
  readonly reminderText: string;
  readonly lettersMissing: string;
  readonly page: (page: number, of: number) => string;
}

const english: DocumentTexts = {
  ...documentNames('en'),
  number: 'Number',
  date: 'Date',
  dueDate: 'Due',
  customer: 'Customer',
  yourVatId: 'Your VAT id',
  ourVatId: 'VAT id',
  position: 'No.',
  description: 'Description',
  quantity: 'Quantity',
  unitPrice: 'Unit price',
  vat: 'VAT',
  net: 'Net',
  totalNet: 'Total net',
  totalVat: 'VAT',
  totalGross: 'Total',
  openAmount: 'Open amount',
  reverseCharge: 'Reverse charge: the recipient of the supply owes the VAT.',
  reminderText:
    'We have not received your payment of these invoices yet. Please pay the open amount by the due date.',
  lettersMissing: 'The sandbox prints "?" for letters that its font lacks (Windows-1252).',
  page: (page, of) => `Page ${page} of ${of}`,
};

const german: DocumentTexts = {
  ...documentNames('de'),
  number: 'Nummer',
  date: 'Datum',
  dueDate: 'Fällig',
  customer: 'Kunde',
  yourVatId: 'Ihre USt-IdNr.',
  ourVatId: 'USt-IdNr.',
  position: 'Pos.',
  description: 'Beschreibung',
  quantity: 'Menge',
  unitPrice: 'Einzelpreis',
  vat: 'USt.',
  net: 'Netto',
  totalNet: 'Summe netto',
  totalVat: 'USt.',
  totalGross: 'Gesamtbetrag',
  openAmount: 'Offener Betrag',
  reverseCharge: 'Steuerschuldnerschaft des Leistungsempfängers (Reverse Charge).',
  reminderText:
    'Für diese Rechnungen ist bei uns noch keine Zahlung eingegangen. Bitte zahlen Sie den offenen Betrag bis zur Fälligkeit.',
  lettersMissing: 'Die Sandbox druckt "?" für Buchstaben, die ihrer Schrift fehlen (Windows-1252).',
  page: (page, of) => `Seite ${page} von ${of}`,
};

/** German for German-speaking customers, English for all others. */
export function documentTexts(locale: string): DocumentTexts {
  return locale.toLowerCase().startsWith('de') ? german : english;
}
