/*
 * How long requests wait while the clock of another workspace moves, over HTTP: 300 contracts over 50 years
 * (`CONTRACTS=4500 YEARS=50 npm run bench latency` others), and how fast a running advance ends.
 */
import { startSandbox } from 'clientlib-sandbox';

const contracts = Number(process.env['CONTRACTS'] ?? 300);
const years = Number(process.env['YEARS'] ?? 50);

const started = await startSandbox({ port: 0, clock: '2026-01-15T10:00:00Z', seed: 'latency' });
const moving = `${started.url}/w/moving`;

async function call(url: string, method = 'GET', body?: object, headers = {}): Promise<Response> {
  return fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json', ...headers },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
}

await call(`${started.url}/sandbox/workspaces`, 'POST', { Name: 'moving' });
const token = await fetch(`${moving}/oauth/token/`, {
  method: 'POST',
  headers: {
    Authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
    'Content-Type': 'application/x-www-form-urlencoded',
  },
  body: 'grant_type=client_credentials',
});
const { access_token } = (await token.json()) as { access_token: string };
const Authorization = `Bearer ${access_token}`;
for (let at = 0; at < contracts; at += 1) {
  const order = await call(
    `${moving}/api/v1/orders`,
    'POST',
    {
      Customer: { FirstName: 'Ada', LastName: `No. ${at}`, Address: { Country: 'DE' } },
      Cart: { PlanVariantId: 'b00000000000000000000001' },
    },
    { Authorization },
  );
  const { Id } = (await order.json()) as { Id: string };
  await call(
    `${moving}/api/v1/orders/${Id}/commit`,
    'POST',
    { PaymentMethod: 'InvoicePayment' },
    { Authorization },
  );
}

const began = performance.now();
let over = false;
const advance = call(`${moving}/sandbox/clock`, 'POST', { Advance: `P${years}Y` }).then(async (response) => {
  over = true;
  return response.status;
});
const took: number[] = [];
const other = 'api/v1/CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001';
while (!over) {
  for (const path of ['sandbox/health', other]) {
    const asked = performance.now();
    await (await call(`${started.url}/${path}`)).text();
    took.push(performance.now() - asked);
  }
}
const status = await advance;
const seconds = (performance.now() - began) / 1000;
if (status !== 200) throw new Error(`The advance was answered ${status}.`);
took.sort((a, b) => a - b);
const p99 = took[Math.floor(took.length * 0.99)] as number;
console.log(
  `${contracts} contracts over ${years} years took ${seconds.toFixed(1)} s; ${took.length} requests meanwhile: ` +
    `median ${took[Math.floor(took.length / 2)]?.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms, longest ${took.at(-1)?.toFixed(1)} ms`,
);
console.log(
  JSON.stringify({
    name: 'p99 of requests while a clock moves',
    ours: p99,
    baseline: 50,
    unit: 'ms',
    aim: '≤ 1',
  }),
);

const interrupted = call(`${moving}/sandbox/clock`, 'POST', { Advance: `P${years}Y` }).catch(() => undefined);
await new Promise((resolve) => setTimeout(resolve, 200));
const closed = performance.now();
await started.close();
await interrupted;
console.log(
  JSON.stringify({
    name: 'closing in the middle of an advance',
    ours: performance.now() - closed,
    baseline: 5000,
    unit: 'ms',
    aim: '≤ 1',
  }),
);
