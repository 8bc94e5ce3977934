import * as z from 'zod';
import { priceScale } from './catalogue.ts';
import { localizedText, money, objectId } from './fields.ts';

const price = (what: string) => money(what).min(0).max(1e9).optional();

/** Prices that override the catalogue, for contracts that were ordered with the list. */
export const priceList = z
  .object({
    Id: objectId('price list'),
    PlanGroupId: objectId('plan group'),
    InternalName: z.string(),
    Description: localizedText('Description'),
    ExternalId: z.string().optional(),
    PlanVariants: z
      .array(
        z.object({
          PlanVariantId: objectId('plan variant'),
          RecurringFee: price('Fee per FeePeriod'),
          SetupFee: price('Fee once, on the first contract'),
        }),
      )
      .meta({ description: 'Fees that override the catalogue.' }),
    Components: z
      .array(
        z.object({
          ComponentId: objectId('component'),
          PricePerUnit: price('Price per unit and FeePeriod, in place of a price scale too'),
          PriceScale: priceScale.optional(),
        }),
      )
      .meta({ description: 'Prices that differ.' }),
    Hidden: z.boolean().meta({ description: 'No new order can name it; contracts keep it.' }),
    IsDeletable: z.boolean(),
  })
  .meta({ id: 'PriceList' });

export const priceListInput = priceList
  .omit({ Id: true, IsDeletable: true })
  .partial()
  .required({ PlanGroupId: true, InternalName: true })
  .meta({ id: 'PriceListInput' });

/** The tax code of bookings; it is derived from the tax policies. */
export const taxDefinition = z
  .object({
    Id: z.string().meta({ description: 'The name that entries of tax policies use.' }),
    Name: z.string().meta({ example: 'Standard rate DE 19 %' }),
    Country: z.string().optional(),
    Rate: z.number().meta({ description: 'Percent.', example: 19 }),
    IsReverseCharge: z.boolean(),
    TaxPolicyId: objectId('tax policy that names it'),
  })
  .meta({ id: 'TaxDefinition' });

export type NamedPriceList = z.infer<typeof priceList>;
export type PriceListInput = z.infer<typeof priceListInput>;
export type TaxDefinition = z.infer<typeof taxDefinition>;
