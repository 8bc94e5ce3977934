import { failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const ada = await signUp(sandbox);
  const grace = await signUp(sandbox, { customer: { EmailAddress: 'grace@example.com' } });
  const joan = await signUp(sandbox, { customer: { EmailAddress: 'joan@example.com' } });
  const decline = ({ ContractId }, Code) =>
    sandbox.payments.next({ ContractId, Times: 9, Outcome: { Code } });
  decline(ada, 'InsufficientBalance');
  decline(grace, 'LimitExceeded');
  await sandbox.clock.advance('P1M');
  sandbox.payments.clear();
  decline(joan, 'BearerExpired');
  const { why } = await load();
  const [first, second, third] = [
    await why(service, 'grace@example.com'),
    await why(service, 'ada@example.com'),
    await why(service, 'joan@example.com'),
  ];
  return failed({
    'The code of grace@example.com is wrong.': first?.code === 'LimitExceeded',
    'What grace@example.com owes is wrong.': first?.owed === 11.78,
    'The code of ada@example.com is wrong.': second?.code === 'InsufficientBalance',
    'joan@example.com has paid.': third?.code === undefined && third?.owed === 0,
  });
}
