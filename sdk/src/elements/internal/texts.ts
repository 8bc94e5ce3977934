import type { FieldName } from './fields.ts';

/** Everything that the form says in one language. */
export interface Texts {
  readonly title: string;
  readonly methods: string;
  readonly card: string;
  readonly debit: string;
  readonly onAccount: string;
  readonly invoice: string;
  readonly noPayment: string;
  readonly fields: { readonly [name in FieldName]: string };
  readonly optional: string;
  /** Shown in the empty expiry field. */
  readonly expiryPattern: string;
  /** Where the code is printed, by its number of digits. */
  readonly cvcHint: { readonly 3: string; readonly 4: string };
  /** What is wrong with a field that is filled in. */
  readonly wrong: { readonly [name in FieldName]: string };
  /** What is wrong with a field that is empty. */
  readonly missing: string;
  readonly mandate: string;
  readonly redirect: string;
  readonly invoiceText: string;
  readonly noPaymentText: string;
  readonly loading: string;
  readonly failed: string;
  readonly again: string;
}

const en: Texts = {
  title: 'Payment details',
  methods: 'Payment method',
  card: 'Card',
  debit: 'Direct debit',
  onAccount: 'Purchase on account',
  invoice: 'Invoice',
  noPayment: 'No payment details',
  fields: {
    cardNumber: 'Card number',
    expiry: 'Expiry date',
    cvc: 'Security code',
    cardHolder: 'Name on card',
    accountHolder: 'Account holder',
    iban: 'IBAN',
    bic: 'BIC',
    bankAccountNumber: 'Account number',
    bankRoutingCode: 'Bank code',
    emailAddress: 'E-mail address',
  },
  optional: 'optional',
  expiryPattern: 'MM / YY',
  cvcHint: { 3: '3 digits on the back of the card', 4: '4 digits on the front of the card' },
  wrong: {
    cardNumber: 'Please check the card number.',
    expiry: 'Please check the date. It must not be past.',
    cvc: 'Please check the security code.',
    cardHolder: 'Please check the name.',
    accountHolder: 'Please check the name.',
    iban: 'Please check the IBAN.',
    bic: 'Please check the BIC: 8 or 11 characters.',
    bankAccountNumber: 'Please check the account number.',
    bankRoutingCode: 'Please check the bank code.',
    emailAddress: 'Please check the e-mail address.',
  },
  missing: 'Please fill this in.',
  mandate:
    'I authorise the seller to collect payments from my account by direct debit, and my bank to honour them. Within eight weeks I can ask my bank for a refund.',
  redirect: 'You will be taken to the payment provider to complete the payment.',
  invoiceText: 'You will get an invoice and pay it by bank transfer.',
  noPaymentText: 'No payment details are needed.',
  loading: 'Loading the payment form…',
  failed: 'The payment form could not be loaded.',
  again: 'Try again',
};

const de: Texts = {
  title: 'Zahlungsdaten',
  methods: 'Zahlungsart',
  card: 'Karte',
  debit: 'Lastschrift',
  onAccount: 'Kauf auf Rechnung',
  invoice: 'Rechnung',
  noPayment: 'Ohne Zahlungsdaten',
  fields: {
    cardNumber: 'Kartennummer',
    expiry: 'Gültig bis',
    cvc: 'Prüfnummer',
    cardHolder: 'Name auf der Karte',
    accountHolder: 'Kontoinhaber',
    iban: 'IBAN',
    bic: 'BIC',
    bankAccountNumber: 'Kontonummer',
    bankRoutingCode: 'Bankleitzahl',
    emailAddress: 'E-Mail-Adresse',
  },
  optional: 'freiwillig',
  expiryPattern: 'MM / JJ',
  cvcHint: { 3: '3 Ziffern auf der Rückseite der Karte', 4: '4 Ziffern auf der Vorderseite der Karte' },
  wrong: {
    cardNumber: 'Bitte prüfen Sie die Kartennummer.',
    expiry: 'Bitte prüfen Sie das Datum. Es darf nicht vergangen sein.',
    cvc: 'Bitte prüfen Sie die Prüfnummer.',
    cardHolder: 'Bitte prüfen Sie den Namen.',
    accountHolder: 'Bitte prüfen Sie den Namen.',
    iban: 'Bitte prüfen Sie die IBAN.',
    bic: 'Bitte prüfen Sie die BIC: 8 oder 11 Zeichen.',
    bankAccountNumber: 'Bitte prüfen Sie die Kontonummer.',
    bankRoutingCode: 'Bitte prüfen Sie die Bankleitzahl.',
    emailAddress: 'Bitte prüfen Sie die E-Mail-Adresse.',
  },
  missing: 'Bitte füllen Sie dieses Feld aus.',
  mandate:
    'Ich ermächtige den Anbieter, Zahlungen von meinem Konto per Lastschrift einzuziehen, und weise mein Kreditinstitut an, sie einzulösen. Innerhalb von acht Wochen kann ich die Erstattung verlangen.',
  redirect: 'Sie werden zum Zahlungsanbieter weitergeleitet, um die Zahlung abzuschließen.',
  invoiceText: 'Sie erhalten eine Rechnung und zahlen per Überweisung.',
  noPaymentText: 'Es sind keine Zahlungsdaten nötig.',
  loading: 'Das Zahlungsformular wird geladen …',
  failed: 'Das Zahlungsformular konnte nicht geladen werden.',
  again: 'Noch einmal versuchen',
};

const fr: Texts = {
  title: 'Données de paiement',
  methods: 'Moyen de paiement',
  card: 'Carte',
  debit: 'Prélèvement',
  onAccount: 'Achat sur facture',
  invoice: 'Facture',
  noPayment: 'Sans données de paiement',
  fields: {
    cardNumber: 'Numéro de carte',
    expiry: 'Date d’expiration',
    cvc: 'Code de sécurité',
    cardHolder: 'Nom sur la carte',
    accountHolder: 'Titulaire du compte',
    iban: 'IBAN',
    bic: 'BIC',
    bankAccountNumber: 'Numéro de compte',
    bankRoutingCode: 'Code banque',
    emailAddress: 'Adresse e-mail',
  },
  optional: 'facultatif',
  expiryPattern: 'MM / AA',
  cvcHint: { 3: '3 chiffres au dos de la carte', 4: '4 chiffres au recto de la carte' },
  wrong: {
    cardNumber: 'Veuillez vérifier le numéro de carte.',
    expiry: 'Veuillez vérifier la date. Elle ne doit pas être passée.',
    cvc: 'Veuillez vérifier le code de sécurité.',
    cardHolder: 'Veuillez vérifier le nom.',
    accountHolder: 'Veuillez vérifier le nom.',
    iban: 'Veuillez vérifier l’IBAN.',
    bic: 'Veuillez vérifier le BIC : 8 ou 11 caractères.',
    bankAccountNumber: 'Veuillez vérifier le numéro de compte.',
    bankRoutingCode: 'Veuillez vérifier le code banque.',
    emailAddress: 'Veuillez vérifier l’adresse e-mail.',
  },
  missing: 'Veuillez remplir ce champ.',
  mandate:
    'J’autorise le vendeur à prélever les paiements sur mon compte, et ma banque à les honorer. Dans un délai de huit semaines, je peux en demander le remboursement à ma banque.',
  redirect: 'Vous serez redirigé vers le prestataire de paiement pour terminer le paiement.',
  invoiceText: 'Vous recevrez une facture et la paierez par virement.',
  noPaymentText: 'Aucune donnée de paiement n’est nécessaire.',
  loading: 'Chargement du formulaire de paiement…',
  failed: 'Le formulaire de paiement n’a pas pu être chargé.',
  again: 'Réessayer',
};

const es: Texts = {
  title: 'Datos de pago',
  methods: 'Forma de pago',
  card: 'Tarjeta',
  debit: 'Domiciliación bancaria',
  onAccount: 'Compra a cuenta',
  invoice: 'Factura',
  noPayment: 'Sin datos de pago',
  fields: {
    cardNumber: 'Número de tarjeta',
    expiry: 'Fecha de caducidad',
    cvc: 'Código de seguridad',
    cardHolder: 'Nombre en la tarjeta',
    accountHolder: 'Titular de la cuenta',
    iban: 'IBAN',
    bic: 'BIC',
    bankAccountNumber: 'Número de cuenta',
    bankRoutingCode: 'Código del banco',
    emailAddress: 'Correo electrónico',
  },
  optional: 'opcional',
  expiryPattern: 'MM / AA',
  cvcHint: { 3: '3 cifras al dorso de la tarjeta', 4: '4 cifras en el anverso de la tarjeta' },
  wrong: {
    cardNumber: 'Compruebe el número de tarjeta.',
    expiry: 'Compruebe la fecha. No debe haber pasado.',
    cvc: 'Compruebe el código de seguridad.',
    cardHolder: 'Compruebe el nombre.',
    accountHolder: 'Compruebe el nombre.',
    iban: 'Compruebe el IBAN.',
    bic: 'Compruebe el BIC: 8 u 11 caracteres.',
    bankAccountNumber: 'Compruebe el número de cuenta.',
    bankRoutingCode: 'Compruebe el código del banco.',
    emailAddress: 'Compruebe el correo electrónico.',
  },
  missing: 'Rellene este campo.',
  mandate:
    'Autorizo al vendedor a cobrar los pagos de mi cuenta por domiciliación, y a mi banco a atenderlos. En un plazo de ocho semanas puedo pedir la devolución a mi banco.',
  redirect: 'Se le llevará al proveedor de pagos para completar el pago.',
  invoiceText: 'Recibirá una factura y la pagará por transferencia.',
  noPaymentText: 'No se necesitan datos de pago.',
  loading: 'Cargando el formulario de pago…',
  failed: 'No se ha podido cargar el formulario de pago.',
  again: 'Intentar de nuevo',
};

const it: Texts = {
  title: 'Dati di pagamento',
  methods: 'Metodo di pagamento',
  card: 'Carta',
  debit: 'Addebito diretto',
  onAccount: 'Acquisto su fattura',
  invoice: 'Fattura',
  noPayment: 'Senza dati di pagamento',
  fields: {
    cardNumber: 'Numero della carta',
    expiry: 'Data di scadenza',
    cvc: 'Codice di sicurezza',
    cardHolder: 'Nome sulla carta',
    accountHolder: 'Intestatario del conto',
    iban: 'IBAN',
    bic: 'BIC',
    bankAccountNumber: 'Numero di conto',
    bankRoutingCode: 'Codice bancario',
    emailAddress: 'Indirizzo e-mail',
  },
  optional: 'facoltativo',
  expiryPattern: 'MM / AA',
  cvcHint: { 3: '3 cifre sul retro della carta', 4: '4 cifre sul fronte della carta' },
  wrong: {
    cardNumber: 'Controlli il numero della carta.',
    expiry: 'Controlli la data. Non deve essere passata.',
    cvc: 'Controlli il codice di sicurezza.',
    cardHolder: 'Controlli il nome.',
    accountHolder: 'Controlli il nome.',
    iban: 'Controlli l’IBAN.',
    bic: 'Controlli il BIC: 8 o 11 caratteri.',
    bankAccountNumber: 'Controlli il numero di conto.',
    bankRoutingCode: 'Controlli il codice bancario.',
    emailAddress: 'Controlli l’indirizzo e-mail.',
  },
  missing: 'Compili questo campo.',
  mandate:
    'Autorizzo il venditore ad addebitare i pagamenti sul mio conto, e la mia banca a eseguirli. Entro otto settimane posso chiedere il rimborso alla mia banca.',
  redirect: 'Sarà indirizzato al fornitore del pagamento per completarlo.',
  invoiceText: 'Riceverà una fattura da pagare con bonifico.',
  noPaymentText: 'Non servono dati di pagamento.',
  loading: 'Caricamento del modulo di pagamento…',
  failed: 'Non è stato possibile caricare il modulo di pagamento.',
  again: 'Riprovare',
};

const nl: Texts = {
  title: 'Betaalgegevens',
  methods: 'Betaalmethode',
  card: 'Kaart',
  debit: 'Automatische incasso',
  onAccount: 'Kopen op rekening',
  invoice: 'Factuur',
  noPayment: 'Zonder betaalgegevens',
  fields: {
    cardNumber: 'Kaartnummer',
    expiry: 'Vervaldatum',
    cvc: 'Beveiligingscode',
    cardHolder: 'Naam op de kaart',
    accountHolder: 'Rekeninghouder',
    iban: 'IBAN',
    bic: 'BIC',
    bankAccountNumber: 'Rekeningnummer',
    bankRoutingCode: 'Bankcode',
    emailAddress: 'E-mailadres',
  },
  optional: 'optioneel',
  expiryPattern: 'MM / JJ',
  cvcHint: { 3: '3 cijfers op de achterkant van de kaart', 4: '4 cijfers op de voorkant van de kaart' },
  wrong: {
    cardNumber: 'Controleer het kaartnummer.',
    expiry: 'Controleer de datum. Deze mag niet voorbij zijn.',
    cvc: 'Controleer de beveiligingscode.',
    cardHolder: 'Controleer de naam.',
    accountHolder: 'Controleer de naam.',
    iban: 'Controleer het IBAN.',
    bic: 'Controleer de BIC: 8 of 11 tekens.',
    bankAccountNumber: 'Controleer het rekeningnummer.',
    bankRoutingCode: 'Controleer de bankcode.',
    emailAddress: 'Controleer het e-mailadres.',
  },
  missing: 'Vul dit veld in.',
  mandate:
    'Ik machtig de verkoper om betalingen van mijn rekening af te schrijven, en mijn bank om deze uit te voeren. Binnen acht weken kan ik mijn bank om terugbetaling vragen.',
  redirect: 'U wordt doorgestuurd naar de betaaldienst om de betaling af te ronden.',
  invoiceText: 'U ontvangt een factuur en betaalt per overschrijving.',
  noPaymentText: 'Er zijn geen betaalgegevens nodig.',
  loading: 'Het betaalformulier wordt geladen…',
  failed: 'Het betaalformulier kon niet worden geladen.',
  again: 'Opnieuw proberen',
};

const pl: Texts = {
  title: 'Dane do płatności',
  methods: 'Metoda płatności',
  card: 'Karta',
  debit: 'Polecenie zapłaty',
  onAccount: 'Zakup na rachunek',
  invoice: 'Faktura',
  noPayment: 'Bez danych do płatności',
  fields: {
    cardNumber: 'Numer karty',
    expiry: 'Data ważności',
    cvc: 'Kod zabezpieczający',
    cardHolder: 'Imię i nazwisko na karcie',
    accountHolder: 'Właściciel konta',
    iban: 'IBAN',
    bic: 'BIC',
    bankAccountNumber: 'Numer konta',
    bankRoutingCode: 'Kod banku',
    emailAddress: 'Adres e-mail',
  },
  optional: 'opcjonalnie',
  expiryPattern: 'MM / RR',
  cvcHint: { 3: '3 cyfry na odwrocie karty', 4: '4 cyfry na przodzie karty' },
  wrong: {
    cardNumber: 'Proszę sprawdzić numer karty.',
    expiry: 'Proszę sprawdzić datę. Nie może być miniona.',
    cvc: 'Proszę sprawdzić kod zabezpieczający.',
    cardHolder: 'Proszę sprawdzić imię i nazwisko.',
    accountHolder: 'Proszę sprawdzić imię i nazwisko.',
    iban: 'Proszę sprawdzić numer IBAN.',
    bic: 'Proszę sprawdzić kod BIC: 8 lub 11 znaków.',
    bankAccountNumber: 'Proszę sprawdzić numer konta.',
    bankRoutingCode: 'Proszę sprawdzić kod banku.',
    emailAddress: 'Proszę sprawdzić adres e-mail.',
  },
  missing: 'Proszę wypełnić to pole.',
  mandate:
    'Upoważniam sprzedawcę do pobierania płatności z mojego konta, a mój bank do ich realizacji. W ciągu ośmiu tygodni mogę zażądać od banku zwrotu.',
  redirect: 'Nastąpi przekierowanie do dostawcy płatności, aby dokończyć płatność.',
  invoiceText: 'Otrzymasz fakturę do zapłaty przelewem.',
  noPaymentText: 'Dane do płatności nie są potrzebne.',
  loading: 'Wczytywanie formularza płatności…',
  failed: 'Nie udało się wczytać formularza płatności.',
  again: 'Spróbuj ponownie',
};

/** The languages there are. */
export const languages: { readonly [language: string]: Texts } = { en, de, fr, es, it, nl, pl };

/** The first of the locales whose language there is, else English. */
export function textsFor(locales: readonly string[]): { readonly language: string; readonly texts: Texts } {
  for (const locale of locales) {
    const language = /^[a-z]+/.exec(locale.toLowerCase())?.[0] ?? '';
    const texts = Object.entries(languages).find(([known]) => known === language)?.[1];
    if (texts) return { language, texts };
  }
  return { language: 'en', texts: en };
}
