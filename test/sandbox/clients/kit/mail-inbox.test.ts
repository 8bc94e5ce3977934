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
