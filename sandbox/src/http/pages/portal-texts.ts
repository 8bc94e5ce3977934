/** The words of the hosted portal. Dates come formatted. */
export interface PortalTexts {
  readonly notice: string;
  readonly title: string;
  readonly status: string;
  readonly active: string;
  readonly trial: string;
  readonly paused: string;
  readonly annulled: string;
  readonly endsOn: (date: string) => string;
  readonly endedOn: (date: string) => string;
  readonly paymentsBlocked: string;
  readonly customer: string;
  readonly plan: string;
  readonly since: string;
  readonly nextInvoice: string;
  readonly payment: string;
  readonly noPayment: string;
  readonly onInvoice: string;
  readonly bankAccount: string;
  readonly endingIn: string;
  readonly validUntil: string;
  readonly openBalance: string;
  readonly credit: string;
  readonly invoices: string;
  readonly number: string;
  readonly date: string;
  readonly amount: string;
  readonly cancel: string;
  readonly cancelQuestion: string;
  readonly cancelExplained: (date: string) => string;
  readonly dateChanged: string;
  readonly keep: string;
  readonly noToken: readonly [title: string, text: string];
  readonly badToken: readonly [title: string, text: string];
  readonly paid: readonly [title: string, text: string];
  readonly methodChanged: readonly [title: string, text: string];
  readonly notPaid: readonly [title: string, text: string];
  readonly notFinished: readonly [title: string, text: string];
  readonly notReturned: readonly [title: string, text: string];
}

const english: PortalTexts = {
  notice: 'Simulation of the portal that the service hosts. Your own page uses ClientLib.Portal.',
  title: 'Your subscription',
  status: 'Status',
  active: 'Active',
  trial: 'Trial',
  paused: 'Paused',
  annulled: 'Annulled',
  endsOn: (date) => `Canceled, ends on ${date}`,
  endedOn: (date) => `Ended on ${date}`,
  paymentsBlocked: 'Automatic payments are stopped. Please contact us.',
  customer: 'Customer',
  plan: 'Plan',
  since: 'Since',
  nextInvoice: 'Next invoice',
  payment: 'Payment method',
  noPayment: 'None',
  onInvoice: 'Invoice',
  bankAccount: 'Bank account',
  endingIn: 'ending in',
  validUntil: 'valid until',
  openBalance: 'Open balance',
  credit: 'Credit',
  invoices: 'Invoices',
  number: 'Number',
  date: 'Date',
  amount: 'Amount',
  cancel: 'Cancel subscription',
  cancelQuestion: 'Cancel your subscription?',
  cancelExplained: (date) => `It ends on ${date}. Until then you can use it as before.`,
  dateChanged: 'The end date has changed. Please confirm the new one.',
  keep: 'Keep subscription',
  noToken: [
    'This link is incomplete',
    'The part that identifies your subscription is missing. Open the whole link, or sign in to the shop and open your subscription there.',
  ],
  badToken: [
    'This link no longer works',
    'It has expired, or it is not complete. Sign in to the shop and open your subscription there.',
  ],
  paid: ['Thank you', 'Your order is complete.'],
  methodChanged: ['Payment method saved', 'Your next invoices are paid with it.'],
  notPaid: ['Payment failed', 'Nothing was charged. You can try again, or choose another payment method.'],
  notFinished: ['Not finished yet', "Finish the payment on the provider's page first."],
  notReturned: [
    'There is nothing to complete',
    'Payment providers send customers back to this page. It completes a payment when it is opened that way.',
  ],
};

const german: PortalTexts = {
  notice: 'Simulation des Portals, das der Dienst betreibt. Eigene Seiten verwenden ClientLib.Portal.',
  title: 'Ihr Abonnement',
  status: 'Status',
  active: 'Aktiv',
  trial: 'Testphase',
  paused: 'Pausiert',
  annulled: 'Storniert',
  endsOn: (date) => `Gekündigt, endet am ${date}`,
  endedOn: (date) => `Beendet am ${date}`,
  paymentsBlocked: 'Automatische Zahlungen sind angehalten. Bitte nehmen Sie Kontakt mit uns auf.',
  customer: 'Kunde',
  plan: 'Tarif',
  since: 'Seit',
  nextInvoice: 'Nächste Rechnung',
  payment: 'Zahlungsart',
  noPayment: 'Keine',
  onInvoice: 'Rechnung',
  bankAccount: 'Bankkonto',
  endingIn: 'endet auf',
  validUntil: 'gültig bis',
  openBalance: 'Offener Betrag',
  credit: 'Guthaben',
  invoices: 'Rechnungen',
  number: 'Nummer',
  date: 'Datum',
  amount: 'Betrag',
  cancel: 'Abonnement kündigen',
  cancelQuestion: 'Abonnement kündigen?',
  cancelExplained: (date) => `Es endet am ${date}. Bis dahin können Sie es wie bisher nutzen.`,
  dateChanged: 'Das Enddatum hat sich geändert. Bitte bestätigen Sie das neue.',
  keep: 'Abonnement behalten',
  noToken: [
    'Dieser Link ist unvollständig',
    'Der Teil, der Ihr Abonnement bezeichnet, fehlt. Öffnen Sie den ganzen Link, oder melden Sie sich im Shop an und öffnen Sie Ihr Abonnement dort.',
  ],
  badToken: [
    'Dieser Link gilt nicht mehr',
    'Er ist abgelaufen oder nicht vollständig. Melden Sie sich im Shop an und öffnen Sie Ihr Abonnement dort.',
  ],
  paid: ['Vielen Dank', 'Ihre Bestellung ist abgeschlossen.'],
  methodChanged: ['Zahlungsart gespeichert', 'Ihre nächsten Rechnungen werden damit bezahlt.'],
  notPaid: [
    'Zahlung fehlgeschlagen',
    'Es wurde nichts abgebucht. Versuchen Sie es erneut, oder wählen Sie eine andere Zahlungsart.',
  ],
  notFinished: [
    'Noch nicht fertig',
    'Schließen Sie die Zahlung zuerst auf der Seite des Zahlungsanbieters ab.',
  ],
  notReturned: [
    'Es gibt nichts abzuschließen',
    'Zahlungsanbieter schicken Kunden auf diese Seite zurück. Sie schließt eine Zahlung ab, wenn sie so geöffnet wird.',
  ],
};

/** In which language and form the portal speaks. */
export interface PortalLanguage {
  readonly texts: PortalTexts;
  /** For `lang`, dates and amounts. */
  readonly locale: string;
}

/**
 * German where it is asked for, English otherwise.
 *
 * @param language of the address (`?language=de-DE`), or what the browser accepts
 */
export function portalLanguage(language: string): PortalLanguage {
  const [wanted = ''] = language.split(/[,;]/);
  const [, region] = /^(?:de|en)-([a-z]{2})$/i.exec(wanted.trim()) ?? [];
  return /^de\b/i.test(wanted.trim())
    ? { texts: german, locale: `de-${region?.toUpperCase() ?? 'DE'}` }
    : { texts: english, locale: `en-${region?.toUpperCase() ?? 'GB'}` };
}
