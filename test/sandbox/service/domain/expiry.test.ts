import { configure, Payment, Signup } from 'clientlib';
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accessToken } from '../http/service.ts';

let sandbox: Sandbox;
beforeEach(() => {
  const config = { Account: { TokenLifetime: 3_600 } };
  sandbox = createSandbox({ seed: 'expiry', clock: '2026-01-15T10:00:00Z', config });
});
afterEach(() => sandbox.close());

const held = (collection: string) => sandbox.snapshot().Collections[collection]?.length;

async function post(path: string, body: object): Promise<{ readonly [field: string]: string }> {
  const response = await sandbox.fetch(`http://sandbox${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
  return (await response.json()) as { [field: string]: string };
}

/** A change of any kind, with which leaves what is over. */
const touch = () => post('/sandbox/events', { Event: 'ContractCreated' });

async function signUp(): Promise<void> {
  configure({ baseUrl: 'http://sandbox', fetch: sandbox.fetch });
  const payment = new Payment({ publicApiKey: 'a00000000000000000000001' });
  await payment.ready;
  await new Signup().subscribe(
    payment,
    { PlanVariantId: 'b00000000000000000000001' },
    { FirstName: 'Ada', LastName: 'Byron' },
    {
      bearer: 'CreditCard:Bravo',
      cardNumber: '4111111111111111',
      expiryMonth: '12',
      expiryYear: '2029',
      cardHolder: 'Ada',
      cvc: '123',
    },
  );
}

it('responses for repeats are deleted after a day', async () => {
  await signUp();
  const answers = held('idempotentAnswers') as number;
  expect(answers).toBeGreaterThan(0);
  await sandbox.clock.advance('PT23H59M');
  await touch();
  expect(held('idempotentAnswers')).toBe(answers);
  await sandbox.clock.advance('PT1M');
  await touch();
  expect(held('idempotentAnswers')).toBe(0);
});

it('an unused payment token is deleted after a day, one that pays a contract stays', async () => {
  await signUp();
  const Card = { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2029, Holder: 'Ada', Cvc: '123' };
  const { Token } = await post('/providers/Bravo/tokens', {
    PublicApiKey: 'a00000000000000000000001',
    Bearer: 'CreditCard:Bravo',
    Amount: 11.78,
    Currency: 'EUR',
    Card,
  });
  expect(Token).toMatch(/^tok_/);
  expect(held('providerTokens')).toBe(2);
  await sandbox.clock.advance('PT23H');
  await touch();
  expect(held('providerTokens')).toBe(2);
  await sandbox.clock.advance('PT1H');
  await touch();
  const [kept] = sandbox.snapshot().Collections['providerTokens'] ?? [];
  expect(held('providerTokens')).toBe(1);
  expect(kept).not.toHaveProperty('ExpiresAt');
  // It goes on paying.
  await sandbox.clock.advance('P2M');
  expect(held('invoices')).toBe(3);
  expect(sandbox.snapshot().Collections['contracts']).toMatchObject([{ Balance: 0 }]);
});

it('the token of a payment that is open for more than a day stays, and pays the renewal', async () => {
  sandbox.payments.next({ Outcome: { Pending: 'P3D' } });
  await signUp();
  await sandbox.clock.advance('P2D');
  await touch();
  expect(held('providerTokens')).toBe(1);
  await sandbox.clock.advance('P2M');
  expect([held('invoices'), sandbox.snapshot().Collections['contracts']]).toMatchObject([
    2,
    [{ Balance: 0 }],
  ]);
});

it('an access token is known as expired for a day, and then deleted', async () => {
  const access_token = await accessToken(sandbox);
  const refusal = async () => {
    const headers = { Authorization: `Bearer ${access_token}` };
    return (await sandbox.fetch('http://sandbox/api/v1/plans', { headers })).text();
  };
  await sandbox.clock.advance('PT1H');
  await touch();
  expect(await refusal()).toContain('The access token has expired.');
  await sandbox.clock.advance('P1D');
  await touch();
  expect(held('accessTokens')).toBe(0);
  expect(await refusal()).toContain('The access token is unknown or was revoked.');
});

describe('of a contract', () => {
  /** Asks the REST API as a back end with a fresh access token. */
  async function ask(path: string, method = 'GET'): Promise<{ readonly [field: string]: string }> {
    const access_token = await accessToken(sandbox);
    const headers = { Authorization: `Bearer ${access_token}` };
    const response = await sandbox.fetch(`http://sandbox/api/v1/${path}`, { method, headers });
    expect(response.status).toBeLessThan(300);
    return (await response.json()) as { [field: string]: string };
  }

  const idOf = (collection: string) => sandbox.snapshot().Collections[collection]?.[0]?.Id;

  it("a self-service token is known as expired for a day, whatever the others' lifetime", async () => {
    await signUp();
    const path = `contracts/${idOf('contracts')}/selfServiceToken?tokenValidity=`;
    await ask(`${path}10080`);
    const { Token } = await ask(`${path}1`);
    const before = held('selfServiceTokens') as number;
    const refusal = async () => {
      const headers = { Authorization: `Bearer ${Token}` };
      const url = 'http://sandbox/api/v1/CustomerSelfService/contract';
      return (await sandbox.fetch(url, { headers })).status;
    };
    expect(await refusal()).toBe(200);
    await sandbox.clock.advance('PT24H');
    await touch();
    expect(held('selfServiceTokens')).toBe(before);
    expect(await refusal()).toBe(401);
    await sandbox.clock.advance('PT1M');
    await touch();
    expect(held('selfServiceTokens')).toBe(before - 1);
  });

  it('a download link is deleted after a day', async () => {
    await signUp();
    await ask(`invoices/${idOf('invoices')}/downloadLink`, 'POST');
    await sandbox.clock.advance('PT23H59M');
    await touch();
    expect(held('downloadLinks')).toBe(1);
    await sandbox.clock.advance('PT1M');
    await touch();
    expect(held('downloadLinks')).toBe(0);
  });
});
