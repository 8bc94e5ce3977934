import { readFile, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { eventCatalogue, eventNames } from '../../../../sandbox/src/service/model/event-catalogue.ts';

const FILE = 'docs/webhooks.md';
const MARKS = /<!-- events -->\n[\s\S]*<!-- \/events -->/;

/** The catalogue as the table of the documentation. */
function table(): string {
  const code = (field: string) => `\`${field}\``;
  const rows = eventNames.map((name) => {
    const { when, always, sometimes } = eventCatalogue[name];
    const fields = [...always.map(code), ...sometimes.map((field) => `[${code(field)}]`)];
    return `| \`${name}\` | ${when} | ${fields.join(', ')} |`;
  });
  return ['| Event | Sent when | Carries |', '|---|---|---|', ...rows].join('\n');
}

it('the table of events in docs/webhooks.md matches the catalogue', async () => {
  const before = await readFile(FILE, 'utf8');
  const after = before.replace(MARKS, () => `<!-- events -->\n${table()}\n<!-- /events -->`);
  // Written here and checked in CI, as the coverage of the specification is.
  if (process.env['CI'] === undefined && after !== before) await writeFile(FILE, after);
  else expect(before).toBe(after);
});

it('the catalogue lists every event of the service once', () => {
  const documented =
    `OrderSucceeded ContractCreated ContractChanged ContractDataChanged ContractCancelled ContractDeleted
    CustomerCreated CustomerChanged CustomerDeleted CustomerLocked CustomerUnlocked AccountCreated
    RecurringBillingApproaching TrialEndApproaching InvoiceCreated InvoiceCorrected DunningCreated
    PaymentBearerExpiring PaymentBearerExpired DebitAuthCancelled PaymentDataChanged PaymentEscalated
    PaymentEscalationReset PaymentSucceeded PaymentFailed PaymentProcessStatusChanged PaymentRegistered
    PlanCreated PlanChanged PlanDeleted PlanVariantCreated PlanVariantChanged PlanVariantDeleted
    ComponentCreated ComponentChanged ComponentDeleted AccountingExportFileCreated PaymentsExportFileCreated
    ReportSucceeded ReportFailed AutomaticDowngradeInsufficientBalance InsufficientBalanceForNextBilling`.split(
      /\s+/,
    );
  // The notes name no event for it.
  documented.push('ContractCancellationRevoked');
  expect([...eventNames].sort()).toEqual(documented.sort());
});
