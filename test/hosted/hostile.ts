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

export const attacks: readonly Attack[] = [
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
