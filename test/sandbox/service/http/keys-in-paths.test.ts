import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { newSandbox } from './service.ts';

/* A path can have a key in it: who has read the log of requests must not be able to use it. */

let sandbox: Sandbox;
afterEach(() => sandbox.close());

describe('the log of requests', () => {
  const key = 'k3y-of-somebody-0123456789';

  it.each([
    ['GET', `/providers/Lima/checkout/${key}`],
    ['POST', `/providers/Bravo/challenge/${key}`],
    ['GET', `/downloads/${key}`],
    ['GET', `/stores/GoogleIap/applications/com.app/purchases/subscriptions/monthly/tokens/${key}`],
    ['GET', `/stores/AmazonIap/developer/${key}/user/ada/receiptId/r`],
    ['GET', `/stores/AmazonIap/developer/s/user/ada/receiptId/${key}`],
    ['GET', `/api/v1/CustomerSelfService/contract?selfServiceToken=${key}`],
    ['GET', `/api/v1/customers?access_token=${key}`],
    ['GET', `/portal?selfServiceToken=${key}`],
    ['GET', `/portal/finalize.html?transactionId=t&secret=${key}`],
  ])('has no key of %s %s', async (method, path) => {
    sandbox = newSandbox();
    await sandbox.fetch(`http://sandbox${path}`, { method, redirect: 'manual' });
    const list = await (await sandbox.fetch('http://sandbox/sandbox/requests')).text();
    const [newest] = JSON.parse(list) as { Id: number; Method: string; Path: string }[];
    expect([newest?.Method, newest?.Path.slice(0, 6)]).toEqual([method, path.slice(0, 6)]);
    expect(list).not.toContain(key);
    const whole = await (await sandbox.fetch(`http://sandbox/sandbox/requests/${newest?.Id}`)).text();
    expect(whole).not.toContain(key);
  });
});
