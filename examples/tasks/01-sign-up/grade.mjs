import { baseUrl, documents, failed, fetchOf, newSandbox, publicApiKey } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox();
  const { checkout } = await load();
  const shop = checkout({ baseUrl, fetch: fetchOf(sandbox), publicApiKey });
  const card = { expiryMonth: '12', expiryYear: '2039', cardHolder: 'Ada Lovelace', cvc: '123' };
  const customer = {
    FirstName: 'Ada',
    LastName: 'Lovelace',
    EmailAddress: 'ada@example.com',
    Address: { Country: 'DE' },
  };
  const sale = await shop.begin('b00000000000000000000001', customer);
  const declined = await sale.pay({ ...card, cardNumber: '4000000000000002' }).then(
    () => undefined,
    (error) => error,
  );
  sandbox.faults.add({ Path: '*/signup/pay', Fault: { Status: 500 } });
  const down = await sale.pay({ ...card, cardNumber: '4111111111111111' }).then(
    () => undefined,
    (error) => error,
  );
  sandbox.faults.clear();
  const contractId = await sale.pay({ ...card, cardNumber: '4111111111111111' });
  const [contract] = documents(sandbox, 'contracts');
  return failed({
    'A declined card must reject.': declined !== undefined,
    'An error that another card may help against must have retry: true.': declined?.retry === true,
    'No other card helps while the service is down: retry must be false.': down?.retry === false,
    'The second card must make the contract.': contract?.LifecycleStatus === 'Active',
    'pay must resolve with the id of the contract.': contractId === contract?.Id,
    'One sale must be one order.': documents(sandbox, 'orders').length === 1,
  });
}
