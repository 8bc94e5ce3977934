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
