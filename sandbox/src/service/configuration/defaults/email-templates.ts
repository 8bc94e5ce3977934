import type { EmailTemplate } from '../../model/mail.ts';

interface Texts {
  readonly subject: string;
  /** Paragraphs between greeting and closing. */
  readonly body: readonly string[];
}

function html({ body }: Texts, greeting: string, closing: string): string {
  return [greeting, ...body, closing].map((paragraph) => `<p>${paragraph}</p>`).join('\n');
}

let count = 0;

function template(
  EventType: EmailTemplate['EventType'],
  InternalName: string,
  english: Texts,
  german: Texts,
  Attachements: readonly string[] = [],
): EmailTemplate {
  count += 1;
  return {
    Id: `f2${String(count).padStart(22, '0')}`,
    InternalName,
    EventType,
    EmailType: 'CustomerEmailNotification',
    Created: '2026-01-01T00:00:00.0000000Z',
    Subject: { _c: english.subject, de: german.subject },
    HtmlText: {
      _c: html(english, 'Dear {{CustomerName}},', 'Kind regards<br>{{MerchantName}}'),
      de: html(german, 'Guten Tag {{CustomerName}},', 'Mit freundlichen Grüßen<br>{{MerchantName}}'),
    },
    Attachements: [...Attachements],
    UseIndividualEmailSettings: false,
  };
}

/** The mails of a fresh sandbox, in English and German. */
export const defaultEmailTemplates: readonly EmailTemplate[] = [
  template(
    'OrderSucceeded',
    'Order confirmation',
    {
      subject: 'Your order: {{PlanName}}',
      body: [
        'Thank you for your order. Your plan is <b>{{PlanName}}</b>, your reference {{ReferenceCode}}.',
        'Amount: {{OrderTotal}}',
      ],
    },
    {
      subject: 'Ihre Bestellung: {{PlanName}}',
      body: [
        'vielen Dank für Ihre Bestellung. Ihr Tarif ist <b>{{PlanName}}</b>, Ihre Referenz {{ReferenceCode}}.',
        'Betrag: {{OrderTotal}}',
      ],
    },
  ),
  template(
    'InvoiceCreated',
    'Invoice',
    {
      subject: '{{DocumentName}} {{InvoiceNumber}}',
      body: ['please find attached {{DocumentName}} {{InvoiceNumber}} of {{DocumentDate}}: {{TotalGross}}.'],
    },
    {
      subject: '{{DocumentName}} {{InvoiceNumber}}',
      body: [
        'im Anhang finden Sie: {{DocumentName}} {{InvoiceNumber}} vom {{DocumentDate}} über {{TotalGross}}.',
      ],
    },
    ['Document'],
  ),
  template(
    'DunningCreated',
    'Payment reminder',
    {
      subject: 'Payment reminder {{DunningNumber}}',
      body: ['we have not received your payment yet. Please pay {{OpenAmount}} by {{DueDate}}.'],
    },
    {
      subject: 'Zahlungserinnerung {{DunningNumber}}',
      body: ['Ihre Zahlung ist noch nicht eingegangen. Bitte zahlen Sie {{OpenAmount}} bis zum {{DueDate}}.'],
    },
    ['Document'],
  ),
  template(
    'PaymentFailed',
    'Payment failed',
    {
      subject: 'Your payment failed',
      body: ['your payment of {{Amount}} by {{PaymentMethod}} failed. Please check your payment data.'],
    },
    {
      subject: 'Ihre Zahlung ist fehlgeschlagen',
      body: [
        'Ihre Zahlung über {{Amount}} mit {{PaymentMethod}} ist fehlgeschlagen. Bitte prüfen Sie Ihre Zahlungsdaten.',
      ],
    },
  ),
  template(
    'PaymentBearerExpiring',
    'Card about to expire',
    {
      subject: 'Your card is about to expire',
      body: ['your card {{PaymentMethod}} expires on {{ExpiryDate}}. Please enter a new one in time.'],
    },
    {
      subject: 'Ihre Karte läuft ab',
      body: [
        'Ihre Karte {{PaymentMethod}} läuft am {{ExpiryDate}} ab. Bitte hinterlegen Sie rechtzeitig eine neue.',
      ],
    },
  ),
  template(
    'TrialEndApproaching',
    'Trial about to end',
    {
      subject: 'Your trial of {{PlanName}} ends soon',
      body: ['your trial of {{PlanName}} ends on {{NextBillingDate}}.'],
    },
    {
      subject: 'Ihr Test von {{PlanName}} endet bald',
      body: ['Ihr Test von {{PlanName}} endet am {{NextBillingDate}}.'],
    },
  ),
  template(
    'ContractCancelled',
    'Cancellation confirmation',
    {
      subject: 'Your cancellation of {{PlanName}}',
      body: ['we confirm your cancellation. {{PlanName}} ends on {{EndDate}}.'],
    },
    {
      subject: 'Ihre Kündigung von {{PlanName}}',
      body: ['wir bestätigen Ihre Kündigung. {{PlanName}} endet am {{EndDate}}.'],
    },
  ),
];
