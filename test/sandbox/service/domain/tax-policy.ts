import type { TaxPolicy } from '../../../../sandbox/src/service/model/catalogue.ts';

/** A policy with German rates, each from its day on. */
export const policyOf = (...rates: readonly (readonly [rate: number, from?: string])[]): TaxPolicy => ({
  Id: 'e1',
  Predefined: 'StandardRate',
  Name: 'Test',
  IsMossApplicable: true,
  SplitOnTaxChange: true,
  Entries: rates.map(([Rate, ValidFrom]) => ({
    Country: 'DE',
    Rate,
    TaxDefinitionId: 'e2',
    ...(ValidFrom === undefined ? {} : { ValidFrom }),
  })),
});
