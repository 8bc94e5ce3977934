import { basicMonthly, failed, newSandbox, proMonthly, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const { priceOfUpgrade } = await load();
  const { ContractId } = await signUp(sandbox, { plan: basicMonthly });
  const austrian = await signUp(sandbox, { plan: basicMonthly, customer: { Address: { Country: 'AT' } } });
  await sandbox.clock.advance('P10D');
  const orders = (await service('GET', '/orders')).length;
  const right = [];
  for (const id of [ContractId, austrian.ContractId]) {
    const shown = await priceOfUpgrade(service, id, proMonthly);
    const order = { ContractId: id, Cart: { PlanVariantId: proMonthly } };
    const { Order } = await service('POST', '/orders/preview', order);
    right.push(shown === Order.TotalGross);
  }
  return failed({
    'The price must be the one that the service charges.': right[0],
    'It must count the VAT of the customer.': right[1],
    'Nothing must be ordered.': (await service('GET', '/orders')).length === orders,
  });
}
