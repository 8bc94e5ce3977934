// What the tools send to their workspace: marked as theirs, free of faults where they only read, with the credentials that the
// host gives them; what they remember between two calls, and what they give back.
import { describe, expect, it, vi } from 'vitest';
import { createSandbox, type SandboxOptions } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type AgentHost, newMemory } from '../../../../sandbox/src/served/agents/agent-host.ts';
import { Service } from '../../../../sandbox/src/served/agents/service.ts';
import { tools } from '../../../../sandbox/src/served/agents/tools/index.ts';
import { openFork } from '../../../../sandbox/src/service/http/traffic/fork.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

const clock = '2026-01-15T10:00:00Z';

/** The tools of a workspace, with the requests that they have sent. */
function newTools(options: SandboxOptions = {}, given: Partial<AgentHost> = {}) {
  const sandbox = createSandbox({ seed: 'service', clock, ...options });
  const sent: Request[] = [];
  const host: AgentHost = {
    baseUrl: 'http://sandbox',
    controlToken: options.controlToken,
    memory: newMemory(),
    async fetch(path, init) {
      const request = new Request(`http://sandbox${path}`, init);
      sent.push(request.clone());
      return sandbox.fetch(request);
    },
    fork: (snapshot) => openFork(createSandbox, snapshot),
    ...given,
  };
  const service = new Service(host);
  const call = (name: string, input: object = {}): Promise<string> => {
    const tool = tools.find((one) => one.name === name);
    if (tool === undefined) throw new Error(`There is no tool ${name}.`);
    return tool.run(service, tool.input.parse(input) as never);
  };
  const api = (method: string, path: string, body: object = {}) =>
    sandbox.fetch(`http://sandbox${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { sandbox, sent, host, call, api };
}

const contractIn = (text: string): string => /Contract ([0-9a-f]{24})/.exec(text)?.[1] ?? '';

/** A call of every tool that needs no program outside. */
const calls = (contractId: string): readonly (readonly [tool: string, input?: object])[] => [
  ['catalog'],
  ['price'],
  ['contract', { contractId }],
  ['why', { contractId }],
  ['change_payment', { contractId }],
  ['next_payment', { contractId, code: 'InsufficientBalance' }],
  ['clock', { advance: 'P1M' }],
  ['events'],
  ['explain', { what: '1' }],
  ['webhooks', { register: 'https://shop.test/' }],
  ['fault', { path: '/api/v1/plans', status: 503 }],
  ['store', { type: 'AppleIap' }],
  ['find_operation', { query: 'end a contract' }],
  ['call_api', { method: 'POST', path: `/contracts/${contractId}/pause`, body: {} }],
  ['search_docs', { query: 'refund' }],
  ['read_docs', { place: 'webhooks' }],
  ['compare', { contractId, variants: [{ name: 'later', steps: [{ advance: 'P1M' }] }] }],
  ['forecast', { months: 2 }],
  ['fork', { name: 'copy' }],
  ['snapshot', { name: 'now' }],
  ['restore', { name: 'now' }],
  ['write_test'],
  ['reset'],
];

describe('every tool', () => {
  const outside = ['certify'];

  it('is called here, or reaches programs outside', () => {
    const called = ['sign_up', ...calls('').map(([name]) => name), ...outside];
    expect(called.toSorted()).toEqual(tools.map(({ name }) => name).toSorted());
  });

  it('answers behind a control token as without one, and marks each request as its own', async () => {
    const deliver = async () => new Response(null, { status: 204 });
    const said: string[][] = [];
    for (const options of [{ deliver }, { deliver, controlToken: 'keep-out' }]) {
      const { sandbox, sent, call } = newTools(options);
      const texts = [await call('sign_up')];
      for (const [name, input] of calls(contractIn(texts[0] ?? ''))) texts.push(await call(name, input));
      said.push(texts.map((text) => text.replace(/answered 200 at \S+/, '')));
      expect(
        sent.filter(({ headers }) => headers.get('X-Sandbox-Client') !== 'agent').map(({ url }) => url),
      ).toEqual([]);
      sandbox.close();
    }
    expect(said[1]).toEqual(said[0]);
  });

  it.each([undefined, 'keep-out'])(
    'that reads goes on while every request fails, with the control token %s',
    async (controlToken) => {
      const options = controlToken === undefined ? {} : { controlToken, exposed: true };
      const { sandbox, host, call } = newTools(options);
      const contractId = contractIn(await call('sign_up'));
      const reading = calls(contractId).filter(([name]) => tools.find((one) => one.name === name)?.readOnly);
      const before: string[] = [];
      for (const [name, input] of reading) before.push(await call(name, input));
      sandbox.faults.add({ Path: '/oauth/*', Fault: { Drop: true } });
      sandbox.faults.add({ Path: '/*', Fault: { Status: 503 } });
      // The first call of another conversation has no token yet.
      host.memory.accessToken = undefined;
      for (const [at, [name, input]] of reading.entries())
        expect([name, await call(name, input)]).toEqual([name, before[at]]);
      expect(await new Service(host).open('/docs/guides/webhooks.md')).toContain('# Webhooks');
      sandbox.close();
    },
  );

  it('goes on after somebody else has reset the workspace, which revokes the token', async () => {
    const { sandbox, call, api } = newTools();
    await call('sign_up');
    await api('POST', '/sandbox/reset');
    expect(await call('contract')).toMatch(/^Nothing\./);
    expect(contractIn(await call('sign_up'))).toMatch(/^\w{24}$/);
    sandbox.close();
  });
});

it('a refusal of the login is what the tool says', async () => {
  const { host, call, sandbox } = newTools();
  const { fetch } = host;
  const refusing: AgentHost['fetch'] = (path, init) =>
    path === '/oauth/token/'
      ? Promise.resolve(Response.json({ error: 'invalid_client', error_description: 'No.' }, { status: 401 }))
      : fetch(path, init);
  Object.assign(host, { fetch: refusing });
  await expect(call('contract')).rejects.toMatchObject({
    status: 401,
    code: 'invalid_client',
    message: 'No.',
  });
  sandbox.close();
});

describe('a written test', () => {
  it('begins at the time before its first step, also where this step moves the clock', async () => {
    const { sandbox, call } = newTools();
    await call('clock', { advance: 'P1M' });
    expect(await call('write_test')).toContain("clock: '2026-01-15T10:00:00.0000000Z'");
    sandbox.close();
  });

  it('has a request once that was repeated with its key', async () => {
    const { sandbox, call } = newTools();
    const request = { method: 'POST', path: '/customers', body: { FirstName: 'Ada' }, idempotencyKey: 'a' };
    await call('call_api', request);
    expect(await call('call_api', request)).toContain('nothing was done again');
    expect((await call('write_test')).match(/sandbox\.rest\('POST', '\/customers'/g)).toHaveLength(1);
    sandbox.close();
  });

  it('has the steps until a snapshot each time that it is restored, and no later ones', async () => {
    const { sandbox, call } = newTools();
    await call('clock', { advance: 'P1D' });
    await call('snapshot');
    for (const advance of ['P2D', 'P3D']) {
      await call('restore');
      await call('clock', { advance });
      const code = await call('write_test');
      expect(code.match(/clock\.advance\('\w+'\)/g)).toEqual([
        "clock.advance('P1D')",
        `clock.advance('${advance}')`,
      ]);
    }
    sandbox.close();
  });
});

it('a back end that is refused again is told so, after one new token', async () => {
  const asked: string[] = [];
  const { sandbox, host } = newTools();
  const service = new Service({
    ...host,
    async fetch(path, init) {
      asked.push(path);
      return path.startsWith('/api/v1/') && asked.length < 20
        ? Response.json({ Code: 'LoginError', Message: 'Nobody knows this token.' }, { status: 401 })
        : sandbox.fetch(`http://sandbox${path}`, init);
    },
  });
  await expect(service.rest('GET', '/plans')).rejects.toThrow('Nobody knows this token.');
  expect(asked.filter((path) => path.startsWith('/api/v1/'))).toEqual(['/api/v1/plans', '/api/v1/plans']);
  sandbox.close();
});

it('compare counts documents and events of the contract, not those of the customer', async () => {
  const { sandbox, call } = newTools();
  const api = await backEnd(sandbox);
  const { Id, CustomerId } = await newContract(api);
  await newContract(api, { Customer: undefined, CustomerId });
  const variants = [
    { name: 'now', steps: [] },
    { name: 'later', steps: [{ advance: 'P1M' }] },
  ];
  const ofOne = await call('compare', { contractId: Id, variants });
  expect(ofOne).toContain('Invoices: now 1, 11.78 gross | later 2, 23.56 gross');
  expect(ofOne).toContain('Events: now none | later InvoiceCreated 1, RecurringBillingApproaching 1\n');
  expect(await call('compare', { variants })).toContain(
    'Events: now none | later InvoiceCreated 2, RecurringBillingApproaching 2\n',
  );
  sandbox.close();
});

it.each(['P4Y', 'P37M', 'P157W', 'P1100D', 'P2Y13M', 'p37m'])(
  'compare refuses an advance by %s before it runs, with its name',
  async (advance) => {
    const { sandbox, call } = newTools();
    await call('sign_up');
    expect(await call('compare', { variants: [{ name: 'long', steps: [{ advance }] }] })).toContain(
      `advance: expected at most 3 years, got \\"${advance}\\".`,
    );
    sandbox.close();
  },
);

it.each([[['P3Y']], [['P36M']], [['P1Y', 'P1Y', 'P1Y']], [['P1096D']]])(
  'compare moves by three years, also those with a leap day: %j',
  async (advances) => {
    const { sandbox, call } = newTools();
    const steps = advances.map((advance) => ({ advance }));
    expect(await call('compare', { variants: [{ name: 'long', steps }] })).toMatch(/2029-01-15/);
    sandbox.close();
  },
);

it('compare closes every copy, also one whose steps were refused', async () => {
  let open = 0;
  const opened: number[] = [];
  const { sandbox, call } = newTools(
    {},
    {
      fork(snapshot) {
        const { fetch, close } = openFork(createSandbox, snapshot);
        open += 1;
        opened.push(open);
        return {
          fetch,
          close() {
            open -= 1;
            close();
          },
        };
      },
    },
  );
  const contractId = contractIn(await call('sign_up'));
  const pause = { call: { method: 'POST', path: `/contracts/${contractId}/pause`, body: {} } };
  const variants = [
    { name: 'paused', steps: [pause] },
    { name: 'paused twice', steps: [pause, pause] },
    { name: 'nothing', steps: [] },
  ];
  expect(await call('compare', { contractId, variants })).toMatch(
    /^Refused: paused - \| "paused twice" 409 /m,
  );
  expect([open, opened]).toEqual([0, [1, 1, 1]]);
  sandbox.close();
});

it('call_api sends key, token and body as they are given, to the back end and to a customer alike', async () => {
  const { sandbox, sent, call } = newTools();
  const body = { FirstName: 'Ada' };
  const path = '/customers';
  await call('call_api', { method: 'POST', path, body, idempotencyKey: 'k' });
  await call('call_api', { method: 'POST', path, body, idempotencyKey: 'k', token: 't' });
  const shown = sent
    .filter(({ method, url }) => method === 'POST' && url.endsWith('/api/v1/customers'))
    .map(async (request) => [
      request.headers.get('Idempotency-Key'),
      request.headers.get('Authorization') === 'Bearer t',
      request.headers.get('X-Sandbox-Fault'),
      await request.json(),
    ]);
  expect(await Promise.all(shown)).toEqual([
    ['k', false, null, body],
    ['k', true, null, body],
  ]);
  sandbox.close();
});

it('change_payment takes any method that needs no data of a card or an account', async () => {
  const { sandbox, sent, call } = newTools();
  const contractId = contractIn(await call('sign_up'));
  await call('change_payment', { contractId, bearer: 'BlackLabel:Kilo' }).catch(() => {});
  const [change] = sent.filter(({ url }) => url.endsWith('/payment/change'));
  expect(await change?.json()).toMatchObject({ TetheredPaymentInformation: { Bearer: 'BlackLabel:Kilo' } });
  sandbox.close();
});

it.each([
  ['by card', {}, 'Kilo'],
  ['by direct debit', { iban: 'DE89370400440532013000' }, 'Juliett'],
])('a customer pays %s with the first provider that can, after one that cannot', async (_, payer, first) => {
  const Providers = [first, 'India', 'Delta'].map((Name) => ({ Name, Like: Name }));
  const { sandbox, call } = newTools({ config: { Account: { Providers } } });
  const signedUp = await call('sign_up', payer);
  expect(signedUp).toContain('pays by India.');
  const contractId = contractIn(signedUp);
  expect(await call('change_payment', { contractId, ...payer })).toContain('pays by India.');
  sandbox.close();
});

it('certify passes receiver, secret, address to read and port to the host', async () => {
  const asked: unknown[] = [];
  const { sandbox, call } = newTools(
    {},
    {
      async certify(...given) {
        asked.push(given);
        return { verdicts: [], posted: 0 } as never;
      },
    },
  );
  const options = { secret: 'whsec_a', readBack: 'http://localhost:3000/{contract}', port: 4444 };
  await call('certify', { receiver: 'http://localhost:3000/hooks', ...options });
  await call('certify', { receiver: 'http://localhost:3000/hooks', port: 0 });
  expect(asked).toEqual([
    ['http://localhost:3000/hooks', options],
    ['http://localhost:3000/hooks', { port: 0 }],
  ]);
  sandbox.close();
});

it('guides that were not served at first are read when they are', async () => {
  vi.resetModules();
  const { readDocs } = await import('../../../../sandbox/src/served/agents/tools/read-docs.ts');
  const { host, sandbox } = newTools();
  const read = (fetch: AgentHost['fetch']) => readDocs.run(new Service({ ...host, fetch }), { from: 0 });
  expect(await read(async () => new Response('', { headers: { 'Content-Type': 'text/plain' } }))).toContain(
    'This host does not serve the guides.',
  );
  expect(await read(host.fetch)).toContain('webhooks: Webhooks');
  sandbox.close();
});
