import { basicMonthly, basicYearly, failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

const sameDay = (one, other) => String(one).slice(0, 10) === String(other).slice(0, 10);

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const { cancel, endDate } = await load();
  const outcomes = [];
  for (const [plan, end] of [
    [basicMonthly, '2026-02-15'],
    [basicYearly, '2027-01-15'],
  ]) {
    const { ContractId } = await signUp(sandbox, { plan });
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
