// @vitest-environment happy-dom
// What each dialog of the page says it will do, what it asks, and what can be chosen: of each kind, only what has an effect.
import { screen, waitFor, within } from '@testing-library/dom';
import { expect, test } from 'vitest';
import { fill, newReceiver, openInspector, paidSignup, press } from './mounted.ts';
import { shown } from './reads.ts';

/** Opens a dialog, chooses, and reads it up to its request. */
async function read(action: string, choices: readonly (readonly [label: string, value: string])[] = []) {
  const [button] = await screen.findAllByText(`${action}…`, { selector: 'button' });
  press(button as HTMLElement);
  const dialog = await screen.findByLabelText(action, { selector: 'dialog[open]' });
  for (const [label, value] of choices) await fill(within(dialog).getByLabelText(label), value);
  const lines = shown('dialog[open] form');
  const asked = lines.slice(
    0,
    lines.findIndex((line) => /^(GET|POST|PUT|PATCH|DELETE) /.test(line)),
  );
  press(within(dialog).getByText('Back'));
  await waitFor(() => expect(dialog.isConnected).toBe(false));
  return [...asked, lines.at(-1)];
}

const whatHappens = (...values: readonly string[]) =>
  values.map((value) => [['What happens', value]] as const);

/** By view: each dialog, with what is chosen in it. */
const dialogs: readonly (readonly [
  view: string,
  action: string,
  choices?: readonly (readonly [label: string, value: string])[],
])[] = [
  ['overview', 'Reset'],
  ['webhooks', 'Register endpoint'],
  ['webhooks/{webhook}', 'Send an event'],
  ['webhooks/{webhook}', 'Simulate problems'],
  ['webhooks/{webhook}', 'Resend undelivered events'],
  ['webhooks/{webhook}', 'Rotate secret'],
  ['webhooks/{webhook}', 'Disable'],
  ['webhooks/{webhook}', 'Delete'],
  ['webhooks/{disabled}', 'Enable'],
  ['faults', 'Remove all'],
  ...whatHappens('Status', 'DelayMs', 'Drop', 'DropResponse', 'Truncate').map(
    (choices) => ['faults', 'Add rule', choices] as const,
  ),
  ...whatHappens('decline', 'return', 'pending', 'challenge', 'lose').map(
    (choices) => ['payments', 'Decide next payment', choices] as const,
  ),
  ['payments/{payment}', 'Refund'],
  ['payments/{payment}', 'Charge back'],
  ['contracts/{contract}', 'Decide next payment'],
  ['mails', 'Empty the outbox'],
];

test('each dialog says what it does, and asks what it needs', { timeout: 60_000 }, async () => {
  const mounted = await openInspector('overview', { deliver: newReceiver().deliver });
  const { api, visit } = mounted;
  const contract = await paidSignup(mounted);
  const { Id: webhook } = await api('POST', '/api/v1/webhooks', { Url: 'https://shop.test/1' });
  const { Id: disabled } = await api('POST', '/api/v1/webhooks', { Url: 'https://shop.test/2' });
  await api('PATCH', `/sandbox/webhooks/${disabled}`, { Enabled: false });
  const [{ Id: payment }] = await api('GET', `/api/v1/paymentTransactions?contractId=${contract}`);
  const ids: Record<string, string> = { contract, webhook, disabled, payment };
  await api('POST', '/sandbox/faults', { Path: '/nowhere', Fault: { Status: 500 } });
  const texts: string[] = [];
  for (const [view, action, choices] of dialogs) {
    await visit(view.replace(/\{(\w+)\}/, (all, name) => ids[name] ?? all));
    texts.push(`--- ${view}`, ...(await read(action, choices)).map(String));
  }
  expect(texts.join('\n')).toMatchInlineSnapshot(`
    "--- overview
    ## Reset
    Deletes all customers, contracts, documents, faults and logs, and sets the clock back. Save a snapshot first to keep them.
    <☐>Keep webhooks<☐>Keep access tokens<☐>Keep the catalogue
    {Back}{Reset "danger"}
    --- webhooks
    ## Register endpoint
    Events are sent to this address from now on.
    Address<Address (required): http://localhost:4402/webhooks>
    Events<Events: >
    Event names, separated by commas. Empty: all events.
    {Back}{Register endpoint "main"}
    --- webhooks/{webhook}
    ## Send an event
    Sends an event built from the newest documents. No document changes.
    Event<Event (required): PaymentSucceeded>
    {Back}{Send an event "main"}
    --- webhooks/{webhook}
    ## Simulate problems
    Duplicates, loses, delays or reorders deliveries to this endpoint until you turn it off.
    Duplicate (probability 0 to 1)<Duplicate (probability 0 to 1) (number): 0>
    Lose (probability 0 to 1)<Lose (probability 0 to 1) (number): 0>
    Delay (ISO 8601 duration)<Delay (ISO 8601 duration): >
    <☐>Send in a shuffled order
    {Back}{Simulate problems "main"}
    --- webhooks/{webhook}
    ## Resend undelivered events
    Sends every event that the endpoint subscribed to and has not accepted.
    {Back}{Resend undelivered events "main"}
    --- webhooks/{webhook}
    ## Rotate secret
    Creates a new secret. For one day, deliveries are signed with both secrets.
    {Back}{Rotate secret "main"}
    --- webhooks/{webhook}
    ## Disable
    Sends no events to the endpoint until it is enabled again.
    {Back}{Disable "main"}
    --- webhooks/{webhook}
    ## Delete
    Deletes the endpoint. Its pending deliveries are canceled.
    {Back}{Delete "danger"}
    --- webhooks/{disabled}
    ## Enable
    Sends events to the endpoint again.
    {Back}{Enable "main"}
    --- faults
    ## Remove all
    Removes all rules. Requests are answered as usual again.
    {Back}{Remove all "danger"}
    --- faults
    ## Add rule
    Matching requests fail as chosen from now on, including those of the inspector.
    Method<Method: *any / GET / POST / PUT / PATCH / DELETE>
    Path<Path: /api/v1/*>
    * matches anything.
    What happens<What happens: *Answered with a status / Delayed / Connection breaks before anything is done / Done, but the response is lost / Response is cut off in the middle>
    Status<Status (number): 503>
    Probability (0 to 1)<Probability (0 to 1) (number): 1>
    Times<Times (number): >
    Empty: until the rule is removed.
    {Back}{Add rule "main"}
    --- faults
    ## Add rule
    Matching requests fail as chosen from now on, including those of the inspector.
    Method<Method: *any / GET / POST / PUT / PATCH / DELETE>
    Path<Path: /api/v1/*>
    * matches anything.
    What happens<What happens: Answered with a status / *Delayed / Connection breaks before anything is done / Done, but the response is lost / Response is cut off in the middle>
    Milliseconds<Milliseconds (number): 2000>
    Probability (0 to 1)<Probability (0 to 1) (number): 1>
    Times<Times (number): >
    Empty: until the rule is removed.
    {Back}{Add rule "main"}
    --- faults
    ## Add rule
    Matching requests fail as chosen from now on, including those of the inspector.
    Method<Method: *any / GET / POST / PUT / PATCH / DELETE>
    Path<Path: /api/v1/*>
    * matches anything.
    What happens<What happens: Answered with a status / Delayed / *Connection breaks before anything is done / Done, but the response is lost / Response is cut off in the middle>
    Probability (0 to 1)<Probability (0 to 1) (number): 1>
    Times<Times (number): >
    Empty: until the rule is removed.
    {Back}{Add rule "main"}
    --- faults
    ## Add rule
    Matching requests fail as chosen from now on, including those of the inspector.
    Method<Method: *any / GET / POST / PUT / PATCH / DELETE>
    Path<Path: /api/v1/*>
    * matches anything.
    What happens<What happens: Answered with a status / Delayed / Connection breaks before anything is done / *Done, but the response is lost / Response is cut off in the middle>
    Probability (0 to 1)<Probability (0 to 1) (number): 1>
    Times<Times (number): >
    Empty: until the rule is removed.
    {Back}{Add rule "main"}
    --- faults
    ## Add rule
    Matching requests fail as chosen from now on, including those of the inspector.
    Method<Method: *any / GET / POST / PUT / PATCH / DELETE>
    Path<Path: /api/v1/*>
    * matches anything.
    What happens<What happens: Answered with a status / Delayed / Connection breaks before anything is done / Done, but the response is lost / *Response is cut off in the middle>
    Probability (0 to 1)<Probability (0 to 1) (number): 1>
    Times<Times (number): >
    Empty: until the rule is removed.
    {Back}{Add rule "main"}
    --- payments
    ## Decide next payment
    Declines, delays, leaves open or returns the next payment of any contract.
    What happens<What happens: *Declined with a code / Succeeds, then is returned / Stays pending / Requires 3-D Secure / The response is lost>
    Code<Code: *InsufficientBalance / BearerInvalid / BearerExpired / BearerRejected / Rejected / AmountLimitExceeded / AuthorizationRejected / InternalProviderError>
    Which attempts<Which attempts: *The next attempt / Every attempt, including retries>
    {Back}{Decide next payment "main"}
    --- payments
    ## Decide next payment
    Declines, delays, leaves open or returns the next payment of any contract.
    What happens<What happens: Declined with a code / *Succeeds, then is returned / Stays pending / Requires 3-D Secure / The response is lost>
    After<After: P3D>
    ISO 8601 duration. A payment that stays pending succeeds after it; empty: never.
    Which attempts<Which attempts: *The next attempt / Every attempt, including retries>
    {Back}{Decide next payment "main"}
    --- payments
    ## Decide next payment
    Declines, delays, leaves open or returns the next payment of any contract.
    What happens<What happens: Declined with a code / Succeeds, then is returned / *Stays pending / Requires 3-D Secure / The response is lost>
    After<After: P3D>
    ISO 8601 duration. A payment that stays pending succeeds after it; empty: never.
    Which attempts<Which attempts: *The next attempt / Every attempt, including retries>
    {Back}{Decide next payment "main"}
    --- payments
    ## Decide next payment
    Declines, delays, leaves open or returns the next payment of any contract.
    What happens<What happens: Declined with a code / Succeeds, then is returned / Stays pending / *Requires 3-D Secure / The response is lost>
    Which attempts<Which attempts: *The next attempt / Every attempt, including retries>
    {Back}{Decide next payment "main"}
    --- payments
    ## Decide next payment
    Declines, delays, leaves open or returns the next payment of any contract.
    What happens<What happens: Declined with a code / Succeeds, then is returned / Stays pending / Requires 3-D Secure / *The response is lost>
    Which attempts<Which attempts: *The next attempt / Every attempt, including retries>
    {Back}{Decide next payment "main"}
    --- payments/{payment}
    ## Refund
    The provider pays the amount back to the customer.
    Amount<Amount (number): 11.78>
    <☐>With a credit note
    {Back}{Refund "main"}
    --- payments/{payment}
    ## Charge back
    Reverses the payment, as the payer's bank does. The contract owes the amount again.
    {Back}{Charge back "danger"}
    --- contracts/{contract}
    ## Decide next payment
    Declines, delays, leaves open or returns the next payment of this contract.
    What happens<What happens: *Declined with a code / Succeeds, then is returned / Stays pending / Requires 3-D Secure / The response is lost>
    Code<Code: *InsufficientBalance / BearerInvalid / BearerExpired / BearerRejected / Rejected / AmountLimitExceeded / AuthorizationRejected / InternalProviderError>
    Which attempts<Which attempts: *The next attempt / Every attempt, including retries>
    {Back}{Decide next payment "main"}
    --- mails
    ## Empty the outbox
    Deletes all mails. Their events and documents stay.
    {Back}{Empty the outbox "danger"}"
  `);
});
