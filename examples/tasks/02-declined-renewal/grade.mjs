import { failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const { receiver } = await load();
  const { handle, statusOf } = receiver(service);
  const events = [];
  sandbox.on('event', (event) => events.push(event));
  const taken = [];
  const deliver = async () => {
    for (const event of events.splice(0)) {
      taken.push(event);
      await handle(event);
    }
  };
  const { ContractId, CustomerId } = await signUp(sandbox);
  await deliver();
  const first = statusOf(CustomerId);
  sandbox.payments.next({ ContractId, Outcome: { Code: 'InsufficientBalance' } });
  await sandbox.clock.advance('P1M');
  await deliver();
  const declined = statusOf(CustomerId);
  const paid = await signUp(sandbox);
  await deliver();
  const other = statusOf(CustomerId);
  await sandbox.clock.advance('PT3H');
  await deliver();
  const recovered = statusOf(CustomerId);
  for (const event of taken.filter(({ Event }) => Event === 'PaymentFailed')) await handle(event);
  const contract = await service('GET', `/contracts/${ContractId}`);
  return failed({
    'After the signup the customer must be active.': first === 'active',
    'After the declined renewal the customer must be overdue.': declined === 'overdue',
    'A payment of somebody else must change nothing.':
      other === 'overdue' && statusOf(paid.CustomerId) === 'active',
    'After the repeat has been paid the customer must be active again.': recovered === 'active',
    'An event that comes twice and late must change nothing.': statusOf(CustomerId) === 'active',
    'The contract must go on.': contract.LifecycleStatus === 'Active' && contract.EndDate === undefined,
  });
}
