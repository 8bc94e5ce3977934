import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import type { MadeWorkspace } from './hosted.ts';

/*
 * What one workspace can do to the engine that it shares with others. The test hostile.test.ts looks at the answers, the bench
 * `hostile` at how long a neighbour waits meanwhile.
 */

/** One thing that a stranger does. @returns the statuses that he gets */
export interface Attack {
  readonly name: string;
  readonly run: (workspace: MadeWorkspace, engine: string) => Promise<readonly number[]>;
  /** What he must get. */
  readonly expected: readonly number[];
}

const BOMB_BYTES = 30_000_000;

/** Text of about 30 MB. */
const manyTimes = (text: string) => text.repeat(Math.floor(BOMB_BYTES / text.length));

function control({ Url, ControlToken }: MadeWorkspace, method: string, path: string, body?: string) {
  return fetch(`${Url}/sandbox/${path}`, {
    method,
    headers: { Authorization: `Bearer ${ControlToken}`, 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body }),
  });
}

async function statusOf(asked: Promise<Response>): Promise<number> {
  const response = await asked;
  await response.arrayBuffer();
  return response.status;
}

const putSnapshot = (text: () => string): Attack['run'] => {
  return async (workspace) => [await statusOf(control(workspace, 'PUT', 'snapshot', text()))];
};

const collection = (name: string, documents: string) =>
  `{"Version":1,"Collections":{"${name}":[${documents}{}]}}`;

const session = (rows: string, rest = '') =>
  `{"Format":"clientlib-sandbox session","Version":1,"Service":"x","BaseUrl":"http://x",${rest}` +
  `"Start":{"Seed":"s","At":"2026-01-01T00:00:00Z"},"Rows":[${rows}],"End":{"At":"2026-01-01T00:00:00Z","Digest":"x"}}`;

/** A valid snapshot of a workspace with so many documents more. */
async function largeSnapshot(workspace: MadeWorkspace, count: number): Promise<string> {
  const snapshot = (await (await control(workspace, 'GET', 'snapshot')).json()) as {
    Collections: Record<string, object[]>;
  };
  const events = Array.from({ length: count }, (_, at) => ({
    Id: `e${at}`,
    At: at,
    Payload: { Event: 'ContractCreated', Note: 'x'.repeat(200) },
  }));
  return JSON.stringify({ ...snapshot, Collections: { ...snapshot.Collections, events } });
}

const signUp = (engine: string, settings: string) =>
  statusOf(
    fetch(`${engine}/sandbox/workspaces`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: settings,
    }),
  );

type Json = { readonly [name: string]: unknown } & { readonly Id: string };

/** The REST API, as a merchant's back end calls it. */
export async function backEnd(workspace: MadeWorkspace) {
  const { OAuthClients } = (await (await control(workspace, 'GET', 'catalog')).json()) as {
    OAuthClients: { ClientId: string; ClientSecret?: string }[];
  };
  const { ClientId = '', ClientSecret } = OAuthClients.find((one) => one.ClientSecret !== undefined) ?? {};
  const { access_token: token } = (await (
    await fetch(`${workspace.Url}/oauth/token/`, {
      method: 'POST',
      headers: { Authorization: `Basic ${btoa(`${ClientId}:${ClientSecret}`)}` },
      body: new URLSearchParams({ grant_type: 'client_credentials' }),
    })
  ).json()) as { access_token: string };
  return async (method: string, path: string, body?: object): Promise<{ status: number; body: Json }> => {
    const response = await fetch(`${workspace.Url}/api/v1/${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    return { status: response.status, body: text.startsWith('{') ? JSON.parse(text) : text };
  };
}

/** A contract of a customer with a name, and its first invoice. */
async function contractOf(api: Awaited<ReturnType<typeof backEnd>>, LastName: string) {
  const order = await api('POST', 'orders', {
    Customer: { FirstName: 'Ada', LastName, EmailAddress: 'ada@example.com', Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  const { body } = await api('POST', `orders/${order.body.Id}/commit`, { PaymentMethod: 'InvoicePayment' });
  await api('POST', `contracts/${body.Id}/bill`, {});
  return body.Id;
}

const compare = {
  variants: ['a', 'b', 'c', 'd'].map((name) => ({ name, steps: [{ advance: 'P2Y' }] })),
};

export const attacks: readonly Attack[] = [
  {
    name: 'a mail of 600 placeholders for a name of 190,000 letters',
    run: async (workspace) => {
      const api = await backEnd(workspace);
      const template = {
        EventType: 'CustomerChanged',
        Name: 'Long',
        Subject: { _c: 'Long' },
        HtmlText: { _c: '{{LastName}}'.repeat(600) },
      };
      const customer = { FirstName: 'Ada', LastName: '<'.repeat(190_000), EmailAddress: 'a@b.test' };
      const { status, body } = await api('POST', 'customers', customer);
      const made = await api('POST', 'emailNotificationsTemplates', template);
      return [status, made.status, (await api('PATCH', `customers/${body.Id}`, { Tag: 'x' })).status];
    },
    expected: [201, 200, 200],
  },
  {
    name: 'a session of 2,500 stand-ins for a text of 190,000 letters, and a path of a what-if with 500',
    run: async (workspace) => {
      const row = (Row: number, Notes: string) => ({
        Row,
        Now: '2026-01-01T00:00:00Z',
        Request: { Method: 'POST', Path: '/sandbox/faults', Body: { Path: Notes, Fault: { Status: 503 } } },
        Answer: { Status: 200, Digest: 'x' },
      });
      const rows = [row(1, `/${'x'.repeat(1_900)}`), row(2, '{{1.Path}}'.repeat(2_500))];
      const put = session(JSON.stringify(rows).slice(1, -1));
      const Id = await contractOf(await backEnd(workspace), 'Lovelace');
      const whatIf = {
        ContractId: Id,
        Advance: 'P1M',
        Requests: [
          {
            Method: 'POST',
            Path: '/sandbox/faults',
            Body: { Path: `/${'x'.repeat(1_900)}`, Fault: { Drop: true } },
          },
          { Method: 'DELETE', Path: `/sandbox/faults/${'{{1.Path}}'.repeat(500)}` },
        ],
      };
      return [
        await statusOf(control(workspace, 'PUT', 'session', put)),
        await statusOf(control(workspace, 'POST', 'what-if', JSON.stringify(whatIf))),
      ];
    },
    // The first row differs from what was recorded, so the second is not sent.
    expected: [200, 422],
  },
  {
    name: 'a preview of 500 entries of a cart in each of 2,000 months',
    run: async (workspace) => {
      const entry = { ComponentId: 'd00000000000000000000001', Quantity: 1 };
      const Cart = {
        PlanVariantId: 'b00000000000000000000001',
        ComponentSubscriptions: Array(500).fill(entry),
      };
      const order = { Customer: { Address: { Country: 'DE' } }, StartDate: '1860-01-01T00:00:00Z', Cart };
      return [(await (await backEnd(workspace))('POST', 'orders/preview', order)).status];
    },
    expected: [422],
  },
  {
    name: 'exports, reports and a PDF of contracts with a name of 190,000 letters',
    run: async (workspace) => {
      const api = await backEnd(workspace);
      const id = await contractOf(api, '=x"'.repeat(60_000));
      for (let at = 0; at < 150; at += 1) await api('POST', `contracts/${id}/bill`, {});
      await control(workspace, 'POST', 'clock', '{"Advance":"P9Y"}');
      const listed = (await api('GET', 'invoices?take=1')).body as unknown as string;
      const { Id } = JSON.parse(listed)[0] as Json;
      return [
        (await api('POST', 'accountingExportFiles', {})).status,
        (await api('POST', 'paymentsExportFiles', {})).status,
        (await api('POST', 'reports', { Type: 'OpenItems' })).status,
        (await api('GET', `invoices/${Id}/download`)).status,
      ];
    },
    expected: [200, 200, 200, 200],
  },
  {
    name: 'a batch of ten comparisons of four variants, and one of eleven',
    run: async (workspace) => {
      await contractOf(await backEnd(workspace), 'Lovelace');
      const batch = (count: number) =>
        statusOf(
          fetch(`${workspace.Url}/mcp`, {
            method: 'POST',
            headers: {
              Authorization: `Bearer ${workspace.ControlToken}`,
              'Content-Type': 'application/json',
              Accept: 'application/json, text/event-stream',
            },
            body: JSON.stringify(
              Array.from({ length: count }, (_unused, id) => ({
                jsonrpc: '2.0',
                id,
                method: 'tools/call',
                params: { name: 'compare', arguments: compare },
              })),
            ),
          }),
        );
      return [await batch(10), await batch(11)];
    },
    expected: [200, 400],
  },
  {
    name: 'ten what-ifs at once on a full workspace',
    run: async (workspace) => {
      const Id = await contractOf(await backEnd(workspace), 'Lovelace');
      await statusOf(control(workspace, 'PUT', 'snapshot', await largeSnapshot(workspace, 9_000)));
      const body = JSON.stringify({
        ContractId: Id,
        Advance: 'P2Y',
        Requests: [{ Method: 'POST', Path: `/api/v1/contracts/${Id}/bill`, Body: {} }],
      });
      return Promise.all(
        Array.from({ length: 10 }, () => statusOf(control(workspace, 'POST', 'what-if', body))),
      );
    },
    expected: Array(10).fill(200),
  },
  {
    name: 'a snapshot of 30 MB of {}',
    run: putSnapshot(() => collection('contracts', manyTimes('{},'))),
    expected: [422],
  },
  {
    name: 'a snapshot of 30 MB of documents that are right',
    run: putSnapshot(() => {
      let documents = '';
      for (let at = 0; documents.length < BOMB_BYTES; at += 1) documents += `{"Id":"k${at}","Key":"x"},`;
      return collection('providerKeys', documents);
    }),
    expected: [422],
  },
  {
    name: 'a snapshot with 30 MB of values in one document',
    run: putSnapshot(() => collection('events', `{"Id":"e","List":[${manyTimes('{},')}{}]},`)),
    expected: [422],
  },
  {
    name: 'a snapshot with 60,000 wrong items in one document',
    run: putSnapshot(() => collection('invoices', `{"Id":"i","ItemList":[${'{},'.repeat(60_000)}{}]},`)),
    expected: [422],
  },
  {
    name: 'a snapshot with one text of 30 MB',
    run: putSnapshot(() => collection('events', `{"Id":"e","Text":"${manyTimes('x')}"},`)),
    expected: [422],
  },
  {
    name: 'a snapshot nested 500,000 levels deep',
    run: putSnapshot(() => collection('events', `${'{"a":'.repeat(500_000)}1${'}'.repeat(500_000)},`)),
    expected: [422],
  },
  {
    name: 'NDJSON of 30 MB of {}',
    run: async (workspace) => [
      await statusOf(control(workspace, 'PUT', 'snapshot.ndjson', manyTimes('{}\n'))),
    ],
    expected: [422],
  },
  {
    name: 'a snapshot with 30 MB of values beside its documents',
    run: putSnapshot(() => {
      const beside = `[${'{},'.repeat(150_000)}{}]`;
      let text = '{"Version":1';
      for (let at = 0; text.length < BOMB_BYTES; at += 1)
        text += `,"Collections":{"providerKeys":[{"Id":"k${at}","Key":"x"}]},"More${at}":${beside}`;
      return `${text}}`;
    }),
    expected: [422],
  },
  {
    name: 'sessions of 30 MB of {}, of ids, of a state',
    run: async (workspace) => {
      const put = (text: string) => statusOf(control(workspace, 'PUT', 'session', text));
      return [
        await put(session(`${manyTimes('{},')}{}`)),
        await put(session('', `"Ids":{${manyTimes('"i":{},')}"i":{}},`)),
        await put(session('', `"Ids":{${'"i":{},'.repeat(60_000)}"i":{}},`)),
        await put(
          session('').replace('"At"', `"Snapshot":{"Collections":{"events":[${manyTimes('{},')}{}]}},"At"`),
        ),
      ];
    },
    expected: [422, 422, 422, 422],
  },
  {
    name: 'a session of 20,000 rows, and one whose rows have one number',
    run: async (workspace) => {
      const put = (row: (at: number) => number) => {
        const rows = Array.from({ length: 20_000 }, (_unused, at) => ({
          Row: row(at),
          Now: '2026-01-01T00:00:00Z',
          Request: { Method: 'DELETE', Path: '/sandbox/faults' },
          Answer: { Status: 204 },
        }));
        return statusOf(control(workspace, 'PUT', 'session', session(JSON.stringify(rows).slice(1, -1))));
      };
      const statuses = [await put((at) => at + 1), await put(() => 1)];
      return [...statuses, await statusOf(control(workspace, 'POST', 'clock', '{"Advance":"P1D"}'))];
    },
    expected: [200, 422, 200],
  },
  {
    name: 'a forecast by a configuration of 300,000 empty variants, and by one of 9,000',
    run: async (workspace) => {
      const forecast = (variants: number) =>
        statusOf(
          control(
            workspace,
            'POST',
            'forecast',
            `{"Months":1,"Config":{"Catalogue":{"PlanVariants":[${'{},'.repeat(variants)}{}]}}}`,
          ),
        );
      return [await forecast(300_000), await forecast(9_000)];
    },
    expected: [413, 422],
  },
  {
    name: 'lists of 300,000 and 45,000 wrong items for the control API',
    run: async (workspace) => {
      const reset = (items: number) =>
        statusOf(control(workspace, 'POST', 'reset', `{"Keep":[${'{},'.repeat(items)}{}]}`));
      return [await reset(300_000), await reset(45_000)];
    },
    expected: [413, 422],
  },
  {
    name: 'a coding agent that searches for 200,000 words',
    run: async ({ Url, ControlToken }) => {
      const call = (name: string, text: string) =>
        statusOf(
          fetch(`${Url}/mcp`, {
            method: 'POST',
            headers: {
              Authorization: `Bearer ${ControlToken}`,
              'Content-Type': 'application/json',
              Accept: 'application/json, text/event-stream',
            },
            body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":{"query":"${text}"}}}`,
          }),
        );
      return [
        await call('search_docs', 'a b c d '.repeat(50_000)),
        await call('find_operation', 'e f g h '.repeat(240)),
      ];
    },
    expected: [200, 200],
  },
  {
    name: 'a full workspace, written, read, woken, reset',
    run: async (workspace) => {
      const text = await largeSnapshot(workspace, 19_500);
      return [
        await statusOf(control(workspace, 'PUT', 'snapshot', text)),
        await statusOf(control(workspace, 'GET', 'snapshot')),
        await statusOf(control(workspace, 'GET', 'snapshot.ndjson')),
        await statusOf(control(workspace, 'POST', 'reset', '{}')),
      ];
    },
    expected: [200, 200, 200, 200],
  },
  {
    name: 'a sign-up with 300,000 empty variants',
    run: async (_, engine) => [
      await signUp(engine, `{"Config":{"Catalogue":{"PlanVariants":[${'{},'.repeat(300_000)}{}]}}}`),
    ],
    expected: [413],
  },
  {
    name: 'a sign-up with 9,000 empty variants',
    run: async (_, engine) => [
      await signUp(engine, `{"Config":{"Catalogue":{"PlanVariants":[${'{},'.repeat(9_000)}{}]}}}`),
    ],
    expected: [422],
  },
  {
    name: 'a sign-up nested 20,000 levels deep',
    run: async (_, engine) => [
      await signUp(engine, `{"Config":${'{"Account":'.repeat(20_000)}1${'}'.repeat(20_000)}}`),
    ],
    expected: [400],
  },
  {
    name: 'a sign-up with a time zone that does not exist',
    run: async (_, engine) => [await signUp(engine, '{"Config":{"Account":{"TimeZone":"x/y"}}}')],
    expected: [422],
  },
  {
    name: 'a sign-up with 2,400 plan groups',
    run: async (_, engine) => {
      const groups = Array.from({ length: 2_400 }, (_unused, at) => ({
        Id: `f${String(at).padStart(23, '0')}`,
        Name: { _c: `Group ${at}` },
      }));
      return [await signUp(engine, JSON.stringify({ Config: { Catalogue: { PlanGroups: groups } } }))];
    },
    expected: [201],
  },
  {
    name: 'sign-ups of 200 MB',
    run: async (_, engine) => {
      const body = 'x'.repeat(200_000_000);
      const outcome = () => signUp(engine, body).catch(() => 413);
      return Promise.all([outcome(), outcome()]);
    },
    expected: [413, 413],
  },
  {
    name: 'four refused bodies of 200 MB',
    run: async ({ Url }) => {
      const [method, body] = ['POST', 'x'.repeat(200_000_000)];
      // A client that still sends may not read the refusal.
      const outcome = () => statusOf(fetch(`${Url}/api/v1/orders`, { method, body })).catch(() => 413);
      return Promise.all([outcome(), outcome(), outcome(), outcome()]);
    },
    expected: [413, 413, 413, 413],
  },
];

/** Asks the neighbour 40 times a second, within its quota, in a process of its own, which nothing here holds up. */
export async function watchNeighbour({ Url, ControlToken }: MadeWorkspace) {
  const program = `
    const { get, Agent } = require('node:http');
    const agent = new Agent({ keepAlive: true });
    let longest = 0;
    const ask = () => {
      const began = performance.now();
      const ended = (what) => {
        longest = Math.max(longest, performance.now() - began);
        if (what !== 200) console.log(JSON.stringify({ failed: String(what) }));
        setTimeout(ask, 25);
      };
      const headers = { Authorization: 'Bearer ' + process.argv[2] };
      get(process.argv[1], { agent, headers }, (answer) => answer.resume().on('end', () => ended(answer.statusCode)))
        .on('error', (error) => ended(error.code));
    };
    ask();
    process.stdin.on('data', () => {
      console.log(JSON.stringify({ longest }));
      longest = 0;
    });
    process.stdin.on('end', () => process.exit());
  `;
  const child = spawn(process.execPath, ['-e', program, `${Url}/sandbox/health`, ControlToken], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => child.on('close', resolve));
  const failures: string[] = [];
  let tell = (_: number) => {};
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { failed, longest } = JSON.parse(line) as { failed?: string; longest: number };
    if (failed === undefined) tell(longest);
    else failures.push(failed);
  });
  return {
    /** Answers other than 200. */
    failures,
    /** Milliseconds of the longest answer since it was asked last. */
    longest: () =>
      new Promise<number>((resolve) => {
        tell = resolve;
        child.stdin.write('?\n');
      }),
    async close() {
      child.stdin.end();
      await ended;
    },
  };
}
