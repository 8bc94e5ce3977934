import { failed, newSandbox, proTrial, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sent = [];
  const deliver = async (request) => {
    sent.push({ headers: request.headers, body: await request.json() });
    return new Response(null, { status: 204 });
  };
  const sandbox = newSandbox({ deliver });
  const service = await serviceOf(sandbox);
  await service('POST', '/webhooks', { Url: 'https://shop.example.com/webhooks' });
  const { receiver } = await load();
  const { receive, creditsOf } = receiver();
  const { ContractId } = await signUp(sandbox);
  const other = await signUp(sandbox);
  const trial = await signUp(sandbox, { plan: proTrial });
  await sandbox.settle();
  const preauthorized = [...sent];
  await sandbox.clock.advance('P1M');
  await sandbox.settle();
  for (const { headers, body } of preauthorized) await receive(headers, body);
  const inTrial = creditsOf(trial.ContractId);
  for (const { headers, body } of [...sent, ...sent, ...[...sent].reverse()]) await receive(headers, body);
  const before = creditsOf(ContractId);
  sandbox.payments.next({ ContractId, Times: 5, Outcome: { Code: 'BearerInvalid' } });
  sent.splice(0);
  await sandbox.clock.advance('P1M');
  await sandbox.settle();
  for (const { headers, body } of sent) await receive(headers, body);
  return failed({
    'Two paid periods must be 200 credits, however often webhooks come.': before === 200,
    'A period that is not paid must give nothing.': creditsOf(ContractId) === 200,
    'A preauthorization must give nothing.': inTrial === 0,
    'Each contract must have credits of its own.': creditsOf(other.ContractId) === 300,
  });
}
