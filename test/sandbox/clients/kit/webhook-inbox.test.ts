import { expect, it, onTestFinished } from 'vitest';
import { withCalls } from '../../../../sandbox/src/clients/kit/sandbox-calls.ts';
import { openWebhookInbox } from '../../../../sandbox/src/clients/kit/webhook-inbox.ts';
import { createSandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';

function newInbox() {
  const sandbox = withCalls(createSandbox({ clock: '2026-01-15T10:00:00Z' }), 'http://sandbox.test');
  onTestFinished(() => sandbox.close());
  return { sandbox, inbox: openWebhookInbox(sandbox, () => 1) };
}

it('takes the webhook of which each field fits, with and without a timeout of its own', async () => {
  const { sandbox, inbox } = newInbox();
  const [first, second] = [await sandbox.signUp(), await sandbox.signUp()];
  const { ContractId, CustomerId } = second;
  expect(await inbox.next('ContractCreated', { ContractId })).toMatchObject(
    second.ContractId ? { ContractId } : {},
  );
  await expect(inbox.next('ContractCreated', { ContractId })).rejects.toThrow(
    `No webhook ContractCreated with ContractId ${ContractId} within 1 ms. There were: `,
  );
  const mixed = { ContractId, CustomerId: first.CustomerId };
  await expect(inbox.next('ContractCreated', mixed, { timeoutMs: 2 })).rejects.toThrow(
    ` with ContractId ${ContractId} and with CustomerId ${first.CustomerId} within 2 ms`,
  );
  expect((await inbox.next('OrderSucceeded', { CustomerId }, { timeoutMs: 1 })).CustomerId).toBe(CustomerId);
  expect((await inbox.next('ContractCreated', { timeoutMs: 1 })).ContractId).toBe(first.ContractId);
  await expect(inbox.next('PaymentFailed', { timeoutMs: 3 })).rejects.toThrow(
    /^No webhook PaymentFailed within 3 ms/,
  );
});

it('says what there was, what was taken, and where the clock is', async () => {
  const { sandbox, inbox } = newInbox();
  await expect(inbox.next('ContractCreated')).rejects.toThrow(
    'No webhook ContractCreated within 1 ms. There were: none.\nThe clock is at 2026-01-15T10:00:00.000Z (Manual). Move it',
  );
  const { ContractId } = await sandbox.signUp();
  await inbox.next('ContractCreated');
  await sandbox.signUp();
  const error = await inbox.next('ContractCreated', { ContractId }).catch((thrown: Error) => thrown);
  const [, title, ...lines] = (error as Error).message.split('\n');
  expect([title, lines.length, lines.pop()]).toEqual([
    'ContractCreated so far:',
    3,
    expect.stringMatching(/^The clock is at .* \(Manual\); next due 2026-/),
  ]);
  expect(lines.map((line) => line.includes('(taken by an earlier call)'))).toEqual([true, false]);
  expect(lines[0]).toMatch(
    new RegExp(`^  2026-01-15T10:00:00\\.\\d+Z ContractCreated .*ContractId ${ContractId}, `),
  );
  expect(lines.join()).not.toContain('EntityId');
});

it('has no webhook from before it opened or after it closed', async () => {
  const { sandbox, inbox } = newInbox();
  await sandbox.signUp();
  const { length } = inbox.all();
  inbox.close();
  await sandbox.signUp();
  expect([inbox.all().length, openWebhookInbox(sandbox, () => 1).all().length]).toEqual([length, 0]);
});

it.each([
  ['PaymentFaild', "there is no event 'PaymentFaild'; did you mean 'PaymentFailed'?"],
  ['zzz', "there is no event 'zzz'; dist/docs/webhooks.md lists all events"],
])('refuses to wait for %s', async (name, message) => {
  const { inbox } = newInbox();
  await expect(inbox.next(name as never)).rejects.toThrow(new TypeError(`webhooks.next: ${message}`));
});
