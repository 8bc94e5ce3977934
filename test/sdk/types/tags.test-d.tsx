/** @jsxImportSource react */
// The tags of the drop-in in JSX and in templates of Vue compile, and slips in them do not. Nothing of this runs.
import type { Signup } from 'clientlib/react';
import type { Portal } from 'clientlib/vue';
import type { GlobalComponents } from 'vue';

export type Loaded = [typeof Signup, typeof Portal];

export const signup = (
  <clientlib-signup public-api-key="a" plan-variant-id="b" locale="de" className="wide" />
);
export const portal = <clientlib-portal token-url="/portal-token" />;
// Each kind of attribute of each tag: texts, lists and flags. What must be there cannot be left out.
export const all = (
  <>
    <clientlib-signup
      public-api-key="a"
      plan-variant-ids="b c"
      hide-coupon=""
      card-types="visa"
      consent="terms"
    />
    <clientlib-pricing
      public-api-key="a"
      signup-url="/join?plan={plan}"
      plan-variant-ids="b c"
      coupon-code="X"
    />
    <clientlib-portal token="t" task="payment" payment-methods="InvoicePayment" return-url="/account" />
    <clientlib-cancel declare-url="/declare" open="" />
    <clientlib-withdraw declare-url="/declare" theme="round" />
  </>
);
// @ts-expect-error: no key
export const noKey = <clientlib-pricing plan-variant-ids="b c" />;
// @ts-expect-error: no address
export const noAddress = <clientlib-cancel open="" />;
// @ts-expect-error: a slip in a name
export const slip = <clientlib-signup public-api-kye="a" plan-variant-id="b" />;
// @ts-expect-error: a number in place of text
export const wrong = <clientlib-portal token={5} />;

type PropsOf<Name extends keyof GlobalComponents> = InstanceType<GlobalComponents[Name]>['$props'];
export const inVue: PropsOf<'clientlib-signup'> = { 'public-api-key': 'a', 'plan-variant-ids': 'b c' };
export const tableInVue: PropsOf<'clientlib-pricing'> = { 'public-api-key': 'a', 'signup-url': '/join' };
export const buttonInVue: PropsOf<'clientlib-cancel'> = { 'declare-url': '/declare', open: '' };
// @ts-expect-error: a slip in a name
export const slipInVue: PropsOf<'clientlib-portal'> = { 'token-ur': '/portal-token' };
