// What the sandbox costs where there is no network: a request in process and behind MSW, making and copying sandboxes.
import { createSandbox, type Sandbox } from 'clientlib-sandbox';
import { handlers } from 'clientlib-sandbox/msw';
import { Hono } from 'hono';
import { HttpResponse, http } from 'msw';
import { setupServer } from 'msw/node';

const report = (ratio: object) => console.log(JSON.stringify(ratio));
const clock = '2026-01-15T10:00:00Z';

/** Median microseconds of one turn. */
async function median(turns: number, work: () => unknown): Promise<number> {
  const taken: number[] = [];
  for (let at = 0; at < turns; at += 1) {
    const begun = performance.now();
    await work();
    taken.push((performance.now() - begun) * 1_000);
  }
  taken.sort((a, b) => a - b);
  return taken[Math.floor(turns / 2)] as number;
}

const post = (
  sandbox: Pick<Sandbox, 'fetch'>,
  path: string,
  body: object,
  headers: Record<string, string> = {},
) =>
  sandbox
    .fetch(`http://sandbox${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })
    .then((response) => response.json());

async function withContract(sandbox: Sandbox): Promise<{ contract: string; authorization: string }> {
  const asked = await sandbox.fetch('http://sandbox/oauth/token/', {
    method: 'POST',
    headers: { Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}` },
    body: new URLSearchParams({ grant_type: 'client_credentials' }),
  });
  const authorization = `Bearer ${((await asked.json()) as { access_token: string }).access_token}`;
  const order = (await post(sandbox, '/api/v1/CustomerSelfService/signup/order', {
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: { FirstName: 'Ada', LastName: 'Byron' },
  })) as { OrderId: string };
  const committed = (await post(
    sandbox,
    `/api/v1/orders/${order.OrderId}/commit`,
    { PaymentMethod: 'InvoicePayment' },
    { Authorization: authorization },
  )) as { Id: string };
  return { contract: committed.Id, authorization };
}

async function requests(): Promise<void> {
  const sandbox = createSandbox({ clock });
  const { contract, authorization } = await withContract(sandbox);
  const headers = { Authorization: authorization };
  const url = `http://sandbox/api/v1/contracts/${contract}`;
  const text = await (await sandbox.fetch(url, { headers })).text();
  const ours = async () => (await sandbox.fetch(new Request(url, { headers }))).text();
  const bare = async () => {
    const request = new Request(url, { headers });
    return new Response(text, { headers: { 'Content-Type': 'application/json', Of: request.url } }).text();
  };
  const document = JSON.parse(text) as object;
  const app = new Hono().get('/api/v1/contracts/:id', (c) => c.json(document));
  const hono = async () => (await app.fetch(new Request(url, { headers }))).text();
  for (const work of [ours, bare, hono]) await median(5_000, work);
  const inProcess = await median(20_000, ours);
  report({
    name: 'GET contract in process, against fetch of a bare Hono',
    ours: 1e6 / inProcess,
    baseline: 1e6 / (await median(20_000, hono)),
    unit: 'requests/s',
    aim: '≥ 0.65',
  });
  report({
    name: 'GET contract in process, against the aim',
    ours: inProcess,
    baseline: 100,
    unit: 'µs',
    aim: '≤ 1',
  });
  report({
    name: 'GET contract in process, against a bare Request and Response',
    ours: inProcess,
    baseline: await median(20_000, bare),
    unit: 'µs',
  });

  const server = setupServer(
    ...handlers({ baseUrl: 'https://billing.example', sandbox }),
    http.get('https://bare.example/*', () => HttpResponse.json(JSON.parse(text))),
  );
  server.listen({ onUnhandledRequest: 'error' });
  const behind = async (base: string) =>
    (await fetch(`${base}/api/v1/contracts/${contract}`, { headers })).text();
  const turns = 1_500;
  for (const base of ['https://billing.example', 'https://bare.example'])
    await median(300, () => behind(base));
  const ourMsw = await median(turns, () => behind('https://billing.example'));
  const bareMsw = await median(turns, () => behind('https://bare.example'));
  server.close();
  sandbox.close();
  report({
    name: 'GET contract behind MSW, against a bare handler',
    ours: ourMsw,
    baseline: bareMsw,
    unit: 'µs',
    aim: '≤ 1.5',
  });
}

async function making(): Promise<void> {
  await median(50, () => createSandbox({ clock }).close());
  const made = await median(300, () => createSandbox({ clock }).close());
  report({ name: 'createSandbox(), against the aim', ours: made, baseline: 2_000, unit: 'µs', aim: '≤ 1' });

  const sandbox = createSandbox({ clock });
  const { authorization } = await withContract(sandbox);
  const count = () => {
    const lists = Object.values(sandbox.snapshot().Collections);
    return lists.reduce((sum, list) => sum + list.length, 0);
  };
  for (let at = 0; count() < 10_000; at += 1) {
    for (let more = 0; more < 500; more += 1) {
      await post(
        sandbox,
        '/api/v1/customers',
        { FirstName: 'Ada', LastName: `${at}-${more}` },
        { Authorization: authorization },
      );
    }
    // So many requests a minute are allowed.
    await sandbox.clock.advance('PT1M');
  }
  const size = count();
  await median(3, () => sandbox.fork().close());
  const fork = (await median(11, () => sandbox.fork().close())) / 1_000;
  const whole = JSON.stringify(sandbox.snapshot());
  const json = (await median(11, () => JSON.parse(JSON.stringify(JSON.parse(whole))))) / 1_000;
  report({
    name: `fork of ${size} objects, against the aim`,
    ours: fork,
    baseline: 50,
    unit: 'ms',
    aim: '≤ 1',
  });
  report({ name: `fork of ${size} objects, against JSON and back`, ours: fork, baseline: json, unit: 'ms' });
  sandbox.close();
}

await making();
await requests();
