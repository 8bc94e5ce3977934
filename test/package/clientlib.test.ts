import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { describe, expect, inject, it } from 'vitest';
import { printed } from './node.ts';

const names = [
  'ClientLib',
  'ClientLibError',
  'Payment',
  'Portal',
  'Signup',
  'configure',
  'createElement',
  'finalize',
  'isReturn',
  'validateVatId',
];

/*
 * Importing must do nothing: the globals that a browser library would reach for are replaced by ones that keep a record
 * of every use, then the package is imported.
 */
const watchedImport = (importing: string) => `
  const uses = [];
  const { log } = console;
  const watched = ['window', 'document', 'location', 'navigator', 'localStorage', 'sessionStorage', 'history', 'self',
    'fetch', 'XMLHttpRequest', 'setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame', 'addEventListener'];
  const before = Object.getOwnPropertyNames(globalThis);
  for (const name of watched) {
    Object.defineProperty(globalThis, name, { configurable: true, get() { uses.push(name); return undefined; } });
  }
  ${importing}
  for (const name of watched) delete globalThis[name];
  const added = Object.getOwnPropertyNames(globalThis).filter((name) => !before.includes(name));
  log(JSON.stringify({ uses, added, names: Object.keys(library).filter((name) => name !== 'default').sort() }));
`;

/** What pages call both ways, since samples of other years do. */
async function calledWithAndWithoutNew({ finalize, createElement }: typeof import('clientlib').ClientLib) {
  for (const returned of [finalize(), new finalize()])
    await expect(returned).rejects.toMatchObject({ errorCode: ['NothingToFinalize'] });
  const nowhere = ['paymentForm', null as never, {} as never, null, () => {}] as const;
  for (const form of [createElement(...nowhere), new createElement(...nowhere)])
    await expect(form.ready).rejects.toMatchObject({ errorCode: ['InvalidConfiguration'] });
}

describe('clientlib, packed and installed', () => {
  it.each([
    ['esm.mjs', `const library = await import('clientlib');`],
    ['cjs.cjs', `const library = require('clientlib');`],
  ])('finalize and createElement can be called with and without new (%s)', async (file, loading) => {
    const program = `
      (async () => {
        ${loading}
        const { finalize, createElement } = library;
        const calls = [() => finalize(), () => new finalize()];
        const nowhere = ['paymentForm', null, {}, null, () => {}];
        calls.push(() => createElement(...nowhere).ready, () => new createElement(...nowhere).ready);
        const codes = await Promise.all(calls.map((call) => call().catch((error) => error.errorCode[0])));
        console.log(JSON.stringify(codes));
      })();
    `;
    expect(await printed(`new-${file}`, program)).toEqual([
      'NothingToFinalize',
      'NothingToFinalize',
      'InvalidConfiguration',
      'InvalidConfiguration',
    ]);
  });

  it.each([
    ['esm.mjs', `const library = await import('clientlib');`],
    ['cjs.cjs', `const library = require('clientlib');`],
  ])('has its exports and no side effects when imported (%s)', async (file, importing) => {
    expect(await printed(file, watchedImport(importing))).toEqual({ uses: [], added: [], names });
  });

  const buying = (loading: string) => `
    (async () => {
      ${loading}
      const { createSandbox } = await import('clientlib-sandbox');
      const sandbox = createSandbox({ clock: '2026-01-15T10:00:00Z', seed: 'node' });
      configure({ baseUrl: 'http://sandbox.test', fetch: (request) => sandbox.fetch(request) });
      const cart = { PlanVariantId: 'b00000000000000000000001' };
      const customer = { EmailAddress: 'ada@example.com', FirstName: 'Ada', LastName: 'L', Address: { Country: 'DE' } };
      const { GrossTotal, Currency } = await new Signup().createOrder(cart, customer);
      const error = await new Signup().createOrder({ PlanVariantId: 'nothing' }, customer).catch((error) => error);
      console.log(JSON.stringify({
        GrossTotal, Currency, isError: error instanceof ClientLibError, errorCode: error.errorCode,
      }));
    })();
  `;
  it.each([
    ['buy.mjs', `const { ClientLibError, configure, Signup } = await import('clientlib');`],
    ['buy.cjs', `const { ClientLibError, configure, Signup } = require('clientlib');`],
  ])('works in Node, against the sandbox in the same process (%s)', async (file, loading) => {
    expect(await printed(file, buying(loading))).toEqual({
      GrossTotal: 11.78,
      Currency: 'EUR',
      isError: true,
      errorCode: ['InvalidData'],
    });
  });

  it('verifies webhooks in a back end, and explains why one is invalid', async () => {
    const program = `
      import { createHmac } from 'node:crypto';
      import { verifyWebhook, WebhookVerificationError } from 'clientlib/webhooks';
      const key = Buffer.from('a secret of twenty-four b');
      const body = JSON.stringify({ Event: 'OrderSucceeded', EntityId: 'a1', OrderId: 'o1' });
      const sentAt = Math.floor(Date.now() / 1000);
      const signature = createHmac('sha256', key).update('m1.' + sentAt + '.' + body).digest('base64');
      const request = (text) => new Request('https://shop.test/', { method: 'POST', body: text, headers: {
        'webhook-id': 'm1', 'webhook-timestamp': String(sentAt), 'webhook-signature': 'v1,' + signature,
      } });
      const secret = 'whsec_' + key.toString('base64');
      const { OrderId } = await verifyWebhook(request(body), secret);
      const error = await verifyWebhook(request(body + ' '), secret).catch((error) => error);
      console.log(JSON.stringify({ OrderId, isError: error instanceof WebhookVerificationError, reason: error.reason }));
    `;
    expect(await printed('webhooks.mjs', program)).toEqual({
      OrderId: 'o1',
      isError: true,
      reason: 'WrongSignature',
    });
  });

  it('has no side effects when imported in a worker', async () => {
    const program = `
      import { Worker } from 'node:worker_threads';
      const worker = new Worker(new URL('in-worker.mjs', import.meta.url), { stdout: false });
      worker.on('error', (error) => { throw error; });
    `;
    await printed('in-worker.mjs', watchedImport(`const library = await import('clientlib');`));
    expect(await printed('worker.mjs', program)).toEqual({ uses: [], added: [], names });
  });

  it('sets the global ClientLib by script tag', async () => {
    const script = await readFile(
      join(inject('consumer'), 'node_modules/clientlib/dist/clientlib.js'),
      'utf8',
    );
    const window = new Window({
      url: 'https://shop.test/',
      settings: { enableJavaScriptEvaluation: true, suppressInsecureJavaScriptEnvironmentWarning: true },
    });
    const tag = window.document.createElement('script');
    tag.textContent = script;
    window.document.head.append(tag);
    const members = Object.keys((window as unknown as { ClientLib: object }).ClientLib).sort();
    expect(members).toEqual(names.filter((name) => name !== 'ClientLib'));
    // Private members alone have shorter names there.
    const library = await import(join(inject('consumer'), 'node_modules/clientlib/dist/index.js'));
    const { ClientLib } = window as unknown as { ClientLib: typeof library };
    for (const name of ['Payment', 'Signup', 'Portal', 'ClientLibError']) {
      const known = Object.getOwnPropertyNames(library[name].prototype).filter((one) => !one.startsWith('_'));
      const shipped = Object.getOwnPropertyNames(ClientLib[name].prototype);
      expect(shipped).toEqual(expect.arrayContaining(known));
    }
    await calledWithAndWithoutNew(ClientLib);
    await window.happyDOM.close();
  });

  it.each([
    ['clientlib', []],
    ['clientlib-sandbox', ['hono']],
  ])('%s installs no packages but %j', async (name, expected) => {
    const file = join(inject('consumer'), 'node_modules', name, 'package.json');
    const { dependencies = {} } = JSON.parse(await readFile(file, 'utf8'));
    expect(Object.keys(dependencies)).toEqual(expected);
  });
});
