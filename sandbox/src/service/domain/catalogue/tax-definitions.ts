import type { TaxDefinition } from '../../model/price-list.ts';
import type { Tx } from '../records/tx.ts';

/** Returns the tax codes for bookings: one for each rate of the tax policies, and those for reverse charge. */
export function taxDefinitions(tx: Tx): TaxDefinition[] {
  const definitions = new Map<string, TaxDefinition>();
  for (const policy of tx.taxPolicies) {
    for (const { TaxDefinitionId: Id, Country, Rate } of policy.Entries) {
      const Name = `${policy.Name} ${Country} ${Rate} %`;
      definitions.set(Id, { Id, Name, Country, Rate, IsReverseCharge: false, TaxPolicyId: policy.Id });
    }
    const Id = policy.ReverseChargeTaxDefinitionId;
    if (Id === undefined) continue;
    const Name = `${policy.Name} reverse charge`;
    definitions.set(Id, { Id, Name, Rate: 0, IsReverseCharge: true, TaxPolicyId: policy.Id });
  }
  return [...definitions.values()];
}
