// Compiled against the installed package: what the kits promise by types.
import type { EventName, EventPayload } from 'clientlib-sandbox';
import { setupSandbox as forCypress, type SandboxActions } from 'clientlib-sandbox/cypress';
import { setupSandbox } from 'clientlib-sandbox/jest';
import { expect as playwrightExpect, test as playwrightTest } from 'clientlib-sandbox/playwright';
import { explore, test } from 'clientlib-sandbox/vitest';
import { expect } from 'vitest';
import 'clientlib-sandbox/cypress/commands';

const name: EventName = 'PaymentFailed';
const nameOf = (payload: EventPayload): EventName => (payload.Event === name ? name : payload.Event);
void nameOf;

test('vitest', async ({ sandbox }) => {
  const { PaymentTransactionId } = await sandbox.webhooks.next('PaymentFailed', { ContractId: 'c' });
  expect(PaymentTransactionId.length).toBe(24);
  expect(sandbox.contract('c')).toHaveInvoice({ TotalGross: 1 });
  // @ts-expect-error: an order that succeeded has no such field
  await sandbox.webhooks.next('OrderSucceeded', { DunningId: 'd' });
  // @ts-expect-error: no event has this name
  await sandbox.webhooks.next('PaymentFaild');
});

test('every life', async () => {
  const report = await explore((sandbox) => sandbox.signUp(), {
    months: 1,
    faults: ['503'],
    check: () => {},
  });
  expect(report).toHold();
});

playwrightTest('playwright', async ({ sandbox }) => {
  playwrightExpect(sandbox.contract('c')).toOwe(1);
});

const sandbox = setupSandbox({ clock: '2026-01-15T10:00:00Z', testTimeout: 10_000 });
void sandbox.webhooks.next('InvoiceCreated').then(({ InvoiceId }): string => InvoiceId);

// As Cypress declares what it hands over, in short.
interface PluginEvents {
  // biome-ignore lint/suspicious/noExplicitAny: as Cypress declares it
  (event: 'task', tasks: { [key: string]: (value: any) => any }): void;
  (event: 'after:run', handler: (results: object) => void): void;
}
declare const on: PluginEvents;
void forCypress(on, { env: {} });
const duration: Parameters<SandboxActions['advance']>[0] = 'P1M';
declare const cy: Cypress.Chainable;
void cy.sandbox('advance', duration);
void cy.sandbox('webhook', 'PaymentFailed', { ContractId: 'c' });
void cy.sandbox('signUp', { cardNumber: '4111111111111111' });
// @ts-expect-error: a duration is text
cy.sandbox('advance', 1);
