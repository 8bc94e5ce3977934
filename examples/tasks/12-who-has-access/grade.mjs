import { failed, newSandbox, proTrial, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const { hasAccess } = await load();
  const none = await service('POST', '/customers', { FirstName: 'Nobody' });
  const active = await signUp(sandbox);
  const trial = await signUp(sandbox, { plan: proTrial });
  const canceled = await signUp(sandbox);
  await service('POST', `/contracts/${canceled.ContractId}/end`, {});
  const paused = await signUp(sandbox);
  await service('POST', `/contracts/${paused.ContractId}/pause`, {});
  const ask = ({ CustomerId }) => hasAccess(service, CustomerId);
  const now = {
    none: await hasAccess(service, none.Id),
    active: await ask(active),
    trial: await ask(trial),
    canceled: await ask(canceled),
    paused: await ask(paused),
  };
  await sandbox.clock.advance('P2M');
  const ended = await ask(canceled);
  return failed({
    'A customer without a contract must have no access.': now.none === false,
    'An active contract must give access.': now.active === true,
    'A trial must give access.': now.trial === true,
    'A canceled contract must give access until it ends.': now.canceled === true,
    'A paused contract must give no access.': now.paused === false,
    'A contract that has ended must give no access.': ended === false,
  });
}
