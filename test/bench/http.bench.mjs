// GET one, a list of 20 out of 100,000, POST an order, a whole signup: the built sandbox against bare Hono, Prism and
// json-server on the same machine. The sandbox and bare Hono take turns, so that what else the machine does befalls both.
import { mkdirSync, writeFileSync } from 'node:fs';
import { contracts, idOf } from './servers/contracts.mjs';
import { installPeers, median, peer, peerFile, report, startServer } from './servers/processes.mjs';

const many = 100_000;
const few = 1_000;
const seconds = Number(process.env.BENCH_SECONDS ?? 3);
const rounds = 5;

installPeers();
const autocannon = peer('autocannon');

const orderBody = JSON.stringify({
  Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
  Cart: {
    PlanVariantId: 'b00000000000000000000001',
    ComponentSubscriptions: [{ ComponentId: 'd00000000000000000000001', Quantity: 3 }],
    CouponCode: 'WELCOME20',
  },
});

/** Long enough for the engine to have compiled what is measured. */
const warmUp = (url, options) => autocannon({ url, connections: 10, ...options, duration: 2 });

/** Requests per second and the 99th percentile of the time of one, in milliseconds. */
async function measure(url, options) {
  const result = await autocannon({ url, connections: 10, ...options, duration: seconds });
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${url}: ${result.non2xx} refused, ${result.errors} errors`);
  // A peer that did not finish one request in the time: at most that fast.
  if (result['2xx'] === 0) return { rate: 1 / seconds, p99: seconds * 1000 };
  return { rate: result.requests.average, p99: result.latency.p99, count: result['2xx'] };
}

async function load(url, options = {}) {
  await warmUp(url, options);
  return measure(url, options);
}

/** The same load on each of the servers in turn, round by round: the median of each, with the processor time of a request. */
async function turns(servers, path, options) {
  for (const { url } of servers) await warmUp(url + path, options);
  const taken = servers.map(() => []);
  for (let round = 0; round < rounds; round += 1) {
    for (const [at, server] of servers.entries()) {
      const before = await server.processorTime();
      const one = await measure(server.url + path, options);
      taken[at].push({ ...one, processor: ((await server.processorTime()) - before) / one.count });
    }
  }
  return taken.map((all) =>
    Object.fromEntries(['rate', 'p99', 'processor'].map((key) => [key, median(all.map((one) => one[key]))])),
  );
}

/** What is asked, by line. */
const loads = (headers) => ({
  one: { headers },
  list: { headers },
  order: { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body: orderBody },
});

async function lines(server, paths, headers) {
  const found = {};
  for (const [key, options] of Object.entries(loads(headers)))
    found[key] = await load(server.url + paths[key], options);
  return found;
}

const rest = {
  one: `/api/v1/contracts/${idOf('6a', few / 2)}`,
  list: '/api/v1/contracts?take=20',
  order: '/api/v1/orders',
};

async function tokenOf(url) {
  const answer = await fetch(`${url}/oauth/token/`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return (await answer.json()).access_token;
}

/** Preview, order and payment, one after another on each connection. */
async function signups(url) {
  const post = (path, body) => ({
    method: 'POST',
    path: `/api/v1/CustomerSelfService/signup/${path}`,
    headers: { 'content-type': 'application/json' },
    ...body,
  });
  const cart = JSON.parse(orderBody);
  const requests = [
    post('preview', { body: JSON.stringify(cart) }),
    post('order', {
      body: JSON.stringify(cart),
      onResponse: (_status, body, context) => {
        context.orderId = JSON.parse(body).OrderId;
      },
    }),
    post('pay', {
      setupRequest: (request, context) => ({
        ...request,
        body: JSON.stringify({
          OrderId: context.orderId,
          PublicApiKey: 'a00000000000000000000001',
          TetheredPaymentInformation: { Bearer: 'InvoicePayment' },
        }),
      }),
    }),
  ];
  const { rate, p99 } = await load(url, { requests, connections: 4 });
  return { rate: rate / requests.length, p99 };
}

async function sandbox(count) {
  const server = await startServer(['--expose-gc', 'test/bench/servers/sandbox.mjs', String(count)]);
  const headers = { authorization: `Bearer ${await tokenOf(server.url)}` };
  return { server, headers };
}

const small = await sandbox(few);
const listOfFew = await load(small.server.url + rest.list, { headers: small.headers });
const document = await (await fetch(`${small.server.url}/openapi.json`)).json();
await small.server.stop();

const large = await sandbox(many);
const honoServer = await startServer(['test/bench/servers/hono.mjs', String(many)]);
const ours = {};
const hono = {};
for (const [key, options] of Object.entries(loads(large.headers)))
  [ours[key], hono[key]] = await turns([large.server, honoServer], rest[key], options);
await honoServer.stop();
const signup = await signups(large.server.url);
console.log(`Memory per contract: ${JSON.parse(large.server.output.split('\n')[0]).bytesPerContract} bytes`);
await large.server.stop();

mkdirSync('.cache/bench-data', { recursive: true });
writeFileSync('.cache/bench-data/openapi.json', JSON.stringify(document));
const prismServer = await startServer(
  [peerFile('@stoplight/prism-cli/dist/index.js'), 'mock', '--port', '0', '.cache/bench-data/openapi.json'],
  /http:\/\/127\.0\.0\.1:[1-9]\d*/,
);
const prism = await lines(prismServer, rest, { authorization: 'Bearer any' });
await prismServer.stop();

const records = contracts(many).map(({ Id, ...contract }) => ({ id: Id, ...contract }));
writeFileSync('.cache/bench-data/db.json', JSON.stringify({ contracts: records, orders: [] }));
const { createServer } = await import('node:net');
const free = await new Promise((done) => {
  const probe = createServer().listen(0, () => {
    const { port } = probe.address();
    probe.close(() => done(port));
  });
});
const jsonServer = await startServer(
  [
    peerFile('json-server/lib/cli/bin.js'),
    '--quiet',
    '--port',
    String(free),
    '.cache/bench-data/db.json',
  ].filter((part) => part !== '--quiet'),
  /http:\/\/localhost:\d+(?=\s)/,
);
const json = await lines(
  jsonServer,
  { one: `/contracts/${idOf('6a', few / 2)}`, list: '/contracts?_limit=20', order: '/orders' },
  {},
);
await jsonServer.stop();

const names = { one: 'GET one contract', list: `List of 20 out of ${many}`, order: 'POST an order' };
for (const [key, name] of Object.entries(names)) {
  const against = {
    'bare Hono': [hono, key === 'one' ? '≥ 0.55' : undefined],
    Prism: [prism, '≥ 1'],
    'json-server': [json, '≥ 1'],
  };
  for (const [who, [theirs, aim]] of Object.entries(against)) {
    report({
      name: `${name}, against ${who}`,
      ours: ours[key].rate,
      baseline: theirs[key].rate,
      unit: 'requests/s',
      aim,
    });
  }
  report({
    name: `${name}, processor time against bare Hono`,
    ours: ours[key].processor,
    baseline: hono[key].processor,
    unit: 'µs',
    aim: key === 'one' ? '≤ 2' : undefined,
  });
  for (const [who, theirs] of [
    ['Prism', prism],
    ['json-server', json],
  ]) {
    report({
      name: `${name}, p99 against ${who}`,
      ours: ours[key].p99,
      baseline: theirs[key].p99,
      unit: 'ms',
      aim: '≤ 1',
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
  ours: signup.rate,
  baseline: hono.order.rate,
  unit: 'per second',
});
