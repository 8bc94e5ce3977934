// The state goes back to each row of the activity, and forward again.
import { createSandbox, type Sandbox, type SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testSandbox } from '../../../../sandbox/src/clients/kit/test-sandbox.ts';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { computeDigest } from '../../../../sandbox/src/sandbox/sessions/digest.ts';
import { Random } from '../../../../sandbox/src/service/state/random.ts';
import { examples } from '../../../properties.ts';

const clock = '2026-01-15T10:00:00Z';
const path = 'http://sandbox/sandbox/session/rewind';

interface History {
  readonly Undone: readonly string[];
  readonly Last?: string;
}

/** @returns what came back, and its status */
async function rewind(sandbox: Pick<Sandbox, 'fetch'>, body: { Row?: string } = {}) {
  const response = await sandbox.fetch(path, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
  });
  return { status: response.status, ...((await response.json()) as History & { Code?: string }) };
}

/** The state without access tokens: those that were issued later stay valid. */
const stateOf = (sandbox: Pick<Sandbox, 'snapshot'>) =>
  computeDigest(JSON.stringify(sandbox.snapshot(), (name, value) => (name === 'accessTokens' ? [] : value)));

const clockBy = (sandbox: Sandbox, Advance: string) =>
  sandbox.fetch('http://sandbox/sandbox/clock', {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify({ Advance }),
  });

/** As an inspector that is open. */
async function watched(options: SandboxOptions = { clock }) {
  const sandbox = createSandbox({ seed: 'rewind', ...options });
  const { body } = await sandbox.fetch('http://sandbox/sandbox/stream');
  await body?.cancel();
  const [test] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
  return { sandbox, test };
}

/** The latest request of the log. */
async function lastRow(sandbox: Sandbox): Promise<string> {
  const response = await sandbox.fetch('http://sandbox/sandbox/requests?take=1', {
    headers: { 'X-Sandbox-Client': 'inspector' },
  });
  const [last] = (await response.json()) as { Id: number }[];
  return `request-${last?.Id}`;
}

describe('Going back', () => {
  it('to any row restores the state, byte for byte', { timeout: 120_000 }, async () => {
    const count = examples(1_000);
    const { sandbox, test } = await watched({
      clock,
      webhooks: ['https://merchant.test'],
      deliver: async () => new Response(null, { status: 204 }),
    });
    const random = new Random('what happens');
    const contracts = [(await test.signUp()).ContractId];
    const contract = () => contracts[random.below(contracts.length)];
    const acts = [
      () => test.rest('PATCH', `/contracts/${contract()}`, { CustomFields: { note: random.hex(4) } }),
      () => test.rest('POST', `/contracts/${contract()}/end`, {}),
      () => test.rest('GET', `/contracts/${contract()}`),
      () => test.rest('POST', `/contracts/${contract()}/pause`, {}).catch(() => {}),
      () => test.rest('GET', `/contracts/${contract()}/SelfServiceToken`),
      () => clockBy(sandbox, 'P1D'),
    ];
    const states = new Map<string, string>();
    while (states.size < count) {
      if (states.size % 20 === 0) contracts.push((await test.signUp()).ContractId);
      await acts[random.below(acts.length)]?.();
      await sandbox.settle();
      states.set(await lastRow(sandbox), stateOf(sandbox));
    }
    expect(sandbox.snapshot().Collections['invoices']?.length).toBeGreaterThan(count / 20);
    let digest = '';
    // At this moment: what is due then has not begun again.
    getWorkspaces(sandbox).main.core.feed.on('replaced', () => {
      digest = stateOf(sandbox);
    });
    const rows = [...states.keys()];
    for (let at = rows.length - 1; at > 0; at -= 1) {
      const other = random.below(at + 1);
      [rows[at], rows[other]] = [rows[other] as string, rows[at] as string];
    }
    for (const Row of rows) {
      expect((await rewind(sandbox, { Row })).status, Row).toBe(200);
      expect(digest, Row).toBe(states.get(Row));
    }
  });

  it('undoes the latest row, with its effects, and can be redone', async () => {
    const { sandbox, test } = await watched({
      clock,
      webhooks: ['https://merchant.test'],
      deliver: async () => new Response(null, { status: 204 }),
    });
    const { ContractId } = await test.signUp();
    // It logs in.
    await test.rest('GET', `/contracts/${ContractId}`);
    await sandbox.settle();
    const before = stateOf(sandbox);
    await test.rest('POST', `/contracts/${ContractId}/end`, {});
    await sandbox.settle();
    const row = await lastRow(sandbox);
    const after = stateOf(sandbox);
    expect(await rewind(sandbox)).toMatchObject({ status: 200, Undone: [row] });
    expect(stateOf(sandbox)).toBe(before);
    expect(await test.rest('GET', `/contracts/${ContractId}`)).not.toHaveProperty('EndDate');
    expect(await rewind(sandbox, { Row: row })).toMatchObject({ Undone: [], Last: row });
    expect(stateOf(sandbox)).toBe(after);
  });

  it.each([
    ['a row that is undone', (sandbox: Sandbox) => rewind(sandbox)],
    ['a state that is restored', async (sandbox: Sandbox) => sandbox.restore(sandbox.snapshot())],
  ])('keeps the causes of events after %s', async (_what, back) => {
    const { sandbox, test } = await watched();
    const { ContractId } = await test.signUp();
    const causes = async () => {
      const events = (await (await sandbox.fetch('http://sandbox/sandbox/events')).json()) as object[];
      return events.map((event) => 'Cause' in event && event.Cause);
    };
    const before = await causes();
    expect(before.length).toBeGreaterThan(3);
    expect(before.every(Boolean)).toBe(true);
    await test.rest('PATCH', `/contracts/${ContractId}`, { CustomFields: { note: 'x' } });
    await back(sandbox);
    expect((await causes()).slice(-before.length)).toEqual(before);
  });

  it('undoes an advance of the clock as a whole, and goes to one of its tasks', async () => {
    const { sandbox, test } = await watched();
    await test.signUp();
    const before = stateOf(sandbox);
    const id = (await clockBy(sandbox, 'P3M')).headers.get('X-Request-Id');
    const invoices = () => sandbox.snapshot().Collections['invoices']?.length;
    expect(invoices()).toBe(4);
    const undone = await rewind(sandbox);
    expect(stateOf(sandbox)).toBe(before);
    const tasks = undone.Undone.filter((row) => row.startsWith('task-'));
    expect(undone.Undone).toContain(`request-${id}`);
    const counts: unknown[] = [];
    for (const Row of tasks) {
      await rewind(sandbox, { Row });
      counts.push([sandbox.clock.now().toISOString().slice(0, 10), invoices()]);
    }
    expect(counts).toContainEqual(['2026-02-15', 2]);
    expect(counts).toContainEqual(['2026-03-15', 3]);
    expect(counts.at(-1)).toEqual(['2026-04-15', 4]);
  });

  it('drops undone rows when something else happens', async () => {
    const { sandbox, test } = await watched();
    const { ContractId } = await test.signUp();
    await test.rest('POST', `/contracts/${ContractId}/end`, {});
    const row = await lastRow(sandbox);
    await rewind(sandbox);
    await test.rest('PATCH', `/contracts/${ContractId}`, { CustomFields: { color: 'red' } });
    expect(await rewind(sandbox, { Row: row })).toMatchObject({ status: 409, Code: 'NotKept' });
    expect((await (await sandbox.fetch(path)).json()).Undone).toEqual([row]);
  });

  it('keeps later logins valid, and allows the same to be done again', async () => {
    const { sandbox, test } = await watched();
    await test.signUp();
    const row = await lastRow(sandbox);
    const login = async () => {
      const response = await sandbox.fetch('http://sandbox/oauth/token/', {
        method: 'POST',
        headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
        body: new URLSearchParams({ grant_type: 'client_credentials' }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    };
    const list = async (token: string) => {
      const headers = { Authorization: `Bearer ${token}` };
      return (await sandbox.fetch('http://sandbox/api/v1/contracts', { headers })).status;
    };
    const token = await login();
    await test.signUp();
    expect((await rewind(sandbox, { Row: row })).status).toBe(200);
    expect(await list(token)).toBe(200);
    // The same numbers are drawn again.
    expect(await list(await login())).toBe(200);
  });

  it('stops a clock that followed real time, which continues with the latest row', async () => {
    const { sandbox, test } = await watched({});
    await test.signUp();
    const row = await lastRow(sandbox);
    await test.signUp();
    const latest = await lastRow(sandbox);
    await rewind(sandbox, { Row: row });
    expect(sandbox.clock.mode).toBe('Manual');
    await rewind(sandbox, { Row: latest });
    expect(sandbox.clock.mode).toBe('WallClock');
  });

  it('is rejected without history: before an inspector was open, and before a reset', async () => {
    const fresh = createSandbox({ seed: 'rewind', clock });
    expect(await rewind(fresh)).toMatchObject({ status: 409, Code: 'NotKept' });
    expect(await (await fresh.fetch(path)).json()).toEqual({ Undone: [] });
    const { sandbox, test } = await watched();
    await test.signUp();
    const row = await lastRow(sandbox);
    sandbox.reset();
    expect(await rewind(sandbox, { Row: row })).toMatchObject({ status: 409, Code: 'NotKept' });
  });

  it('leaves the recorded session as it was at that row, also what it had forgotten', async () => {
    const sandbox = createSandbox({
      record: true,
      seed: 'rewind',
      clock,
      quotas: { sessionCharacters: 9_000 },
    });
    const [test] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
    const recorded = () => {
      const { Rows, Forgotten } = sandbox.session();
      return structuredClone({ Rows, Forgotten });
    };
    const { ContractId } = await test.signUp();
    const states = new Map<string, ReturnType<typeof recorded>>();
    for (let at = 0; at < 12; at += 1) {
      if (at % 3 === 2) await clockBy(sandbox, 'P20D');
      else await test.rest('PATCH', `/contracts/${ContractId}`, { CustomFields: { note: 'x'.repeat(500) } });
      await sandbox.settle();
      states.set(await lastRow(sandbox), recorded());
    }
    const forgotten = [...states.values()].map(({ Forgotten = 0 }) => Forgotten);
    expect([forgotten[0], (forgotten.at(-1) ?? 0) > 0]).toEqual([0, true]);
    for (const [Row, session] of [...states].reverse()) {
      expect((await rewind(sandbox, { Row })).status).toBe(200);
      expect(recorded(), Row).toEqual(session);
    }
  });

  it('keeps the recorded session: it ends with that row, and replays', async () => {
    const sandbox = createSandbox({ record: true, seed: 'rewind', clock });
    const [test] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => 5_000);
    const { ContractId } = await test.signUp();
    // It logs in.
    await test.rest('GET', `/contracts/${ContractId}`);
    const rows = sandbox.session().Rows.length;
    await test.rest('POST', `/contracts/${ContractId}/end`, {});
    await sandbox.clock.advance('P1M');
    const row = await lastRow(sandbox);
    await rewind(sandbox);
    await rewind(sandbox);
    expect(sandbox.session().Rows.length).toBe(rows);
    const again = createSandbox({ session: JSON.parse(JSON.stringify(sandbox.session())) });
    await again.ready;
    expect(stateOf(again)).toBe(stateOf(sandbox));
    await rewind(sandbox, { Row: row });
    await sandbox.clock.advance('P1M');
    const forward = createSandbox({ session: JSON.parse(JSON.stringify(sandbox.session())) });
    await forward.ready;
    expect(stateOf(forward)).toBe(stateOf(sandbox));
  });

  it('leaves a session that replays where a clock that followed real time stops, and where it goes on', async () => {
    const { sandbox, test } = await watched({ record: true });
    onTestFinished(() => sandbox.close());
    await test.signUp();
    const replays = async (mode: string) => {
      const again = createSandbox({ session: JSON.parse(JSON.stringify(sandbox.session())) });
      onTestFinished(() => again.close());
      await again.ready;
      expect([sandbox.clock.mode, again.clock.mode]).toEqual([mode, mode]);
    };
    const row = await lastRow(sandbox);
    await test.signUp();
    const latest = await lastRow(sandbox);
    await rewind(sandbox, { Row: row });
    await replays('Manual');
    await rewind(sandbox, { Row: latest });
    await replays('WallClock');
    await rewind(sandbox, { Row: row });
    await test.signUp();
    await replays('Manual');
  });
});
