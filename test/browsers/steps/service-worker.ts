import { expect } from 'vitest';
import type { Page, Place } from '../driver.ts';
import type { Step, World } from '../world.ts';

/* The sandbox in a service worker, attacked by pages of other origins and of its own. */

/** Opens a page that the worker serves. */
async function startWorker(page: Page, { worker }: World): Promise<void> {
  await page.open(`${worker.url}/`);
  await page.evaluate(async () => {
    // Its script may not have run yet.
    while (!('started' in globalThis)) await new Promise((done) => setTimeout(done, 10));
    await (globalThis as unknown as { started: Promise<void> }).started;
  });
}

/** The whole state, and how many mails, faults and workspaces there are. */
const stateOf = (page: Place): Promise<string> =>
  page.evaluate(async () => {
    const read = async (path: string) => (await fetch(`/clientlib-sandbox/sandbox/${path}`)).text();
    return [await read('snapshot'), await read('faults'), await read('workspaces')].join('\n');
  });

/** Everything that a page may send to another origin. @returns what it could read */
const attackFromOutside = async (base: string): Promise<string[]> => {
  const read: string[] = [];
  const grant =
    'grant_type=client_credentials&client_id=c00000000000000000000001&client_secret=sandbox-secret';
  const changes = [
    ['sandbox/reset', '{}'],
    ['sandbox/clock', '{"Advance":"P1Y"}'],
    ['sandbox/workspaces', '{"Name":"evil"}'],
    ['sandbox/faults', '{"Fault":{"Status":503}}'],
    ['oauth/token/', grant],
    ['api/v1/customers?access_token=guessed', '{"FirstName":"Eve"}'],
  ] as const;
  const pages = [
    '',
    'openapi.json',
    'sandbox/snapshot',
    'sandbox/health',
    'portal/',
    'w/evil/',
    'w/evil/sandbox/health',
  ];
  for (const mode of ['cors', 'no-cors'] as const)
    for (const [path, body] of [...pages.map((one) => [one] as const), ...changes]) {
      const init = body === undefined ? { mode } : { mode, method: 'POST', body };
      const text = await fetch(base + path, init).then(
        (answer) => answer.text(),
        () => '',
      );
      if (text !== '') read.push(`${mode} ${path}: ${text.slice(0, 80)}`);
    }
  for (const [path, body] of changes) navigator.sendBeacon(base + path, body);
  // Forms and frames: the worker answers these, also within a page of another origin.
  const frame = document.createElement('iframe');
  frame.name = 'target';
  document.body.append(frame);
  const loaded = () => new Promise((done) => frame.addEventListener('load', done, { once: true }));
  const inTime = (answered: Promise<unknown>) =>
    Promise.race([answered, new Promise((done) => setTimeout(done, 700))]);
  // As plain text, a field is sent as name=value: a text of the JSON holds the sign.
  const forms = [
    ['sandbox/reset', 'text/plain', {}],
    ['sandbox/events', 'text/plain', { '{"Event":"ContractCreated","ContractId":"': '"}' }],
    ['sandbox/faults', 'text/plain', { '{"Fault":{"Status":503},"Path":"/': '"}' }],
    ['w/evil/sandbox/reset', 'text/plain', {}],
    ['w/evil/providers/delta', 'text/plain', {}],
    ['oauth/token/', 'application/x-www-form-urlencoded', Object.fromEntries(new URLSearchParams(grant))],
  ] as const;
  for (const policy of ['unsafe-url', 'no-referrer']) {
    const referrer = Object.assign(document.createElement('meta'), { name: 'referrer', content: policy });
    document.head.append(referrer);
    for (const [path, enctype, fields] of forms) {
      const form = document.createElement('form');
      Object.assign(form, { method: 'POST', action: base + path, target: 'target', enctype });
      for (const [name, value] of Object.entries(fields))
        form.append(Object.assign(document.createElement('input'), { name, value }));
      document.body.append(form);
      const answered = loaded();
      form.submit();
      await inTime(answered);
    }
    referrer.remove();
  }
  for (const path of pages) {
    const answered = loaded();
    frame.src = base + path;
    await inTime(answered);
    try {
      read.push(`frame ${path}: ${frame.contentDocument?.body.textContent?.slice(0, 80) ?? ''}`);
    } catch {
      // As it must be.
    }
    for (const message of [{ type: 'clientlib:challenge' }, 'clientlib-sandbox:claim', null, 1])
      frame.contentWindow?.postMessage(message, '*');
  }
  return read.filter((one) => !one.endsWith(': '));
};

/** Messages to the worker from a page of its own origin. */
const postJunk = async (): Promise<void> => {
  const { active } = (await navigator.serviceWorker.ready) as { active: ServiceWorker };
  const deep: Record<string, unknown> = {};
  let inner = deep;
  for (let level = 0; level < 1_000; level += 1) inner = inner['in'] = {} as Record<string, unknown>;
  const junk = [
    undefined,
    null,
    0,
    '',
    'x'.repeat(1_000_000),
    deep,
    new ArrayBuffer(1_000_000),
    new Map([[{}, {}]]),
  ];
  const forged = [
    'clientlib-sandbox:claim',
    { data: 'clientlib-sandbox:claim' },
    { type: 'MOCK_ACTIVATE' },
    { type: 'SKIP_WAITING' },
  ];
  for (let round = 0; round < 250; round += 1)
    for (const message of [...junk.slice(0, 4), ...forged]) active.postMessage(message);
  for (const message of junk) active.postMessage(message);
  const { port1, port2 } = new MessageChannel();
  active.postMessage({ port: port1 }, [port1]);
  port2.postMessage('through the port');
};

/** Requests that no client of the sandbox sends. @returns the statuses of the answers, and of which request each 5xx is */
const sendStrangeRequests = async (): Promise<string[]> => {
  const base = '/clientlib-sandbox/';
  const paths = [
    '%',
    '%00',
    '%ff%fe',
    '..%2f..%2fetc/passwd',
    '//evil.example/',
    'w/../sandbox/reset',
    'w/%2e%2e/sandbox/health',
    'w/a%2fb/sandbox/health',
    'sandbox/snapshot/../../..',
    'api/v1/contracts/__proto__',
    'api/v1/constructor',
    '\\..\\',
    `${'a/'.repeat(2_000)}`,
    'x'.repeat(60_000),
    'sandbox/events?take=-1',
    'sandbox/events?take=1e99',
    `api/v1/contracts?${'a=b&'.repeat(5_000)}`,
    'sandbox/%F0%9F%92%A9',
  ];
  const headers: Record<string, string>[] = [
    {},
    { 'Content-Length': '5' },
    { 'Content-Type': 'x'.repeat(10_000) },
    { Accept: '*/*;q=nonsense' },
    { Range: 'bytes=5-1' },
    { Authorization: `Bearer ${'.'.repeat(20_000)}` },
    { Authorization: 'Basic ====' },
    { 'X-Sandbox-Fault': 'status=9999; delay=-1' },
    { 'Idempotency-Key': 'k'.repeat(5_000) },
    { 'X-HTTP-Method-Override': 'DELETE' },
    { 'If-None-Match': '"'.repeat(5_000) },
    { Prefer: 'wait=1e999' },
  ];
  const failures: string[] = [];
  const ask = async (path: string, init: RequestInit) => {
    const what = `${init.method} ${path.slice(0, 60)} ${JSON.stringify(init.headers).slice(0, 60)}`;
    try {
      const { status } = await fetch(base + path, init);
      if (status >= 500) failures.push(`${status} ${what}`);
    } catch (error) {
      failures.push(`${error} ${what}`);
    }
  };
  for (const path of paths)
    for (const method of ['GET', 'POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS', 'QUERY'])
      await ask(path, { method, headers: {} });
  for (const one of headers) {
    await ask('sandbox/health', { method: 'GET', headers: one });
    await ask('api/v1/customers', { method: 'POST', headers: one, body: '\u0000{"__proto__":{"a":1}}' });
    await ask('oauth/token/', { method: 'POST', headers: one, body: '%%%=%&&&' });
  }
  return failures;
};

export const serviceWorkerSteps: Step[] = [
  {
    subject: 'Service worker',
    allowErrors: [
      'Failed to load resource',
      'blocked by CORS policy',
      'Cross-Origin Request Blocked',
      'frame-ancestors',
      // Firefox, for a frame that goes on before its page has come.
      'A ServiceWorker intercepted the request',
    ],
    title: 'is answered as before after pages of other origins sent requests, forms, frames and messages',
    async run(page, world) {
      await startWorker(page, world);
      // The keys of the providers are made for the first page that asks, which may be a frame of the stranger.
      const methods = '/clientlib-sandbox/api/v1/CustomerSelfService/paymentMethods';
      const ask = async (url: string) => (await fetch(url)).status;
      expect(await page.evaluate(ask, `${methods}?publicApiKey=a00000000000000000000001`)).toBe(200);
      const before = await stateOf(page);
      for (const stranger of [world.stranger.url, world.stranger.url.replace('localhost', '127.0.0.1')]) {
        await page.open(stranger);
        expect(await page.evaluate(attackFromOutside, `${world.worker.url}/clientlib-sandbox/`)).toEqual([]);
        await startWorker(page, world);
        expect(await stateOf(page)).toBe(before);
      }
    },
  },
  {
    subject: 'Service worker',
    title: 'is answered as before after 2,000 messages that the worker does not know',
    async run(page, world) {
      await startWorker(page, world);
      const before = await stateOf(page);
      await page.evaluate(postJunk);
      expect(await stateOf(page)).toBe(before);
    },
  },
  {
    subject: 'Service worker',
    allowErrors: ['Failed to load resource'],
    title: 'gets a refusal for hostile paths and headers, and nothing changes',
    async run(page, world) {
      await startWorker(page, world);
      const before = await stateOf(page);
      expect(await page.evaluate(sendStrangeRequests)).toEqual([]);
      expect(await stateOf(page)).toBe(before);
    },
  },
];
