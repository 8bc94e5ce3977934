import { invalid } from '../errors/client-lib-error.ts';
import { own } from '../input/record.ts';
import type { CheckedData, DataRules } from '../payment-data/check.ts';

/** The conversion of a bearer's data to `TetheredPaymentInformation`, as specified by the service (docs/self-service-api.md). */
export interface Flow extends DataRules {
  readonly Kind: 'Direct' | 'Token' | 'ClientLibrary' | 'Redirect';
  /** The provider's address. */
  readonly Url?: string;
  /** The provider can ask for 3-D Secure. */
  readonly Challenge?: boolean;
}

/** The content of a token request to a provider. */
export interface TokenRequest extends NonNullable<CheckedData['secret']> {
  readonly PublicApiKey: string;
  readonly Bearer: string;
  /** Absent where nothing is paid yet. */
  readonly Amount?: number | undefined;
  readonly Currency?: string | undefined;
  /** Origin of the page that a challenge opens in, where that is not the page that asks: the payment form's page. */
  readonly Opener?: string | undefined;
}

/** A 3-D Secure challenge. */
export interface Challenge {
  readonly Url: string;
  readonly Params?: Record<string, string>;
}

/** A provider's answer. */
export interface TokenAnswer {
  readonly Token: string;
  readonly Last4?: string;
  readonly CardType?: string;
  readonly Challenge?: Challenge;
}

/** `CreditCard:<psp>` and the like, or one word. */
const bearerForm = /^((CreditCard|Debit|iDEAL|OnAccount|None):)?\w+$/;

/** The way a bearer pays, or why it cannot be used here. */
export function getFlow(bearer: string, flows: Readonly<Record<string, Flow>>): Flow {
  const flow = own(flows, bearer);
  if (flow) return flow;
  const configured = `one of ${Object.keys(flows).join(', ')}`;
  if (!bearer) throw invalid('InvalidPaymentData', 'bearer', configured);
  const detail = bearerForm.test(bearer) ? 'BearerNotConfigured' : 'UnknownBearer';
  throw invalid(['InvalidPaymentMethod', detail], 'bearer', configured, bearer);
}
