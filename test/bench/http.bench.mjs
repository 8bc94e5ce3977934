/*
 * GET one, a list of 20 out of 100,000, POST an order, a whole signup: the built sandbox against bare Hono on the same
 * machine. They take turns, so that what else the machine does affects both.
 * Another build of this project takes turns with them where its folder is given:
 *   npm run bench http -- ../release
 */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { installPeers, median, peer, report, startServer } from './servers/processes.mjs';
import { orderBody, paths, signupRequests, tokenOf } from './servers/requests.mjs';

const many = 100_000;
const few = 1_000;
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = 5;

installPeers();
const autocannon = peer('autocannon');

/** Long enough for the engine to have compiled what is measured. */
const warmUp = (url, options) => autocannon({ url, connections: 10, ...options, duration: 2 });

/** Requests per second, and how many there were. */
async function measure(url, options) {
  const result = await autocannon({ url, connections: 10, ...options, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  return { rate: result.requests.average, count: result['2xx'] };
}

async function load(url, options = {}) {
  await warmUp(url, options);
  return measure(url, options);
}

/** The same load on each of the servers in turn, round by round: the median of each, with the processor time of a request. */
async function turns(servers, path, optionsOf = (headers) => ({ headers })) {
  for (const { server, headers } of servers) await warmUp(server.url + path, optionsOf(headers));
  const taken = servers.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, { server, headers }] of servers.entries()) {
      const before = await server.processorTime();
      const one = await measure(server.url + path, optionsOf(headers));
      taken[at].push({ ...one, processor: ((await server.processorTime()) - before) / one.count });
    }
  }
  return taken.map((all) =>
    Object.fromEntries(['rate', 'processor'].map((key) => [key, median(all.map((one) => one[key]))])),
  );
}

/** What is asked, by line. */
const loads = {
  one: (headers) => ({ headers }),
  list: (headers) => ({ headers }),
  order: (headers) => ({
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: orderBody,
  }),
};

/** Whole signups a second. */
async function signups(url) {
  const requests = signupRequests();
  const { rate } = await load(url, { requests, connections: 4 });
  return rate / requests.length;
}

async function sandbox(count, folder = '.') {
  const program = join(folder, 'test/bench/servers/sandbox.mjs');
  const server = await startServer(['--expose-gc', program, String(count)]);
  const headers = { authorization: `Bearer ${await tokenOf(server.url)}` };
  return { server, headers };
}

/** The command, whose live log goes to a pipe, with a contract that was signed up, and what it answers to a path. */
async function command(folder, pathOf, ...options) {
  const server = await startServer([
    '--import',
    './test/bench/servers/processor-time.mjs',
    join(folder, 'sandbox/dist/cli.js'),
    ...['--port', '0', '--config', unlimited, ...options],
  ]);
  const post = async (path, body, headers = {}) => {
    const answer = await fetch(server.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    return answer.json();
  };
  const headers = { authorization: `Bearer ${await tokenOf(server.url)}` };
  const { OrderId } = await post('/api/v1/CustomerSelfService/signup/order', JSON.parse(orderBody));
  const { Id } = await post(`/api/v1/orders/${OrderId}/commit`, { PaymentMethod: 'InvoicePayment' }, headers);
  const path = pathOf(Id);
  const document = await (await fetch(server.url + path, { headers })).text();
  return { server, headers, path, document };
}

/** GET of the command, quiet and with its log, against bare Hono with the same document. */
async function liveLog(folder, name) {
  for (const [what, options, aim, pathOf] of [
    ['contract of the command quiet', ['--quiet'], '≥ 0.45', paths.contract],
    ['contract of the command with its live log on a pipe', [], '≥ 0.4', paths.contract],
    ['plan variant of the command quiet', ['--quiet'], '≥ 0.45', paths.planVariant],
  ]) {
    const { server, headers, path, document } = await command(folder, pathOf, ...options);
    writeFileSync('.cache/bench-data/contract.json', document);
    const bare = await startServer(['test/bench/servers/hono.mjs', '1', '.cache/bench-data/contract.json']);
    const [ours, theirs] = await turns(
      [
        { server, headers },
        { server: bare, headers },
      ],
      path,
    );
    await server.stop();
    await bare.stop();
    const measured = `GET one ${what}${name}`;
    report({
      name: `${measured}, against bare Hono`,
      ours: ours.rate,
      baseline: theirs.rate,
      unit: 'requests/s',
      aim,
    });
    report({
      name: `${measured}, processor time`,
      ours: ours.processor,
      baseline: theirs.processor,
      unit: 'µs',
    });
  }
}

const [folder] = process.argv.slice(2);
mkdirSync('.cache/bench-data', { recursive: true });
const unlimited = '.cache/bench-data/unlimited.json';
writeFileSync(
  unlimited,
  JSON.stringify({ Account: { RateLimit: { Requests: 1e9, TokenRequests: 1e9, WindowSeconds: 60 } } }),
);

const small = await sandbox(few);
const listOfFew = await load(small.server.url + paths.list, { headers: small.headers });
await small.server.stop();

const large = await sandbox(many);
const honoServer = await startServer(['test/bench/servers/hono.mjs', String(many)]);
const others = folder === undefined ? [] : [await sandbox(many, folder)];
const inTurns = [large, { server: honoServer, headers: large.headers }, ...others];
const ours = {};
const hono = {};
const other = {};
for (const [key, optionsOf] of Object.entries(loads))
  [ours[key], hono[key], other[key]] = await turns(inTurns, paths[key], optionsOf);
for (const { server } of [{ server: honoServer }, ...others]) await server.stop();
const signup = await signups(large.server.url);
console.log(`Memory per contract: ${JSON.parse(large.server.output.split('\n')[0]).bytesPerContract} bytes`);
await large.server.stop();

const names = { one: 'GET one contract', list: `List of 20 out of ${many}`, order: 'POST an order' };
for (const [key, name] of Object.entries(names)) {
  const against = {
    'bare Hono': [hono, { one: '≥ 0.45', order: '≥ 0.25' }[key]],
    ...(folder === undefined ? {} : { [folder]: [other] }),
  };
  for (const [who, [theirs, aim]] of Object.entries(against)) {
    report({
      name: `${name}, against ${who}`,
      ours: ours[key].rate,
      baseline: theirs[key].rate,
      unit: 'requests/s',
      aim,
    });
    report({
      name: `${name}, processor time against ${who}`,
      ours: ours[key].processor,
      baseline: theirs[key].processor,
      unit: 'µs',
    });
  }
}
report({
  name: `List of 20: ${many} against ${few}`,
  ours: ours.list.rate,
  baseline: listOfFew.rate,
  unit: 'requests/s',
  aim: '≥ 0.8',
});
report({
  name: 'Whole signup, against POST to bare Hono',
  ours: signup,
  baseline: hono.order.rate,
  unit: 'per second',
});

await liveLog('.', '');
if (folder !== undefined) await liveLog(folder, ` of ${folder}`);
