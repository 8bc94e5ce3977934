import type { MethodsAnswer } from '../../account/payment-methods.ts';
import { ClientLibError } from '../../errors/client-lib-error.ts';
import { isDebit } from '../../payment-data/check.ts';
import { type Flow, getFlow } from '../../providers/flow.ts';
import type { Texts } from './texts/texts.ts';

/** The kinds of payment method, in the order in which they are offered; all others are wallets. */
const ways = ['CreditCard', 'Debit', 'Wallet', 'OnAccount', 'InvoicePayment', 'None'] as const;
export type Way = (typeof ways)[number];

/** A payment method that the customer can choose. */
export interface Method {
  readonly bearer: string;
  readonly flow: Flow;
  readonly way: Way;
  readonly label: string;
}

/**
 * The methods that the page names, in its order. When it names none, one of each kind that the account has, cards first and
 * invoices last: customers choose a way to pay, not a processor. What is not configured is returned as errors.
 */
export function offer(
  { Bearers, Flows }: Pick<MethodsAnswer, 'Bearers' | 'Flows'>,
  wanted: readonly string[] | undefined,
  texts: Texts,
): { readonly methods: readonly Method[]; readonly missing: readonly ClientLibError[] } {
  const found: Omit<Method, 'label'>[] = [];
  const missing: ClientLibError[] = [];
  for (const bearer of new Set(wanted ?? oneOfEachKind(Bearers))) {
    try {
      found.push({ bearer, flow: getFlow(bearer, Flows), way: findWay(bearer) });
    } catch (error) {
      missing.push(error as ClientLibError);
    }
  }
  if (found.length === 0 && missing.length === 0) {
    missing.push(new ClientLibError(['InvalidPaymentMethod'], 'There are no payment methods to offer.'));
  }
  const names = found.map(({ bearer }) => methodName(bearer, texts));
  const methods = found.map((method, at) => {
    const name = names[at] as string;
    const isShared = names.filter((other) => other === name).length > 1;
    return { ...method, label: isShared ? `${name} (${method.bearer.split(':').pop()})` : name };
  });
  return { methods, missing };
}

/** Returns the initially selected method: of the given bearer or kind, else the first. */
export function preselected(methods: readonly [Method, ...Method[]], named: string): Method {
  const isNamed = ({ bearer }: Method) => bearer === named || bearerKind(bearer) === bearerKind(named);
  return methods.find(({ bearer }) => bearer === named) ?? methods.find(isNamed) ?? methods[0];
}

const bearerKind = (bearer: string): string => bearer.split(':')[0] as string;

function findWay(bearer: string): Way {
  return ways.find((way) => way === bearerKind(bearer)) ?? 'Wallet';
}

/** The first provider of each kind. */
function oneOfEachKind(bearers: readonly string[]): string[] {
  const firsts = new Map([...bearers].reverse().map((bearer) => [bearerKind(bearer), bearer]));
  const rank = (bearer: string) => ways.indexOf(findWay(bearer));
  return bearers
    .filter((bearer) => firsts.get(bearerKind(bearer)) === bearer)
    .sort((one, other) => rank(one) - rank(other));
}

function methodName(bearer: string, texts: Texts): string {
  const [role = ''] = bearer.split(':');
  if (bearer === 'InvoicePayment') return texts.invoice;
  if (bearer === 'None:None') return texts.noPayment;
  const byRole: { readonly [role: string]: string } = {
    CreditCard: texts.card,
    Debit: texts.debit,
    OnAccount: texts.onAccount,
  };
  return byRole[role] ?? role;
}

/** The texts of a method in addition to its fields. */
export function methodExplanation({ bearer, flow }: Method, texts: Texts): string {
  if (flow.Kind === 'Redirect') return texts.redirect;
  if (isDebit(flow.Data)) return texts.mandate;
  if (bearer === 'None:None') return texts.noPaymentText;
  return flow.Data === 'None' ? texts.invoiceText : '';
}

/** The content beside the name of a method. */
export const methodSubLabel = ({ flow }: Method, texts: Texts): string =>
  flow.Kind === 'Redirect' ? texts.leavesPage : '';
