import { expect, it, onTestFinished } from 'vitest';
import { createCalls, withCalls } from '../../../../sandbox/src/clients/kit/sandbox-calls.ts';
import {
  createSandbox,
  getWorkspaces,
  type SandboxOptions,
} from '../../../../sandbox/src/sandbox/sandbox.ts';

it('the log of a long test has the last thousand lines', () => {
  const sandbox = withCalls(createSandbox(), 'http://sandbox.test');
  const { feed } = getWorkspaces(sandbox).main.core;
  for (let at = 0; at < 1_002; at += 1)
    feed.emit('decided', { Id: '', At: 0, DecisionId: '', Provider: `P${at}`, Outcome: { Pending: true } });
  const numbers = [...sandbox.log().matchAll(/payment by P(\d+): /g)].map(([, number]) => Number(number));
  expect([numbers.length, numbers[0], numbers.at(-1)]).toEqual([1_000, 2, 1_001]);
  sandbox.close();
});

const newSandbox = (options: SandboxOptions = {}) => {
  const sandbox = withCalls(createSandbox(options), 'http://sandbox.test');
  onTestFinished(() => sandbox.close());
  return sandbox;
};

it('calls REST with one token for all calls, and says what was refused', async () => {
  const sandbox = newSandbox({ basePath: '/billing' });
  const calls = createCalls(sandbox, getWorkspaces(sandbox).main, 'http://sandbox.test/billing', []);
  const seen: string[] = [];
  getWorkspaces(sandbox).main.traffic.log.onRequest.add(({ method, path }) => seen.push(`${method} ${path}`));
  const { Id } = await calls.rest<{ Id: string }>('POST', '/customers', { FirstName: 'Ada' });
  expect(await calls.rest('GET', `/customers/${Id}`)).toMatchObject({ Id, FirstName: 'Ada' });
  expect(await calls.rest('DELETE', `/customers/${Id}`)).toBeUndefined();
  await expect(calls.rest('GET', `/customers/${Id}`)).rejects.toThrow(
    new RegExp(`^GET /customers/${Id}: 404 \\{.*"NotFound"`),
  );
  expect(seen).toEqual([
    'POST /oauth/token/',
    'POST /api/v1/customers',
    `GET /api/v1/customers/${Id}`,
    `DELETE /api/v1/customers/${Id}`,
    `GET /api/v1/customers/${Id}`,
  ]);
});

it('signs up with the first plan variant, public key and provider of the account', async () => {
  const config = {
    Account: {
      Id: 'a00000000000000000000009',
      Providers: [
        { Name: 'Mine', Like: 'Bravo' },
        { Name: 'Delta', Like: 'Delta' },
      ],
    },
  };
  const sandbox = newSandbox({ config: config as never, clock: '2031-01-15T10:00:00Z' });
  const { ContractId, CustomerId } = await sandbox.signUp({ customer: { Tag: 'mine' } });
  const [first] = await sandbox.rest<{ Id: string }[]>('GET', '/planVariants');
  expect(await sandbox.rest('GET', `/contracts/${ContractId}`)).toMatchObject({
    PlanVariantId: first?.Id,
    CustomerId,
  });
  expect(await sandbox.rest('GET', `/customers/${CustomerId}`)).toMatchObject({
    Tag: 'mine',
    FirstName: 'Ada',
  });
  expect(sandbox.log()).toContain('POST /providers/Mine/tokens → ');
});

it.each([
  [{ cardNumber: '4000000000000002' }, /^signUp: \/\S+\/signup\/pay answered 200 \w+: \S/],
  [
    { cart: { PlanVariantId: 'x' } },
    /^signUp: \/\S+\/signup\/order answered 422 InvalidData: .*PlanVariantId/,
  ],
  [{ iban: 'DE00' }, /^signUp: \/providers\/\w+\/tokens answered 4\d\d \w+: \S/],
])('a signup with %j fails with what the service says', async (input, message) => {
  await expect(newSandbox().signUp(input)).rejects.toThrow(message);
});

it('gives a copy the calls with a state and a log of its own', async () => {
  const sandbox = newSandbox();
  const { ContractId } = await sandbox.signUp();
  const copy = sandbox.fork();
  onTestFinished(() => copy.close());
  expect([copy.baseUrl, copy.log()]).toEqual(['http://sandbox.test', '']);
  await copy.signUp();
  expect([sandbox, copy].map(({ log }) => log().match(/signup\/pay/g)?.length)).toEqual([1, 1]);
  expect(await sandbox.rest('GET', '/contracts')).toHaveLength(1);
  expect(await copy.fork().rest('GET', '/contracts')).toHaveLength(2);
  expect(copy.contract(ContractId).LifecycleStatus).toBe('Active');
});
