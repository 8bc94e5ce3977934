import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import type { PaymentProviderRole } from '../../../../sandbox/src/service/model/payment.ts';
import {
  bearerName,
  type ProviderDefinition,
  providerDefinitions,
} from '../../../../sandbox/src/service/simulation/provider-definitions.ts';
import { testData } from '../../../../sandbox/src/service/simulation/test-data.ts';

/* These tables of the guides are made from the tables of the simulation. */

const table = (head: string[], rows: string[][]) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

const dataTable = table(
  ['Kind', 'Enter', 'What happens', 'Error code'],
  testData.map(({ Kind, Value, Outcome, Fails, Refused, Down, Returned }) => {
    const code = Fails?.Code ?? Refused ?? Returned?.Code ?? (Down === true ? 'PspServerError' : undefined);
    const shown = code === undefined ? '' : code === '' ? '`""`: `UnmappedError`' : `\`${code}\``;
    return [Kind, `\`${Value}\``, Outcome, shown];
  }),
);

const facts = ({ AnswersAfterMinutes, Seconds, RateLimit, SupportsRefunds }: ProviderDefinition) =>
  [
    AnswersAfterMinutes === undefined ? '' : `reports the outcome ${AnswersAfterMinutes} minutes later`,
    Seconds === undefined ? '' : `takes ${Seconds} seconds`,
    RateLimit === undefined ? '' : `${RateLimit.Requests} token requests in ${RateLimit.Seconds} seconds`,
    SupportsRefunds ? '' : 'does not support refunds',
  ].filter((fact) => fact !== '');

const providerTable = table(
  ['Bearer', 'Flow', 'Data', 'Notes'],
  providerDefinitions.flatMap((definition) =>
    Object.entries(definition.Bearers).map(([role, bearer]) => [
      `\`${bearerName(role as PaymentProviderRole, definition.Name)}\``,
      bearer.Kind,
      bearer.Kind === 'Redirect' ? `${bearer.Data}; page: ${bearer.Page}` : bearer.Data,
      [
        bearer.Challenge === true ? '3-D Secure' : '',
        bearer.MandateRequired === true ? 'mandate required' : '',
        bearer.SettlesAfterDays === undefined ? '' : `pending for ${bearer.SettlesAfterDays} days`,
        bearer.AddressFixed === true ? 'the e-mail address cannot be changed at the checkout' : '',
        ...facts(definition),
      ]
        .filter((fact) => fact !== '')
        .join(', '),
    ]),
  ),
);

it.each([
  ['docs/payments.md', 'providers', providerTable],
  ['docs/payment-outcomes.md', 'test data', dataTable],
])('%s has the table of %s', async (file, name, made) => {
  const before = await readFile(file, 'utf8');
  const place = new RegExp(`(<!-- table: ${name} -->)[^]*?(<!-- end -->)`);
  expect(before).toMatch(place);
  const after = before.replace(place, (_all, start, end) => `${start}\n${made}\n${end}`);
  // Brought up to date where somebody works on it; in CI a table that is not is an error.
  if (process.env['CI'] === undefined && after !== before) await writeFile(file, after);
  else expect(after).toBe(before);
});
