import { expect, test } from 'vitest';
import { newSandbox } from './http/service.ts';

test.each(['sandbox', 'workspace'])('fetch of a %s with an aborted signal does nothing', async (of) => {
  const sandbox = newSandbox();
  const { fetch } = of === 'sandbox' ? sandbox : sandbox.workspace('other');
  const url = 'http://sandbox/api/v1/CustomerSelfService/signup/order';
  const body = JSON.stringify({
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: { LastName: 'Byron' },
  });
  const order = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body };
  const { revision } = sandbox;
  await expect(fetch(url, { ...order, signal: AbortSignal.abort() })).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  );
  await expect(fetch(new Request(url, { ...order, signal: AbortSignal.abort() }))).rejects.toThrow(
    expect.objectContaining({ name: 'AbortError' }),
  );
  expect(sandbox.revision).toBe(revision);
  expect((await fetch(url, order)).status).toBe(200);
});
