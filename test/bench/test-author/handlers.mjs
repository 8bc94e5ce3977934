// A mock by hand of what `signup.mjs` calls: each answers with what a test of a page would look at.
import { HttpResponse, http } from 'msw';

export function handlers(baseUrl) {
  const orders = new Map();
  const contracts = new Map();
  const of = (path) => `${baseUrl}${path}`;
  return [
    http.post(of('/api/v1/CustomerSelfService/signup/order'), async ({ request }) => {
      const { Cart, Customer } = await request.json();
      const OrderId = `order-${orders.size}`;
      orders.set(OrderId, { Cart, Customer });
      return HttpResponse.json({ OrderId, GrossTotal: 11.78, Currency: 'EUR' });
    }),
    http.post(of('/providers/FakePSP/tokens'), () => HttpResponse.json({ Token: 'token' })),
    http.post(of('/api/v1/CustomerSelfService/signup/pay'), async ({ request }) => {
      const { OrderId } = await request.json();
      if (!orders.has(OrderId)) return HttpResponse.json({ Code: 'NotFound' }, { status: 404 });
      const ContractId = `contract-${contracts.size}`;
      contracts.set(ContractId, { Id: ContractId, LifecycleStatus: 'Active', ...orders.get(OrderId) });
      return HttpResponse.json({ OrderId, ContractId, CustomerId: 'customer' });
    }),
    http.post(of('/oauth/token/'), () => HttpResponse.json({ access_token: 'token', token_type: 'bearer' })),
    http.get(of('/api/v1/contracts/:id'), ({ params }) => HttpResponse.json(contracts.get(params.id))),
  ];
}
