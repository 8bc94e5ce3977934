import type { DeclineCode } from '../domain/basics/problem-codes.ts';
import type { ChargeAnswer, FailureSeverity } from '../domain/records/payment-provider.ts';

/** The facts that decide a charge. */
export interface Charge {
  readonly Provider: string;
  /** The provider's own id of it. */
  readonly Reference: string;
  readonly TransactionId: string;
  readonly Amount: number;
  readonly Preauth: boolean;
  readonly Recurring: boolean;
}

/** Why a charge fails. */
export interface FailedOutcome {
  readonly Code: DeclineCode;
  readonly Severity: FailureSeverity;
  /** The row of test data, or a description. */
  readonly Why: string;
}

/** A rejection, in the provider's words. */
export function failed(
  provider: string,
  reference: string,
  code: DeclineCode,
  severity: FailureSeverity,
  why: string,
): Extract<ChargeAnswer, { Outcome: 'Failed' }> {
  return {
    Outcome: 'Failed',
    ProviderTransactionId: reference,
    ErrorCode: code,
    ErrorMessage: `${provider} declined the payment (simulated: ${why}).`,
    Severity: severity,
  };
}

/** The payer has canceled. */
export function canceled(reference: string, why = 'The customer canceled the payment.'): ChargeAnswer {
  return {
    Outcome: 'Failed',
    ProviderTransactionId: reference,
    ErrorCode: 'Canceled',
    ErrorMessage: why,
    Severity: 'Severe',
  };
}

const refusals: { readonly [code: string]: number | undefined } = {
  LoginError: 401,
  PermissionDenied: 403,
  AlreadyExecuted: 409,
  RateLimit: 429,
  InternalError: 500,
  InternalProviderError: 500,
};

/** Without a response, there is no status. */
const unanswered = new Set(['PSPConnectionProblem', 'PSPConnectionTimeout']);

/** The response to a charge, with the HTTP status of a rejection: real services store no other status. */
export function overHttp(answer: ChargeAnswer): ChargeAnswer {
  if (answer.Outcome !== 'Failed') return answer;
  if (unanswered.has(answer.ErrorCode)) return answer;
  return Object.assign(answer, { HttpCode: refusals[answer.ErrorCode] ?? 402 });
}
