import type { Receipt } from '../../domain/basics/app-stores.ts';
import type { Account } from '../../domain/records/account.ts';
import type { StoreState } from '../../domain/records/stores.ts';
import type { Period } from '../../model/fields.ts';
import type { StoreType } from '../../model/statuses.ts';
import { appleReceipt } from './apple-answer.ts';

/** An example receipt, ready to paste into the check request or an order. */
export interface ExampleReceipt {
  readonly Name: string;
  readonly Type: StoreType;
  /** The response of the check. */
  readonly Expect: string;
  readonly Request: Receipt;
  /** The store's subscription, created with the first request; absent for receipts unknown to the stores. */
  readonly Bought?: {
    readonly App?: string;
    readonly Environment?: 'Sandbox' | 'Production';
    readonly Trial?: Period;
    readonly Status?: StoreState;
  };
}

const OTHER_APP = 'com.other.app';
const TRIAL: Period = { Unit: 'Day', Quantity: 14 };

/** The default store product of a purchase. */
export const defaultProduct: { readonly [type in StoreType]: string } = {
  AppleIap: 'com.merchant.apple.monthly',
  GoogleIap: 'com.merchant.google.monthly',
  AmazonIap: 'com.merchant.amazon.monthly',
};

/** The examples of the catalog: valid ones, and one for each reason to reject a receipt. */
export function exampleReceipts(account: Account): ExampleReceipt[] {
  const elsewhere = account.Environment === 'Sandbox' ? 'Production' : 'Sandbox';
  const apple = (
    name: string,
    change: { BundleId?: string; Environment?: 'Sandbox' | 'Production' } = {},
  ): Receipt => ({
    Type: 'AppleIap',
    AppleIapReceipt: appleReceipt({
      Account: `example-${name}`,
      BundleId: account.StoreApp,
      Environment: account.Environment,
      ...change,
    }),
  });
  const google = (name: string, packageName = account.StoreApp): Receipt => ({
    Type: 'GoogleIap',
    GoogleIapPackageName: packageName,
    GoogleIapSubscriptionId: defaultProduct.GoogleIap,
    GoogleIapToken: `example-token-${name}`,
  });
  const amazon = (name: string, user = 'example-user'): Receipt => ({
    Type: 'AmazonIap',
    AmazonIapReceiptId: `example-receipt-${name}`,
    AmazonIapUserId: user,
  });
  const one = '200, one subscription';
  const refused = (code: string) => `422 ${code}`;
  const known = (make: (name: string) => Receipt): Omit<ExampleReceipt, 'Type'>[] => [
    { Name: 'Active', Expect: one, Request: make('active'), Bought: {} },
    { Name: 'Trial', Expect: one, Request: make('trial'), Bought: { Trial: TRIAL } },
    { Name: 'Canceled', Expect: one, Request: make('canceled'), Bought: { Status: 'Canceled' } },
    {
      Name: 'Expired',
      Expect: `${one}; an order is refused`,
      Request: make('expired'),
      Bought: { Status: 'Expired' },
    },
  ];
  const of = (Type: StoreType, list: Omit<ExampleReceipt, 'Type'>[]) =>
    list.map((example) => ({ Type, ...example }));
  return [
    ...of('AppleIap', [
      ...known((name) => apple(name)),
      {
        Name: 'Unknown',
        Expect: refused('InvalidReceipt'),
        Request: { Type: 'AppleIap', AppleIapReceipt: btoa('example-unknown') },
      },
      {
        Name: 'Malformed',
        Expect: refused('InvalidReceipt'),
        Request: { Type: 'AppleIap', AppleIapReceipt: 'example-malformed: no Base64' },
      },
      {
        Name: 'WrongEnvironment',
        Expect: refused('WrongEnvironment'),
        Request: apple('wrong-environment', { Environment: elsewhere }),
      },
      {
        Name: 'ForeignApp',
        Expect: refused('ForeignApp'),
        Request: apple('foreign-app', { BundleId: OTHER_APP }),
        Bought: { App: OTHER_APP },
      },
      { Name: 'DeletedAccount', Expect: refused('SubscriptionOver'), Request: apple('deleted-account') },
    ]),
    ...of('GoogleIap', [
      ...known((name) => google(name)),
      { Name: 'Unknown', Expect: refused('InvalidReceipt'), Request: google('unknown') },
      { Name: 'Malformed', Expect: refused('InvalidReceipt'), Request: google('malformed: no token') },
      {
        Name: 'WrongEnvironment',
        Expect: refused('WrongEnvironment'),
        Request: google('wrong-environment'),
        Bought: { Environment: elsewhere },
      },
      { Name: 'ForeignApp', Expect: refused('ForeignApp'), Request: google('foreign-app', OTHER_APP) },
    ]),
    ...of('AmazonIap', [
      ...known((name) => amazon(name)),
      { Name: 'Unknown', Expect: refused('InvalidReceipt'), Request: amazon('unknown') },
      { Name: 'Malformed', Expect: refused('InvalidReceipt'), Request: amazon('malformed, no receipt id') },
      {
        Name: 'WrongEnvironment',
        Expect: refused('WrongEnvironment'),
        Request: amazon('wrong-environment'),
        Bought: { Environment: elsewhere },
      },
      {
        Name: 'ForeignApp',
        Expect: refused('ForeignApp'),
        Request: amazon('foreign-app'),
        Bought: { App: OTHER_APP },
      },
      {
        Name: 'Revoked',
        Expect: refused('SubscriptionOver'),
        Request: amazon('revoked'),
        Bought: { Status: 'Revoked' },
      },
    ]),
  ];
}
