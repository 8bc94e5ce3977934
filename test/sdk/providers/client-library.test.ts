// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { TokenRequest } from '../../../sdk/src/providers/flow.ts';

const flow = { Kind: 'ClientLibrary', Data: 'Card', Url: 'https://alpha.test' } as const;
const methods = {
  Alpha: {
    MerchantId: 'm',
    AccountId: 'a',
    PortalId: 'p',
    Mode: 'test',
    CreditCardHash: 'card',
    BankAccountHash: 'bank',
  },
};
const Card = { Number: '4111111111111111', ExpiryMonth: 1, ExpiryYear: 2039, Holder: 'A', Cvc: '123' };
const request: TokenRequest = { PublicApiKey: 'k', Bearer: 'CreditCard:Alpha', Card };
const page = globalThis as { ProviderClients?: Record<string, unknown>; trustedTypes?: unknown };

let scripts: HTMLScriptElement[] = [];
let library: typeof import('../../../sdk/src/providers/client-library.ts');
beforeEach(async () => {
  scripts = [];
  vi.resetModules();
  library = await import('../../../sdk/src/providers/client-library.ts');
  vi.spyOn(document.head, 'append').mockImplementation((...nodes) => {
    scripts.push(...(nodes as HTMLScriptElement[]));
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  delete page.ProviderClients;
  delete page.trustedTypes;
  Reflect.deleteProperty(globalThis, 'clientlib.scripts');
});

const arrives = (tokenize: unknown, script = scripts.at(-1)): void => {
  page.ProviderClients = { Alpha: { tokenize } };
  script?.onload?.(new Event('load'));
};

describe('the provider’s script', () => {
  test('is loaded once, and called with the signed configuration of the medium', async () => {
    const tokenize = vi.fn(async () => ({ Token: 'tok_a' }));
    const first = library.askClientLibrary(flow, methods, request);
    const second = library.askClientLibrary(flow, methods, { ...request, Card: undefined } as never);
    arrives(tokenize);
    expect(await first).toEqual({ Token: 'tok_a' });
    await second;
    expect(scripts.map(({ src }) => src)).toEqual(['https://alpha.test/client.js']);
    const signed = { MerchantId: 'm', AccountId: 'a', PortalId: 'p', Mode: 'test' };
    expect(tokenize.mock.calls).toEqual([
      [{ ...signed, Hash: 'card' }, request],
      [{ ...signed, Hash: 'bank' }, expect.anything()],
    ]);
  });

  test('blocked: is reported, and loaded again the next time', async () => {
    const blocked = library.askClientLibrary(flow, methods, request);
    const removed: unknown[] = [];
    vi.spyOn(HTMLScriptElement.prototype, 'remove').mockImplementation(function (this: unknown) {
      removed.push(this);
    });
    scripts[0]?.onerror?.(new Event('error'));
    await expect(blocked).rejects.toMatchObject({
      errorCode: ['PspServerError', 'ScriptBlocked'],
      developerMessage: expect.stringContaining('https://alpha.test/client.js did not load'),
      retryable: true,
    });
    expect(removed).toEqual([scripts[0]]);
    const again = library.askClientLibrary(flow, methods, request);
    arrives(async () => ({ Token: 'tok_b' }));
    expect(await again).toEqual({ Token: 'tok_b' });
    expect(scripts).toHaveLength(2);
  });

  test('is loaded with the methods of the account, if a method needs it', async () => {
    const { Payment } = await import('../../../sdk/src/operations/payment.ts');
    const unhandled = vi.fn();
    process.on('unhandledRejection', unhandled);
    const other = { ...flow, Kind: 'Token', Url: 'https://other.test' };
    const answer = {
      Methods: {},
      Bearers: ['CreditCard:Alpha', 'CreditCard:Other'],
      Flows: { 'CreditCard:Alpha': flow, 'CreditCard:Other': other },
      Environment: 'Sandbox',
    };
    vi.stubGlobal('clientlib.configuration', {
      baseUrl: 'https://service.test',
      fetch: async () => Response.json(answer),
    });
    await new Payment({ publicApiKey: 'k' }).ready;
    expect(scripts.map(({ src }) => src)).toEqual(['https://alpha.test/client.js']);
    scripts[0]?.onerror?.(new Event('error'));
    await new Promise((resolve) => setTimeout(resolve));
    process.off('unhandledRejection', unhandled);
    vi.unstubAllGlobals();
    expect(unhandled).not.toHaveBeenCalled();
  });

  test('gets the card of a customer, and nobody else does', async () => {
    const { Payment } = await import('../../../sdk/src/operations/payment.ts');
    const asked: string[] = [];
    const answer = {
      Methods: methods,
      Bearers: ['CreditCard:Alpha'],
      Flows: { 'CreditCard:Alpha': flow },
      Environment: 'Sandbox',
    };
    vi.stubGlobal('clientlib.configuration', {
      baseUrl: 'https://service.test',
      fetch: async (request: Request) => {
        asked.push(request.url);
        return Response.json(answer);
      },
    });
    const payment = new Payment({ publicApiKey: 'k' });
    await payment.ready;
    arrives(async () => ({ Token: 'tok_a' }));
    const data = { cardNumber: Card.Number, expiryMonth: 1, expiryYear: 2039, cvc: '123', cardHolder: 'A' };
    const processed = await payment.processPaymentData({ bearer: 'CreditCard:Alpha', ...data });
    vi.unstubAllGlobals();
    expect(processed.TetheredPaymentInformation).toEqual({ Bearer: 'CreditCard:Alpha', Token: 'tok_a' });
    expect(asked).toHaveLength(1);
  });

  test('that returns anything but a token is an error', async () => {
    for (const answer of [undefined, null, 7, 'tok', {}, { Token: 7 }, { Token: 't', Challenge: {} }]) {
      const result = library.askClientLibrary(flow, methods, request);
      arrives(async () => answer);
      await expect(result).rejects.toMatchObject({ errorCode: ['PspServerError', 'UnexpectedAnswer'] });
    }
  });

  test('of a provider without account details gets none', async () => {
    const tokenize = vi.fn(async () => ({ Token: 'tok_a' }));
    const result = library.askClientLibrary(flow, {}, request);
    arrives(tokenize);
    await result;
    expect(tokenize).toHaveBeenCalledExactlyOnceWith({}, request);
  });

  test('that registers nothing counts as blocked', async () => {
    const result = library.askClientLibrary(flow, methods, request);
    scripts[0]?.onload?.(new Event('load'));
    await expect(result).rejects.toMatchObject({ errorCode: ['PspServerError', 'ScriptBlocked'] });
  });

  test('an error of the provider becomes an error of ours', async () => {
    const result = library.askClientLibrary(flow, methods, request);
    arrives(async () => ({ Error: { Code: 'BearerInvalid', Message: 'Declined.' } }));
    await expect(result).rejects.toMatchObject({
      errorCode: ['BearerInvalid'],
      developerMessage: 'Declined.',
    });
  });

  test('is trusted by the policy `clientlib`, created once for all copies of the library', async () => {
    const createPolicy = vi.fn((_name: string, rules: { createScriptURL(url: string): string }) => ({
      createScriptURL: (url: string) => `trusted ${rules.createScriptURL(url)}`,
    }));
    page.trustedTypes = { createPolicy };
    library.loadProvider(flow);
    // Another copy of the library on the page.
    vi.resetModules();
    const copy = await import('../../../sdk/src/providers/client-library.ts');
    copy.loadProvider({ ...flow, Url: 'https://other.test' });
    expect(scripts).toHaveLength(2);
    expect(createPolicy).toHaveBeenCalledExactlyOnceWith('clientlib', expect.anything());
    expect(scripts[0]?.getAttribute('src')).toBe('trusted https://alpha.test/client.js');
  });

  test('that the page forbids by its policy names what to allow', async () => {
    const createPolicy = () => {
      throw new TypeError('Policy "clientlib" disallowed.');
    };
    page.trustedTypes = { createPolicy };
    await expect(library.askClientLibrary(flow, methods, request)).rejects.toMatchObject({
      errorCode: ['PspServerError', 'ScriptBlocked'],
      developerMessage:
        'https://alpha.test/client.js did not load: check network, script-src, trusted-types clientlib, blockers.',
    });
    expect(scripts).toHaveLength(0);
  });
});
