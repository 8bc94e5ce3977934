/** @jsxImportSource hono/jsx/dom */
import type { Contract } from '../../../service/model/contract.ts';
import { plural, words } from '../format.ts';
import { Action } from '../parts/action.tsx';
import type { Field, Values } from '../parts/fields.tsx';
import { useQuery } from '../query.ts';

/** Codes to decline a payment with; the service knows more, and lists them when it rejects one. */
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

/** The maximum number of attempts per decision: retries and renewals for years. */
const EVERY = 1_000;

const only =
  (...kinds: readonly string[]) =>
  ({ what = '' }: Values): boolean =>
    kinds.includes(what);

const fields: readonly Field[] = [
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
    applies: only('decline'),
  },
  {
    name: 'after',
    label: 'After',
    kind: 'text',
    value: 'P3D',
    hint: 'ISO 8601 duration. A payment that stays pending succeeds after it; empty: never.',
    applies: only('return', 'pending'),
  },
  {
    name: 'Times',
    label: 'Which attempts',
    kind: 'select',
    value: '1',
    options: [
      ['1', 'The next attempt'],
      [String(EVERY), 'Every attempt, including retries'],
    ],
  },
];

function toOutcome({ what, Code, after }: Values): object {
  if (what === 'return') return { ReturnAfter: after };
  if (what === 'pending') return { Pending: after === '' ? true : after };
  if (what === 'challenge') return { Challenge: true };
  if (what === 'lose') return { Lose: true };
  return { Code };
}

/** Decides the next payments of one contract, or of any. */
export function DecideNextPayment({ contract }: { readonly contract?: Contract }) {
  return (
    <Action
      label="Decide next payment"
      hint={`Declines, delays, leaves open or returns the next payment of ${contract === undefined ? 'any' : 'this'} contract.`}
      fields={fields}
      request={(values) => ({
        method: 'POST',
        path: '/sandbox/payments/next',
        body: {
          ...(contract === undefined ? {} : { ContractId: contract.Id }),
          ...(values['Times'] === '1' ? {} : { Times: Number(values['Times']) }),
          Outcome: toOutcome(values),
        },
      })}
      isDisabled={contract !== undefined && contract.PaymentProvider === undefined}
    />
  );
}

/** A decision, as `GET /sandbox/payments/next` lists it. */
interface Decision {
  readonly Id: string;
  readonly ContractId?: string;
  readonly CustomerId?: string;
  readonly Provider?: string;
  readonly Times: number;
  readonly Outcome: {
    readonly Code?: string;
    readonly ReturnAfter?: string;
    readonly Pending?: true | string;
    readonly Challenge?: true | 'Passed' | 'Failed';
    readonly Lose?: true;
    readonly DelayMs?: number;
  };
}

/** `Next payment: declined (insufficient balance), every attempt` */
function decisionText({ Times, Outcome }: Decision): string {
  const { Code, ReturnAfter, Pending, Challenge, Lose, DelayMs } = Outcome;
  const parts = [
    Code !== undefined && `declined (${words(Code).toLowerCase()})`,
    ReturnAfter !== undefined && `returned after ${ReturnAfter}`,
    Pending !== undefined && (Pending === true ? 'stays pending' : `pending for ${Pending}`),
    Challenge === true ? 'requires 3-D Secure' : Challenge && `3-D Secure ${Challenge.toLowerCase()}`,
    Lose && 'response lost',
    DelayMs !== undefined && `delayed by ${DelayMs} ms`,
    // A decision on every attempt does not count down.
    Times > EVERY / 2 ? 'every attempt' : Times > 1 && `${Times} attempts`,
  ];
  return `Next payment: ${parts.filter(Boolean).join(', ')}`;
}

const useDecisions = (): readonly Decision[] =>
  useQuery<Decision[]>('/sandbox/payments/next', ['paymentDecisions']).data ?? [];

/** Shows the decision on the next payment of a contract, and a button to revoke it. */
export function DecidedPayment({ contract }: { readonly contract: Contract }) {
  const { Id: id, CustomerId: customerId, PaymentProvider } = contract;
  const next = useDecisions().find(
    ({ ContractId = id, CustomerId = customerId, Provider = PaymentProvider }) =>
      ContractId === id && CustomerId === customerId && Provider === PaymentProvider,
  );
  if (next === undefined || PaymentProvider === undefined) return null;
  return (
    <div class="message wait" role="status">
      <span>{decisionText(next)}</span>{' '}
      <Action
        label="Remove the decision"
        isQuick
        isSmall
        request={() => ({ method: 'DELETE', path: `/sandbox/payments/next/${next.Id}` })}
      />
    </div>
  );
}

/** All pending payment decisions, with buttons to revoke them. */
export function DecidedPayments() {
  const decisions = useDecisions();
  if (decisions.length === 0) return null;
  return (
    <Action
      label={`Remove ${plural(decisions.length, 'decision')}`}
      hint={`Payments are processed as usual again. Decided: ${decisions.map(decisionText).join('; ')}.`}
      request={() => ({ method: 'DELETE', path: '/sandbox/payments/next' })}
    />
  );
}
