import { basicMonthly, basicYearly, failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

const sameDay = (one, other) => String(one).slice(0, 10) === String(other).slice(0, 10);

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const { cancel, endDate } = await load();
  const outcomes = [];
  // The third one has missed the notice of its first year.
  const late = await signUp(sandbox, { plan: basicYearly });
  await sandbox.clock.advance('P10M');
  for (const [{ ContractId }, end] of [
    [await signUp(sandbox, { plan: basicMonthly }), '2026-12-15'],
    [await signUp(sandbox, { plan: basicYearly }), '2027-11-15'],
    [late, '2028-01-15'],
  ]) {
    const shown = await endDate(service, ContractId);
    const untouched = (await service('GET', `/contracts/${ContractId}`)).EndDate === undefined;
    await cancel(service, ContractId);
    const { EndDate, LifecycleStatus } = await service('GET', `/contracts/${ContractId}`);
    outcomes.push({ shown: sameDay(shown, end), untouched, ends: sameDay(EndDate, end), LifecycleStatus });
  }
  return failed({
    'endDate must be the day that notice and term allow.': outcomes.every(({ shown }) => shown),
    'endDate must change nothing.': outcomes.every(({ untouched }) => untouched),
    'cancel must end the contract on that day.': outcomes.every(({ ends }) => ends),
    'The contract must run until then.': outcomes.every(
      ({ LifecycleStatus }) => LifecycleStatus === 'Active',
    ),
  });
}
