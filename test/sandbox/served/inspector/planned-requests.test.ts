// @vitest-environment happy-dom
// What each dialog would send, as it shows it before it sends it: as it opens, and with what a person fills in, ticks and empties.
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fill, newReceiver, openInspector, paidSignup, press, signUp } from './mounted.ts';

type Steps = readonly (readonly [label: string, value: string | true])[];
type Planned = readonly [action: string, steps: Steps, request: string];

const only = (name: string, request: string): Planned => [name, [], request];

/** The request that the open dialog shows. */
function planned(dialog: HTMLElement): string {
  const [line, body] = [...dialog.querySelectorAll('.request > p:first-child, .request > pre')].map(
    ({ textContent }) => textContent ?? '',
  );
  return `${line}${body === undefined ? '' : ` ${JSON.stringify(JSON.parse(body))}`}`;
}

async function plan([action, steps]: Planned): Promise<string> {
  // By text: roles of a whole page take ten times as long.
  const [button] = await screen.findAllByText(`${action}…`, { selector: 'button' });
  press(button as HTMLElement);
  const dialog = await screen.findByLabelText(action, { selector: 'dialog[open]' });
  for (const [label, value] of steps) await fill(within(dialog).getByLabelText(label), value);
  const request = planned(dialog);
  press(within(dialog).getByText('Back'));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  return request;
}

const next = 'POST /sandbox/payments/next';
const rules = 'POST /sandbox/faults';

/** By view; `{name}` stands for the id of what the test has made. */
const plans: { readonly [view: string]: readonly Planned[] } = {
  overview: [
    only('Reset', 'POST /sandbox/reset {}'),
    ['Reset', [['Keep the catalogue', true]], 'POST /sandbox/reset {"Keep":["Catalogue"]}'],
    [
      'Reset',
      [
        ['Keep webhooks', true],
        ['Keep access tokens', true],
        ['Keep webhooks', true],
      ],
      'POST /sandbox/reset {"Keep":["Tokens"]}',
    ],
  ],
  webhooks: [
    only('Register endpoint', 'POST /api/v1/webhooks {"Url":"http://localhost:4402/webhooks"}'),
    [
      'Register endpoint',
      [
        ['Address', 'https://shop.test/'],
        ['Events', ' PaymentFailed ,, CustomerCreated,'],
      ],
      'POST /api/v1/webhooks {"Url":"https://shop.test/","Events":["PaymentFailed","CustomerCreated"]}',
    ],
  ],
  'webhooks/{webhook}': [
    only('Send an event', 'POST /sandbox/events {"Event":"PaymentSucceeded","WebhookId":"{webhook}"}'),
    only(
      'Simulate problems',
      'PATCH /sandbox/webhooks/{webhook} {"Rehearsal":{"Duplicate":0.5,"Reorder":true}}',
    ),
    [
      'Simulate problems',
      [
        ['Duplicate (probability 0 to 1)', ''],
        ['Lose (probability 0 to 1)', '0.25'],
        ['Delay (ISO 8601 duration)', 'PT1M'],
        ['Send in a shuffled order', true],
      ],
      'PATCH /sandbox/webhooks/{webhook} {"Rehearsal":{"Drop":0.25,"Delay":"PT1M"}}',
    ],
    only(
      'Resend undelivered events',
      'POST /sandbox/deliveries/resend {"WebhookId":"{webhook}","OnlyMissing":true}',
    ),
    only('Rotate secret', 'POST /api/v1/webhooks/{webhook}/rotateSecret {}'),
    only('Disable', 'PATCH /sandbox/webhooks/{webhook} {"Enabled":false}'),
    only('Delete', 'DELETE /api/v1/webhooks/{webhook}'),
  ],
  faults: [
    only('Add rule', `${rules} {"Path":"/api/v1/*","Fault":{"Status":503}}`),
    ['Add rule', [['Path', '']], `${rules} {"Fault":{"Status":503}}`],
    [
      'Add rule',
      [
        ['Method', 'GET'],
        ['What happens', 'DelayMs'],
        ['Probability (0 to 1)', '0.5'],
        ['Times', '3'],
      ],
      `${rules} {"Method":"GET","Path":"/api/v1/*","Probability":0.5,"Times":3,"Fault":{"DelayMs":2000}}`,
    ],
    [
      'Add rule',
      [['Probability (0 to 1)', '0']],
      `${rules} {"Path":"/api/v1/*","Probability":0,"Fault":{"Status":503}}`,
    ],
    ...['Drop', 'DropResponse', 'Truncate'].map(
      (kind): Planned => [
        'Add rule',
        [['What happens', kind]],
        `${rules} {"Path":"/api/v1/*","Fault":{"${kind}":true}}`,
      ],
    ),
  ],
  payments: [
    only('Decide next payment', `${next} {"Outcome":{"Code":"InsufficientBalance"}}`),
    ['Decide next payment', [['What happens', 'return']], `${next} {"Outcome":{"ReturnAfter":"P3D"}}`],
    ['Decide next payment', [['What happens', 'pending']], `${next} {"Outcome":{"Pending":"P3D"}}`],
    ['Decide next payment', [['What happens', 'challenge']], `${next} {"Outcome":{"Challenge":true}}`],
    ['Decide next payment', [['What happens', 'lose']], `${next} {"Outcome":{"Lose":true}}`],
    ['Decide next payment', [['Code', 'Rejected']], `${next} {"Outcome":{"Code":"Rejected"}}`],
    [
      'Decide next payment',
      [
        ['What happens', 'pending'],
        ['After', ''],
        ['Which attempts', '1000'],
      ],
      `${next} {"Times":1000,"Outcome":{"Pending":true}}`,
    ],
  ],
  'payments/{payment}': [
    only('Refund', 'POST /api/v1/paymentTransactions/{payment}/refund {"Amount":11.78}'),
    [
      'Refund',
      [
        ['Amount', '5.5'],
        ['With a credit note', true],
      ],
      'POST /api/v1/paymentTransactions/{payment}/refund {"Amount":5.5,"CreditNote":true}',
    ],
    [
      'Refund',
      [
        ['With a credit note', true],
        ['With a credit note', true],
      ],
      'POST /api/v1/paymentTransactions/{payment}/refund {"Amount":11.78}',
    ],
    only('Charge back', 'POST /sandbox/payments/{payment}/chargeback'),
  ],
  'invoices/{invoice}': [
    only('Refund', 'POST /api/v1/paymentTransactions/{payment}/refund {"Amount":11.78}'),
    only(
      'Issue credit note',
      'POST /api/v1/invoices/{invoice}/creditNote {"Amount":11.78,"Reason":"Goodwill"}',
    ),
    only('Create download link', 'POST /api/v1/invoices/{invoice}/downloadLink {}'),
  ],
  'contracts/{contract}': [
    only(
      'Cancel the contract',
      'POST /api/v1/contracts/{contract}/end {"EndDate":"2026-03-15T09:00:00.0000000Z"}',
    ),
    only('End the contract', 'POST /api/v1/contracts/{contract}/end {"EndDate":"2026-02-15T09:00:00.000Z"}'),
    only('Pause', 'POST /api/v1/contracts/{contract}/pause {}'),
    only(
      'Preview a change',
      'POST /api/v1/orders/preview {"ContractId":"{contract}","Cart":{"PlanVariantId":"b00000000000000000000001"}}',
    ),
    only(
      'Decide next payment',
      `${next} {"ContractId":"{contract}","Outcome":{"Code":"InsufficientBalance"}}`,
    ),
    only(
      'Book a payment',
      'POST /api/v1/contracts/{contract}/payment {"Amount":0,"Description":"Bank transfer"}',
    ),
    only('Bill now', 'POST /api/v1/contracts/{contract}/bill {}'),
    only('New self-service token', 'GET /api/v1/contracts/{contract}/selfServiceToken'),
  ],
  'contracts/{onAccount}': [
    only(
      'Book a payment',
      'POST /api/v1/contracts/{onAccount}/payment {"Amount":11.78,"Description":"Bank transfer"}',
    ),
  ],
  'contracts/{overpaid}': [
    only(
      'Book a payment',
      'POST /api/v1/contracts/{overpaid}/payment {"Amount":0,"Description":"Bank transfer"}',
    ),
  ],
  'customers/{customer}': [
    only('Lock', 'PATCH /api/v1/customers/{customer} {"IsLocked":true}'),
    only('Change e-mail', 'PATCH /api/v1/customers/{customer} {"EmailAddress":"ada@example.com"}'),
    only('Delete', 'DELETE /api/v1/customers/{customer}'),
  ],
  catalogue: [
    ...['AppleIap', 'GoogleIap', 'AmazonIap'].map((store) =>
      only(`Buy in ${store}`, `POST /sandbox/stores/${store}/receipts {"Status":"Active"}`),
    ),
    [
      'Buy in AppleIap',
      [['State', 'Trial']],
      'POST /sandbox/stores/AppleIap/receipts {"Trial":{"Quantity":7,"Unit":"Day"}}',
    ],
  ],
  mails: [only('Empty the outbox', 'DELETE /sandbox/mails')],
};

test('each dialog plans the request of its fields, and nothing is sent before it is confirmed', {
  timeout: 60_000,
}, async () => {
  const mounted = await openInspector('overview', { deliver: newReceiver().deliver });
  const { api, changes, visit } = mounted;
  const contract = await paidSignup(mounted);
  const { Id: onAccount, CustomerId: customer } = await signUp(api);
  const { Id: overpaid } = await signUp(api);
  await api('POST', `/api/v1/contracts/${overpaid}/payment`, { Amount: 20, Description: 'Twice' });
  const { Id: webhook } = await api('POST', '/api/v1/webhooks', { Url: 'https://shop.test/webhooks' });
  await api('PATCH', `/sandbox/webhooks/${webhook}`, { Rehearsal: { Duplicate: 0.5, Reorder: true } });
  const [{ Id: payment, InvoiceId: invoice }] = await api(
    'GET',
    `/api/v1/paymentTransactions?contractId=${contract}`,
  );
  const ids: Record<string, string> = { contract, onAccount, overpaid, customer, webhook, payment, invoice };
  const named = (text: string) => text.replace(/\{(\w+)\}/g, (all, name) => ids[name] ?? all);
  for (const [view, all] of Object.entries(plans)) {
    await visit(named(view));
    for (const one of all) {
      const [action, steps, request] = one;
      expect([view, action, steps, await plan(one)]).toEqual([view, action, steps, named(request)]);
    }
  }
  expect(changes).toEqual([]);
});
