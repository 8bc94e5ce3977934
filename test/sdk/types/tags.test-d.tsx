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
// @ts-expect-error: a slip in a name
export const slip = <clientlib-signup public-api-kye="a" plan-variant-id="b" />;
// @ts-expect-error: a number in place of text
export const wrong = <clientlib-portal token={5} />;

type PropsOf<Name extends keyof GlobalComponents> = InstanceType<GlobalComponents[Name]>['$props'];
export const inVue: PropsOf<'clientlib-signup'> = { 'public-api-key': 'a', 'plan-variant-id': 'b' };
// @ts-expect-error: a slip in a name
export const slipInVue: PropsOf<'clientlib-portal'> = { 'token-ur': '/portal-token' };
