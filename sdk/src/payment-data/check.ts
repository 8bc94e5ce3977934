import { ClientLibError, invalid } from '../error.ts';
import type { Checked, Flow } from '../providers/flow.ts';
import { type Folded, text } from '../record.ts';
import { checkCard } from './card.ts';
import { checkDebit, checkMandate } from './debit.ts';

/** The way a bearer pays, or why it cannot be used here. */
export function flowOf(bearer: string, flows: Readonly<Record<string, Flow>>): Flow {
  const flow = Object.keys(flows).includes(bearer) ? flows[bearer] : undefined;
  if (flow) return flow;
  if (!bearer) throw invalid('InvalidPaymentData', 'bearer', 'one of the account’s payment methods');
  const known = /^((CreditCard|Debit|iDEAL|OnAccount):)?\w+$|^None:None$/.test(bearer);
  throw new ClientLibError(
    ['InvalidPaymentMethod', known ? 'BearerNotConfigured' : 'UnknownBearer'],
    `bearer: "${bearer}" is ${known ? 'not configured in this account' : 'unknown'}. There are: ${Object.keys(flows).join(', ')}.`,
    { field: 'bearer' },
  );
}

/** Checks payment data for what its method needs, before anything is sent. Fields of other methods are ignored. */
export function checkPaymentData(data: Folded, bearer: string, flow: Flow): Checked {
  switch (flow.Data) {
    case 'Card':
      return { bearer, flow, secret: { Card: checkCard(data) }, open: {} };
    case 'DebitIban':
    case 'DebitAccount':
      return {
        bearer,
        flow,
        secret: { Debit: checkDebit(data, flow.Data) },
        open: checkMandate(data, flow.MandateRequired),
      };
    case 'Wallet':
    case 'WalletRequired': {
      const email = text(data['emailaddress']);
      if (email ? !/^\S+@\S+$/.test(email) : flow.Data === 'WalletRequired') {
        throw invalid(
          'InvalidPaymentData',
          'emailAddress',
          'the customer’s e-mail address at the wallet',
          email,
        );
      }
      return { bearer, flow, secret: {}, open: email ? { EmailAddress: email } : {} };
    }
    default:
      return { bearer, flow, secret: {}, open: {} };
  }
}
