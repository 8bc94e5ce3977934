// What the benchmarks of HTTP ask for.
import { idOf } from './contracts.mjs';

/** Contract that is read: one of a thousand or more. */
const READ = 500;

export const paths = {
  one: `/api/v1/contracts/${idOf('6a', READ)}`,
  list: '/api/v1/contracts?take=20',
  order: '/api/v1/orders',
  contract: (id) => `/api/v1/contracts/${id}`,
  planVariant: () => '/api/v1/planVariants/b00000000000000000000001',
};

export const orderBody = JSON.stringify({
  Customer: { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } },
  Cart: {
    PlanVariantId: 'b00000000000000000000001',
    ComponentSubscriptions: [{ ComponentId: 'd00000000000000000000001', Quantity: 3 }],
    CouponCode: 'WELCOME20',
  },
});

const json = { 'content-type': 'application/json' };

export async function tokenOf(url) {
  const answer = await fetch(`${url}/oauth/token/`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${btoa('c00000000000000000000001:sandbox-secret')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: 'grant_type=client_credentials',
  });
  return (await answer.json()).access_token;
}

/** Preview, order and payment of a signup, one after another on a connection. */
export function signupRequests() {
  const post = (path, body) => ({
    method: 'POST',
    path: `/api/v1/CustomerSelfService/signup/${path}`,
    headers: json,
    ...body,
  });
  return [
    post('preview', { body: orderBody }),
    post('order', {
      body: orderBody,
      onResponse: (_status, body, context) => {
        context.orderId = JSON.parse(body).OrderId;
      },
    }),
    post('pay', {
      setupRequest: (request, context) => ({
        ...request,
        body: JSON.stringify({
          OrderId: context.orderId,
          PublicApiKey: 'a00000000000000000000001',
          TetheredPaymentInformation: { Bearer: 'InvoicePayment' },
        }),
      }),
    }),
  ];
}
