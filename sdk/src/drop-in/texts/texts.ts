/** A field of `customerData`, as `signup/offer` names it. */
export type FieldText =
  | 'EmailAddress'
  | 'FirstName'
  | 'LastName'
  | 'CompanyName'
  | 'VatId'
  | 'PhoneNumber'
  | 'AddressLine1'
  | 'AddressLine2'
  | 'Street'
  | 'HouseNumber'
  | 'PostalCode'
  | 'City'
  | 'State'
  | 'Country';

/**
 * Everything that the elements say in one language. Dates, amounts, periods and countries come from `Intl`. In braces:
 * what is filled in.
 */
export interface Texts {
  // Both elements
  readonly loading: string;
  readonly working: string;
  readonly again: string;
  readonly optional: string;
  readonly missing: string;
  readonly wrong: string;
  readonly payment: string;
  readonly details: string;
  readonly extras: string;
  readonly dueToday: string;
  /** `{amount}`, `{date}`. */
  readonly thenDue: string;
  readonly setupFee: string;

  // Signup
  readonly plan: string;
  readonly summary: string;
  readonly vat: string;
  readonly coupon: string;
  readonly apply: string;
  readonly couponWrong: string;
  readonly couponUnused: string;
  readonly freeTrial: string;
  readonly subscribe: string;
  readonly changeDetails: string;
  readonly thanks: string;
  readonly thanksText: string;
  readonly reviewText: string;
  readonly orderNumber: string;
  readonly monthly: string;
  readonly yearly: string;
  readonly billedMonthly: string;
  readonly billedYearly: string;
  readonly billingPeriod: string;
  readonly plusVat: string;
  readonly inclVat: string;
  /** `{period}`. */
  readonly trialFree: string;
  /** `{rate}`. */
  readonly thenRate: string;
  readonly allFeatures: string;
  readonly recommended: string;
  /** `{plan}`. */
  readonly choosePlan: string;
  readonly byUse: string;
  /** `{amount}`. */
  readonly from: string;
  /** `{amount}`. */
  readonly included: string;
  readonly plusUse: string;
  readonly signUpFree: string;
  readonly discount: string;
  /** `{date}`. */
  readonly until: string;
  /** `{date}`, `{amount}`. */
  readonly regularPrice: string;
  readonly addCoupon: string;
  /** `{code}`. */
  readonly removeCoupon: string;
  /** `{name}`. */
  readonly soldBy: string;
  /** `{period}`, `{date}`. */
  readonly runsFor: string;
  readonly runsOpen: string;
  /** `{period}`. */
  readonly renewsFor: string;
  readonly endsItself: string;
  readonly terms: string;
  readonly privacy: string;
  readonly withdrawal: string;
  readonly consent: string;
  /** `{n}`. */
  readonly incomplete: string;
  readonly offline: string;
  readonly paid: string;
  readonly manage: string;
  readonly business: string;
  readonly vatIdAccepted: string;
  readonly reverseCharge: string;

  // What went wrong
  readonly failed: string;
  /** The page is wrong, not the customer. */
  readonly notSetUp: string;
  readonly declined: string;
  readonly noFunds: string;
  readonly expired: string;
  readonly notConfirmed: string;
  readonly canceled: string;
  readonly unsure: string;
  readonly providerDown: string;
  readonly signedOut: string;
  readonly forbidden: string;

  // Portal
  readonly subscription: string;
  readonly active: string;
  readonly paused: string;
  readonly ended: string;
  /** `{date}`. */
  readonly startsOn: string;
  /** `{date}`. */
  readonly endsOn: string;
  readonly nextInvoice: string;
  readonly openAmount: string;
  readonly credit: string;
  readonly paymentsBlocked: string;
  readonly noMethod: string;
  readonly onInvoice: string;
  readonly bankAccount: string;
  /** `{brand}`, `{digits}`, `{date}`. */
  readonly card: string;
  readonly invoices: string;
  readonly noInvoices: string;
  /** `{number}`: what a link to a PDF is called for screen readers. */
  readonly download: string;
  readonly save: string;
  readonly back: string;
  readonly saved: string;
  readonly changePlan: string;
  readonly confirmChange: string;
  readonly cancelContract: string;
  /** `{date}`: what the contract ends on. */
  readonly cancelText: string;
  /** `{date}`: until when a cancellation ends it then. */
  readonly cancelBy: string;
  readonly revoke: string;
  readonly noneBooked: string;
  readonly changeExtras: string;
  readonly changePayment: string;
  readonly keepSubscription: string;
  /** `{plan}`, `{date}`. */
  readonly canceledUntil: string;
  /** `{amount}`. */
  readonly paymentFailed: string;
  /** `{amount}`. */
  readonly payNow: string;
  readonly currentPlan: string;
  readonly otherPlan: string;
  /** Of an invoice: not paid yet. */
  readonly open: string;

  // Declarations; the first four are the statutory words, where the law fixes them
  readonly cancelHere: string;
  readonly withdrawHere: string;
  readonly cancelNow: string;
  readonly confirmWithdrawal: string;
  readonly declareName: string;
  readonly declareContract: string;
  readonly cancelKind: string;
  readonly ordinary: string;
  readonly extraordinary: string;
  readonly reason: string;
  readonly endDate: string;
  readonly receivedOn: string;
  readonly receiptText: string;
  readonly print: string;
  readonly saveReceipt: string;
  readonly fields: { readonly [name in FieldText]: string };
}
