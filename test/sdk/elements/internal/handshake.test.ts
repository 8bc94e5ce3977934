// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { awaitPage, embeddingOrigin } from '../../../../sdk/src/elements/internal/handshake.ts';

const shop = 'https://shop.test';
const parent = { name: 'the page' };
const setup = {
  clientlib: 1,
  type: 'connect',
  config: { publicapikey: 'a00000000000000000000001' },
  style: {},
};

/** What the browser says of the page around this document. */
function embeddedIn(ancestors: readonly string[] | undefined, referrer = '', around: unknown = parent): void {
  vi.stubGlobal('location', { ancestorOrigins: ancestors });
  vi.spyOn(document, 'referrer', 'get').mockReturnValue(referrer);
  vi.spyOn(window, 'parent', 'get').mockReturnValue(around as never);
}
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

describe('the origin of the page around the form', () => {
  it.each([
    ['the nearest of the ancestors', [shop, 'https://portal.test'], 'https://other.test/', shop],
    ['by the referrer where the browser does not tell ancestors', undefined, `${shop}/checkout?x=1`, shop],
    ['by the referrer where there is no ancestor', [], `${shop}/`, shop],
    ['not known without either', undefined, '', undefined],
    ['null in a sandboxed frame', ['null'], `${shop}/`, 'null'],
    ['null in a file', undefined, 'file:///shop.html', 'null'],
  ])('is %s', (_, ancestors, referrer, origin) => {
    embeddedIn(ancestors, referrer);
    expect(embeddingOrigin()).toBe(origin);
  });
});

describe('the form waits for its page', () => {
  const open = vi.fn();
  beforeEach(() => open.mockReset());

  function say(change: object = {}): MessagePort {
    const { port1 } = new MessageChannel();
    const event = { origin: shop, source: parent, data: setup, ports: [port1], ...change };
    dispatchEvent(Object.assign(new Event('message'), event));
    return port1;
  }

  it('and opens with its first valid message, once', () => {
    embeddedIn([shop]);
    awaitPage(open);
    say({ origin: 'https://evil.test' });
    say({ source: window });
    say({ data: { ...setup, clientlib: 2 } });
    say({ ports: [] });
    expect(open).not.toHaveBeenCalled();
    const port = say();
    say();
    expect(open).toHaveBeenCalledOnce();
    const [connected, through, origin] = open.mock.calls[0] as unknown[];
    expect([connected, origin]).toEqual([setup, shop]);
    expect(through === port).toBe(true);
  });

  it('and takes the origin of the first message of the window around it where the browser hides it', () => {
    embeddedIn(undefined);
    awaitPage(open);
    say({ origin: 'null' });
    say({ source: window });
    say({ origin: 'https://evil.test', source: { name: 'another window' } });
    expect(open).not.toHaveBeenCalled();
    say();
    say({ origin: 'https://evil.test' });
    expect(open.mock.calls.map(([, , origin]) => origin)).toEqual([shop]);
  });

  it.each([
    ['it is opened by itself', [shop], undefined],
    ['the page has no origin of its own', ['null'], parent],
  ])('and ignores messages if %s', (_, ancestors, around) => {
    embeddedIn(ancestors, '', around ?? window);
    awaitPage(open);
    say();
    say({ origin: 'null' });
    say({ source: window });
    say({ origin: undefined });
    expect(open).not.toHaveBeenCalled();
  });
});
