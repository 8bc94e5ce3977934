import { invalid } from '../error.ts';
import type { Checked, Flow } from '../providers/flow.ts';
import { type Folded, own } from '../record.ts';
import { checkCard } from './card.ts';
import { checkDebit, checkMandate } from './debit.ts';
import { field } from './field.ts';

/** The way a bearer pays, or why it cannot be used here. */
export function flowOf(bearer: string, flows: Readonly<Record<string, Flow>>): Flow {
  const flow = own(flows, bearer);
  if (flow) return flow;
  const configured = `one of ${Object.keys(flows).join(', ')}`;
  if (!bearer) throw invalid('InvalidPaymentData', 'bearer', configured);
  const known = /^((CreditCard|Debit|iDEAL|OnAccount|None):)?\w+$/.test(bearer);
  throw invalid(
    ['InvalidPaymentMethod', known ? 'BearerNotConfigured' : 'UnknownBearer'],
    'bearer',
    configured,
    bearer,
  );
}

/** Checks payment data for what its method needs, before anything is sent. Fields of other methods are ignored. */
export function checkPaymentData(data: Folded, { Data, MandateRequired }: Flow): Checked {
  if (Data === 'Card') return { secret: { Card: checkCard(data) } };
  if (/^D/.test(Data)) {
    return {
      secret: { Debit: checkDebit(data, Data === 'DebitIban') },
      open: checkMandate(data, MandateRequired),
    };
  }
  if (!/^W/.test(Data)) return {};
  const isEmail = (email: string): boolean => (email ? /.@./.test(email) : Data === 'Wallet');
  const email = field(data, 'emailAddress', 'InvalidPaymentData', isEmail, 'an e-mail address');
  return { open: { EmailAddress: email || undefined } };
}
