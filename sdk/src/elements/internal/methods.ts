import type { MethodsAnswer } from '../../account/payment-methods.ts';
import { ClientLibError } from '../../errors/client-lib-error.ts';
import { isDebit } from '../../payment-data/check.ts';
import { type Flow, flowOf } from '../../providers/flow.ts';
import type { Texts } from './texts/texts.ts';

/** A payment method that the customer can choose. */
export interface Method {
  readonly bearer: string;
  readonly flow: Flow;
  readonly label: string;
}

/**
 * The methods that the page wants and the account has, in the page's order; all of the account when the page wants none
 * in particular. What is not configured is returned as errors.
 */
export function offer(
  { Bearers, Flows }: Pick<MethodsAnswer, 'Bearers' | 'Flows'>,
  wanted: readonly string[] | undefined,
  texts: Texts,
): { readonly methods: readonly Method[]; readonly missing: readonly ClientLibError[] } {
  const found: { bearer: string; flow: Flow }[] = [];
  const missing: ClientLibError[] = [];
  for (const bearer of new Set(wanted ?? Bearers)) {
    try {
      found.push({ bearer, flow: flowOf(bearer, Flows) });
    } catch (error) {
      missing.push(error as ClientLibError);
    }
  }
  if (found.length === 0 && missing.length === 0) {
    missing.push(new ClientLibError(['InvalidPaymentMethod'], 'There are no payment methods to offer.'));
  }
  const names = found.map(({ bearer }) => nameOf(bearer, texts));
  const methods = found.map((method, at) => {
    const name = names[at] as string;
    const isShared = names.filter((other) => other === name).length > 1;
    return { ...method, label: isShared ? `${name} (${method.bearer.split(':').pop()})` : name };
  });
  return { methods, missing };
}

function nameOf(bearer: string, texts: Texts): string {
  const [role = '', provider] = bearer.split(':');
  if (bearer === 'InvoicePayment') return texts.invoice;
  if (bearer === 'None:None') return texts.noPayment;
  if (!provider) return bearer;
  const byRole: { readonly [role: string]: string } = {
    CreditCard: texts.card,
    Debit: texts.debit,
    OnAccount: texts.onAccount,
  };
  return byRole[role] ?? role;
}

/** What the form says of a method, besides its fields. */
export function explanationOf({ bearer, flow }: Method, texts: Texts): string {
  if (flow.Kind === 'Redirect') return texts.redirect;
  if (isDebit(flow.Data)) return texts.mandate;
  if (bearer === 'None:None') return texts.noPaymentText;
  return flow.Data === 'None' ? texts.invoiceText : '';
}
