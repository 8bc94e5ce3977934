import { afterAll, expect, it } from 'vitest';
import { openRequestInbox, type RequestFields } from '../../../../sandbox/src/clients/kit/request-inbox.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';

const sandbox = createSandbox();
afterAll(() => sandbox.close());

it.each<[RequestFields, boolean]>([
  [{}, true],
  [{ Method: 'GET' }, true],
  [{ Method: 'get' }, true],
  [{ Method: 'POST' }, false],
  [{ Status: 401 }, true],
  [{ Status: 200 }, false],
  [{ Path: '/api/v1/customers' }, true],
  [{ Path: '/API/v1/Customers' }, true],
  [{ Path: '/api/v1/customers?take=1' }, true],
  [{ Path: '/api/v1/customers?take=2' }, false],
  [{ Path: '/api/v1/customer' }, false],
  [{ Path: '/customers' }, false],
  [{ Path: '*/customers' }, true],
  [{ Path: '/api/*' }, true],
  [{ Path: '/api.v1.customers' }, false],
  [{ Method: 'GET', Path: '*', Status: 401 }, true],
  [{ Method: 'GET', Path: '*', Status: 404 }, false],
])('a request without a token fits %j: %s', async (fields, fits) => {
  const inbox = openRequestInbox(getWorkspaces(sandbox).main, () => 1);
  await sandbox.fetch('http://sandbox/api/v1/customers?take=1');
  const found = inbox.next(fields).then(({ Path }) => Path);
  if (fits) expect(await found).toBe('/api/v1/customers?take=1');
  else await expect(found).rejects.toThrow('There were:\n  GET /api/v1/customers?take=1 → 401');
  inbox.close();
});

it('has requests with their bodies, without secrets and those to the control API, until it is closed', async () => {
  const inbox = openRequestInbox(getWorkspaces(sandbox).main, () => 1);
  const send = (path: string, body: string) =>
    sandbox.fetch(`http://sandbox${path}`, { method: 'POST', body });
  await send('/sandbox/clock', JSON.stringify({ Advance: 'P1D' }));
  await sandbox.fetch('http://sandbox/sandbox/health');
  await send('/api/v1/CustomerSelfService/signup/order', JSON.stringify({ Password: 'secret-1' }));
  await send('/oauth/token/', 'grant_type=password&password=secret-2');
  expect(inbox.all()).toEqual([
    expect.objectContaining({
      Path: '/api/v1/CustomerSelfService/signup/order',
      RequestBody: { Password: '***' },
      AnswerBody: expect.objectContaining({ Message: expect.any(String) }),
    }),
    expect.objectContaining({
      Path: '/oauth/token/',
      RequestBody: 'grant_type=password&password=***',
      AnswerBody: expect.objectContaining({ error: 'invalid_request' }),
    }),
  ]);
  inbox.close();
  await sandbox.fetch('http://sandbox/api/v1/plans');
  expect(inbox.all()).toHaveLength(2);
  await expect(inbox.next({ Method: 'GET', Status: 401 })).rejects.toThrow(
    'No request with Method GET and with Status 401 within 1 ms. There were:\n  POST /api/v1/CustomerSelfService/signup/order → ',
  );
  const none = openRequestInbox(getWorkspaces(sandbox).main, () => 1);
  await expect(none.next()).rejects.toThrow('No request within 1 ms. There were:\n  none');
  none.close();
});
