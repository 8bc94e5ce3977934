import { newReceiver, openInspector, paidSignup, signUp } from './mounted.ts';

/** A sandbox in which a month has passed, with a document of each kind in each state that a view tells apart. */
export async function makeWorld() {
  const receiver = newReceiver();
  const mounted = await openInspector('faults', { webhooks: [receiver.url], deliver: receiver.deliver });
  const { api } = mounted;
  const next = (ContractId: string, Code: string) =>
    api('POST', '/sandbox/payments/next', { ContractId, Outcome: { Code } });
  const { Id: account, CustomerId: customer } = await signUp(api);
  const declined = await paidSignup(mounted);
  const escalated = await paidSignup(mounted);
  const { Id: company } = await api('POST', '/api/v1/customers', {
    CompanyName: 'Navy GmbH',
    FirstName: 'Grace',
    LastName: 'Hopper',
    VatId: 'DE123456789',
    ExternalCustomerId: 'K-7',
    Address: { Street: 'Karl Straße', HouseNumber: '5', PostalCode: '12345', City: 'Ulm', Country: 'DE' },
  });
  await api('PATCH', `/api/v1/customers/${company}`, { IsLocked: true });
  await next(declined, 'InsufficientBalance');
  await next(escalated, 'BearerInvalid');
  await api('POST', '/sandbox/clock', { Advance: 'P1M' });
  await api('POST', `/api/v1/contracts/${account}/payment`, { Amount: 5, Description: 'Part' });
  const invoicesOf = async (contract: string): Promise<{ readonly Id: string }[]> =>
    api('GET', `/api/v1/invoices?contractId=${contract}`);
  const [open, part] = (await invoicesOf(account)).map(({ Id }) => Id);
  const paid = (await invoicesOf(declined)).at(-1)?.Id;
  const { Id: credit } = await api('POST', `/api/v1/invoices/${open}/creditNote`, {
    Amount: 1.19,
    Reason: 'Late',
  });
  const { Id: signup } = await api('POST', '/api/v1/orders', {
    Customer: { FirstName: 'Wait', LastName: 'Ing', Address: { Country: 'AT' } },
    Cart: { PlanVariantId: 'b00000000000000000000003', CouponCode: 'WELCOME20' },
  });
  const { Id: upgrade } = await api('POST', '/api/v1/orders', {
    ContractId: account,
    Cart: { PlanVariantId: 'b00000000000000000000003' },
  });
  const completed = (await api('GET', '/api/v1/orders?status=Completed')).at(-1).Id;
  const { Id: overpaid } = await signUp(api, 'Over');
  await api('POST', `/api/v1/contracts/${overpaid}/payment`, { Amount: 20, Description: 'Twice' });
  const { Id: settled } = await signUp(api, 'Even');
  await api('POST', `/api/v1/contracts/${settled}/payment`, { Amount: 11.78, Description: 'Transfer' });
  const other = {
    failure: (await api('GET', `/api/v1/paymentTransactions?contractId=${declined}`))[0].Id,
    payer: (await api('GET', `/api/v1/contracts/${declined}`)).CustomerId,
  };
  const ids = {
    account,
    customer,
    declined,
    escalated,
    company,
    open,
    part,
    paid,
    credit,
    signup,
    upgrade,
    completed,
    overpaid,
    settled,
    ...other,
  };
  return { mounted, receiver, ids: ids as Readonly<Record<string, string>> };
}
