import { afterEach, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { redactedBody } from '../../../../sandbox/src/service/http/wire/redacted-body.ts';
import { backEnd, newSandbox } from './service.ts';

/* A path can have a key in it: who has read the log of requests must not be able to use it. */

describe('the log of requests', () => {
  let sandbox: Sandbox;
  afterEach(() => sandbox.close());

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

it.each(['api/v1/orders', 'api/v1/customers', 'sandbox/mails', 'sandbox/stores/AppleIap/subscriptions'])(
  'what is not found is named without the digits of a card: /%s',
  async (list) => {
    const sandbox = newSandbox();
    const answer = await (await backEnd(sandbox))('GET', `/${list}/4111111111111111`);
    expect([answer.status, answer.body.Message]).toEqual([404, expect.stringMatching(/^There is no /)]);
    expect(JSON.stringify(answer.body)).not.toContain('41111111');
    sandbox.close();
  },
);

describe('a body that is shown', () => {
  const card = '4111111111111111';

  it.each([
    `{"Text":"${card}"}`,
    `{"Number":${card}}`,
    `{"List":[${card},"${card}"]}`,
    `{"Deep":{"Er":{"Number":${card}}}}`,
    `[${card}]`,
    card,
    `"paid with 4111 1111 1111 1111"`,
    `{"Fraction":0.${card}}`,
  ])('stays JSON, without the digits of a card: %s', (text) => {
    const shown = redactedBody(text);
    expect(() => JSON.parse(shown)).not.toThrow();
    expect(shown.replace(/[ .]/g, '')).not.toContain('41111111');
  });

  it('keeps what is no secret as it is', () => {
    for (const text of [
      '{"Amount":11.78,"Big":123456789,"On":true,"None":null,"Id":"6968ac903322443ab2000001"}',
      '{"token_type":"bearer","TokenLifetime":3600,"TokenRequests":10,"TokenValidity":"P1D","Revoked":false}',
      '{"At":"2026-01-15T10:00:00.0000000Z","Headers":"none"}',
    ])
      expect(redactedBody(text)).toBe(text);
  });

  it.each([
    'access_token',
    'Token',
    'ClientSecret',
    'password',
    'Authorization',
    'ChallengeId',
    'Signature',
    'AppleIapReceipt',
    'card_number',
    'cardNumber',
    'cvc',
    'cvv',
    'SecurityCode',
    'security_code',
    'iban',
    'AccountNumber',
    'Hash',
    'CreditCardHash',
    'BankAccountHash',
  ])('has no value of %s, as JSON, as a form, and where it is neither', (name) => {
    for (const [text, shown] of [
      [`{"${name}":"s3cret"}`, `{"${name}":"***"}`],
      [`{"A":[{"${name}":7}]}`, `{"A":[{"${name}":"***"}]}`],
      [`a=1&${name}=s3cret&b=2`, `a=1&${name}=***&b=2`],
      [`{"${name}": "s3cret, more", "b":`, `{"${name}": ***, "b":`],
      [
        `{"Url":"http://shop.test/?a=1&${name.toLowerCase()}=s3cret"}`,
        `{"Url":"http://shop.test/?a=1&${name.toLowerCase()}=***"}`,
      ],
    ] as const)
      expect(redactedBody(text)).toBe(shown);
  });

  it('has no key of a link, and no header that a webhook defines', () => {
    for (const [text, shown] of [
      ['/downloads/k3y', '/downloads/***'],
      ['/providers/Lima/checkout/k3y', '/providers/Lima/checkout/***'],
      ['/providers/Bravo/challenge/k3y', '/providers/Bravo/challenge/***'],
      ['/portal/account.html#/k3y', '/portal/account.html#/***'],
    ])
      expect(redactedBody(JSON.stringify({ Url: text }))).toBe(JSON.stringify({ Url: shown }));
    expect(redactedBody('{"Headers":{"X-Any":"k3y","Accept":"k3y"}}')).toBe(
      '{"Headers":{"X-Any":"***","Accept":"***"}}',
    );
  });
});
