import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, inject, it } from 'vitest';
import { startedSandbox } from './node.ts';

const run = promisify(execFile);

/** An address at which nobody listens. */
async function nobody(): Promise<string> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return `http://127.0.0.1:${port}/hooks`;
}

const createPlan = (url: string) =>
  fetch(`${url}/sandbox/events`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', Connection: 'close' },
    body: JSON.stringify({ Event: 'PlanCreated', PlanId: 'p' }),
  }).then(() =>
    fetch(`${url}/sandbox/deliveries/settle`, { method: 'POST', headers: { Connection: 'close' } }),
  );

it('prints what a newcomer needs, then a line for each request, event and attempt', async () => {
  const { url, end, rest } = await startedSandbox('-w', await nobody(), '-t', '2026-01-15T10:00:00Z');
  await createPlan(url);
  await end('SIGTERM');
  const printed = (await rest()).join('\n');
  expect(printed).toMatch(/^\n {2}Inspector +http:\S+\/\n {2}Public API key +a0{22}1\n/);
  expect(printed).toContain(`  API reference  ${url}/docs\n`);
  expect(printed).toMatch(/\n2026-01-15 10:00:00Z {2}POST \/sandbox\/events → 200 {2}\d+ ms\n/);
  expect(printed).toMatch(/\n2026-01-15 10:00:00Z {2}PlanCreated/);
  expect(printed).toMatch(/ {2}webhook PlanCreated to \S+ → ECONNREFUSED, next try in \d+ s\n/);
  expect(printed).toMatch(/\n1 webhook was not delivered yet;/);
  expect(printed).not.toContain('\u001b');
});

it('records, replays the session by --session, and writes it as a script', async () => {
  const file = join(inject('consumer'), 'session.json');
  const first = await startedSandbox('--record', '--seed', 'command', '-t', '2026-01-15T10:00:00Z', '-q');
  await createPlan(first.url);
  const at = async (url: string, path: string) =>
    (await fetch(url + path, { headers: { Connection: 'close' } })).text();
  await writeFile(file, await at(first.url, '/sandbox/session'));
  const state = await at(first.url, '/sandbox/snapshot');
  await first.end('SIGTERM');
  const again = await startedSandbox('--session', file, '-q');
  expect(await at(again.url, '/sandbox/snapshot')).toBe(state);
  await again.end('SIGTERM');
  const command = join(inject('consumer'), 'node_modules', '.bin', 'clientlib-sandbox');
  const { stdout } = await run(command, ['replay', file, '--as', 'curl', '--out', '-']);
  expect(stdout).toContain('/sandbox/events');
  const least = await run(command, ['replay', file, '--shrink', 'sandbox.clock.now() > 0', '--out', '-']);
  expect(JSON.parse(least.stdout).Rows).toHaveLength(1);
});

it('prints JSON, or nothing, on request', async () => {
  const json = await startedSandbox('--log', 'json');
  await createPlan(json.url);
  await json.end('SIGTERM');
  const lines = (await json.rest()).map((line) => JSON.parse(line));
  expect(lines.map(({ Kind }) => Kind)).toEqual(['event', 'request', 'request']);
  const quiet = await startedSandbox('--quiet');
  await createPlan(quiet.url);
  await quiet.end('SIGTERM');
  expect(await quiet.rest()).toEqual([]);
});

it('waits for a sandbox, and explains errors in one line', async () => {
  const command = join(inject('consumer'), 'node_modules', '.bin', 'clientlib-sandbox');
  const { url, end } = await startedSandbox('--quiet');
  expect(await run(command, ['wait', url])).toEqual({ stdout: '', stderr: '' });
  await end('SIGTERM');
  await expect(run(command, ['wait', url, '--timeout', '1'])).rejects.toMatchObject({
    code: 1,
    stderr: `clientlib-sandbox: No sandbox at ${url} within 1 s: ECONNREFUSED.\n`,
  });
  await expect(run(command, ['--prot', '1'])).rejects.toMatchObject({
    code: 1,
    stderr: "clientlib-sandbox: Unknown option '--prot'. Did you mean --port?\nTry --help.\n",
  });
  // Of the commands that look for something, 1 means that they have found it.
  await expect(run(command, ['forecast', url, '--months', '1'])).rejects.toMatchObject({ code: 2 });
  const receiver = await nobody();
  await expect(run(command, ['certify', '--receiver', receiver, '-p', '0'])).rejects.toMatchObject({
    code: 2,
    stderr: `clientlib-sandbox: certify: nothing answers at ${receiver} (ECONNREFUSED). Start the receiver first, and name its address.\n`,
  });
  await expect(run(command, ['certify'])).rejects.toMatchObject({ code: 2 });
  const account = ['--from', url, '--client-id', 'c00000000000000000000001'];
  await expect(run(command, ['import', ...account])).rejects.toMatchObject({
    code: 2,
    stderr:
      'clientlib-sandbox: The client secret of c00000000000000000000001 is missing. Set CLIENTLIB_CLIENT_SECRET.\n',
  });
  await expect(run(command, ['--config', '/nowhere/shop.json'])).rejects.toMatchObject({
    code: 1,
    stderr:
      'clientlib-sandbox: --config: /nowhere/shop.json does not exist. Paths are relative to the current folder.\nTry --help.\n',
  });
});

it.each([
  ['{ "Account": { "TaxNumber": "1" } }', []],
  [
    '{ "Catalogue": { "PlanVariants": [{ "Id": "b00000000000000000000004", "LaterContractPeriod": { "Unit": "Month", "Quantity": 1 } }] } }',
    [
      '  Basic yearly (b00000000000000000000002): CancellationPeriod of 3 months, LaterContractPeriod of 12 months',
    ],
  ],
])(
  'lists the plan variants of the configuration %s whose terms consumers cannot agree on',
  async (text, lines) => {
    const folder = await mkdtemp(join(tmpdir(), 'terms-'));
    await writeFile(join(folder, 'sandbox.json'), text);
    const { url, end, rest } = await startedSandbox('--config', join(folder, 'sandbox.json'));
    // It answers once it has printed everything.
    await fetch(`${url}/sandbox/clock`);
    await end('SIGTERM');
    expect((await rest()).filter((line) => / of \d+ \w+(,|$)/.test(line))).toEqual(lines);
    await rm(folder, { recursive: true });
  },
);

it('starts from a snapshot, and rejects an invalid file', async () => {
  const first = await startedSandbox('--quiet', '-t', '2026-03-01T10:00:00Z');
  await createPlan(first.url);
  const folder = await mkdtemp(join(tmpdir(), 'snapshot-'));
  const file = join(folder, 'state.ndjson');
  await writeFile(file, await (await fetch(`${first.url}/sandbox/snapshot.ndjson`)).text());
  await first.end('SIGTERM');
  const second = await startedSandbox('--quiet', '--snapshot', file);
  const { Now } = (await (await fetch(`${second.url}/sandbox/clock`)).json()) as { Now: string };
  expect(Now).toBe('2026-03-01T10:00:00.0000000Z');
  await second.end('SIGTERM');
  await writeFile(file, '{"Workspace":""}\n');
  const command = join(inject('consumer'), 'node_modules', '.bin', 'clientlib-sandbox');
  await expect(run(command, ['-p', '0', '--snapshot', file])).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringContaining(`clientlib-sandbox: --snapshot: ${file}: `),
  });
  await rm(folder, { recursive: true });
});
