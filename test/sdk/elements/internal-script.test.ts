// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest';
import { warnOfBlockedForms } from '../../../sdk/src/elements/blocked-forms.ts';
import { fakeServiceForEachTest } from '../fake-service.ts';

const service = fakeServiceForEachTest();
const shop = 'https://shop.test';

afterEach(() => {
  vi.restoreAllMocks();
  document.body.replaceChildren();
});

/** The address of the fake, and what the script has asked for. */
const shownAs = 'https://service.test';
const asked: string[] = [];

async function loadScript(page: object, base = shownAs): Promise<void> {
  const script = document.createElement('script');
  script.setAttribute('src', `${base}/elements/payment-form.js`);
  vi.spyOn(document, 'currentScript', 'get').mockReturnValue(script);
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(`${shop}/checkout`);
  vi.spyOn(window, 'parent', 'get').mockReturnValue(page as never);
  asked.length = 0;
  const fetch = (request: Request) => {
    asked.push(request.url);
    return service.current.fetch(new Request(request.url.replace(base, shownAs), request));
  };
  vi.stubGlobal('clientlib.configuration', { fetch });
  vi.resetModules();
  await import('../../../sdk/src/elements/internal.ts');
}

it.each(['https://service.test', 'https://service.test/w/shop'])(
  'the script in the frame calls the service that it comes from, %s, and talks to its page through the port',
  async (base) => {
    const page = { name: 'the page' };
    await loadScript(page, base);

    const { port1, port2 } = new MessageChannel();
    const said: Record<string, unknown>[] = [];
    port1.onmessage = ({ data }) => said.push(data);
    const setup = { clientlib: 1, type: 'connect', config: { publicapikey: 'a01' }, style: {} };
    dispatchEvent(
      Object.assign(new Event('message'), { origin: shop, source: page, data: setup, ports: [port2] }),
    );
    await vi.waitFor(() => expect(said.at(-1)).toMatchObject({ type: 'ready' }));
    expect(service.current.received.map(({ path }) => path)).toEqual(['paymentMethods']);
    expect(asked.every((url) => url.startsWith(`${base}/api/`))).toBe(true);
    port1.postMessage({ clientlib: 1, type: 'validate', id: 1 });
    await vi.waitFor(() =>
      expect(said.at(-1)).toMatchObject({ type: 'validate', id: 1, detail: { valid: false } }),
    );
    port1.close();
  },
);

it('the script in the frame of a further field lends its document to the form, and asks the service for nothing', async () => {
  const page = { length: 1, 0: window };
  await loadScript(page);
  // The form of an earlier test may have drawn something since.
  document.body.replaceChildren();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
    },
  );
  const { port1, port2 } = new MessageChannel();
  const part = { name: 'cvc', group: '0.5', isFirst: false };
  const data = { clientlib: 1, type: 'connect', config: { publicapikey: 'a01' }, style: {}, part };
  dispatchEvent(Object.assign(new Event('message'), { origin: shop, source: page, data, ports: [port2] }));
  expect(window.clientlibForm).toMatchObject({ group: '0.5', place: { name: 'cvc' } });
  expect([service.current.received, document.body.children.length]).toEqual([[], 0]);
  Reflect.deleteProperty(window, 'clientlibForm');
  vi.unstubAllGlobals();
  port1.close();
});

it('the script in the frame tells developers of a page that forbids forms', async () => {
  const page = { name: 'the page' };
  await loadScript(page);
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(HTMLFormElement.prototype, 'requestSubmit').mockImplementation(() => {});
  const { port1, port2 } = new MessageChannel();
  const data = { clientlib: 1, type: 'connect', config: { publicapikey: 'a01' }, style: {} };
  dispatchEvent(Object.assign(new Event('message'), { origin: shop, source: page, data, ports: [port2] }));
  expect(warn.mock.calls.join()).toContain('Add allow-forms to its sandbox attribute.');
  await vi.waitFor(() => expect(document.querySelector('form')).not.toBeNull());
  port1.close();
});

it('tries whether the page allows forms without a trace: nothing is sent, and nothing stays', () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
  let isPrevented = false;
  const hear = (event: Event) => {
    isPrevented = event.defaultPrevented;
  };
  document.body.addEventListener('submit', hear);
  warnOfBlockedForms(document.body);
  document.body.removeEventListener('submit', hear);
  expect([isPrevented, document.body.children.length, warn.mock.calls]).toEqual([true, 0, []]);
});
