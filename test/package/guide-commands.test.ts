// The commands of the packed guides, run by bash as they are printed, in projects that have only the packages.
import { execFile } from 'node:child_process';
import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, inject, it, onTestFinished } from 'vitest';
import { filesOf, type Sample, samplesOf } from '../kits/snippets.ts';
import { linkPackages, startedIn, startedSandbox } from './node.ts';

const run = promisify(execFile);

/** Samples that are not run here, by a part of their text, and why. */
const elsewhere: { readonly [part: string]: string } = {
  'docker run': 'requires Docker',
  'npm install --save-dev': 'requires the registry; newcomer.test.ts installs the tarballs',
  'npx vitest run\n': 'newcomer.test.ts runs it',
  'npx openapi-typescript': 'another package, from the registry',
  'npx msw init': 'another package, from the registry',
  '-p level@10': 'another package, from the registry',
  'localhost:3000/webhooks --read-back':
    'the receiver is yours; the next sample certifies the one of the examples',
  '--shrink': 'requires a session that fails; test/kits/shrunk-sessions.test.ts has them',
};
const isElsewhere = ({ code }: Sample) => Object.keys(elsewhere).some((part) => code.includes(part));

const modules = join(inject('consumer'), 'node_modules');

/** The pages of both packages with commands; a guide that is in both of them once. */
function packedPages(): string[] {
  const paths = ['clientlib-sandbox', 'clientlib'].flatMap((name) =>
    ['.', 'dist/docs'].flatMap((folder) =>
      readdirSync(join(modules, name, folder))
        .filter((file) => file.endsWith('.md'))
        .map((file) => join(name, folder, file)),
    ),
  );
  const isRepeated = (path: string) =>
    path.startsWith('clientlib/dist') && paths.includes(path.replace('clientlib', 'clientlib-sandbox'));
  return paths.filter((path) => !isRepeated(path) && shellSamples(path).length > 0);
}

const shellSamples = (page: string) =>
  samplesOf(join(modules, page)).filter(({ language }) => ['sh', 'console'].includes(language));

const pages = packedPages();

let sandbox: Awaited<ReturnType<typeof startedSandbox>>;
beforeAll(async () => {
  await linkPackages(['@hono/node-server']);
  sandbox = await startedSandbox();
  return () => sandbox.end('SIGTERM');
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((listening) => server.listen(0, listening));
  const { port } = server.address() as { port: number };
  await new Promise((closed) => server.close(closed));
  return port;
}

const json = { 'Content-Type': 'application/json' };

/** What a reader has at this point of a guide: a token, a contract, and an order to commit. */
async function stateOf(url: string) {
  const send = async (path: string, init: RequestInit): Promise<Record<string, string>> =>
    (await fetch(url + path, { method: 'POST', ...init })).json();
  const credentials = `client_id=c00000000000000000000001&client_secret=sandbox-secret`;
  const { access_token: token = '' } = await send('/oauth/token/', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
    body: `grant_type=client_credentials&${credentials}`,
  });
  const headers = { ...json, Authorization: `Bearer ${token}` };
  const body = JSON.stringify({
    Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
    Cart: { PlanVariantId: 'b00000000000000000000001' },
  });
  const commit = '{"PaymentMethod":"InvoicePayment"}';
  const { Id: first } = await send('/api/v1/orders', { headers, body });
  const { Id: contract = '' } = await send(`/api/v1/orders/${first}/commit`, { headers, body: commit });
  const { Id: order = '' } = await send('/api/v1/orders', { headers, body });
  return { token, contract, order };
}

/** A project with the files of a guide, in which its commands run. */
async function projectFor(page: string) {
  const folder = join(inject('consumer'), `guide-${page.replace(/\W+/g, '-')}`);
  mkdirSync(join(folder, 'public'), { recursive: true });
  symlinkSync(modules, join(folder, 'node_modules'), 'junction');
  const write = (name: string, text: string) => writeFileSync(join(folder, name), text);
  const test = 'curl -fsS $BILLING_URL/api/v1/planVariants -H "Authorization: Bearer $TOKEN"';
  write('package.json', JSON.stringify({ private: true, scripts: { test } }));
  for (const [name, text] of Object.entries(filesOf(join(modules, page))))
    if (!name.includes('/')) write(name, text);
  const [configuration] = samplesOf(join(modules, page)).filter(({ code }) =>
    /^\{ *"Catalogue"|^\{\n +"Account"/.test(code),
  );
  for (const name of ['sandbox.json', 'dearer.json']) write(name, configuration?.code ?? '{}');
  write('state.ndjson', await (await fetch(`${sandbox.url}/sandbox/snapshot.ndjson`)).text());
  return folder;
}

/** A line that starts a program which runs until Ctrl+C. */
const isProgram = (line: string) => /^(?:\$ )?npx clientlib-sandbox(?: +#| *$| -| capture )/.test(line);

type Program = Awaited<ReturnType<typeof startedIn>>;

/** Runs the samples of a page in their order; ports and places of a reader's own are replaced. */
async function runPage(page: string): Promise<void> {
  const folder = await projectFor(page);
  const programs: Program[] = [];
  onTestFinished(async () => {
    await Promise.all(programs.map(({ end }) => end('SIGTERM')));
  });
  const [receiverPort, sandboxPort] = [await freePort(), await freePort()];
  let url = sandbox.url;
  let state: Awaited<ReturnType<typeof stateOf>>;
  let captured = '';
  const adapted = (text: string) =>
    text
      .replace(/(https?:\/\/)?localhost:4410/g, captured)
      .replaceAll('https://billing.example.com', url)
      .replaceAll('localhost:4400', new URL(url).host)
      .replaceAll('localhost:4402', `localhost:${receiverPort}`)
      .replaceAll('CLIENT_SECRET=…', 'CLIENT_SECRET=sandbox-secret')
      .replace('request-42', 'request-1')
      .replace('/CONTRACT/', `/${state.contract}/`)
      .replace('"ContractId": "…"', `"ContractId": "${state.contract}"`)
      .replace('<Id>', state.order)
      .replace(/^curl -N .*$/gm, '$& --max-time 1 || [ $? = 28 ]')
      .replace(
        / &$/gm,
        ` &\ncurl -s -o /dev/null --retry 30 --retry-delay 1 --retry-connrefused localhost:${receiverPort}`,
      )
      .replace(' certify ', ` certify --port ${sandboxPort} `)
      .replace(/ forecast (?!.*--snapshot)/g, ` forecast ${url} `);

  async function start(line: string): Promise<void> {
    const [, , ...args] = adapted(line.replace(/^\$ /, '').replace(/ +#.*/, '')).split(' ');
    const withoutPort = args
      .join(' ')
      .replace(/ ?--port \d+/, '')
      .split(' ')
      .filter(Boolean);
    const program = await startedIn(folder, 'clientlib-sandbox', ...withoutPort, '--port', '0');
    programs.push(program);
    const [address] = program.line?.match(/http:\/\/localhost:\d+(?!.*localhost)/) ?? [];
    if (address === undefined) throw new Error(`${line}: ${program.line}`);
    if (line.includes(' capture ')) captured = address;
    else url = address;
  }

  async function runInBash(text: string): Promise<void> {
    const script = `set -eo pipefail
trap 'kill $(jobs -p) 2> kill.log || true' EXIT
curl() { command curl --fail-with-body --no-progress-meter "$@"; }
${adapted(text)}`;
    const env = {
      ...process.env,
      CLIENTLIB_CLIENT_SECRET: 'sandbox-secret',
      PORT: String(receiverPort),
      SANDBOX_URL: `http://localhost:${sandboxPort}`,
      TOKEN: state.token,
      token: state.token,
    };
    await run('bash', ['-c', script], { cwd: folder, env }).catch(({ stdout, stderr }) => {
      throw new Error(`${text}\n${stdout}${stderr}`);
    });
  }

  for (const sample of shellSamples(page).filter((sample) => !isElsewhere(sample))) {
    state = await stateOf(url);
    const lines = sample.code.split('\n').filter((line) => sample.language === 'sh' || line.startsWith('$ '));
    let text = '';
    for (const line of lines) {
      if (!isProgram(line)) text += `${line}\n`;
      if (!isProgram(line) && !line.includes('Ctrl+C')) continue;
      await runInBash(text);
      text = '';
      if (isProgram(line)) await start(line);
      else await programs.pop()?.end('SIGINT');
    }
    await runInBash(text);
  }
}

it.each(pages)('the commands in %s succeed', (page) => runPage(page), 300_000);

it('the pages are found, and every reason is for a sample', () => {
  expect(pages.length).toBeGreaterThan(15);
  const texts = pages.flatMap(shellSamples).map(({ code }) => code);
  const unused = Object.keys(elsewhere).filter((part) => !texts.some((text) => text.includes(part)));
  expect(unused).toEqual([]);
});
