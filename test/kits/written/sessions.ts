import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { shop } from '../../sandbox/clients/replay/random-session.ts';

const json = { 'Content-Type': 'application/json' };

export type Session = ReturnType<Sandbox['session']>;

const fileOf = (sandbox: Sandbox): Session => JSON.parse(JSON.stringify(sandbox.session()));

/** A session with what a test must take from answers: tokens, ids, where an answer leads, and ids that no answer had. */
export async function eventfulSession(): Promise<Session> {
  const statuses = [204, 500, 204, 503];
  const sandbox = createSandbox({
    record: true,
    seed: "O'Neil's `$HOME`",
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['https://merchant.test/hooks'],
    deliver: async () => new Response(null, { status: statuses.shift() ?? 204 }),
  });
  const send = async (method: string, path: string, body?: unknown, headers: Record<string, string> = {}) => {
    const response = await sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: { ...json, ...headers },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    return { status: response.status, ...(await response.json().catch(() => ({}))) };
  };
  const login = await sandbox.fetch('http://sandbox/oauth/token/', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const { access_token: token } = await login.json();
  const rest = (method: string, path: string, body?: unknown) =>
    send(method, `/api/v1${path}`, body, { Authorization: `Bearer ${token}` });
  const signup = '/api/v1/CustomerSelfService/signup';
  const { OrderId, ContractId } = await send('POST', `${signup}/order`, {
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: { FirstName: "O'Neil", LastName: '`$HOME` \\ "x" {é}', Address: { Country: 'DE' } },
  });
  const { Token } = await send('POST', '/providers/FakePSP/tokens', {
    Bearer: 'CreditCard:FakePSP',
    Card: { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2031, Holder: 'Ada', Cvc: '123' },
  });
  await send('POST', `${signup}/pay`, {
    PublicApiKey: 'a00000000000000000000001',
    OrderId,
    TetheredPaymentInformation: { Bearer: 'CreditCard:FakePSP', Token },
  });
  sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance' } });
  await sandbox.clock.advance('P1M');
  await send('POST', '/sandbox/faults', { Path: '/api/*', Times: 1, Fault: { DropResponse: true } });
  await rest('PATCH', `/contracts/${ContractId}`, { CustomFields: { color: 'red' } }).catch(() => undefined);
  await send('POST', '/sandbox/clock', { Advance: 'P1D' });
  // Who looks at the payments learns this id: reading is no row of a session.
  const [payment] = sandbox.snapshot().Collections['paymentTransactions'] ?? [];
  const { status } = await send('POST', `/sandbox/payments/${payment?.Id}/chargeback`, {});
  if (status !== 200) throw new Error(`The chargeback was refused: ${status}`);
  await rest('POST', `/contracts/${ContractId}/end`, {});
  await rest('PATCH', `/contracts/${ContractId}`, { CustomFields: { color: 'blue' } });
  await sandbox.settle();
  const session = fileOf(sandbox);
  sandbox.close();
  return session;
}

/** A session of a shop at random. @param most how much is done at the same time */
export async function randomSession(seed: string, steps: number, most?: number): Promise<Session> {
  const { sandbox, step } = shop(seed, { record: true }, most);
  for (let done = 0; done < steps; done += 1) await step();
  await sandbox.settle();
  const session = fileOf(sandbox);
  sandbox.close();
  return session;
}
