import { expect, it } from 'vitest';
import { openMailInbox } from '../../../../sandbox/src/clients/kit/mail-inbox.ts';
import { signUp } from '../../../../sandbox/src/clients/kit/sign-up.ts';
import { createSandbox } from '../../../../sandbox/src/entries/index.ts';

it('has each mail once, oldest first, also those that were written before it opened', async () => {
  const sandbox = createSandbox({ seed: 'mails', clock: '2026-03-01T09:00:00Z' });
  const service = {
    fetch: sandbox.fetch,
    baseUrl: 'http://sandbox.test',
    publicApiKey: 'a00000000000000000000001',
    planVariantId: 'b00000000000000000000001',
    provider: 'FakePSP',
    now: sandbox.clock.now(),
  };
  for (let each = 0; each < 30; each += 1) await signUp(service);
  const written = sandbox.mails().length;
  expect(written).toBeGreaterThan(30);

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
  await signUp(service);
  const all = sandbox.mails().toReversed();
  for (const mail of all) expect(await mails.next()).toEqual(mail);
  await expect(mails.next({}, { timeoutMs: 1 })).rejects.toThrow('No mail within 1 ms');

  reads.length = 0;
  await signUp(service);
  expect(Math.max(...reads)).toBeLessThanOrEqual(16);
  close();
});

it('takes the mail of which each field fits, and says what there was otherwise', async () => {
  const sandbox = createSandbox({ seed: 'mails', clock: '2026-03-01T09:00:00Z' });
  const [mails, close] = openMailInbox(sandbox, () => 1);
  await expect(mails.next({ To: 'ada@example.com' })).rejects.toThrow(
    'No mail with To ada@example.com within 1 ms. There were:\n  none',
  );
  await signUp({
    fetch: sandbox.fetch,
    baseUrl: 'http://sandbox.test',
    publicApiKey: 'a00000000000000000000001',
    planVariantId: 'b00000000000000000000001',
    provider: 'FakePSP',
    now: sandbox.clock.now(),
  });
  const [{ To, EventType } = { To: '', EventType: undefined }] = sandbox.mails();
  await expect(mails.next({ To: 'nobody@example.com', EventType } as never)).rejects.toThrow(
    `No mail with To nobody@example.com and with EventType ${EventType} within 1 ms`,
  );
  expect(await mails.next({ To, EventType } as never)).toMatchObject({ To, EventType });
  close();
});
