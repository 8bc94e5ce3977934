/*
 * A large state, out of one process and into another: 600 contracts over 50 years (`CONTRACTS=8000 YEARS=1 npm run bench
 * snapshot` others). As NDJSON it must come in as it went out; as one JSON text too, or be refused with what to do instead.
 */
import { createHash } from 'node:crypto';
import { report, startServer } from './servers/processes.mjs';

const contracts = Number(process.env['CONTRACTS'] ?? 600);
const years = Number(process.env['YEARS'] ?? 50);

const start = () =>
  startServer([
    'sandbox/dist/cli.js',
    '--port',
    '0',
    '--clock',
    '2026-01-15T10:00:00Z',
    '--seed',
    'snapshot',
    '--quiet',
  ]);

async function send(
  url: string,
  method: string,
  body?: object,
): Promise<{ readonly [field: string]: string }> {
  const response = await fetch(url, {
    method,
    headers: { 'Content-Type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  if (!response.ok) throw new Error(`${url}: ${response.status} ${await response.text()}`);
  return response.json();
}

async function* counted(body: AsyncIterable<Uint8Array>, count: (bytes: Uint8Array) => void) {
  for await (const chunk of body) {
    count(chunk);
    yield chunk;
  }
}

/** Sends a snapshot from one sandbox to the other while it is read: this process never holds it. */
async function pass(from: string, to: string) {
  const began = performance.now();
  const source = await fetch(from);
  const hash = createHash('sha256');
  let bytes = 0;
  const body = counted(source.body as unknown as AsyncIterable<Uint8Array>, (chunk) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  const init = {
    method: 'PUT',
    headers: { 'Content-Type': source.headers.get('Content-Type') ?? '' },
    body,
    duplex: 'half',
  };
  const answer = await fetch(to, init as unknown as RequestInit);
  const { Code, Message } =
    answer.status === 204 ? {} : ((await answer.json()) as { Code?: string; Message?: string });
  return {
    status: [source.status, answer.status],
    ...(Code === undefined ? {} : { Code, Message }),
    bytes,
    hash: hash.digest('hex'),
    seconds: (performance.now() - began) / 1000,
  };
}

async function hashOf(url: string): Promise<string> {
  const hash = createHash('sha256');
  const { body } = await fetch(url);
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) hash.update(chunk);
  return hash.digest('hex');
}

const one = await start();
const other = await start();
const selfService = `${one.url}/api/v1/CustomerSelfService/signup`;
for (let at = 0; at < contracts; at += 1) {
  const { OrderId } = await send(`${selfService}/order`, 'POST', {
    Cart: { PlanVariantId: 'b00000000000000000000001' },
    Customer: { FirstName: 'Ada', LastName: `No. ${at}`, Address: { Country: 'DE' } },
  });
  const TetheredPaymentInformation = { Bearer: 'InvoicePayment' };
  await send(`${selfService}/pay`, 'POST', { OrderId, TetheredPaymentInformation });
}
await send(`${one.url}/sandbox/clock`, 'POST', { Advance: `P${years}Y` });

const lines = await pass(`${one.url}/sandbox/snapshot.ndjson`, `${other.url}/sandbox/snapshot.ndjson`);
console.log('NDJSON', lines);
const began = performance.now();
const same = lines.hash === (await hashOf(`${other.url}/sandbox/snapshot.ndjson`));
const reading = (performance.now() - began) / 1000;
console.log(`the second sandbox gives ${same ? 'the same' : 'OTHER'} bytes`);
const whole = await fetch(`${one.url}/sandbox/snapshot`);
const text = await whole.text();
console.log('JSON', whole.status, text.length, 'characters', whole.ok ? '' : text);
if (whole.ok) {
  const back = await fetch(`${other.url}/sandbox/snapshot`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json' },
    body: text,
  });
  console.log('JSON back', back.status, back.ok ? '' : await back.text());
}
report({
  name: `${Math.round(lines.bytes / 1e6)} MB out, checked and in, against out alone`,
  ours: lines.seconds,
  baseline: reading,
  unit: 's',
});
await one.stop();
await other.stop();
