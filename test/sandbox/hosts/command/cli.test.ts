// The command as a whole, in this process: each command line does what it is for, prints what it should where it should, and ends with
// its exit code. The built command, in a process of its own, is in test/package.
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'clientlib-sandbox';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { version } from '../../../../sandbox/src/service/http/wire/version.ts';

let folder = '';
let out = '';
let err = '';
let exits: (number | string | null | undefined)[] = [];
let onSignal: Map<string, () => void>;
/** Timers after which the process would end. */
let deadlines: ReturnType<typeof setTimeout>[];
const { Request: RealRequest, Response: RealResponse } = globalThis;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'cli-'));
  [out, err, exits, onSignal, deadlines] = ['', '', [], new Map(), []];
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    out += text;
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    err += text;
    return true;
  });
  vi.spyOn(process, 'exit').mockImplementation((code) => {
    exits.push(code);
    return undefined as never;
  });
  vi.spyOn(process, 'umask').mockReturnValue(0o022);
  const later = globalThis.setTimeout;
  vi.spyOn(globalThis, 'setTimeout').mockImplementation(((work: () => void, delay?: number, ...given: []) => {
    const timer = later(work, delay, ...given);
    if (delay === 5_000) deadlines.push(timer);
    return timer;
  }) as never);
  const once = process.once.bind(process);
  vi.spyOn(process, 'once').mockImplementation(((name: string, listener: () => void) => {
    if (name.startsWith('SIG')) onSignal.set(name, listener);
    else once(name as never, listener as never);
    return process;
  }) as never);
});
afterEach(async () => {
  for (const timer of deadlines) clearTimeout(timer);
  vi.restoreAllMocks();
  vi.unstubAllEnvs();
  process.exitCode = undefined;
  // The command replaces them with faster ones for its whole process.
  Object.assign(globalThis, { Request: RealRequest, Response: RealResponse });
  await rm(folder, { recursive: true });
});

let runs = 0;

/** Runs the command, as it is loaded for the first time. */
async function run(...args: readonly string[]): Promise<void> {
  const before = process.argv;
  process.argv = ['node', 'clientlib-sandbox', ...args];
  runs += 1;
  const file = new URL('../../../../sandbox/src/hosts/command/cli.ts', import.meta.url).pathname;
  await import(/* @vite-ignore */ `${file}?run=${runs}`);
  // What it was called with is read at once, or to say how it ended.
  onTestFinished(() => {
    process.argv = before;
  });
}

/** Runs the command until it has started. @returns its address, and what ends it */
async function started(...args: readonly string[]) {
  await run('--port', '0', ...args);
  await vi.waitFor(() => expect([...onSignal.keys()]).toEqual(['SIGINT', 'SIGTERM']), { timeout: 20_000 });
  const url = /ready at (\S+)/.exec(out)?.[1] ?? '';
  const end = async (signal = 'SIGTERM') => {
    onSignal.get(signal)?.();
    await vi.waitFor(() => expect(exits).toHaveLength(1), { timeout: 10_000 });
  };
  return { url, end };
}

const control = (url: string, path: string, token?: string) =>
  fetch(
    `${url}/sandbox/${path}`,
    token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } },
  );

const failed = (code: number) => vi.waitFor(() => expect(process.exitCode).toBe(code), { timeout: 10_000 });

describe('clientlib-sandbox', () => {
  it('starts with what the options say, logs requests, and ends at a signal', async () => {
    const config = join(folder, 'sandbox.json');
    await writeFile(config, JSON.stringify({ Account: { Name: 'Ada GmbH' } }));
    const options = [
      '--clock',
      '2026-01-15T10:00:00Z',
      '--seed',
      's',
      '--config',
      config,
      '--strict',
      '--record',
    ];
    const { url, end } = await started(...options);
    expect(out).toMatch(/^clientlib-sandbox ready at http:\/\/localhost:\d+\n\n {2}Inspector/);
    expect(await (await control(url, 'clock')).json()).toEqual({
      Now: '2026-01-15T10:00:00.0000000Z',
      Mode: 'Manual',
    });
    expect(await (await fetch(`${url}/`, { headers: { Accept: 'text/html' } })).text()).toContain(
      'data-account="Ada GmbH"',
    );
    expect(await (await control(url, 'session')).json()).toMatchObject({ Start: { Seed: 's' } });
    const unknown = await fetch(`${url}/api/v1/CustomerSelfService/signup/preview`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ Cart: { PlanVariantId: 'b00000000000000000000001', Colour: 'blue' } }),
    });
    expect(unknown.status, 'strict').toBe(422);
    await vi.waitFor(() => expect(out).toContain('POST /api/v1/CustomerSelfService/signup/preview'));
    await end();
    expect([exits, err, deadlines.length]).toEqual([[0], '', 1]);
    await expect(fetch(url)).rejects.toThrow();
  });

  it('prints only the ready line with --quiet, and entries as JSON with --log json', async () => {
    const quiet = await started('--quiet');
    await control(quiet.url, 'health');
    await quiet.end('SIGINT');
    expect(out).toBe(`clientlib-sandbox ready at ${quiet.url}\n`);
    [out, exits, onSignal] = ['', [], new Map()];
    const { url, end } = await started('--log', 'json');
    await fetch(`${url}/api/v1/nothing`);
    await end();
    const [ready, ...lines] = out.trimEnd().split('\n');
    expect(ready).toBe(`clientlib-sandbox ready at ${url}`);
    expect(lines.map((line) => JSON.parse(line))).toMatchObject([
      { Method: 'GET', Path: '/api/v1/nothing', Status: 404 },
    ]);
  });

  it('starts again where it was, with --data, --snapshot or --session', async () => {
    const data = join(folder, 'data');
    const first = await started(
      '--data',
      data,
      '--data-sync',
      'none',
      '--clock',
      '2026-01-15T10:00:00Z',
      '--record',
    );
    expect(process.umask).toHaveBeenCalledWith(0o077);
    const moved = {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: '{"Advance":"P1D"}',
    };
    expect((await fetch(`${first.url}/sandbox/clock`, moved)).status).toBe(200);
    const [snapshot, session] = [join(folder, 'snapshot.json'), join(folder, 'session.json')];
    await writeFile(snapshot, await (await control(first.url, 'snapshot')).text());
    await first.end();
    const now = async (...args: readonly string[]) => {
      [out, exits, onSignal] = ['', [], new Map()];
      const { url, end } = await started('--quiet', ...args);
      const { Now } = await (await control(url, 'clock')).json();
      if (args.includes('--record')) {
        await fetch(`${url}/sandbox/clock`, moved);
        await writeFile(session, await (await control(url, 'session')).text());
      }
      await end();
      return Now;
    };
    expect(await now('--data', data)).toBe('2026-01-16T10:00:00.0000000Z');
    expect(await now('--snapshot', snapshot)).toBe('2026-01-16T10:00:00.0000000Z');
    expect(await now('--clock', '2026-02-01T10:00:00Z', '--record')).toBe('2026-02-01T10:00:00.0000000Z');
    expect(await now('--session', session)).toBe('2026-02-02T10:00:00.0000000Z');
    expect(err).toBe('');
  });

  it('asks for the control token, also where a snapshot is loaded, and sends events to --webhook', async () => {
    const got: string[] = [];
    const server = createServer((request, response) => {
      got.push(request.url ?? '');
      response.writeHead(500).end();
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const hook = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const { sandbox, close, url: other } = await startSandbox({ port: 0, clock: '2026-03-01T00:00:00Z' });
    const snapshot = join(folder, 'snapshot.json');
    await writeFile(snapshot, JSON.stringify(sandbox.snapshot()));
    expect(other).toMatch(/^http/);
    await close();
    const { url, end } = await started(
      '--control-token',
      'token',
      '--snapshot',
      snapshot,
      '--webhook',
      hook,
      '--quiet',
    );
    expect((await control(url, 'clock')).status).toBe(401);
    expect(await (await control(url, 'clock', 'token')).json()).toMatchObject({
      Now: '2026-03-01T00:00:00.0000000Z',
    });
    const event = { Event: 'OrderSucceeded', OrderId: 'a'.repeat(24) };
    const headers = { Authorization: 'Bearer token', 'Content-Type': 'application/json' };
    const sent = await fetch(`${url}/sandbox/events`, {
      method: 'POST',
      headers,
      body: JSON.stringify(event),
    });
    expect(sent.status).toBeLessThan(500);
    await end();
    expect(exits).toEqual([0]);
  });

  it.each([
    [
      ['--config', 'missing.json'],
      1,
      /--config: .*missing\.json does not exist\. Paths are relative to the current folder\.\nTry --help\.\n$/,
    ],
    [['--config', '.'], 1, /--config: .* cannot be read: EISDIR/],
    [['--port', 'x'], 1, /^clientlib-sandbox: .*\nTry --help\.\n$/],
    [['strat'], 1, /Unknown command "strat"\. Commands are init, .* and mcp\. .*\nTry --help\.\n$/],
    [['replay', 'missing.json'], 2, /^clientlib-sandbox: /],
    [['certify', '--receiver', 'http://127.0.0.1:1/', '--port', '70000'], 2, /Try --help\.\n$/],
    [['explore', 'missing.mjs'], 2, /^clientlib-sandbox: /],
    [['verify', '--against', 'nowhere'], 2, /^clientlib-sandbox: /],
    [['import'], 2, /^clientlib-sandbox: /],
    [['wait', 'http://127.0.0.1:1', '--timeout', '0.05'], 1, /^clientlib-sandbox: /],
    [['forecast', 'http://127.0.0.1:1', '--months', '1'], 2, /^clientlib-sandbox: /],
    [['init', 'no-such-folder'], 1, /init: the folder "no-such-folder" does not exist/],
  ])('%j ends with %i and says why', async (args, code, message) => {
    await run(...args);
    await failed(code);
    expect(err).toMatch(message);
    expect(out).toBe('');
  });

  it('names file, line and column of what the rules of the catalogue refuse', async () => {
    const config = join(folder, 'sandbox.json');
    const plan = { Id: 'f'.repeat(24), PlanGroupId: 'e'.repeat(24), Name: { _c: 'Gold' } };
    await writeFile(config, JSON.stringify({ Catalogue: { Plans: [plan] } }, undefined, 2));
    await run('--port', '0', '--config', config);
    await failed(1);
    expect(err).toContain(`clientlib-sandbox: ${config}:`);
    expect(err).toMatch(/:6:9 Catalogue\.Plans\[0\]: PlanGroupId: there is no plan group/);
    [err, process.exitCode] = ['', undefined];
    await writeFile(config, '{"Version":1,"Collections":{}}');
    await run('--port', '0', '--config', config);
    await failed(1);
    expect(err).toMatch(/snapshot/);
  });

  it.each([
    [['--help'], /^Usage: clientlib-sandbox \[options\]/],
    [['--version'], new RegExp(`^${version}\n$`)],
    [['wait', '--help'], /--timeout <seconds>/],
  ])('%j prints to standard output', async (args, text) => {
    await run(...args);
    await vi.waitFor(() => expect(out).toMatch(text));
    expect([err, process.exitCode]).toEqual(['', undefined]);
  });

  it('waits for a sandbox, prints its forecast and writes its types', async () => {
    const { url, close } = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
    onTestFinished(close);
    await run('wait', url);
    await run('forecast', url, '--months', '2');
    await vi.waitFor(() => expect(out).not.toBe(''), { timeout: 10_000 });
    const file = join(folder, 'catalogue.ts');
    await run('types', '--from', url, '--out', file);
    await vi.waitFor(
      async () => expect(await readFile(file, 'utf8')).toContain('export type PlanVariantId'),
      {
        timeout: 10_000,
      },
    );
    expect(err).toBe('');
  });

  it('certifies a receiver, writes the reports, and ends with 1 if it finds something', async () => {
    const secrets: (string | undefined)[] = [];
    const server = createServer((request, response) => {
      secrets.push(request.headers['webhook-signature'] as string | undefined);
      request.resume().on('end', () => response.writeHead(500).end());
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const receiver = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
    const [junit, html] = [join(folder, 'junit.xml'), join(folder, 'report.html')];
    const options = ['--port', '0', '--max-orders', '1', '--junit', junit, '--html', html];
    await run('certify', '--receiver', receiver, ...options);
    await failed(1);
    expect(out).toMatch(
      /^Sandbox at http:\/\/localhost:\d+\. Messages are signed with the secret whsec_\S+\. Configure the receiver with it, or set CLIENTLIB_WEBHOOK_SECRET\.\n\n/,
    );
    expect(out).toMatch(/\nWRONG /);
    expect(secrets.length).toBeGreaterThan(3);
    expect(secrets.filter((one) => one?.startsWith('v1,')).length).toBeGreaterThan(3);
    expect(await readFile(junit, 'utf8')).toContain('<testsuites tests=');
    expect(await readFile(html, 'utf8')).toMatch(/^<!doctype html>/i);
  });

  it('says why the forecast and the types of a sandbox that has a token cannot be read', async () => {
    const { url, close } = await startSandbox({ port: 0, controlToken: 'token' });
    onTestFinished(close);
    await run('forecast', url, '--months', '1');
    await failed(2);
    expect(err).toMatch(/^clientlib-sandbox: .*token/);
    [out, err, process.exitCode] = ['', '', undefined];
    vi.stubEnv('CLIENTLIB_SANDBOX_CONTROL_TOKEN', 'token');
    await run('forecast', url, '--months', '1');
    await vi.waitFor(() => expect(out).not.toBe(''), { timeout: 10_000 });
    expect([err, process.exitCode]).toEqual(['', undefined]);
  });

  it.each([
    [['types', '--from', 'http://127.0.0.1:1'], 2, /No sandbox is running at http:\/\/127\.0\.0\.1:1: /],
    [['types', '--config', 'missing.json'], 2, /--config: missing\.json cannot be read: ENOENT/],
    [['import', '--from', 'http://service.example.com', '--client-id', 'x'], 2, /https/],
    [['verify', '--client-id', 'x'], 2, /: verify requires --against URL, or --cassette FILE/],
    [['verify', '--cassette', 'missing.ndjson'], 2, /missing\.ndjson/],
    [['forecast', 'http://127.0.0.1:1', '--months', '1'], 2, /No sandbox is running at/],
    [['forecast', '--snapshot', 'missing.ndjson', '--months', '1'], 2, /missing\.ndjson/],
    [['capture', '--from', 'ftp://service.example.com'], 2, /: --from: expected a URL such as https:/],
    [['record', '--from', 'ftp://service.example.com'], 2, /: --from: expected a URL such as https:/],
    [['replay', 'missing.ndjson'], 2, /missing\.ndjson/],
    [['certify'], 2, /: Required option '--receiver <url>' not specified/],
    [['explore', 'missing.js'], 2, /missing\.js/],
    [['mcp', 'init', '--editor', 'ed'], 1, /Allowed choices are/],
    [['--config', 'missing.json'], 1, /missing\.json/],
  ])('%j is refused in a sentence, with the exit code %i', async (args, code, message) => {
    vi.stubEnv('CLIENTLIB_CLIENT_SECRET', 'secret');
    await run(...args);
    await failed(code);
    expect(err).toMatch(message);
    expect(err.trimEnd().split('\n').length).toBeLessThan(4);
  });

  it('captures what passes until a signal, also under its old name', async () => {
    const { url, close } = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z' });
    onTestFinished(close);
    const file = join(folder, 'cassette.ndjson');
    await run('record', '--from', url, '--port', '0', '--out', file);
    await vi.waitFor(() => expect(onSignal.has('SIGTERM')).toBe(true), { timeout: 10_000 });
    expect(err).toBe('clientlib-sandbox: "record" is now called "capture". The old name still works.\n');
    const at = /is capturing at (\S+)\. Press Ctrl\+C to write (\S+)\n/.exec(out);
    expect(at?.[2]).toBe(file);
    expect(
      (
        await fetch(
          `${at?.[1]}/api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001`,
        )
      ).status,
    ).toBe(200);
    out = '';
    onSignal.get('SIGTERM')?.();
    await vi.waitFor(() => expect(out).toContain(file), { timeout: 10_000 });
    expect(await readFile(file, 'utf8')).toContain('/api/v1/CustomerSelfService/paymentMethods');
  });
});
