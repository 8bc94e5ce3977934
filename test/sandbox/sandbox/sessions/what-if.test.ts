// Two futures of a contract: as it is, and with one thing done otherwise.
import { createSandbox } from 'clientlib-sandbox';
import { describe, expect, it } from 'vitest';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { refuseLargeCopy } from '../../../../sandbox/src/service/http/traffic/fork.ts';
import { Usage } from '../../../../sandbox/src/service/http/traffic/quotas.ts';
import type { Future } from '../../../../sandbox/src/service/model/what-if.ts';

async function made() {
  const sent: string[] = [];
  const sandbox = createSandbox({
    seed: 'what if',
    clock: '2026-01-15T10:00:00Z',
    webhooks: ['https://merchant.test'],
    deliver: async (request) => {
      sent.push(await request.text());
      return new Response(null, { status: 204 });
    },
  });
  await (await sandbox.fetch('http://sandbox/sandbox/stream')).body?.cancel();
  const [test] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
  const { ContractId } = await test.signUp();
  await sandbox.settle();
  const ask = async (input: object) => {
    const response = await sandbox.fetch('http://sandbox/sandbox/what-if', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ ContractId, Advance: 'P3M', ...input }),
    });
    return {
      status: response.status,
      ...((await response.json()) as { Present: Future; Otherwise: Future }),
    };
  };
  return { sandbox, test, sent, ContractId, ask };
}

const decline = (ContractId: string) => ({
  Method: 'POST',
  Path: '/sandbox/payments/next',
  Body: { ContractId, Outcome: { Code: 'InsufficientBalance' } },
});

const figures = ({ Contract, Invoices, Transactions, Events }: Future) => ({
  balance: Contract['Balance'],
  end: Contract['EndDate'],
  invoices: Invoices.length,
  failed: Transactions.filter(({ Status }) => JSON.stringify(Status).includes('Failed')).length,
  events: [...new Set(Events.map(({ Event }) => Event))].toSorted(),
});

describe('What if', () => {
  it('the next payment is declined: both futures, without a change of the state', {
    timeout: 30_000,
  }, async () => {
    const { sandbox, sent, ContractId, ask } = await made();
    const before = JSON.stringify(sandbox.snapshot());
    const delivered = sent.length;
    const { Present, Otherwise } = await ask({ Requests: [decline(ContractId)] });
    expect(Present.Now).toBe(Otherwise.Now);
    expect(figures(Present)).toMatchObject({ balance: 0, invoices: 4, failed: 0 });
    expect(figures(Otherwise).events).toContain('PaymentFailed');
    expect(figures(Present).events).not.toContain('PaymentFailed');
    expect(JSON.stringify(sandbox.snapshot()) === before).toBe(true);
    expect(sent.length).toBe(delivered);
  });

  it('is no row of a session, and neither is a forecast: they change nothing', {
    timeout: 30_000,
  }, async () => {
    const sandbox = createSandbox({ record: true, seed: 'recorded', clock: '2026-01-15T10:00:00Z' });
    const [test] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
    const { ContractId } = await test.signUp();
    const rows = sandbox.session().Rows.length;
    const ask = async (what: string, body: object) =>
      (
        await sandbox.fetch(`http://sandbox/sandbox/${what}`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify(body),
        })
      ).status;
    const otherwise = { ContractId, Advance: 'P3M', Requests: [decline(ContractId)] };
    expect([await ask('what-if', otherwise), await ask('forecast', { Months: 2 })]).toEqual([200, 200]);
    expect(sandbox.session().Rows.length).toBe(rows);
    expect(await ask('payments/next', decline(ContractId).Body)).toBe(200);
    expect(sandbox.session().Rows.length).toBe(rows + 1);
  });

  it('it is canceled, from a past row', { timeout: 30_000 }, async () => {
    const { sandbox, test, ContractId, ask } = await made();
    const response = await sandbox.fetch('http://sandbox/sandbox/requests?take=1');
    const [{ Id }] = (await response.json()) as [{ Id: number }];
    await test.rest('POST', `/contracts/${ContractId}/end`, {});
    await sandbox.clock.advance('P2M');
    const end = { Method: 'POST', Path: `/api/v1/contracts/${ContractId}/end`, Body: {} };
    const { Present, Otherwise } = await ask({ Row: `request-${Id}`, Requests: [end] });
    expect(Present.Now).toBe('2026-04-15T09:00:00.0000000Z');
    expect(figures(Present)).toMatchObject({ end: undefined, invoices: 4 });
    expect(figures(Otherwise)).toMatchObject({ invoices: 1 });
    expect(figures(Otherwise).end).toMatch(/^2026-02-15/);
    expect(sandbox.clock.now()).toEqual(new Date('2026-03-15T10:00:00Z'));
  });

  it('it is canceled on another date, later than the end', { timeout: 30_000 }, async () => {
    const { ContractId, ask } = await made();
    const { Present, Otherwise } = await ask({
      Advance: 'P1M',
      Requests: [
        { Method: 'POST', Path: '/sandbox/clock', Body: { Advance: 'P2M' } },
        { Method: 'POST', Path: `/api/v1/contracts/${ContractId}/end`, Body: {} },
      ],
    });
    expect([Present.Now, Otherwise.Now]).toEqual(Array(2).fill('2026-03-15T10:00:00.0000000Z'));
  });

  it('it is rejected: with the message of the problem', async () => {
    const { ask } = await made();
    const wrong = { Method: 'POST', Path: '/sandbox/clock', Body: { Advance: 'soon' } };
    expect(await ask({ Requests: [wrong] })).toMatchObject({
      status: 422,
      Message: expect.stringMatching(/^POST \/sandbox\/clock: Advance: /),
    });
    expect(await ask({ Row: 'request-99', Requests: [wrong] })).toMatchObject({
      status: 409,
      Code: 'NotKept',
    });
  });

  it.each([
    '..%2f',
    '@evil.test/sandbox/reset',
    '//evil.test/sandbox/reset',
    '/portal/account.html',
    '/sandbox/what-if',
    '/sandbox//what-if',
    '',
  ])('is rejected for the path "%s"', async (Path) => {
    const { ask } = await made();
    const answer = await ask({ Requests: [{ Method: 'POST', Path }] });
    expect(answer).toMatchObject({
      status: 422,
      Message: expect.stringMatching(/^Requests\[0\]\.Path: expected a path of the REST or control API/),
    });
  });

  it.each(['/sandbox/x/../what-if', '/sandbox/./what-if', '/sandbox/{{2.Notes}}', '/api/v1/{{2.Tag}}'])(
    'is rejected for a path that becomes another one: "%s"',
    async (Path) => {
      const { ask, ContractId } = await made();
      const Body = { Notes: 'what-if', Tag: '../../portal/account.html' };
      const Requests = [
        { Method: 'PATCH', Path: `/api/v1/contracts/${ContractId}`, Body: {} },
        { Method: 'PATCH', Path: '/api/v1/customers/{{1.CustomerId}}', Body },
        { Method: 'POST', Path },
      ];
      expect(await ask({ Requests })).toMatchObject({
        status: 422,
        Message: expect.stringMatching(
          /^Requests\[2\]\.Path: expected a path of the REST or control API.*, got "/,
        ),
      });
    },
  );

  it('no fault rule of the copy breaks the connection of the comparison', { timeout: 30_000 }, async () => {
    const { ask } = await made();
    const rule = { Method: 'POST', Path: '/sandbox/faults', Body: { Fault: { Drop: true } } };
    expect((await ask({ Requests: [rule] })).status).toBe(200);
  });

  it('is rejected for more than 50,000 documents', async () => {
    const { sandbox, ContractId, ask } = await made();
    const { core } = getWorkspaces(sandbox).main;
    core.transaction((tx) => {
      for (let at = core.state.documents.size; at <= 50_000; at += 1)
        tx.counters.insert({ Id: `counter-${at}`, Value: at });
    });
    expect(await ask({ Requests: [decline(ContractId)] })).toMatchObject({
      status: 507,
      Message: expect.stringMatching(/^There is no room for a copy: at most 50000 documents are copied/),
    });
  });

  it('counts the documents of the state, and not those of its two copies', () => {
    const usage = new Usage({}, { documents: () => 50_000, webhookEndpoints: () => 0 });
    expect(() => refuseLargeCopy(usage, 50_000, 2)).not.toThrow();
    expect(() => refuseLargeCopy(usage, 50_001, 2)).toThrow(/and there are 50001\.$/);
  });

  it('returns the other future as a snapshot', { timeout: 30_000 }, async () => {
    const { ContractId, ask } = await made();
    const answer = await ask({ Requests: [decline(ContractId)], Keep: true });
    const kept = createSandbox();
    kept.restore((answer as unknown as { Snapshot: Parameters<typeof kept.restore>[0] }).Snapshot);
    expect(kept.clock.now().toISOString()).toBe('2026-04-15T09:00:00.000Z');
  });
});
