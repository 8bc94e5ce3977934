import { createSandbox, type Sandbox, type SandboxOptions } from 'clientlib-sandbox';
import { Random } from '../../../../sandbox/src/service/state/random.ts';

/** A sandbox whose receiver of webhooks answers by chance, and calls the sandbox back now and then. */
export interface Shop {
  readonly sandbox: Sandbox;
  /** Does something that a shop, its customers or a developer do. */
  step(): Promise<void>;
}

const json = { 'Content-Type': 'application/json' };
const variants = ['01', '02', '03', '04', '05'].map((end) => `b000000000000000000000${end}`);
const cards = [
  '4111111111111111',
  '4000000000000002',
  '4000000000009995',
  '4000000000000341',
  '4000000000003220',
];

/** @param seed of what is done @param options of the sandbox @param most how much is done at the same time */
export function shop(seed: string, options: SandboxOptions = {}, most = 4): Shop {
  const random = new Random(seed);
  const receiver = new Random(`receiver of ${seed}`);
  const contracts: string[] = [];
  let token = '';
  const pick = <T>(list: readonly T[]): T => list[random.below(list.length)] as T;
  const sandbox = createSandbox({
    seed,
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['https://merchant.test/hooks'],
    deliver: async () => {
      const statuses = [200, 204, 500, 503, 200, 200];
      const status = statuses[Math.floor(receiver.fraction() * statuses.length)] ?? 200;
      if (receiver.fraction() < 0.1)
        await new Promise((resolve) => setTimeout(resolve, receiver.fraction() * 3));
      if (receiver.fraction() < 0.03) throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } });
      if (most > 1 && receiver.fraction() < 0.1 && contracts.length > 0)
        await call('PATCH', `/contracts/${contracts[0]}`, {
          CustomFields: { note: `${receiver.fraction()}` },
        });
      return new Response(null, { status });
    },
    ...options,
  });
  const send = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    sandbox
      .fetch(`http://sandbox${path}`, {
        method,
        headers: { ...json, ...headers },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      })
      .then(async (response) => {
        const text = await response.text();
        return response.headers.get('Content-Type')?.includes('json') ? JSON.parse(text) : {};
      })
      .catch(() => ({}));
  const call = (method: string, path: string, body?: object, headers: Record<string, string> = {}) =>
    send(method, `/api/v1${path}`, body, { Authorization: `Bearer ${token}`, ...headers });
  const login = async () => {
    const answer = await sandbox
      .fetch('http://sandbox/oauth/token/', {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      })
      .then((response) => response.json() as Promise<{ access_token?: string }>)
      .catch(() => ({}) as { access_token?: string });
    token = answer.access_token ?? token;
  };
  const signUp = async () => {
    const { OrderId, ContractId } = await send('POST', '/api/v1/CustomerSelfService/signup/order', {
      Cart: { PlanVariantId: pick(variants) },
      Customer: {
        FirstName: 'Ada',
        LastName: `No. ${random.below(1000)}`,
        EmailAddress: 'ada@example.com',
        Address: {
          Street: 'Musterstraße',
          HouseNumber: '1',
          PostalCode: '10115',
          City: 'Berlin',
          Country: 'DE',
        },
      },
    });
    const provider = pick(['FakePSP', 'Delta', 'India']);
    const { Token } = await send('POST', `/providers/${provider}/tokens`, {
      Bearer: `CreditCard:${provider}`,
      Card: { Number: pick(cards), ExpiryMonth: 12, ExpiryYear: 2031, Holder: 'Ada', Cvc: '123' },
    });
    const paid = await send('POST', '/api/v1/CustomerSelfService/signup/pay', {
      PublicApiKey: 'a00000000000000000000001',
      OrderId,
      TetheredPaymentInformation: { Bearer: `CreditCard:${provider}`, Token },
    });
    if (paid.ContractId !== undefined) contracts.push(ContractId);
  };
  const order = async () => {
    const made = await call(
      'POST',
      '/orders',
      {
        Customer: { FirstName: 'Bob', LastName: 'Byron', Address: { Country: pick(['DE', 'AT', 'CH']) } },
        Cart: { PlanVariantId: pick(variants) },
      },
      { 'Idempotency-Key': `order ${random.below(20)}` },
    );
    const committed = await call('POST', `/orders/${made.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
    if (committed.ContractId !== undefined) contracts.push(committed.ContractId);
  };
  const contract = () => pick(contracts) ?? 'none';
  const actions: readonly (() => unknown)[] = [
    signUp,
    signUp,
    order,
    order,
    () => call('POST', `/contracts/${contract()}/end`, {}),
    () => call('POST', `/contracts/${contract()}/pause`, {}),
    () => call('POST', `/contracts/${contract()}/resume`, {}),
    () => call('POST', `/contracts/${contract()}/annulate`, {}),
    () => call('GET', `/contracts/${contract()}/SelfServiceToken`),
    () => call('PATCH', `/contracts/${contract()}`, { CustomFields: { color: pick(['red', 'blue']) } }),
    () =>
      call('POST', `/contracts/${contract()}/usage`, {
        ComponentId: 'd00000000000000000000003',
        Quantity: random.below(99),
      }),
    () => call('GET', '/contracts?take=5'),
    () => send('POST', '/sandbox/payments/next', { Outcome: { Lose: true } }),
    () =>
      send('POST', '/sandbox/faults', {
        Path: '/api/*',
        Times: 2,
        Probability: 0.5,
        Fault: pick([{ DropResponse: true }, { Status: 503 }, { Truncate: true }, { Drop: true }]),
      }),
    () => sandbox.clock.advance(pick(['PT1H', 'P1D', 'P3D'])),
    () => sandbox.clock.advance(pick(['P1M', 'P10D'])),
    () => send('POST', '/sandbox/clock', { Advance: 'P1D' }),
    () => sandbox.settle(),
    login,
  ];
  const calls = [
    () => sandbox.payments.next({ Outcome: { Code: 'InsufficientBalance' } }),
    () => sandbox.payments.next({ Outcome: { DelayMs: 2 } }),
    () => sandbox.payments.next({ Outcome: { Pending: 'P2D' } }),
  ];
  return {
    sandbox,
    async step() {
      if (token === '') await login();
      if (random.below(8) === 0) calls[random.below(calls.length)]?.();
      const together = random.below(4) === 0 ? 1 + random.below(most) : 1;
      await Promise.all(Array.from({ length: together }, () => pick(actions)()));
    },
  };
}
