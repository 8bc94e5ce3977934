import { expect, it } from 'vitest';
import { openMailInbox } from '../../../../sandbox/src/clients/kit/mail-inbox.ts';
import { withCalls } from '../../../../sandbox/src/clients/kit/sandbox-calls.ts';
import { createSandbox } from '../../../../sandbox/src/entries/index.ts';

const newSandbox = () =>
  withCalls(createSandbox({ seed: 'mails', clock: '2026-03-01T09:00:00Z' }), 'http://sandbox.test');

it('has each mail once, oldest first, also those that were written before it opened', async () => {
  const sandbox = newSandbox();
  for (let each = 0; each < 10; each += 1) await sandbox.signUp();
  const written = sandbox.mails().length;
  expect(written).toBeGreaterThan(16);

  const reads: number[] = [];
  const counted = Object.create(sandbox, {
    mails: {
      value(options?: { take?: number }) {
        const mails = sandbox.mails(options);
        reads.push(mails.length);
        return mails;
      },
    },
  });
  const [mails, close] = openMailInbox(counted, () => 100);
  await sandbox.signUp();
  const all = sandbox.mails().toReversed();
  for (const mail of all) expect(await mails.next()).toEqual(mail);
  await expect(mails.next({}, { timeoutMs: 1 })).rejects.toThrow('No mail within 1 ms');

  reads.length = 0;
  await sandbox.signUp();
  expect(Math.max(...reads)).toBeLessThanOrEqual(16);
  close();
});

it('takes the mail of which each field fits, and says what there was otherwise', async () => {
  const sandbox = newSandbox();
  const [mails, close] = openMailInbox(sandbox, () => 1);
  await expect(mails.next({ To: 'ada@example.com' })).rejects.toThrow(
    'No mail with To ada@example.com within 1 ms. There were:\n  none',
  );
  await sandbox.signUp();
  const [{ To, EventType } = { To: '', EventType: undefined }] = sandbox.mails();
  await expect(mails.next({ To: 'nobody@example.com', EventType } as never)).rejects.toThrow(
    `No mail with To nobody@example.com and with EventType ${EventType} within 1 ms`,
  );
  expect(await mails.next({ To, EventType } as never)).toMatchObject({ To, EventType });
  close();
});
