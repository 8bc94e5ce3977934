import { failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

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
  await sandbox.clock.advance('P1M');
  await sandbox.settle();
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
    'Each contract must have credits of its own.': creditsOf(other.ContractId) === 300,
  });
}
