import { expect, vi } from 'vitest';
import { Inside } from '../../../../sdk/src/elements/internal/inside.ts';
import type { Connect } from '../../../../sdk/src/elements/protocol.ts';

export const publicApiKey = 'a00000000000000000000001';
export const card = { cardNumber: '4111111111111111', expiry: '12/39', cvc: '123', cardHolder: 'Ada Byron' };

/** What the newest form has said to its page. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into it as they need.
export const said: any[] = [];

/** The inside of a form whose page has connected, not yet ready. */
export function connected(
  config: object = { paymentmethods: ['CreditCard:FakePSP'] },
  more: Partial<Connect> = {},
): Inside {
  said.length = 0;
  const setup: Connect = {
    type: 'connect',
    config: { publicapikey: publicApiKey, locale: 'en', ...config },
    style: {},
    ...more,
  };
  const port = { postMessage: (message: unknown) => said.push(structuredClone(message)) };
  return new Inside(setup, port, 'https://shop.test:8443');
}

/** The inside of a form that the customer can type in. */
export async function opened(...setup: Parameters<typeof connected>): Promise<Inside> {
  const inside = connected(...setup);
  await told('ready');
  return inside;
}

/** The last message of a type. */
export const told = (type: string) =>
  vi.waitFor(() => {
    const message = said.findLast((one) => one.type === type);
    expect(message).toBeDefined();
    return message;
  });

/** The answer to a request. */
export const answerTo = (id: number) =>
  vi.waitFor(() => {
    const message = said.find((one) => one.id === id);
    expect(message).toBeDefined();
    return message;
  });

export const ask = (inside: Inside, message: object) =>
  inside.receive({ origin: '', source: null, data: { clientlib: 1, ...message } });

export const tokenize = (id: number, more: object = {}) => ({
  type: 'tokenize',
  id,
  amount: { Amount: 11.78, Currency: 'EUR' },
  key: 'k1',
  timeoutMs: 5_000,
  ...more,
});

export const field = (id: string) => document.querySelector(`#${id}`) as HTMLInputElement;

export function type(fields: { readonly [id: string]: string }): void {
  for (const [id, value] of Object.entries(fields)) {
    field(id).value = value;
    field(id).dispatchEvent(new Event('input', { bubbles: true }));
  }
}
