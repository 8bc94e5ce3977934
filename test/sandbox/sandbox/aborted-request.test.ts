import { expect, test, vi } from 'vitest';
import { newSandbox } from '../service/http/service.ts';

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

test.each(['sandbox', 'workspace'])('a forecast of a %s that nobody waits for ends', async (of) => {
  const sandbox = newSandbox();
  const consoleError = vi.spyOn(console, 'error');
  const { fetch } = of === 'sandbox' ? sandbox : sandbox.workspace('other');
  const headers = { 'Content-Type': 'application/json' };
  const ask = (signal: AbortSignal) =>
    fetch('http://sandbox/sandbox/forecast', { method: 'POST', headers, body: '{"Months":1}', signal });
  const leaving = new AbortController();
  const answer = ask(leaving.signal);
  leaving.abort();
  await expect(answer).rejects.toThrow(expect.objectContaining({ name: 'AbortError' }));
  const [entry] = await (await fetch('http://sandbox/sandbox/requests')).json();
  expect([entry.Path, entry.Status]).toEqual(['/sandbox/forecast', 0]);
  expect(consoleError).not.toHaveBeenCalled();
  expect((await ask(new AbortController().signal)).status).toBe(200);
});

test('who leaves a request that is answered gets no answer, and it is done', async () => {
  const sandbox = newSandbox();
  const leaving = new AbortController();
  const answer = sandbox.fetch('http://sandbox/sandbox/reset', { method: 'POST', signal: leaving.signal });
  const { revision } = sandbox;
  leaving.abort(new Error('left'));
  await expect(answer).rejects.toThrow('left');
  expect(sandbox.revision).toBeGreaterThan(revision);
});
