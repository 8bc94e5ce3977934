// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { fakeServiceForEachTest } from '../fake-service.ts';

const service = fakeServiceForEachTest();
const shop = 'https://shop.test';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

it('the script in the frame calls the service that it comes from, and talks to its page through the port', async () => {
  const page = { name: 'the page' };
  const script = document.createElement('script');
  script.setAttribute('src', 'https://service.test/elements/payment-form.js');
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${shop}/checkout`);
  vi.spyOn(window, 'parent', 'get').mockReturnValue(page as never);
  vi.stubGlobal('clientlib.configuration', { fetch: (request: Request) => service.current.fetch(request) });
  vi.resetModules();
  await import('../../../sdk/src/elements/internal.ts');

  const { port1, port2 } = new MessageChannel();
  const said: Record<string, unknown>[] = [];
  port1.onmessage = ({ data }) => said.push(data);
  const setup = { clientlib: 1, type: 'connect', config: { publicapikey: 'a01' }, style: {} };
  dispatchEvent(
    Object.assign(new Event('message'), { origin: shop, source: page, data: setup, ports: [port2] }),
  );
  await vi.waitFor(() => expect(said.at(-1)).toMatchObject({ type: 'ready' }));
  expect(service.current.received.map(({ path }) => path)).toEqual(['paymentMethods']);
  port1.postMessage({ clientlib: 1, type: 'validate', id: 1 });
  await vi.waitFor(() =>
    expect(said.at(-1)).toMatchObject({ type: 'validate', id: 1, detail: { valid: false } }),
  );
  port1.close();
});
