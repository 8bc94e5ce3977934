import { expect, it, onTestFinished } from 'vitest';
import {
  consumerTermsHint,
  fieldsBeyondConsumerTerms,
} from '../../../../sandbox/src/hosts/command/consumer-terms.ts';
import { createSandbox, getWorkspaces } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type Period, periodUnits } from '../../../../sandbox/src/service/model/fields.ts';

const months = (Quantity: number): Period => ({ Unit: 'Month', Quantity });

it.each([
  [{}, []],
  [{ CancellationPeriod: months(1), LaterCancellationPeriod: months(1) }, []],
  [{ CancellationPeriod: months(3) }, ['CancellationPeriod of 3 months']],
  [{ LaterCancellationPeriod: months(2) }, ['LaterCancellationPeriod of 2 months']],
  [{ ContractPeriod: months(12) }, ['ContractPeriod of 12 months']],
  [{ ContractPeriod: months(12), LaterContractPeriod: months(1) }, []],
  [{ ContractPeriod: months(1), LaterContractPeriod: months(12) }, ['LaterContractPeriod of 12 months']],
  [{ ContractPeriod: months(12), EndAfterFirstContractPeriod: true }, []],
] as const)('of the terms %j, %j exceed what consumers can agree on', (terms, fields) => {
  expect(fieldsBeyondConsumerTerms({ EndAfterFirstContractPeriod: false, ...terms })).toEqual(fields);
});

it.each(periodUnits)('a month is the most of the unit %s', (Unit) => {
  const most = { Second: 2_678_400, Minute: 44_640, Hour: 744, Day: 31, Week: 4, Month: 1, Year: 0 }[Unit];
  const fields = (Quantity: number) =>
    fieldsBeyondConsumerTerms({ EndAfterFirstContractPeriod: false, CancellationPeriod: { Unit, Quantity } });
  expect([fields(most), fields(most + 1)]).toEqual([
    [],
    [`CancellationPeriod of ${most + 1} ${Unit.toLowerCase()}${most === 0 ? '' : 's'}`],
  ]);
});

it.each([
  [
    'DE',
    [
      '  Basic yearly (b00000000000000000000002): CancellationPeriod of 3 months, LaterContractPeriod of 12 months',
      '  Pro yearly, billed monthly (b00000000000000000000004): ContractPeriod of 12 months',
    ],
  ],
  ['AT', []],
])('an account in %s is told of %j', (Country, lines) => {
  const sandbox = createSandbox({ config: { Account: { Country } } });
  onTestFinished(() => sandbox.close());
  const [head, ...rest] = consumerTermsHint(getWorkspaces(sandbox).main).trimEnd().split('\n');
  expect(rest).toEqual(lines);
  expect(head).toMatch(
    lines.length === 0 ? /^$/ : /^Hint: for consumers in Germany, notice is at most a month/,
  );
});
