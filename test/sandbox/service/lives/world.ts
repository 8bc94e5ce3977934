// The merchants that lives are lived with: their zones, taxes, prices, currency and periods (docs/billing.md).

import { createSandbox, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { defaultCatalogue } from '../../../../sandbox/src/service/configuration/defaults/catalogue.ts';
import { settable } from '../domain/billing-kit.ts';
import { Calendar } from './calendar.ts';
import {
  apiCalls,
  type ComponentName,
  components,
  priceList,
  scaled,
  type VariantName,
  variants,
} from './catalogue.ts';
import type { Rates, TaxPolicy } from './taxes.ts';

export interface World {
  readonly calendar: Calendar;
  readonly zone: string;
  readonly currency: string;
  /** The smallest amount of the currency. */
  readonly unit: number;
  /** How many times the prices of the default catalogue its own are. */
  readonly scale: number;
  readonly gross: boolean;
  /** Of the customer's first address; none without one. */
  readonly country: string;
  readonly taxes: TaxPolicy;
  /** Monthly plans are billed to this day of each month. */
  readonly aligned?: number;
  /** Whatever begins or ends does so at midnight. */
  readonly daily?: boolean;
  /** Documents wait to be sent. */
  readonly drafts?: boolean;
  /** A credit is paid out when the contract is over. */
  readonly paysOut?: boolean;
  /** Discounts are a part of the price, and also those of the setup fee. */
  readonly discountsInPrice?: boolean;
  readonly includesSetup?: boolean;
  /** Seats and calls are billed in trials. */
  readonly billsInTrial?: boolean;
}

const berlin = 'Europe/Berlin';

const usual: TaxPolicy['rates'] = {
  DE: [['', 19]],
  AT: [['', 20]],
  NL: [['', 21]],
  FR: [['', 20]],
  CH: [['', 8.1]],
  US: [['', 0]],
};
const taxes: TaxPolicy = { rates: usual, unlisted: 'DomesticInTaxArea', splits: true };
const withRates = (rates: TaxPolicy['rates'], more: Partial<TaxPolicy> = {}) => ({
  taxes: { ...taxes, rates: { ...usual, ...rates }, ...more },
});

const plain: World = {
  zone: berlin,
  calendar: new Calendar(berlin),
  currency: 'EUR',
  unit: 0.01,
  scale: 1,
  gross: false,
  country: '',
  taxes,
};
const inZone = (zone: string) => ({ zone, calendar: new Calendar(zone) });
const lowered: Rates = [
  ['', 19],
  ['2026-07-01T00:00:00', 16],
  ['2027-01-01T00:00:00', 19],
];

export const defaultWorld = plain;

export const worlds: readonly World[] = [
  { ...plain, country: 'DE', ...withRates({ DE: lowered }) },
  { ...plain, country: 'AT', gross: true },
  { ...plain, country: 'CH', currency: 'JPY', unit: 1, scale: 100 },
  { ...plain, country: 'DE', ...withRates({ DE: lowered }), gross: true, currency: 'KWD', unit: 0.001 },
  { ...plain, ...withRates({ DE: lowered }), aligned: 1 },
  { ...plain, ...withRates({ DE: lowered }), aligned: 31 },
  { ...plain, country: 'AT', aligned: 30, drafts: true },
  { ...plain, ...inZone('America/New_York'), aligned: 29, billsInTrial: true },
  { ...plain, country: 'DE', ...withRates({ DE: lowered }), daily: true },
  { ...plain, country: 'AT', drafts: true },
  { ...plain, country: 'AT', drafts: true, paysOut: true },
  { ...plain, paysOut: true },
  // Prices and rates that end in a half: 10.395 × 1.25, 30.45 × 5.25 %.
  {
    ...plain,
    ...inZone('America/New_York'),
    country: 'GB',
    ...withRates({ GB: [['', 5.25]] }),
    scale: 1.05,
    paysOut: true,
  },
  {
    ...plain,
    ...inZone('Australia/Lord_Howe'),
    country: 'NL',
    ...withRates({ NL: [['', 12.5]] }),
    scale: 0.125,
    gross: true,
  },
  { ...plain, ...inZone('Africa/Cairo'), daily: true },
  // The rate changes, and no period is split for it.
  {
    ...plain,
    country: 'DE',
    ...withRates({ DE: lowered }, { splits: false, unlisted: 'Domestic' }),
    drafts: true,
  },
  {
    ...plain,
    country: 'LU',
    ...withRates({ DE: lowered }, { unlisted: 'TaxFree' }),
    discountsInPrice: true,
    includesSetup: true,
  },
  { ...plain, country: 'LU', ...withRates({ DE: lowered }), billsInTrial: true, includesSetup: true },
];

const bases = new Map<World, Sandbox>();

/** A sandbox with this merchant, of its own. */
export function sandboxOf(world: World): Sandbox {
  let base = bases.get(world);
  if (base === undefined) {
    base = createSandbox({ clock: '2023-01-01T00:00:00Z', seed: 'lives', config: configurationOf(world) });
    bases.set(world, base);
  }
  return base.fork();
}

export function closeWorlds(): void {
  for (const base of bases.values()) base.close();
  bases.clear();
}

function configurationOf(world: World): object {
  const { TaxPolicies, PlanGroups, PlanVariants, Components, Plans, Discounts, Coupons } = defaultCatalogue;
  const priced = <T extends object>(entry: T, ...fields: readonly (keyof T)[]): T =>
    Object.assign(
      {},
      entry,
      ...fields.map((field) => ({ [field]: scaled(Number(entry[field]), world.scale) })),
    );
  const Entries = Object.entries(world.taxes.rates).flatMap(([Country, rates], at) =>
    rates.map(([from, Rate]) => ({
      Country,
      Rate,
      TaxDefinitionId: `e1000000000000000000000${at}`,
      ...(from === '' ? {} : { ValidFrom: world.calendar.instantOf(from).toISOString() }),
    })),
  );
  return {
    Account: {
      TimeZone: world.zone,
      InvoiceDrafts: world.drafts === true,
      PayOutCredit: world.paysOut === true ? 'AtEnd' : 'Manual',
      UnlistedCountryTax: world.taxes.unlisted,
    },
    Catalogue: {
      Defaults: false,
      TaxPolicies: TaxPolicies.map((policy) => ({
        ...policy,
        SplitOnTaxChange: world.taxes.splits,
        Entries,
      })),
      PlanGroups: PlanGroups.map(settable).map((group, at) =>
        at === 0
          ? {
              ...group,
              Currency: world.currency,
              PriceTaxType: world.gross ? 'Gross' : 'Net',
              TimeGranularity: world.daily === true ? 'Daily' : 'Precise',
            }
          : group,
      ),
      Plans: Plans.map(settable),
      PlanVariants: PlanVariants.map(settable).map((variant) => ({
        ...priced(variant, 'RecurringFee', 'SetupFee'),
        ...(world.aligned !== undefined && variant.BillingPeriod.Quantity === 1
          ? { BillingDateAlignment: `---${String(world.aligned).padStart(2, '0')}` }
          : {}),
      })),
      Components: Components.map(settable).map((component) => ({
        ...priced(component, 'PricePerUnit'),
        BillInTrial: world.billsInTrial === true && component.ComponentType !== 'OnOff',
      })),
      Discounts: Discounts.map(settable).map((discount) => ({
        ...discount,
        IncludeSetup: world.includesSetup === true,
        CreateSeparateLineItem: world.discountsInPrice !== true,
      })),
      Coupons: Coupons.map(settable),
      PriceLists: [priceListOf(world)],
    },
  };
}

function priceListOf({ scale }: World): object {
  const { fees, setup, components: perUnit } = priceList;
  const RecurringFees = Object.entries(fees).map(([name, fee]) => [
    name,
    { RecurringFee: scaled(fee, scale) },
  ]);
  const SetupFees = Object.entries(setup).map(([name, fee]) => [name, { SetupFee: scaled(fee, scale) }]);
  return {
    Id: priceList.id,
    PlanGroupId: 'a10000000000000000000001',
    InternalName: 'Partners',
    PlanVariants: [...RecurringFees, ...SetupFees].map(([name, prices]) => ({
      PlanVariantId: variants[name as VariantName].id,
      ...(prices as object),
    })),
    Components: [
      ...Object.entries(perUnit).map(([name, price]) => ({
        ComponentId: components[name as ComponentName].id,
        PricePerUnit: scaled(price, scale),
      })),
      { ComponentId: apiCalls.id, PricePerUnit: scaled(priceList.apiCalls, scale) },
    ],
  };
}
