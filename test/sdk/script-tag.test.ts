import { clientlibJs } from 'virtual:clientlib';
import { Window } from 'happy-dom';
import { afterEach, expect, test } from 'vitest';

let window: Window;
afterEach(() => window.happyDOM.close());

type Page = Window & { ClientLib: typeof import('../../sdk/src/index.ts').ClientLib };

/** A page with the script of this address on it, evaluated as the browser would. */
function page(src: string, attributes: { readonly [name: string]: string } = {}): Page {
  window = new Window({
    url: 'https://shop.test/signup',
    settings: {
      enableJavaScriptEvaluation: true,
      suppressInsecureJavaScriptEnvironmentWarning: true,
      disableJavaScriptFileLoading: true,
    },
  });
  const tag = window.document.createElement('script');
  tag.setAttribute('src', src);
  for (const [name, value] of Object.entries(attributes)) tag.setAttribute(name, value);
  Object.defineProperty(window.document, 'currentScript', { get: () => tag });
  window.eval(clientlibJs);
  return window as Page;
}

test('sets one global, with everything in it', () => {
  const { ClientLib } = page('https://service.test/clientlib.js');
  const names = [
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
  expect(Object.keys(ClientLib).sort()).toEqual(names);
});

test('sets further globals that the tag names, before the next script runs', () => {
  const shop = page('https://service.test/clientlib.js', { 'data-global': 'Billing  SubscriptionJS' });
  const globals = shop as unknown as { readonly [name: string]: unknown };
  expect([globals['Billing'], globals['SubscriptionJS']]).toEqual([shop.ClientLib, shop.ClientLib]);
  expect(globals['']).toBeUndefined();
});

test('takes the address of the service from its own', () => {
  const { ClientLib } = page('/lib/clientlib.js');
  expect(new ClientLib.Portal('t').invoicePdfDownloadUrl('i')).toMatch('https://shop.test/lib/api/v1/');
});

test('finalize and createElement can be called with and without new', async () => {
  const { ClientLib } = page('https://service.test/clientlib.js');
  const nothing = { errorCode: ['NothingToFinalize'] };
  await expect(ClientLib.finalize()).rejects.toMatchObject(nothing);
  await expect(new ClientLib.finalize()).rejects.toMatchObject(nothing);
  const errors: unknown[] = [];
  const nowhere = [
    'paymentForm',
    null as never,
    {} as never,
    null,
    (error: unknown) => errors.push(error),
  ] as const;
  const forms = [ClientLib.createElement(...nowhere), new ClientLib.createElement(...nowhere)];
  for (const form of forms)
    await expect(form.ready).rejects.toMatchObject({
      errorCode: ['InvalidConfiguration'],
      developerMessage: 'embedInElement: expected an element of the page, got null.',
    });
  expect(errors).toHaveLength(2);
});
