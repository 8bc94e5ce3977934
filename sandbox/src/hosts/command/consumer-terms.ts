import type { OpenWorkspace } from '../../sandbox/workspaces.ts';
import type { PlanVariant } from '../../service/model/catalogue.ts';
import type { Period } from '../../service/model/fields.ts';

/** The longest period of each unit that is at most a month. */
const MONTH: { readonly [unit in Period['Unit']]: number } = {
  Second: 31 * 86_400,
  Minute: 31 * 1440,
  Hour: 31 * 24,
  Day: 31,
  Week: 4,
  Month: 1,
  Year: 0,
};

type Field = 'ContractPeriod' | 'LaterContractPeriod' | 'CancellationPeriod' | 'LaterCancellationPeriod';
type Terms = Pick<PlanVariant, Field | 'EndAfterFirstContractPeriod'>;

/**
 * Returns the fields of a plan variant with a notice or renewal of more than a month, which a contract with a consumer in
 * Germany cannot agree on (Civil Code, section 309 no. 9).
 */
export function fieldsBeyondConsumerTerms(terms: Terms): string[] {
  const fields: Field[] = ['CancellationPeriod', 'LaterCancellationPeriod'];
  if (terms.ContractPeriod !== undefined && !terms.EndAfterFirstContractPeriod)
    fields.push(terms.LaterContractPeriod === undefined ? 'ContractPeriod' : 'LaterContractPeriod');
  return fields.flatMap((field) => {
    const period = terms[field];
    if (period === undefined || period.Quantity <= MONTH[period.Unit]) return [];
    return `${field} of ${period.Quantity} ${period.Unit.toLowerCase()}${period.Quantity === 1 ? '' : 's'}`;
  });
}

/** Returns hints on the terms of plan variants that customers can order, for an account in Germany. */
export function consumerTermsHint({ core }: OpenWorkspace): string {
  const { account, planGroups, planVariants } = core.tx;
  if (account.Country !== 'DE') return '';
  const isOnOffer = ({ AllowSelfService, PlanGroupId }: PlanVariant) =>
    AllowSelfService && planGroups.get(PlanGroupId)?.Store === undefined;
  const lines = planVariants
    .list({ match: isOnOffer })
    .map((variant) => ({ variant, fields: fieldsBeyondConsumerTerms(variant) }))
    .filter(({ fields }) => fields.length > 0)
    .map(({ variant, fields }) => `  ${variant.InternalName} (${variant.Id}): ${fields.join(', ')}\n`);
  if (lines.length === 0) return '';
  return `Hint: for consumers in Germany, notice is at most a month, and a contract that renews can be canceled at a month's notice:\n${lines.join('')}\n`;
}
