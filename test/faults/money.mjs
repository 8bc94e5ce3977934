// The mistakes of money that an audit once found, planted again: `id` begins with the number of its row there.
// `npm run test:faults -- --lives 1000 7 row` lives 1,000 random lives by seed 7 with each.

/** @param {string} name @returns {string} */
const unit = (name) => `test/sandbox/service/domain/${name}.test.ts`;

const annulment = {
  file: 'sandbox/src/service/domain/contracts/contract-annulment.ts',
  text: `  for (const draft of tx.invoiceDrafts.where('ContractId', contractId)) tx.invoiceDrafts.delete(draft.Id);
  for (const invoice of tx.invoices.where('ContractId', contractId)) {
    const lines = reversedLines(tx, subject, invoice);
    if (lines.every(({ TotalGross }) => TotalGross === 0)) continue;
    correctInvoice(tx, invoice, correctionOf(tx, subject, invoice, lines));
  }
`,
  tests: [unit('drafts-and-credit')],
};

/**
 * An annulment that forgets what some drafts credited.
 * @param {string} isForgotten
 */
const forgetting = (isForgotten) => `  const drafts = [...tx.invoiceDrafts.where('ContractId', contractId)];
  const isForgotten = (draft) => ${isForgotten};
  for (const draft of drafts) if (!isForgotten(draft)) tx.invoiceDrafts.delete(draft.Id);
  for (const invoice of tx.invoices.where('ContractId', contractId)) {
    const lines = reversedLines(tx, subject, invoice);
    if (lines.every(({ TotalGross }) => TotalGross === 0)) continue;
    correctInvoice(tx, invoice, correctionOf(tx, subject, invoice, lines));
  }
  for (const draft of drafts) if (isForgotten(draft)) tx.invoiceDrafts.delete(draft.Id);
`;

const credits = 'draft.ItemList.some(({ CreditedLineItemId }) => CreditedLineItemId !== undefined)';
const onlyCredits = 'draft.ItemList.every(({ CreditedLineItemId }) => CreditedLineItemId !== undefined)';

/** @type {import('./faults.mjs').Fault[]} */
export const moneyFaults = [
  {
    id: 'row-1-empty-country-is-a-country',
    file: 'sandbox/src/service/domain/orders/order-price.ts',
    text: 'return withoutEmptyTexts(Customer ?? {});',
    fault: 'return Customer ?? {};',
    why: 'a customer without a country pays no VAT',
    tests: [unit('taxes-of-documents')],
  },
  {
    ...annulment,
    id: 'row-2a-annulled-draft-of-a-credit-note',
    fault: forgetting('draft.OriginalInvoiceId !== undefined'),
    why: 'an annulment after a credit note that was not sent leaves its amount open',
  },
  {
    ...annulment,
    id: 'row-2b-annulled-draft-of-a-change',
    fault: forgetting(`${credits} && !(${onlyCredits})`),
    why: 'an annulment after a change that was not sent leaves what the change credited open',
  },
  {
    ...annulment,
    id: 'row-2c-annulled-draft-of-an-end',
    fault: forgetting(
      `${onlyCredits} && draft.OriginalInvoiceId === undefined && contract.EndDate !== undefined`,
    ),
    why: 'an annulment after an end whose credit was not sent leaves that credit open',
  },
  {
    ...annulment,
    id: 'row-2d-annulled-draft-of-a-pause',
    fault: forgetting(
      `${onlyCredits} && draft.OriginalInvoiceId === undefined && (contract.CurrentPause ?? contract.LastPause) !== undefined`,
    ),
    why: 'an annulment after a pause whose credit was not sent leaves that credit open',
  },
  {
    id: 'row-3-credit-that-a-draft-will-bill',
    file: 'sandbox/src/service/domain/payments/credit-balance.ts',
    text: '({ TotalGross }) => Math.max(0, TotalGross)',
    fault: '() => 0',
    why: 'what was paid for a draft is paid out and charged again',
    tests: [unit('drafts-and-credit')],
  },
  {
    id: 'row-4a-quota-once-a-bill',
    file: 'sandbox/src/service/domain/billing/quota.ts',
    text: `const key = \`\${ComponentId} \${period.start}\`;`,
    fault: 'const key = ComponentId;',
    why: 'usage of two months on one bill has the free units of one',
    tests: [unit('usage-by-date')],
  },
  {
    id: 'row-4b-usage-at-the-rate-of-the-bill',
    file: 'sandbox/src/service/domain/billing/usage-billing.ts',
    text: 'singleLines(terms, product, charged, start, reductions, { start, end })',
    fault: `singleLines(terms, { ...product, policy: { ...product.policy, Entries: [{ Country: terms.situation.Country, Rate: vatRate(product.policy, terms.situation, dueBy), TaxDefinitionId: '' }] } }, charged, start, reductions, { start, end })`,
    why: 'usage before a change of the VAT rate is taxed at the new rate',
    tests: [unit('usage-by-date')],
  },
  {
    id: 'row-4b-rated-item-at-the-rate-of-the-bill',
    file: 'sandbox/src/service/domain/billing/usage-billing.ts',
    text: ': itemLines(terms, product, Quantity, { start: instant(PeriodStart), end: instant(PeriodEnd) });',
    fault: `: singleLines(terms, product, Quantity, billedAt, [], { start: instant(PeriodStart), end: instant(PeriodEnd) });`,
    why: 'a rated item of June is taxed at the rate of July',
    tests: [unit('usage-by-date')],
  },
  {
    id: 'row-4b-rated-item-that-is-not-cut',
    file: 'sandbox/src/service/domain/pricing/pricing.ts',
    text: 'const cuts = cutsIn(terms, product, [], span.start, span.end);',
    fault: 'const cuts = [span.end];',
    why: 'a rated item across a change of the VAT rate has one rate',
    tests: [unit('usage-by-date')],
  },
  {
    id: 'row-4c-discount-of-the-day-of-the-bill',
    file: 'sandbox/src/service/domain/billing/usage-billing.ts',
    text: `    const reductions = reductionsOf(subject.prices, terms.calendar, subject.discounts);
    const made`,
    fault: `    const reductions = reductionsOf(subject.prices, terms.calendar, subject.discounts).filter((one) => one.start <= dueBy && dueBy < one.end).map((one) => ({ ...one, start: 0, end: Number.POSITIVE_INFINITY }));
    const made`,
    why: 'usage within a discount costs its full price when the discount is over at the bill',
    tests: [unit('usage-by-date')],
  },
  {
    id: 'row-5a-discount-that-stays-in-the-trial',
    file: 'sandbox/src/service/domain/contract-facts/billed-elsewhere.ts',
    text: 'if (from === undefined || to === undefined || from === to) return discounts;',
    fault: 'if (from !== 0) return discounts;',
    why: 'a trial that ends early takes days of the discount along',
    tests: [unit('first-paid-day')],
  },
  {
    id: 'row-5a-discount-of-a-trial-that-was-to-end',
    file: 'sandbox/src/service/domain/contract-facts/billed-elsewhere.ts',
    text: 'const [from, to] = [plannedStart(before), firstBilled(after)];',
    fault: 'const [from, to] = [firstBilled(before), firstBilled(after)];',
    why: 'a change of a contract that was to end in its trial does not move the discount',
    tests: [unit('first-paid-day')],
  },
  {
    id: 'row-5b-discount-ordered-in-a-trial-starts-at-once',
    file: 'sandbox/src/service/domain/contracts/contract-change.ts',
    text: 'const reduced = timestamp(Math.max(at, firstBilled(changed) ?? at));',
    fault: 'const reduced = timestamp(at);',
    why: 'a coupon that is entered in a trial reduces free days',
    tests: [unit('first-paid-day')],
  },
  {
    id: 'row-6-credit-note-with-the-taxes-of-today',
    file: 'sandbox/src/service/domain/billing/invoices.ts',
    text: 'invoiceOf(tx, subject, lines, tx.now, tx.stamp(), invoice)',
    fault: 'invoiceOf(tx, subject, lines, tx.now, tx.stamp())',
    why: 'a credit note of an invoice with 20 % VAT says reverse charge',
    tests: [unit('taxes-of-documents')],
  },
  {
    id: 'row-6-credit-of-a-change-with-the-taxes-of-today',
    file: 'sandbox/src/service/domain/billing/tax-facts.ts',
    text: 'const key = credited === undefined ? now : taxKey(tx, credited);',
    fault: 'const key = now;',
    why: 'a change credits 20 % VAT on a document with reverse charge',
    tests: [unit('taxes-of-documents')],
  },
  {
    id: 'row-7-on-and-on-again',
    file: 'sandbox/src/service/domain/contracts/one-of-each.ts',
    text: 'if (second === undefined) return;',
    fault: 'if (second !== one) return;',
    why: 'a component that is on or off is billed twice',
    tests: [unit('component-rules')],
  },
  {
    id: 'row-8-targets-that-stay',
    file: 'sandbox/src/service/domain/catalogue/catalogue-management.ts',
    text: ': reduced.filter((id) => !(id in Targets));',
    fault: ': reduced;',
    why: 'a discount goes on to reduce what was taken away from it',
    tests: [unit('component-rules')],
  },
  {
    id: 'row-9-late-debit-that-stays',
    file: 'sandbox/src/service/domain/payments/ledger.ts',
    text: 'if (entry.Amount < 0 && Balance < 0) settleCredit(tx, contract);',
    fault: 'if (entry.Amount < 0 && Balance < 0 && tx.now < 0) settleCredit(tx, contract);',
    why: 'a direct debit that settles after an annulment is never paid out',
    tests: [unit('money-back')],
  },
  {
    id: 'row-10-trial-end-bills-what-was-billed-elsewhere',
    file: 'sandbox/src/service/domain/contracts/lifecycle.ts',
    text: 'return contract.Store !== undefined || elsewhereAfter(contract, at) !== undefined;',
    fault: 'return contract.Store !== undefined && elsewhereAfter(contract, at) !== undefined;',
    why: 'a trial within BilledUntil is billed at its end, and not on the date that the contract names',
    tests: [unit('first-paid-day'), unit('billing-edges')],
  },
  {
    id: 'row-10-contract-names-the-start-of-the-plan',
    file: 'sandbox/src/service/domain/contract-facts/next-billing-date.ts',
    text: 'contract.BilledUntil === undefined || isBilledElsewhere(contract)',
    fault: 'contract.BilledUntil === undefined && !isBilledElsewhere(contract)',
    why: 'the contract names a date of the next billing on which nothing is billed',
    tests: [unit('first-paid-day')],
  },
  {
    id: 'row-11-preview-without-a-planned-change',
    file: 'sandbox/src/service/domain/billing/next-billing.ts',
    text: 'const bill = next.isChange',
    fault: 'const bill = next.at < 0',
    why: 'the preview of a planned change shows a renewal that never comes',
    tests: [unit('next-recurring')],
  },
  {
    id: 'row-11-preview-without-a-pause',
    file: 'sandbox/src/service/domain/billing/next-billing.ts',
    text: 'if (pause !== undefined) return resumed',
    fault: 'if (pause !== undefined && tx.now < 0) return resumed',
    why: 'the preview shows an invoice that a pause prevents',
    tests: [unit('next-recurring')],
  },
  {
    id: 'row-11-preview-with-what-is-billed-before',
    file: 'sandbox/src/service/domain/billing/next-billing.ts',
    text: 'const subject = settledBetween(tx, planned, tx.now, next.at);',
    fault: 'const subject = planned;',
    why: 'the preview shows a component that is billed earlier, at its own start or end',
    tests: [unit('next-recurring')],
  },
  {
    id: 'row-12-days-that-begin-in-the-afternoon',
    file: 'sandbox/src/service/domain/contracts/granularity.ts',
    text: 'return isDaily ? calendarOf(tx.account.TimeZone).startOfDay(at) : at;',
    fault: 'return isDaily && at < 0 ? calendarOf(tx.account.TimeZone).startOfDay(at) : at;',
    why: 'phases and periods begin at the time of a request',
    tests: [unit('time-granularity')],
  },
  {
    id: 'row-13-posted-component-billed-when-another-ends',
    file: 'sandbox/src/service/domain/billing/recurring-billing.ts',
    text: 'billComponents(tx, settled, (one) => turnsAt(one, at))',
    fault: 'billComponents(tx, settled, () => at > 0)',
    why: 'a component without an order is billed when another one ends by its date',
    tests: [unit('component-rules')],
  },
  {
    id: 'row-13-posted-component-billed-with-an-order',
    file: 'sandbox/src/service/domain/billing/phase-billing.ts',
    text: '(one) => ordered.includes(one)',
    fault: '(one) => ordered.includes(one) || one.BilledUntil === undefined',
    why: 'a component without an order is billed when an order adds or ends another one',
    tests: [unit('component-rules')],
  },
  {
    id: 'row-13-posted-component-billed-by-the-order-that-ends-it',
    file: 'sandbox/src/service/domain/contracts/contract-change.ts',
    text: 'const isPaidBeyond = one.BilledUntil !== undefined && instant(one.BilledUntil) > at;',
    fault: 'const isPaidBeyond = one.BilledUntil !== undefined && instant(one.BilledUntil) > at && at < 0;',
    why: 'an order invoices more than it showed when it ends a component without an order',
    tests: [unit('component-rules')],
  },
  {
    id: 'row-14-end-of-a-component-that-moves-afterwards',
    file: 'sandbox/src/service/domain/contracts/component-subscriptions.ts',
    text: 'return one.EndDate !== undefined && instant(one.EndDate) <= tx.now;',
    fault: 'return one.EndDate !== undefined && instant(one.EndDate) <= 0;',
    why: 'days that have passed without a component are billed as used',
    tests: [unit('component-rules')],
  },
  {
    id: 'row-15-quota-that-names-a-component-twice',
    file: 'sandbox/src/service/domain/catalogue/catalogue-rules.ts',
    text: 'if (first < at)',
    fault: 'if (first > at)',
    why: 'which of two quotas holds is unclear',
    tests: [unit('component-rules')],
  },
  {
    id: 'row-15-payment-for-an-invoice-settles-the-oldest',
    file: 'sandbox/src/service/domain/payments/receivables.ts',
    text: "Type === 'Payment' && InvoiceId !== undefined && PaymentTransactionId === undefined;",
    fault: "Type === 'Payment' && InvoiceId === undefined && PaymentTransactionId === undefined;",
    why: 'a payment that names its invoice leaves that invoice open',
    tests: [unit('ledger')],
  },
  {
    id: 'row-15-empty-text-is-a-value',
    file: 'sandbox/src/service/http/wire/casing.ts',
    text: "(entry === '' && reading.emptyTextUnsets && isUnsetByEmptyText(child))",
    fault: "(entry === '' && reading.emptyTextUnsets && path === ' ')",
    why: 'an optional id, time or enumeration that is left empty is rejected',
    tests: ['test/sandbox/service/wire/unset-values.test.ts'],
  },
  {
    id: 'row-16-aborted-request-is-done',
    file: 'sandbox/src/sandbox/workspace-view.ts',
    text: '  request.signal.throwIfAborted();\n',
    fault: '',
    why: 'a preview that was superseded arrives in process',
    tests: ['test/sandbox/sandbox/aborted-request.test.ts'],
  },
  {
    id: 'who-has-left-gets-an-answer',
    file: 'sandbox/src/sandbox/workspace-view.ts',
    text: 'init?.signal?.throwIfAborted();',
    fault: '',
    why: 'a call in process that was aborted goes on as if nobody had left',
    tests: ['test/sandbox/sandbox/aborted-request.test.ts'],
  },
  {
    id: 'quota-of-the-plan-that-bills',
    file: 'sandbox/src/service/domain/billing/quota.ts',
    text: 'const quota = variantOf(prices, variantId).Quota.find(',
    fault: 'const quota = variantOf(prices, contract.PlanVariantId ?? variantId).Quota.find(',
    why: 'usage that was included in a plan is charged after a downgrade',
    tests: [unit('usage-by-date')],
  },
  {
    id: 'late-usage-with-a-quota-of-its-own',
    file: 'sandbox/src/service/domain/billing/quota.ts',
    text: 'for (const billed of billedIn(tx, subject, period, ComponentId)) take(billed.usage, key, billed.quota);',
    fault: 'billedIn(tx, subject, period, ComponentId);',
    why: 'usage that is reported late has the quota of its period a second time',
    tests: [unit('usage-by-date')],
  },
  {
    id: 'setup-fee-of-an-annulled-contract',
    file: 'sandbox/src/service/domain/orders/first-contract.ts',
    text: "LifecycleStatus !== 'Annulled';\n  return tx.contracts.find",
    fault: "LifecycleStatus !== 'Ended';\n  return tx.contracts.find",
    why: 'a customer whose only contract was annulled never pays the setup fee',
    tests: [unit('first-paid-day')],
  },
  {
    id: 'coupon-that-runs-before-billed-until',
    file: 'sandbox/src/service/domain/contract-facts/billed-elsewhere.ts',
    text: 'return start === undefined || elsewhere === undefined ? start : Math.max(start, instant(elsewhere));',
    fault: 'return elsewhere === undefined ? start : start;',
    why: 'a coupon runs out in time that another system has billed',
    tests: [unit('first-paid-day')],
  },
  {
    id: 'pause-that-begins-after-the-renewal',
    file: 'sandbox/src/service/domain/contracts/lifecycle.ts',
    text: "if (phase?.Type !== 'Inactive' && beginDuePause(tx, contract)) {",
    fault: "if (phase?.Type === 'Trial' && beginDuePause(tx, contract)) {",
    why: 'a pause that begins with a renewal bills a period that is paused',
    tests: [unit('contract-pause')],
  },
  {
    id: 'suspension-that-loses-missed-periods',
    file: 'sandbox/src/service/domain/contract-facts/billed-elsewhere.ts',
    text: 'return billedUpTo(contract, Math.min(at, billedUntil(contract) ?? at));',
    fault: 'return billedUpTo(contract, at);',
    why: 'periods before a change of plan or a pause are never billed if billing was suspended',
    tests: [unit('suspended-billing')],
  },
  {
    id: 'preview-with-what-was-billed-elsewhere',
    file: 'sandbox/src/service/domain/billing/next-billing.ts',
    text: 'const isCredited = isBilledBefore || componentCredits(tx, planned, one, start).length > 0;',
    fault: 'const isCredited = true;',
    why: 'the preview of the end of a pause shows days of components that another system has billed',
    tests: [unit('billed-elsewhere')],
  },
  {
    id: 'payout-that-stops-at-a-refusal',
    file: 'sandbox/src/service/domain/reversals/payment-reversals.ts',
    text: 'if (next === undefined) return [...refunds.values()];',
    fault: `if (next === undefined || [...refunds.values()].some(({ Status }) => Status === 'Failed')) return [...refunds.values()];`,
    why: 'a credit stays although an older payment could be refunded',
    tests: [unit('money-back')],
  },
];
