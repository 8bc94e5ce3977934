// Small sessions: what is cut of them, and how steps run.
import { createSandbox, type SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runSteps } from '../../../../sandbox/src/clients/replay/run-steps.ts';
import { shrinkSession } from '../../../../sandbox/src/clients/replay/shrink.ts';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { toSteps } from '../../../../sandbox/src/served/test-code/steps.ts';
import type { SessionFile } from '../../../../sandbox/src/service/model/session.ts';
import { backEnd, newContract } from '../../service/http/service.ts';

type Api = Awaited<ReturnType<typeof backEnd>>;

/** The session of what happens in a sandbox. */
async function recorded(
  happens: (sandbox: Sandbox, api: Api) => Promise<unknown>,
  options: SandboxOptions = {},
): Promise<SessionFile> {
  const sandbox = createSandbox({ record: true, seed: 'least', clock: '2026-01-15T10:00:00Z', ...options });
  await happens(sandbox, await backEnd(sandbox));
  await sandbox.settle();
  const session = JSON.parse(JSON.stringify(sandbox.session()));
  sandbox.close();
  return session;
}

/** A customer signs up and pays by card, as a page does. */
async function payingByCard(sandbox: Sandbox): Promise<void> {
  const call = async (path: string, body: object) => {
    const headers = { 'Content-Type': 'application/json' };
    const answer = await sandbox.fetch(`http://sandbox${path}`, {
      method: 'POST',
      headers,
      body: JSON.stringify(body),
    });
    return (await answer.json()) as Record<string, string>;
  };
  const Card = { Number: '4111111111111111', ExpiryMonth: 12, ExpiryYear: 2032, Holder: 'Ada', Cvc: '123' };
  const { Token } = await call('/providers/Delta/tokens', { Bearer: 'CreditCard:Delta', Card });
  const { OrderId } = await call('/api/v1/CustomerSelfService/signup/order', {
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: { FirstName: 'Ada', LastName: 'Byron', Address: { Country: 'DE' } },
  });
  const PublicApiKey = 'a00000000000000000000001';
  const TetheredPaymentInformation = { Bearer: 'CreditCard:Delta', Token };
  await call('/api/v1/CustomerSelfService/signup/pay', { PublicApiKey, OrderId, TetheredPaymentInformation });
}

const names = (sandbox: Pick<Sandbox, 'snapshot'>) =>
  (sandbox.snapshot().Collections['customers'] as readonly { readonly FirstName?: string }[]).map(
    ({ FirstName }) => FirstName,
  );

/** What is asked for and called in a session, without the token. */
const doneIn = (session: SessionFile | undefined) =>
  session?.Rows.flatMap(({ Request, Call }) => {
    if (Call !== undefined) return [Call.Name];
    if (Request === undefined || Request.Path.startsWith('/oauth')) return [];
    return [`${Request.Method} ${Request.Path.replace(/^\/api\/v1\//, '')}`];
  });

const threeCustomers = () =>
  recorded(async (_sandbox, api) => {
    for (const FirstName of ['Ada', 'Eva', 'Joe']) await api('POST', 'customers', { FirstName });
  });

describe('a session is cut', () => {
  it.each([
    ['Ada', 1],
    ['Eva', 1],
    ['Joe', 1],
  ])('to what makes %s', async (name, count) => {
    const least = await shrinkSession(await threeCustomers(), async (sandbox) =>
      names(sandbox).includes(name),
    );
    expect(doneIn(least)).toEqual(Array.from({ length: count }, () => 'POST customers'));
    expect(JSON.stringify(least?.Rows)).toContain(name);
  });

  it('not at all where it does not fail, and to all of it where all is needed', async () => {
    const session = await threeCustomers();
    expect(await shrinkSession(session, async () => false)).toBeUndefined();
    const all = await shrinkSession(session, async (sandbox) => names(sandbox).length === 3);
    expect(doneIn(all)).toEqual(['POST customers', 'POST customers', 'POST customers']);
  });

  it('where it fails first, unless each look is dear', async () => {
    const session = await threeCustomers();
    let looks = 0;
    const fails = async (sandbox: Sandbox) => {
      looks += 1;
      return names(sandbox).includes('Ada');
    };
    await shrinkSession(session, fails);
    const cheap = looks;
    looks = 0;
    const least = await shrinkSession(session, fails, { isCheap: false });
    expect(doneIn(least)).toEqual(['POST customers']);
    expect([cheap > 0, looks > 0]).toEqual([true, true]);
  });

  it('with what a step needs, and without what needs what is gone', async () => {
    const session = await recorded(async (_sandbox, api) => {
      const { body: ada } = await api('POST', 'customers', { FirstName: 'Ada' });
      const { body: eva } = await api('POST', 'customers', { FirstName: 'Eva' });
      await api('PATCH', `customers/${ada.Id}`, { FirstName: 'Ida' });
      await api('DELETE', `customers/${eva.Id}`);
    });
    const changed = await shrinkSession(session, async (sandbox) => names(sandbox).includes('Ida'));
    expect(doneIn(changed)).toEqual(['POST customers', expect.stringMatching(/^PATCH customers\/\{\{/)]);
  });

  it('without the repetition of a request, whose answer the first one stands in for', async () => {
    const session = await recorded(async (_sandbox, api) => {
      const { body: first } = await api('POST', 'customers', { FirstName: 'Ada' });
      const { body: again } = await api('POST', 'customers', { FirstName: 'Ada' });
      await api('PATCH', `customers/${first.Id}`, { FirstName: 'Ida' });
      await api('PATCH', `customers/${again.Id}`, { LastName: 'Byron' });
    });
    const least = await shrinkSession(session, async (sandbox) => {
      const customers = JSON.stringify(sandbox.snapshot().Collections['customers']);
      return customers.includes('Ida') && customers.includes('Byron');
    });
    const change = expect.stringMatching(/^PATCH customers/);
    expect(doneIn(least)).toEqual(['POST customers', change, change]);
  });

  it('of two steps that go only together', async () => {
    const session = await recorded(async (_sandbox, api) => {
      const { body } = await api('POST', 'customers', { FirstName: 'Ada' });
      await api('POST', 'customers', { FirstName: 'Joe' });
      await api('DELETE', `customers/${body.Id}`);
      await api('POST', 'customers', { FirstName: 'Eva' });
    });
    const joeIsFirst = async (sandbox: Sandbox) => names(sandbox).filter(Boolean)[0] === 'Joe';
    expect(doneIn(await shrinkSession(session, joeIsFirst))).toEqual(['POST customers']);
    // Also where no single step can go before them.
    const bothOrNone = async (sandbox: Sandbox) => {
      const known = names(sandbox);
      return known.includes('Joe') && known.includes('Ada') === known.includes('Eva');
    };
    expect(doneIn(await shrinkSession(await threeCustomers(), bothOrNone))).toEqual(['POST customers']);
    const isOdd = async (sandbox: Sandbox) => names(sandbox).length % 2 === 1;
    expect(doneIn(await shrinkSession(await threeCustomers(), isOdd, { isCheap: false }))).toEqual([
      'POST customers',
    ]);
  });

  it.each<[string, (sandbox: Sandbox, api: Api) => Promise<unknown>]>([
    ['the object', (sandbox) => sandbox.clock.advance('P1D')],
    ['the control API', (_sandbox, api) => api('POST', '/sandbox/clock', { Advance: 'P1D' })],
  ])(
    'with its clock, moved by %s, at the same instants, without webhooks that do not matter',
    async (_, move) => {
      const session = await recorded(
        async (sandbox, api) => {
          await api('POST', 'customers', { FirstName: 'Ada' });
          for (let day = 0; day < 3; day += 1) await move(sandbox, api);
        },
        { webhooks: ['http://shop.test/'], deliver: async () => new Response(null, { status: 204 }) },
      );
      const at = Date.parse('2026-01-17T10:00:00Z');
      const least = await shrinkSession(session, async ({ clock }) => clock.now().getTime() >= at);
      expect(least?.Rows.flatMap(({ Call }) => (Call === undefined ? [] : [Call]))).toEqual([
        { Name: 'clock.set', Arguments: ['2026-01-17T10:00:00.000Z'] },
      ]);
      expect(least?.Start.Webhooks).toBeUndefined();
      const needed = await shrinkSession(
        session,
        async (sandbox) => (sandbox.snapshot().Collections['deliveries']?.length ?? 0) > 0,
      );
      expect([needed?.Start.Webhooks?.length, doneIn(needed)]).toEqual([1, ['POST customers']]);
    },
  );

  it('with what refers to a document that no answer named, wherever that comes to be', async () => {
    const session = await recorded(async (sandbox, api) => {
      const { CustomerId } = await newContract(api);
      await sandbox.clock.advance('P10D');
      await newContract(api);
      await sandbox.clock.advance('P25D');
      const invoices = sandbox.snapshot().Collections['invoices'] as unknown as {
        Id: string;
        CustomerId: string;
      }[];
      const renewal = invoices.findLast((one) => one.CustomerId === CustomerId);
      await api('POST', `invoices/${renewal?.Id}/creditNote`, { Amount: 1, Reason: 'Goodwill' });
    });
    expect(Object.values(session.Ids ?? {})).toEqual([{ Collection: 'invoices', At: 2 }]);
    const credited = async (sandbox: Sandbox) =>
      (sandbox.snapshot().Collections['invoices'] as unknown as { IsInvoice: boolean }[]).some(
        ({ IsInvoice }) => !IsInvoice,
      );
    const least = await shrinkSession(session, credited);
    expect(doneIn(least)).toEqual([
      'POST orders',
      expect.stringMatching(/^POST orders\/\{\{.*commit$/),
      'clock.set',
      expect.stringMatching(/^POST invoices\/\{\{.*creditNote$/),
    ]);
  });

  it('from requests that overlapped to requests one after another', async () => {
    const session = await recorded(async (sandbox, api) => {
      sandbox.payments.next({ Outcome: { DelayMs: 30 } });
      const paying = payingByCard(sandbox);
      await new Promise((resolve) => setTimeout(resolve, 10));
      await api('POST', 'customers', { FirstName: 'Eva' });
      await paying;
    });
    const least = await shrinkSession(session, async (sandbox) => names(sandbox).includes('Eva'));
    expect(doneIn(least)).toEqual(['POST customers']);
    const whole = await runSteps(session, toSteps(session), { webhooks: true });
    onTestFinished(() => whole.sandbox.close());
    expect(names(whole.sandbox).toSorted()).toEqual(['Ada', 'Eva']);
    expect(whole.sandbox.snapshot().Collections['paymentTransactions']).toHaveLength(1);
  });

  it('in sandboxes of your own', async () => {
    const opened: SandboxOptions[] = [];
    const open = (options: SandboxOptions) => {
      opened.push(options);
      return createSandbox(options);
    };
    await shrinkSession(await threeCustomers(), async (sandbox) => names(sandbox).includes('Eva'), { open });
    expect([
      opened.length > 2,
      opened.every(({ record, seed }) => record === true && seed === 'least'),
    ]).toEqual([true, true]);
  });
});

describe('the steps of a session', () => {
  const run = async (
    session: SessionFile,
    given: Partial<Parameters<typeof runSteps>[2]> = {},
    steps = toSteps(session),
  ) => {
    const done = await runSteps(session, steps, { webhooks: true, ...given });
    onTestFinished(() => done.sandbox.close());
    return done;
  };

  it('run one after another, until somebody ends them, with the time after each', async () => {
    const session = await recorded(async (sandbox, api) => {
      await api('POST', 'customers', { FirstName: 'Ada' });
      await sandbox.clock.advance('P1D');
      await api('POST', 'customers', { FirstName: 'Eva' });
    });
    const whole = await run(session);
    expect(names(whole.sandbox)).toEqual(['Ada', 'Eva']);
    expect(whole.done).toEqual(toSteps(session));
    const times = whole.done.map(({ row }) => new Date(whole.times.get(row) ?? 0).toISOString().slice(0, 10));
    expect(times.slice(-3)).toEqual(['2026-01-15', '2026-01-16', '2026-01-16']);
    const part = await run(session, { after: async (sandbox) => names(sandbox).length > 0 });
    expect([names(part.sandbox), part.done.length]).toEqual([['Ada'], whole.done.length - 2]);
  });

  it('begin with the state of the session, and refer to its documents', async () => {
    const first = createSandbox({ record: true, seed: 'least', clock: '2026-01-15T10:00:00Z' });
    const api = await backEnd(first);
    const { body } = await api('POST', 'customers', { FirstName: 'Ada' });
    first.restore(first.snapshot());
    await (await backEnd(first))('PATCH', `customers/${body.Id}`, { FirstName: 'Ida' });
    const session = JSON.parse(JSON.stringify(first.session()));
    first.close();
    expect(names((await run(session)).sandbox)).toEqual(['Ida']);
  });

  it('go on after one that is refused, and after one whose answer is lost', async () => {
    const session = await recorded(async (sandbox, api) => {
      expect(() => sandbox.payments.remove('nothing')).toThrow();
      sandbox.faults.add({ Path: '*/customers', Times: 1, Fault: { DropResponse: true } });
      await api('POST', 'customers', { FirstName: 'Ada' }).catch(() => {});
      await api('POST', 'customers', { FirstName: 'Eva' });
    });
    expect(names((await run(session)).sandbox)).toEqual(['Ada', 'Eva']);
  });

  it('have the answers of the receivers, one after another, and 204 after them', async () => {
    const statuses = [503, 200];
    const session = await recorded(
      async (sandbox, api) => {
        await api('POST', 'customers', { FirstName: 'Ada' });
        await sandbox.clock.advance('P1D');
      },
      {
        webhooks: ['http://shop.test/'],
        deliver: async () => new Response(null, { status: statuses.shift() ?? 204 }),
      },
    );
    const { sandbox } = await run(session);
    const attempts = (
      sandbox.snapshot().Collections['deliveries'] as unknown as { Attempts: { StatusCode: number }[] }[]
    ).flatMap(({ Attempts }) => Attempts.map(({ StatusCode }) => StatusCode));
    expect(attempts.slice(0, 2)).toEqual([503, 200]);
    const without = await run(session, { webhooks: false });
    expect(without.sandbox.snapshot().Collections['deliveries']).toEqual([]);
  });
});
