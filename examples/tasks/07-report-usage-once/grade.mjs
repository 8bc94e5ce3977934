import { basicMonthly, failed, newSandbox, serviceOf, signUp } from '../grader.mjs';

export async function grade(load) {
  const sandbox = newSandbox();
  const service = await serviceOf(sandbox);
  const { ContractId } = await signUp(sandbox, { plan: basicMonthly });
  const { report } = await load();
  const reported = [];
  const send = async (hour, apiCalls) => {
    for (let tries = 0; tries < 3; tries += 1) {
      try {
        await report(service, ContractId, hour, apiCalls);
        return reported.push(hour);
      } catch {
        // The answer was lost; the job runs again.
      }
    }
  };
  await send('2026-01-15T10', 700);
  sandbox.faults.add({ Path: '*/usage', Times: 1, Fault: { DropResponse: true } });
  await send('2026-01-15T11', 500);
  await send('2026-01-15T12', 500);
  await report(service, ContractId, '2026-01-15T12', 500).catch(() => {});
  const all = await service('GET', `/contracts/${ContractId}/usage?take=500`);
  const sum = all.reduce((total, { Quantity }) => total + Quantity, 0);
  const hours = new Set(all.map(({ DueDate }) => DueDate.slice(0, 13)));
  return failed({
    'Every hour must be reported.': reported.length === 3 && all.length >= 3,
    'An hour whose answer was lost must count once.': sum === 1700,
    'The date of use must be the hour.': reported.every((hour) => hours.has(hour)),
  });
}
