import { failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const ada = await signUp(sandbox);
  const grace = await signUp(sandbox, { customer: { EmailAddress: 'grace@example.com' } });
  const joan = await signUp(sandbox, { customer: { EmailAddress: 'joan@example.com' } });
  const mary = await signUp(sandbox, { customer: { EmailAddress: 'mary@example.com' } });
  const decline = ({ ContractId }, Code, Times = 9) =>
    sandbox.payments.next({ ContractId, Times, Outcome: { Code } });
  decline(ada, 'InsufficientBalance');
  decline(grace, 'InsufficientBalance', 1);
  decline(grace, 'LimitExceeded');
  decline(mary, 'InsufficientBalance', 1);
  await sandbox.clock.advance('P1M');
  await sandbox.clock.advance('PT3H');
  sandbox.payments.clear();
  decline(joan, 'BearerExpired');
  const { why } = await load();
  const [first, second, third, fourth] = [
    await why(service, 'grace@example.com'),
    await why(service, 'ada@example.com'),
    await why(service, 'joan@example.com'),
    await why(service, 'mary@example.com'),
  ];
  return failed({
    'The code of grace@example.com is wrong.': first?.code === 'LimitExceeded',
    'What grace@example.com owes is wrong.': first?.owed === 11.78,
    'The code of ada@example.com is wrong.': second?.code === 'InsufficientBalance',
    'joan@example.com has paid.': third?.code === undefined && third?.owed === 0,
    'mary@example.com has paid after a payment that failed.':
      fourth?.code === 'InsufficientBalance' && fourth?.owed === 0,
  });
}
