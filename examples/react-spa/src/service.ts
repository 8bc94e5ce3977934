import { ClientLibError } from 'clientlib';

/** The URL of the billing service; here, the sandbox. */
export const serviceUrl: string = import.meta.env.VITE_SERVICE_URL ?? 'http://localhost:4400';

/** Public: it names our account at the billing service, and lets nobody in. */
export const publicApiKey = 'a00000000000000000000001';

export const planVariants = {
  basic: 'b00000000000000000000001',
  pro: 'b00000000000000000000003',
} as const;

export const money = (amount: number, currency: string) =>
  new Intl.NumberFormat('en-IE', { style: 'currency', currency }).format(amount);

export const day = (timestamp: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'long' }).format(new Date(timestamp));

/** Calls our own back end. */
export async function backEnd<T>(path: string, body: unknown, signal?: AbortSignal): Promise<T> {
  const answer = await fetch(`/accounts/${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(body),
    ...(signal === undefined ? {} : { signal }),
  });
  if (!answer.ok) throw new Error(`The back end answered ${answer.status}.`);
  return answer.json() as Promise<T>;
}

const words: Record<string, string> = {
  InvalidCouponCode: 'This code is not valid.',
  InvalidVatId: 'This VAT id does not look right.',
  BearerInvalid: 'Your bank declined this payment. Please try another card or method.',
  BearerExpired: 'This card has expired. Please use another one.',
  InsufficientBalance: 'There is not enough money on this account.',
  '3DsProblem': 'Your bank could not confirm that it is you. Please try again, or use another card.',
  Aborted: 'The payment was canceled. You can try again.',
  LoginError: 'You have been signed out. Please reload the page.',
};

/**
 * Returns the message for the customer. Without texts of its own, a page shows `error.details || error.errorMessage`.
 */
export function inWords(error: unknown): string {
  if (!(error instanceof ClientLibError)) return 'That did not work. Please reload the page.';
  const otherwise = error.retryable
    ? 'We could not reach the payment service. Please try again in a moment; you are not charged twice.'
    : 'That did not work. Please try another card or method.';
  return words[error.errorCode[0]] ?? otherwise;
}

/** The order is paid already; nothing is charged again. */
export const isPaid = (error: unknown): boolean =>
  error instanceof ClientLibError && error.errorCode[0] === 'AlreadyExecuted';
