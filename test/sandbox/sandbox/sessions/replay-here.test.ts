// A session of somebody else takes the place of a state, or only says what would differ.
import { createSandbox, type Sandbox, type SandboxOptions } from 'clientlib-sandbox';
import { describe, expect, it, onTestFinished } from 'vitest';
import { getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { SessionFile } from '../../../../sandbox/src/service/model/session.ts';
import { eventfulSession } from '../../../kits/written/sessions.ts';

function open(options: SandboxOptions = {}): Sandbox {
  const sandbox = createSandbox({ seed: 'of the colleague', clock: '2025-06-01T00:00:00Z', ...options });
  onTestFinished(() => sandbox.close());
  return sandbox;
}

async function put(sandbox: Pick<Sandbox, 'fetch'>, body: unknown, query = '') {
  const response = await sandbox.fetch(`http://sandbox/sandbox/session${query}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: typeof body === 'string' ? body : JSON.stringify(body),
  });
  return { status: response.status, body: await response.json() };
}

/** What a sandbox that is made with the session comes to. */
async function stateOf(session: SessionFile): Promise<string> {
  const sandbox = open({ session });
  await sandbox.ready;
  return JSON.stringify(sandbox.snapshot());
}

const copy = <T>(value: T): T => JSON.parse(JSON.stringify(value)) as T;

/** The session as a version wrote it that answered one row otherwise. */
function ofAnotherVersion(session: SessionFile): { other: SessionFile; row: number } {
  const other = copy(session);
  const at = other.Rows.findIndex(({ Answer }, index) => index > 3 && Answer?.Status === 200);
  const row = other.Rows[at];
  if (row?.Answer === undefined) throw new Error('No row was answered 200.');
  row.Answer = { Status: 418, Body: '{"Message":"as it was"}', Digest: 'another' };
  return { other, row: row.Row };
}

/** The session as text, with something more at the beginning of its start. */
const withStart = (session: SessionFile, more: string) =>
  JSON.stringify(session).replace('"Start":{', () => `"Start":{${more},`);

describe('PUT /sandbox/session', () => {
  it('sets the workspace to the state of the session, byte for byte', async () => {
    const session = await eventfulSession();
    const sandbox = open();
    const changes: unknown[] = [];
    getWorkspaces(sandbox).main.core.feed.on('replaced', () =>
      changes.push(JSON.stringify(sandbox.snapshot())),
    );
    expect(await put(sandbox, session)).toEqual({ status: 200, body: { Rows: session.Rows.length } });
    expect(changes).toEqual([await stateOf(session)]);
  });

  it('names the first row that differs, with both responses, and stops there', async () => {
    const session = await eventfulSession();
    const { other, row } = ofAnotherVersion(session);
    const sandbox = open();
    const { body } = await put(sandbox, other);
    expect(body).toEqual({
      Rows: session.Rows.length,
      Difference: {
        Row: row,
        Message: expect.stringMatching(/^POST .* returned 200 instead of 418\.$/),
        Recorded: { Status: 418, Body: '{"Message":"as it was"}', Digest: 'another' },
        Replayed: expect.objectContaining({ Status: 200 }),
      },
    });
    const documents = (of: Sandbox) => getWorkspaces(of).main.core.state.documents.size;
    const whole = open();
    await put(whole, session);
    expect(documents(sandbox)).toBeLessThan(documents(whole));
  });

  it('with dryRun=true reports the same, and does not change the state', async () => {
    const { other, row } = ofAnotherVersion(await eventfulSession());
    const sandbox = open();
    const before = JSON.stringify(sandbox.snapshot());
    const { body } = await put(sandbox, other, '?dryRun=true');
    expect(body.Difference.Row).toBe(row);
    expect(JSON.stringify(sandbox.snapshot())).toBe(before);
  });

  it('does not resend delivered webhooks, and sends due ones once', async () => {
    const session = await eventfulSession();
    const sent: string[] = [];
    const sandbox = open({
      deliver: async (request) => {
        sent.push(request.url);
        return new Response(null, { status: 204 });
      },
    });
    await put(sandbox, session, '?dryRun=true');
    expect(sent).toEqual([]);
    const pending = JSON.parse(await stateOf(session)).Collections.deliveries.filter(
      ({ Status }: { Status: string }) => Status === 'Pending',
    );
    await put(sandbox, session);
    await sandbox.settle();
    expect(sent.length).toBe(pending.length);
  });

  it('is the initial state of the session that is recorded from then on', async () => {
    const session = await eventfulSession();
    const sandbox = open({ record: true });
    await put(sandbox, session);
    await sandbox.clock.advance('P1M');
    const recorded = copy(sandbox.session());
    expect(recorded.Start.Snapshot).toBeDefined();
    const again = open({ session: recorded });
    await again.ready;
    expect(again.clock.now()).toEqual(sandbox.clock.now());
  });

  it('works in a workspace of its own', async () => {
    const session = await eventfulSession();
    const sandbox = open();
    const workspace = sandbox.workspace('from-a-colleague');
    const before = JSON.stringify(sandbox.snapshot());
    expect((await put(workspace, session)).status).toBe(200);
    expect(workspace.clock.now()).not.toEqual(sandbox.clock.now());
    expect(JSON.stringify(sandbox.snapshot())).toBe(before);
  });

  it.each<[string, (session: SessionFile) => unknown, number, RegExp]>([
    ['no JSON', () => 'not JSON', 400, /GET \/sandbox\/session/],
    ['another format', () => ({ Version: 1 }), 422, /^Format: .*session of version 1/],
    ['another version', (session) => ({ ...session, Version: 2 }), 422, /^Version: .*session of version 1/],
    ['rows that are none', (session) => ({ ...session, Rows: [{ Row: 'one' }] }), 422, /^Rows\[0\]\.Row: /],
    [
      'a configuration that no sandbox has',
      (session) => ({ ...session, Start: { ...session.Start, Config: { Plans: 3 } } }),
      422,
      /^Config\.Plans/,
    ],
    [
      'a state that no sandbox has',
      (session) => ({
        ...session,
        Start: { ...session.Start, Snapshot: { Collections: { contracts: [{}] } } },
      }),
      422,
      /contracts/,
    ],
    [
      'more than 20,000 rows',
      (session) => ({
        ...session,
        Rows: Array.from({ length: 20_001 }, (_, at) => ({ Row: at + 1, Now: '' })),
      }),
      422,
      /^Rows: expected at most 20000, got 20001/,
    ],
    [
      '1,700,000 rows that are empty',
      () => `{"Rows":[${'{},'.repeat(1_700_000)}{}]}`,
      422,
      /^Rows\[0\]\.Row: is missing/,
    ],
    [
      'a configuration nested 5,000 levels deep',
      (session) => withStart(session, `"Config":{"a":${'['.repeat(5_000)}${']'.repeat(5_000)}}`),
      422,
      /nested deeper than 40 levels/,
    ],
    [
      'a request nested 5,000 levels deep',
      () => `{"Rows":[{"Row":1,"Now":"","Request":{"Body":${'['.repeat(5_000)}${']'.repeat(5_000)}}}]}`,
      422,
      /nested deeper than 40 levels/,
    ],
    [
      '250,000 values beside its rows, in two places',
      () => {
        const values = `[${'1,'.repeat(125_000)}1]`;
        return `{"Start":${values},"Rows":[{"Row":1,"Now":""}],"End":${values}}`;
      },
      422,
      /has more than 200000 values/,
    ],
    [
      'an endpoint that is none',
      (session) => ({ ...session, Start: { ...session.Start, Webhooks: [{}] } }),
      422,
      /^Start\.Webhooks\[0\]/,
    ],
    [
      'fault rules that are none',
      (session) => ({ ...session, End: { ...session.End, Faults: [null] } }),
      422,
      /^End\.Faults\[0\]/,
    ],
    [
      'two rows of one number',
      (session) => ({ ...session, Rows: [1, 1].map((Row) => ({ Row, Now: '' })) }),
      422,
      /^Rows\[1\]\.Row: expected 2, got 1/,
    ],
    [
      'a method of two words',
      (session) => ({ ...session, Rows: [{ Row: 1, Now: '', Request: { Method: 'A B', Path: '/' } }] }),
      422,
      /^Rows\[0\]\.Request\.Method: expected letters and digits, got "A B"/,
    ],
    ...[
      { Method: 'TRACE', Path: '/' },
      { Method: 'GET', Path: '/', Headers: { 'a b': 'c' } },
      { Method: 'GET', Path: '/', Headers: { Authorization: 'Basic \u4e2d' } },
      { Method: 'GET', Path: '/', Body: {} },
      { Method: 'GET', Path: '/', BaseUrl: 'nonsense' },
    ].map(
      (Request) =>
        [
          `the request ${JSON.stringify(Request)}`,
          (session: SessionFile) => ({ ...session, Rows: [{ Row: 1, Now: '', Request }] }),
          422,
          /^Rows\[0\]\.Request: cannot be sent/,
        ] as [string, (session: SessionFile) => unknown, number, RegExp],
    ),
  ])('rejects %s, and the state stays unchanged', async (_, wrong, status, message) => {
    const sandbox = open();
    const before = JSON.stringify(sandbox.snapshot());
    const answer = await put(sandbox, wrong(await eventfulSession()));
    expect(answer).toMatchObject({ status, body: { Message: expect.stringMatching(message) } });
    expect(JSON.stringify(sandbox.snapshot())).toBe(before);
  });

  it('refuses more than 50,000,000 bytes', async () => {
    const row = (at: number) => `{"Row":${at + 1},"Now":"${' '.repeat(1_000_000)}"}`;
    const text = (bytes: number) => {
      const rows = `${Array.from({ length: 49 }, (_, at) => row(at)).join()},{"Row":50,"Now":"`;
      const whole = `{"Rows":[${rows}"}]}`;
      return whole.replace(rows, () => rows + ' '.repeat(bytes - whole.length));
    };
    const answer = await put(open(), text(50_000_001));
    expect(answer).toMatchObject({ status: 413, body: { Code: 'TooLarge' } });
    // One less is read, and is no session.
    expect((await put(open(), text(50_000_000))).body.Message).toMatch(/^Format: /);
  }, 120_000);

  it('stops at the first step with more than 50,000 documents, and restores nothing', async () => {
    const large = open({ record: true });
    const { core } = getWorkspaces(large).main;
    core.transaction((tx) => {
      for (let at = core.state.documents.size; at < 49_999; at += 1)
        tx.counters.insert({ Id: `counter-${at}`, Value: at });
    });
    large.restore(large.snapshot());
    large.payments.next({ Outcome: { Code: 'BearerExpired' } });
    const sandbox = open();
    expect((await put(sandbox, large.session())).status).toBe(200);
    expect(getWorkspaces(sandbox).main.core.state.documents.size).toBe(50_000);
    large.payments.next({ Outcome: { Code: 'BearerExpired' } });
    const before = sandbox.revision;
    expect(await put(sandbox, large.session())).toMatchObject({
      status: 507,
      body: { Message: expect.stringMatching(/at most 50000 documents are copied, and there are 50001/) },
    });
    expect(sandbox.revision).toBe(before);
  });

  it('stops if the quota of the workspace would be exceeded, and restores nothing', async () => {
    const session = await eventfulSession();
    const sandbox = open({ quotas: { documents: 30 } });
    const before = JSON.stringify(sandbox.snapshot());
    const answer = await put(sandbox, session);
    expect(answer).toMatchObject({ status: 507, body: { Code: 'QuotaExceeded' } });
    expect(JSON.stringify(sandbox.snapshot())).toBe(before);
  });

  it('has no more webhook endpoints at its end than the workspace may have', async () => {
    const colleague = open({ record: true });
    const urlOf = (at: number) => `https://receiver.test/${at}`;
    const login = await colleague.fetch('http://sandbox/oauth/token/', {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    });
    const { access_token } = (await login.json()) as { access_token: string };
    for (const at of [1, 2, 3]) {
      const registered = await colleague.fetch('http://sandbox/api/v1/webhooks', {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${access_token}` },
        body: JSON.stringify({ Url: urlOf(at) }),
      });
      expect(registered.status).toBe(200);
    }
    const session = colleague.session();
    const sandbox = open({ quotas: { webhookEndpoints: 2 } });
    const { body } = await put(sandbox, session);
    expect(body.Difference.Replayed.Status).toBe(507);
    expect(sandbox.snapshot().Collections['webhooks']).toHaveLength(2);

    const Webhooks = [1, 2, 3].map((at) => ({ Url: urlOf(at) }));
    const answer = await put(sandbox, { ...session, Start: { ...session.Start, Webhooks } });
    expect(answer).toMatchObject({
      status: 422,
      body: { Message: expect.stringMatching(/^Start\.Webhooks: .*at most 2 webhook endpoints/) },
    });
    expect(sandbox.snapshot().Collections['webhooks']).toHaveLength(2);
  });

  it('makes no workspaces where the host allows none', async () => {
    const session = await eventfulSession();
    const Request = { Method: 'POST', Path: '/sandbox/workspaces', Body: { Name: 'inner' } };
    const Rows = [{ Row: 1, Now: '', Request }];
    const { body } = await put(open({ workspaces: { limit: 0 } }), { ...session, Rows });
    expect(body.Difference.Replayed.Status).toBe(409);
  });

  it('ends at a row whose answer has no end', async () => {
    const session = await eventfulSession();
    const Rows = [{ Row: 1, Now: '', Request: { Method: 'GET', Path: '/sandbox/stream' } }];
    const { body } = await put(open(), { ...session, Rows });
    expect(body.Difference).toMatchObject({ Row: 1, Replayed: { Status: 200 } });
  });

  it('ends when the client has left, and restores nothing', async () => {
    const leaving = new AbortController();
    const sandbox = open();
    const { revision } = sandbox;
    const session = await eventfulSession();
    // The body comes whole, and nobody waits for the answer.
    const body = new ReadableStream({
      pull(controller) {
        controller.enqueue(new TextEncoder().encode(JSON.stringify(session)));
        controller.close();
        leaving.abort();
      },
    });
    const asked = sandbox.fetch('http://sandbox/sandbox/session', {
      method: 'PUT',
      headers: { 'Content-Type': 'application/json' },
      body,
      signal: leaving.signal,
      duplex: 'half',
    } as RequestInit);
    await asked.catch(() => {});
    expect(sandbox.revision).toBe(revision);
  });

  it('is rejected within the replay of a session', async () => {
    const session = await eventfulSession();
    const [first] = session.Rows;
    const Rows = [{ ...first, Row: 1, Request: { Method: 'PUT', Path: '/sandbox/session', Body: session } }];
    const { body } = await put(open(), { ...copy(session), Rows });
    expect(body.Difference).toMatchObject({ Row: 1, Replayed: { Status: 409 } });
  });
});
