// The expected shape of each response. The library trusts no response: one of another shape is an error. Only fields
// that the library or every page relies on are checked.
import {
  isList,
  isNumber,
  isText,
  isTexts,
  isWebAddress,
  optional,
  record,
  type Shape,
  shaped,
} from '../input/shape.ts';

const isObject = shaped({});
const Url = optional(isWebAddress);
const syncOrder: Shape = { OrderId: isText, GrossTotal: isNumber, OrderStatus: isText };

export const answers = {
  offer: { Countries: isTexts, Fields: isList, Products: isObject },
  preview: { Order: shaped({ Currency: isText, TotalGross: isNumber }) },
  order: { ...syncOrder, Currency: isText, Url },
  syncOrder,
  /** For an order or a payment change. */
  finalized: { Url },
  contract: { Contract: isObject, RecentInvoices: isList },
  cancellation: { EndDate: isText },
  revocation: { Contract: isObject },
  customer: { Id: isText },
  paymentChange: { Url },
  paymentMethods: {
    Methods: record(isObject),
    Bearers: isTexts,
    Flows: record(shaped({ Kind: isText, Data: isText, Url })),
    Environment: isText,
    Creditor: optional(isText),
    CreditorAddress: optional(isText),
    CreditorId: optional(isText),
    Sentences: optional(record(isText)),
  },
  token: { Token: isText, Challenge: optional(shaped({ Url: isWebAddress })) },
} satisfies { readonly [answer: string]: Shape };
