import { expect, it, onTestFinished } from 'vitest';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';

it('collects webhooks, requests, mails and the log of its workspace alone, until it is closed', async () => {
  const made = createSandbox({ clock: '2026-01-15T10:00:00Z' });
  onTestFinished(() => made.close());
  const other = getWorkspaces(made).open('other');
  const [sandbox, close] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 1);
  const [beside, closeBeside] = testSandbox(
    made.workspace('other'),
    other,
    'http://sandbox/w/other',
    () => 1,
  );
  const collected = ({ webhooks, requests, log }: typeof sandbox) =>
    [webhooks.all(), requests.all(), log().split('\n').filter(Boolean)].map(({ length }) => length);
  expect([collected(sandbox), collected(beside)]).toEqual([
    [0, 0, 0],
    [0, 0, 0],
  ]);
  const { revision } = sandbox;
  await sandbox.signUp();
  expect(sandbox.revision).toBeGreaterThan(revision);
  const before = collected(sandbox);
  expect([Math.min(...before) > 0, collected(beside)]).toEqual([true, [0, 0, 0]]);
  const { To } = await sandbox.mails.next();
  close();
  await sandbox.signUp({ customer: { EmailAddress: `late-${To}` } });
  expect(collected(sandbox)).toEqual(before);
  await expect(sandbox.mails.next({ To: `late-${To}` })).rejects.toThrow('No mail');
  // What it reads from the workspace is not collected.
  expect(sandbox.mails().map((mail) => mail.To)).toContain(`late-${To}`);
  await beside.signUp();
  expect(collected(beside)).toEqual(before);
  closeBeside();
});

it('tells a waiting test until when it waits', async () => {
  const made = createSandbox();
  onTestFinished(() => made.close());
  let patience = 7;
  const [sandbox, close] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => patience);
  onTestFinished(close);
  for (const inbox of [() => sandbox.requests.next(), () => sandbox.mails.next()])
    await expect(inbox()).rejects.toThrow('within 7 ms');
  patience = 3;
  await expect(sandbox.webhooks.next('InvoiceCreated')).rejects.toThrow('within 3 ms');
});

it('shows what happened in its order', async () => {
  const made = createSandbox();
  onTestFinished(() => made.close());
  const [sandbox, close] = testSandbox(made, getWorkspaces(made).main, 'http://sandbox', () => 1);
  onTestFinished(close);
  for (const list of ['plans', 'coupons', 'components']) await sandbox.rest('GET', `/${list}`);
  expect([...sandbox.log().matchAll(/GET \/api\/v1\/(\w+)/g)].map(([, list]) => list)).toEqual([
    'plans',
    'coupons',
    'components',
  ]);
});
