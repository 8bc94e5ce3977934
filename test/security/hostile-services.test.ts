// Services that answer whatever they like, slowly or never: import and verify end with a file, a report or one sentence.
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import type { Environment } from '../../sandbox/src/clients/account/account-client.ts';
import { AccountError } from '../../sandbox/src/clients/account/service-url.ts';
import { runImport } from '../../sandbox/src/hosts/command/import-command.ts';
import { runVerify } from '../../sandbox/src/hosts/command/verify-command.ts';
import { createSandbox, type Sandbox } from '../../sandbox/src/sandbox/sandbox.ts';
import { examples, fc } from '../properties.ts';
import { access } from '../sandbox/clients/account/merchant-account.ts';
import { hostileValue } from './hostile-files.ts';

let folder: string;
let source: Sandbox;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hostile-services-'));
  source = createSandbox({
    clock: '2026-01-15T10:00:00Z',
    seed: 'hostile',
    timers: false,
    config: { Account: { RateLimit: { Requests: 1_000_000 } } },
  });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  source.close();
  await rm(folder, { recursive: true });
});

const TOKEN = 'token-of-the-run';

/** How a service answers one request: as it should, in part, or as nobody should. */
const answer = fc.oneof(
  { weight: 30, arbitrary: fc.constant({ kind: 'right' as const }) },
  fc.record({ kind: fc.constant('status' as const), status: fc.constantFrom(204, 301, 403, 404, 418, 501) }),
  fc.record({ kind: fc.constant('body' as const), body: hostileValue }),
  // A field or an entry is another one.
  fc.record({ kind: fc.constant('field' as const), name: fc.string({ maxLength: 12 }), value: hostileValue }),
  fc.record({ kind: fc.constant('entry' as const), value: hostileValue }),
  fc.record({
    kind: fc.constant('text' as const),
    text: fc.constantFrom(
      '',
      '<html>',
      '{',
      '['.repeat(9_000),
      `${TOKEN} ${access.clientSecret}`,
      '\u001b]0;x\u0007',
    ),
  }),
);

type Answer = typeof answer extends fc.Arbitrary<infer A> ? A : never;

async function changed(response: Response, how: Answer): Promise<Response> {
  if (how.kind === 'right') return response;
  if (how.kind === 'status')
    return new Response(null, { status: how.status, headers: { Location: 'http://10.0.0.7/' } });
  if (how.kind === 'text') return new Response(how.text, { headers: { 'Content-Type': 'application/json' } });
  if (how.kind === 'body') return Response.json(how.body);
  const body = (await response.json()) as unknown;
  if (!Array.isArray(body)) return Response.json(body);
  if (how.kind === 'entry') return Response.json([how.value, ...body]);
  const field = JSON.parse(`{${JSON.stringify(how.name)}:${JSON.stringify(how.value)}}`);
  return Response.json(body.map((one) => ({ ...one, ...field, [TOKEN]: access.clientSecret })));
}

/** A service with an account, whose token is another one than that of its client. */
function serviceOf(answers: readonly Answer[]): Environment {
  let count = 0;
  return {
    sleep: async () => {},
    async fetch(input, init) {
      if (input.includes('/oauth/token')) return Response.json({ access_token: TOKEN });
      const how = answers[count % answers.length] as Answer;
      count += 1;
      const headers = new Headers(init.headers);
      if (headers.has('Authorization')) headers.set('Authorization', `Bearer ${await accessToken()}`);
      return changed(await source.fetch(input, { ...init, headers }), how);
    },
  };
}

let token: string | undefined;
async function accessToken(): Promise<string> {
  if (token !== undefined) return token;
  const response = await source.fetch('http://sandbox/oauth/token/', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa(`${access.clientId}:${access.clientSecret}`)}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  token = ((await response.json()) as { access_token: string }).access_token;
  return token;
}

/** What a command came to: its exit code, or its one sentence. */
async function outcomeOf(work: Promise<number>): Promise<number | string> {
  return work.catch((error: Error) => {
    expect(error, error.stack).toBeInstanceOf(AccountError);
    expect(error.message.split('\n')).toHaveLength(1);
    return error.message;
  });
}

const commands = {
  import: (place: Environment, print: (text: string) => void) =>
    runImport(
      { from: access.url, clientId: access.clientId, out: join(folder, 'config.json'), yes: true },
      { ...place, secret: access.clientSecret, print, progress: print },
    ),
  verify: (place: Environment, print: (text: string) => void) =>
    runVerify(
      {
        against: access.url,
        clientId: access.clientId,
        cassette: join(folder, 'cassette.json'),
        junit: join(folder, 'junit.xml'),
      },
      { ...place, secret: async () => access.clientSecret, print, progress: print },
    ),
};

it.each(['import', 'verify'] as const)(
  '%s ends in order, and shows no secret',
  { timeout: 600_000 },
  async (name) => {
    let runs = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(answer, { minLength: 1, maxLength: 30 }), async (answers) => {
        runs += 1;
        let printed = '';
        const result = await outcomeOf(
          commands[name](serviceOf(answers), (text) => {
            printed += text;
          }),
        );
        const files = await Promise.all(
          (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
        );
        for (const text of [...files, printed, String(result)]) {
          expect(text).not.toContain(TOKEN);
          expect(text).not.toContain(access.clientSecret);
        }
        await Promise.all((await readdir(folder)).map((file) => rm(join(folder, file))));
      }),
      { numRuns: examples(100) },
    );
    expect(runs).toBeGreaterThanOrEqual(examples(100));
  },
);

it.each(['import', 'verify'] as const)('%s gives up an answer that drips', async (name) => {
  const timeout = vi.spyOn(AbortSignal, 'timeout');
  const signals: unknown[] = [];
  const place: Environment = {
    sleep: async () => {},
    fetch: async (_input, { signal }) => {
      signals.push(signal);
      throw new DOMException('The operation timed out', 'TimeoutError');
    },
  };
  expect(await outcomeOf(commands[name](place, () => {}))).toBe(
    'https://billing.example.com/oauth/token/ could not be read in 3 tries: The operation timed out.',
  );
  const ended = timeout.mock.calls.flatMap(([milliseconds], at) =>
    signals.includes(timeout.mock.results[at]?.value) ? [milliseconds] : [],
  );
  expect(ended).toEqual([60_000, 60_000, 60_000]);
});

it.each(['import', 'verify'] as const)(
  '%s waits at most 15 minutes when it is told to wait',
  async (name) => {
    const sleeps: number[] = [];
    const place: Environment = {
      sleep: async (milliseconds) => void sleeps.push(milliseconds),
      fetch: async () => new Response(null, { status: 429, headers: { 'Retry-After': '999999999' } }),
    };
    expect(await outcomeOf(commands[name](place, () => {}))).toBe(
      'https://billing.example.com/oauth/token/ could not be read in 8 tries: it answers 429.',
    );
    expect(sleeps).toEqual(Array(7).fill(900_000));
  },
);

it.each(['import', 'verify'] as const)('%s ends a response that sends a byte now and then', async (name) => {
  const drips = new Set<NodeJS.Timeout>();
  const service = createServer((_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' });
    drips.add(setInterval(() => response.write(' '), 20));
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const timeout = AbortSignal.timeout;
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((milliseconds) => timeout(milliseconds / 100));
  const { port } = service.address() as AddressInfo;
  const place: Environment = {
    sleep: async () => {},
    fetch: (input, init) => fetch(input.replace(access.url, `http://127.0.0.1:${port}`), init),
  };
  expect(await outcomeOf(commands[name](place, () => {}))).toBe(
    `${access.url}/oauth/token/ could not be read in 8 tries: The operation was aborted due to timeout.`,
  );
  expect(drips.size).toBeGreaterThan(0);
  for (const drip of drips) clearInterval(drip);
  service.closeAllConnections();
  service.close();
});
