import { createSandbox, type Sandbox, type SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, vi } from 'vitest';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { withoutPaymentData } from '../../../../sandbox/src/sandbox/sessions/payment-data.ts';

const clock = '2026-01-15T10:00:00Z';

function recorded(options: SandboxOptions = {}) {
  const sandbox = createSandbox({ record: true, seed: 'replay', clock, ...options });
  const [test] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
  return { sandbox, test };
}

/** The session as it comes out of a file. */
const fileOf = (sandbox: Pick<Sandbox, 'session'>) => JSON.parse(JSON.stringify(sandbox.session()));

async function replayed(sandbox: Pick<Sandbox, 'session'>, options: SandboxOptions = {}): Promise<Sandbox> {
  const again = createSandbox({ session: fileOf(sandbox), ...options });
  await again.ready;
  return again;
}

describe('A session', () => {
  it('that cannot be replayed says so, and its sandbox works on from there', async () => {
    const { sandbox, test } = recorded();
    await test.signUp();
    const file = fileOf(sandbox);
    const last = file.Rows.findLast(({ Request }: { Request?: object }) => Request !== undefined);
    last.Request.Method = 'NO METHOD';
    const again = createSandbox({ session: file });
    await expect(again.ready).rejects.toThrow('cannot be sent');
    await again.clock.advance('P1D');
    expect(again.clock.now().toISOString()).toBe('2026-01-16T10:00:00.000Z');
    for (const one of [sandbox, again]) one.close();
  });

  it('replays to the same state, and continues from there', async () => {
    const { sandbox, test } = recorded();
    const { ContractId } = await test.signUp();
    await test.rest('POST', `/contracts/${ContractId}/end`, {});
    await sandbox.clock.advance('P2M');
    const again = await replayed(sandbox);
    expect(JSON.stringify(again.snapshot())).toBe(JSON.stringify(sandbox.snapshot()));
    for (const one of [again, sandbox]) await one.clock.advance('P2M');
    expect(again.snapshot()).toEqual(sandbox.snapshot());
    expect(again.session().Rows.length).toBe(sandbox.session().Rows.length);
  });

  it('sends a webhook again when its receiver asked for it', async () => {
    let posts = 0;
    const { sandbox, test } = recorded({
      webhooks: ['https://merchant.test'],
      deliver: async () => {
        posts += 1;
        return new Response(null, posts === 1 ? { status: 503, headers: { 'Retry-After': '7200' } } : {});
      },
    });
    await test.signUp();
    await sandbox.clock.advance('P1D');
    const sent = (one: Sandbox) => one.snapshot().Collections['deliveries'];
    const again = await replayed(sandbox);
    expect(sent(again)).toEqual(sent(sandbox));
    for (const one of [sandbox, again]) one.close();
  });

  it('replays a clock that follows real time', async () => {
    const sandbox = createSandbox({ record: true });
    const [test] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
    await test.signUp();
    const again = await replayed(sandbox);
    expect(again.snapshot().Collections).toEqual(sandbox.snapshot().Collections);
  });

  it('replays a clock that moves on while the session is read', async () => {
    let now = Date.parse('2026-01-15T10:00:00Z');
    const spy = vi.spyOn(Date, 'now').mockImplementation(() => {
      now += 1;
      return now;
    });
    try {
      const { sandbox, test } = recorded({ clock: undefined as never });
      await test.signUp();
      const session = fileOf(sandbox);
      await createSandbox({ session }).ready;
      sandbox.close();
    } finally {
      spy.mockRestore();
    }
  });

  it('restarts with a reset, and with the state of a restored snapshot', async () => {
    const { sandbox, test } = recorded();
    await test.signUp();
    const snapshot = sandbox.snapshot();
    sandbox.reset();
    expect(sandbox.session()).toMatchObject({ Rows: [], Start: { Seed: 'replay' } });
    sandbox.restore(snapshot);
    await sandbox.clock.advance('P2M');
    const again = await replayed(sandbox);
    expect(again.snapshot().Collections['invoices']).toEqual(sandbox.snapshot().Collections['invoices']);
  });

  it('leaves the fault rules of its end, with the times that remain', async () => {
    const { sandbox } = recorded();
    sandbox.faults.add({ Path: '/api/v1/plans', Fault: { Status: 500 } });
    sandbox.faults.add({ Path: '/api/v1/orders', Times: 2, Fault: { Status: 503 } });
    const ordersOf = async (one: Sandbox) => (await one.fetch('http://sandbox/api/v1/orders')).status;
    expect(await ordersOf(sandbox)).toBe(503);
    const again = await replayed(sandbox);
    expect(again.faults.list()).toEqual(sandbox.faults.list());
    // Without an access token, what meets no fault is rejected with 401.
    expect([await ordersOf(again), await ordersOf(again)]).toEqual([503, 401]);
  });

  it('rejects a session whose fault rules the control API would reject', async () => {
    const { sandbox } = recorded();
    const session = sandbox.session();
    const End = { ...session.End, Faults: [{ Id: '1', Path: 'x'.repeat(2_001), Fault: { Status: 503 } }] };
    await expect(replayed({ session: () => ({ ...session, End }) })).rejects.toThrow(
      'Path: expected a text of at most 2000 characters',
    );
  });

  it('drops its first 2,500 turns with the 5,000th, and starts with the state after them', async () => {
    const { sandbox, test } = recorded();
    const { ContractId } = await test.signUp();
    const turn = () => sandbox.fetch('http://sandbox/sandbox/payments/next', { method: 'DELETE' });
    for (let turns = sandbox.session().Rows.length; turns < 4_999; turns += 1) await turn();
    const { Forgotten: before, Rows: rows } = sandbox.session();
    expect([before, rows.length]).toEqual([undefined, 4_999]);
    await turn();
    const { Forgotten, Rows, Start } = sandbox.session();
    expect([Forgotten, Rows.length]).toEqual([2_500, 2_500]);
    expect(JSON.stringify(Start)).toContain(ContractId);
    const again = await replayed(sandbox);
    // Secrets are placeholders in a state that a session begins with.
    for (const kept of ['contracts', 'orders', 'invoices', 'paymentTransactions', 'events'])
      expect(again.snapshot().Collections[kept]).toEqual(sandbox.snapshot().Collections[kept]);
  });

  it('forgets its oldest turns where the host limits the characters of its bodies', async () => {
    const { sandbox } = recorded({ quotas: { sessionCharacters: 4_000 } });
    for (let at = 0; at < 10; at += 1) {
      const { status } = await sandbox.fetch('http://sandbox/sandbox/events', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ Event: 'ContractCreated', ContractId: `${at}${'x'.repeat(1_000)}` }),
      });
      expect(status).toBe(200);
    }
    const { Forgotten = 0, Rows } = sandbox.session();
    expect(Forgotten + Rows.length).toBe(10);
    expect(JSON.stringify(Rows).length).toBeLessThan(8_000);
    sandbox.reset();
    expect(sandbox.session()).toMatchObject({ Rows: [] });
    expect(sandbox.session().Forgotten).toBeUndefined();
  });

  it('belongs to one workspace, and replays in a sandbox', async () => {
    const { sandbox } = recorded();
    const workspace = sandbox.workspace('checkout');
    await workspace.fetch('http://sandbox/w/checkout/sandbox/payments/next', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Outcome: { Code: 'BearerExpired' } }),
    });
    const again = await replayed(workspace);
    expect(again.payments.list()).toEqual(workspace.payments.list());
    expect(sandbox.session().Rows).toEqual([]);
  });

  it('contains no secrets and no card data', async () => {
    const { sandbox, test } = recorded({
      config: {
        Account: {
          OAuthClients: [
            { ClientId: 'c1', ClientSecret: 'very-secret', Name: 'x', Grants: ['client_credentials'] },
          ],
        },
      },
      webhooks: [{ Url: 'https://merchant.test', Secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw' } as never],
      deliver: async () => new Response(null, { status: 204 }),
    });
    await test.signUp({ cardNumber: '4242424242424242' });
    await test.rest('POST', '/webhooks', {
      Url: 'https://merchant.test/2',
      BasicAuth: { Username: 'u', Password: 'hunter22' },
    });
    const text = JSON.stringify(fileOf(sandbox));
    const { accessTokens = [], providerTokens = [] } = sandbox.snapshot().Collections;
    const tokens = [...accessTokens, ...providerTokens].map(({ Id }) => Id);
    expect(tokens.length).toBeGreaterThan(1);
    for (const secret of [...tokens, 'very-secret', 'whsec_MfKQ9', 'hunter22', '4242424242424242'])
      expect(text, secret).not.toContain(secret);
    await replayed(sandbox);
  });

  it('names the first row with another response, with both responses', async () => {
    const { sandbox, test } = recorded();
    const { ContractId } = await test.signUp();
    await test.rest('PATCH', `/contracts/${ContractId}`, { CustomFields: { color: 'red' } });
    const session = fileOf(sandbox);
    const row = session.Rows.find(
      ({ Request }: { Request?: { Method: string } }) => Request?.Method === 'PATCH',
    );
    row.Request.Body.CustomFields.color = 'blue';
    await expect(createSandbox({ session }).ready).rejects.toThrow(
      `row ${row.Row}: PATCH /api/v1/contracts/{{1.ContractId}} returned a different body.`,
    );
  });

  it('with another result is an error for who waits until the sandbox has settled', async () => {
    const session = fileOf(recorded().sandbox);
    session.End.Digest = 'that of another state';
    await expect(createSandbox({ session }).settle()).rejects.toThrow('The session had a different result: ');
  });

  it('settles like any sandbox when it has been replayed', async () => {
    const { sandbox, test } = recorded();
    await test.rest('POST', '/webhooks', { Url: 'http://shop.test/', Events: ['PlanCreated'] });
    const received = vi.fn();
    const deliver = async () => {
      await new Promise((resolve) => setTimeout(resolve, 5));
      received();
      return new Response(null, { status: 204 });
    };
    const again = await replayed(sandbox, { deliver });
    await again.fetch('http://sandbox/sandbox/events', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Event: 'PlanCreated', PlanId: 'p' }),
    });
    await again.settle();
    expect(received).toHaveBeenCalledOnce();
    for (const one of [sandbox, again]) one.close();
  });

  it('is rejected if nothing is recorded', async () => {
    const sandbox = createSandbox({ seed: 'replay', clock });
    expect(() => sandbox.session()).toThrow('does not record a session');
    const response = await sandbox.fetch('http://sandbox/sandbox/session');
    expect([response.status, (await response.json()).Code]).toEqual([409, 'NotRecorded']);
  });

  it('is available over HTTP', async () => {
    const { sandbox, test } = recorded();
    await test.signUp();
    const response = await sandbox.fetch('http://sandbox/sandbox/session');
    expect((await response.json()).Rows).toEqual(fileOf(sandbox).Rows);
  });
});

describe('Placeholders for payment data', () => {
  it.each([
    ['{"Number":"4242 4242 4242 4242"}', '{"Number":"4242420000004242"}'],
    ['{"Number":"4111111111111111","Cvc":"987"}', '{"Number":"4111111111111111","Cvc":"123"}'],
    ['number=4242424242424242&cvc=9876', 'number=4242420000004242&cvc=1234'],
    ...['cvc', 'cvv', 'securityCode', 'security_code'].map((name) => [
      `{"${name}":"987"}`,
      `{"${name}":"123"}`,
    ]),
  ])('%s', (text, expected) => {
    expect(withoutPaymentData(text)).toBe(expected);
  });

  it('keep bank and last digits of an IBAN', () => {
    const text = withoutPaymentData('{"Iban":"DE02120300000000202051"}');
    expect(text).toMatch(/DE\d\d12030000\d{6}2051/);
    expect(withoutPaymentData('{"Iban":"DE89370400440532013000"}')).toContain('DE89370400440532013000');
  });
});
