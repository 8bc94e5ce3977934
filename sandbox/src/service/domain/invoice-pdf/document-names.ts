/** The titles of documents. They are separate from other texts, which only the PDF needs. */
export interface DocumentNames {
  readonly invoice: string;
  readonly creditNote: string;
  readonly reminder: string;
}

const english: DocumentNames = {
  invoice: 'Invoice',
  creditNote: 'Credit note',
  reminder: 'Payment reminder',
};

const german: DocumentNames = {
  invoice: 'Rechnung',
  creditNote: 'Gutschrift',
  reminder: 'Zahlungserinnerung',
};

/** German for German-speaking customers, English for all others. */
export function documentNames(locale: string): DocumentNames {
  return locale.toLowerCase().startsWith('de') ? german : english;
}
