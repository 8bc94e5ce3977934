// One example of each operation that makes or changes something: what has been, and the operation.
import type { Json, Merchant } from '../lives/merchant.ts';

export interface Example {
  readonly before?: (merchant: Merchant) => Promise<unknown>;
  readonly operation: (merchant: Merchant) => Promise<Json>;
}

const basic = (merchant: Merchant) => merchant.signup('Basic monthly', {}, 'card');
const onAccount = (merchant: Merchant) => merchant.signup('Basic monthly', {}, 'account');
const later = async (merchant: Merchant, duration: string): Promise<Json> => {
  await merchant.sandbox.clock.advance(duration);
  return merchant.contract();
};
const paid = async (merchant: Merchant): Promise<string> => (await merchant.read()).transactions[0].Id;

export const examples: Readonly<Record<string, Example>> = {
  'signup, on account': {
    operation: async (merchant) => {
      await merchant.signup(
        'Pro monthly',
        { add: [{ name: 'Seat', quantity: 2 }], coupon: 'WELCOME20' },
        'account',
      );
      return merchant.contract();
    },
  },
  'signup, by card': {
    operation: async (merchant) => {
      await basic(merchant);
      return merchant.contract();
    },
  },
  'signup, with a trial': {
    operation: async (merchant) => {
      await merchant.signup('Pro trial', {}, 'card');
      return merchant.contract();
    },
  },
  'trial, that ends': {
    before: (merchant) => merchant.signup('Pro trial', {}, 'card'),
    operation: (merchant) => later(merchant, 'P14D'),
  },
  'preview of a change': {
    before: basic,
    operation: (merchant) =>
      merchant.preview({ variant: 'Pro monthly', add: [{ name: 'Seat', quantity: 3 }] }),
  },
  'order of a change': { before: basic, operation: (merchant) => merchant.order({ variant: 'Pro monthly' }) },
  'change, committed': {
    before: basic,
    operation: async (merchant) => {
      const { Id } = await merchant.order({ variant: 'Pro monthly' });
      return merchant.rest('POST', `orders/${Id}/commit`, {});
    },
  },
  'change, paid by the customer': {
    before: basic,
    operation: async (merchant) => {
      const { Id } = await merchant.order({ variant: 'Pro monthly' });
      return merchant.page('upgrade/paySync', { OrderId: Id });
    },
  },
  'change, at a date': {
    before: async (merchant) => {
      await basic(merchant);
      const order = await merchant.order({ variant: 'Pro monthly' }, { ChangeDate: '2026-02-01T09:00:00Z' });
      await merchant.pay(order.Id, 'commit');
    },
    operation: (merchant) => later(merchant, 'P17D'),
  },
  'components, added': {
    before: basic,
    operation: async (merchant) => {
      const { Id } = await merchant.order({ add: [{ name: 'Support', quantity: 1 }] });
      return merchant.rest('POST', `orders/${Id}/commit`, {});
    },
  },
  'usage, reported': { before: basic, operation: (merchant) => merchant.usage(1500) },
  'usage, billed in between': {
    before: async (merchant) => {
      await basic(merchant);
      await merchant.usage(1500);
    },
    operation: (merchant) => merchant.contract('POST', 'bill'),
  },
  renewal: { before: basic, operation: (merchant) => later(merchant, 'P1M') },
  'renewal, whose payment fails': {
    before: (merchant) => merchant.signup('Basic monthly', {}, 'fails at renewals'),
    operation: (merchant) => later(merchant, 'P1M'),
  },
  'renewal, looked at before': {
    before: basic,
    operation: (merchant) => merchant.contract('GET', 'previewNextRecurring'),
  },
  'debit, that comes back': {
    before: async (merchant) => {
      await merchant.signup('Basic monthly', {}, 'returned debit');
      await merchant.sandbox.clock.advance('P4D');
    },
    operation: (merchant) => later(merchant, 'P7D'),
  },
  'payment data, new': {
    before: basic,
    operation: async (merchant) => merchant.page('payment/change', await merchant.tethered('returned debit')),
  },
  cancellation: { before: basic, operation: (merchant) => merchant.page('contract/cancel', {}) },
  'cancellation, looked at before': {
    before: basic,
    operation: (merchant) => merchant.contract('GET', 'cancellationPreview'),
  },
  'cancellation, taken back': {
    before: async (merchant) => {
      await basic(merchant);
      await merchant.page('contract/cancel', {});
    },
    operation: (merchant) => merchant.contract('POST', 'revokeCancellation'),
  },
  'end, at once': {
    before: async (merchant) => {
      await basic(merchant);
      await merchant.sandbox.clock.advance('P10D');
    },
    operation: (merchant) => merchant.contract('POST', 'end', { EndDate: '2026-01-25T09:00:00Z' }),
  },
  pause: {
    before: async (merchant) => {
      await onAccount(merchant);
      await merchant.sandbox.clock.advance('P10D');
    },
    operation: (merchant) => merchant.contract('POST', 'pause'),
  },
  'pause, over': {
    before: async (merchant) => {
      await onAccount(merchant);
      await merchant.sandbox.clock.advance('P10D');
      await merchant.contract('POST', 'pause');
      await merchant.sandbox.clock.advance('P5D');
    },
    operation: (merchant) => merchant.contract('POST', 'resume'),
  },
  annulment: { before: basic, operation: (merchant) => merchant.contract('POST', 'annulate') },
  refund: {
    before: basic,
    operation: async (merchant) =>
      merchant.rest('POST', `paymentTransactions/${await paid(merchant)}/refund`, { Amount: 5 }),
  },
  'payment, from elsewhere': {
    before: onAccount,
    operation: (merchant) =>
      merchant.contract('POST', 'payment', { Amount: 11.78, Description: 'Bank transfer' }),
  },
  'rated item': {
    before: onAccount,
    operation: (merchant) =>
      merchant.contract('POST', 'ratedItems', { Description: 'Training', Quantity: 2, PricePerUnit: 80 }),
  },
  'customer data, changed': {
    before: basic,
    operation: (merchant) =>
      merchant.page(
        'customer',
        {
          FirstName: 'Ada',
          LastName: 'King',
          EmailAddress: 'ada@customer.test',
          Address: { City: 'London', Country: 'AT' },
        },
        'PUT',
      ),
  },
};
