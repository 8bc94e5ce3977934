// The tags in JSX, and the components: must compile with the types of React 18 and 19. Slips must not.
import { Portal, Signup } from 'clientlib/react';

export const page = (
  <>
    <clientlib-signup public-api-key="a" plan-variant-id="b" locale="de" class="wide" />
    <clientlib-portal token-url="/portal-token" task="payment" return-url="/account" />
    <clientlib-pricing public-api-key="a" signup-url="/join?plan={plan}" highlight-plan="b" />
    <clientlib-cancel declare-url="/declarations" open="" />
    <clientlib-withdraw declare-url="/declarations" />
    <Signup publicApiKey="a" customer={{ FirstName: 'Ada' }} onSignedup={({ OrderId }) => OrderId.trim()} />
    <Portal
      tokenUrl="/portal-token"
      texts={{ changePlan: 'Edit' }}
      onChanged={({ details }) => details.Contract.Id}
    />
    {/* @ts-expect-error: the key is missing */}
    <clientlib-signup plan-variant-id="b" />
    {/* @ts-expect-error: the address is missing */}
    <clientlib-cancel />
    {/* @ts-expect-error: a number in place of text */}
    <clientlib-portal token={5} />
    {/* @ts-expect-error: a slip in a name */}
    <Signup publicApiKey="a" planVariant="b" />
    {/* @ts-expect-error: the name of no text */}
    <Portal token="a" texts={{ chnagePlan: 'Edit' }} />
  </>
);
