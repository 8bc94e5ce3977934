/** The texts of the page that completes a payment. */
export interface PortalTexts {
  readonly notice: string;
  readonly badToken: readonly [title: string, text: string];
  readonly paid: readonly [title: string, text: string];
  readonly methodChanged: readonly [title: string, text: string];
  readonly notPaid: readonly [title: string, text: string];
  readonly notFinished: readonly [title: string, text: string];
  readonly notReturned: readonly [title: string, text: string];
}

const english: PortalTexts = {
  notice: 'Simulation of a page that the service hosts. Your own page calls ClientLib.finalize.',
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
  notice: 'Simulation einer Seite, die der Dienst betreibt. Eigene Seiten rufen ClientLib.finalize auf.',
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

/** The language of that page. */
export interface PortalLanguage {
  readonly texts: PortalTexts;
  /** The `lang` attribute. */
  readonly locale: string;
}

/**
 * German if requested, English otherwise.
 *
 * @param language from the address (`?language=de-DE`), or accepted by the browser
 */
export function portalLanguage(language: string): PortalLanguage {
  const [wanted = ''] = language.split(/[,;]/);
  const [, region] = /^(?:de|en)-([a-z]{2})$/i.exec(wanted.trim()) ?? [];
  return /^de\b/i.test(wanted.trim())
    ? { texts: german, locale: `de-${region?.toUpperCase() ?? 'DE'}` }
    : { texts: english, locale: `en-${region?.toUpperCase() ?? 'GB'}` };
}
