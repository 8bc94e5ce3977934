import { orderTemplate } from '../../../domain/mails/outbox.ts';
import { isReceiptOrder } from '../../../domain/stores/store-receipts.ts';
import type { OrderInput } from '../../../model/order.ts';
import { type ServiceContext, warnOrRefuse } from '../../zones/env.ts';

/** Warns of fields that this order cannot use: a signup has nothing to change, and a change creates no contract. */
export function warnOfUnused(c: ServiceContext, input: OrderInput, isPreview: boolean): void {
  for (const [field, reason] of unusedFields(input, isPreview))
    warnOrRefuse(c, field, `property ${field} is ignored: ${reason}`);
}

function unusedFields(input: OrderInput, isPreview: boolean): readonly (readonly [string, string])[] {
  const { Cart } = input;
  const isChange = input.ContractId !== undefined;
  const changeOnly = 'it only applies to orders on a contract (ContractId)';
  const signupOnly = 'it only applies to signups, and this order changes a contract';
  const byStore = 'the store determines the dates';
  const isReceipt = isReceiptOrder(input);
  const unused: [field: string, reason: string][] = [];
  const note = (field: string, reason: string, isThere: boolean) => {
    if (isThere) unused.push([field, reason]);
  };
  for (const field of ['StartDate', 'EndDate', 'BilledUntil', 'ChangeDate'] as const) {
    const isOfChange = field === 'ChangeDate';
    const reason = isReceipt ? byStore : isOfChange ? changeOnly : signupOnly;
    note(field, reason, (isReceipt || isOfChange !== isChange) && input[field] !== undefined);
  }
  note(
    'Customer',
    'the order is for an existing customer',
    (isChange || input.CustomerId !== undefined) && input.Customer !== undefined,
  );
  note(
    'CustomerChange',
    'the customer is new; set it in Customer',
    !isChange && input.CustomerId === undefined && input.CustomerChange !== undefined,
  );
  note('TriggerInterimBilling', changeOnly, !isChange && input.TriggerInterimBilling === true);
  note('PreviewAfterTrial', 'it only applies to previews', !isPreview && input.PreviewAfterTrial === true);
  note(
    'EmailTemplateExternalId',
    'previews do not send mails',
    isPreview && input.EmailTemplateExternalId !== undefined,
  );
  note('Cart.InheritStartDate', changeOnly, !isChange && Cart?.InheritStartDate === true);
  note(
    'Cart.EndComponentSubscriptions',
    changeOnly,
    !isChange && (Cart?.EndComponentSubscriptions ?? []).length > 0,
  );
  note('Cart.EnableTrial', signupOnly, isChange && Cart?.EnableTrial === true);
  return unused;
}

/** A missing template must not fail an order. */
export function warnOfTemplate(c: ServiceContext, { EmailTemplateExternalId: name }: OrderInput): void {
  if (name === undefined || name === '' || name.toLowerCase() === 'none') return;
  if (orderTemplate(c.env.core.tx, name) !== undefined) return;
  const field = 'EmailTemplateExternalId';
  const message = `there is no mail template "${name.slice(0, 60)}" for OrderSucceeded; the default is used`;
  warnOrRefuse(c, field, `property ${field}: ${message}`);
}
