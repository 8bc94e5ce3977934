import type { Field, Values } from './parts/fields.tsx';

/** Codes with which a payment is declined; the service knows more, and names them when it refuses one. */
export const declineCodes = [
  'InsufficientBalance',
  'BearerInvalid',
  'BearerExpired',
  'BearerRejected',
  'Rejected',
  'AmountLimitExceeded',
  'AuthorizationRejected',
  'InternalProviderError',
] as const;

/** What can be decided of the next payment. */
export const decideFields: readonly Field[] = [
  {
    name: 'what',
    label: 'What happens',
    kind: 'select',
    value: 'decline',
    options: [
      ['decline', 'Declined with a code'],
      ['return', 'Succeeds, then is returned'],
      ['pending', 'Stays pending'],
      ['challenge', 'Requires 3-D Secure'],
      ['lose', 'The response is lost'],
    ],
  },
  {
    name: 'Code',
    label: 'Code',
    kind: 'select',
    value: 'InsufficientBalance',
    options: declineCodes.map((code) => [code, code] as const),
    hint: 'Used if the payment is declined.',
  },
  {
    name: 'after',
    label: 'After',
    kind: 'text',
    value: 'P3D',
    hint: 'ISO 8601 duration: when it is returned, or how long it is pending.',
  },
];

/** The outcome that the fields ask for, as `POST /sandbox/payments/next` takes it. */
export function decisionOf({ what, Code, after }: Values): object {
  if (what === 'return') return { ReturnAfter: after };
  if (what === 'pending') return { Pending: after === '' ? true : after };
  if (what === 'challenge') return { Challenge: true };
  if (what === 'lose') return { Lose: true };
  return { Code };
}
