// The merchants that lives are lived with: their zones, taxes, prices, currency and periods (docs/billing.md).

import { defaultCatalogue } from '../../../sandbox/src/fixtures/catalogue.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/src/sandbox.ts';
import { Calendar, type Stamp } from './calendar.ts';
import {
  apiCalls,
  type ComponentName,
  components,
  priceList,
  scaled,
  type VariantName,
  variants,
} from './catalogue.ts';

export interface World {
  readonly calendar: Calendar;
  readonly zone: string;
  readonly currency: string;
  /** The smallest amount of the currency. */
  readonly unit: number;
  /** How many times the prices of the default catalogue its own are. */
  readonly scale: number;
  readonly gross: boolean;
  /** Of the customer; none is the merchant's. */
  readonly country?: string;
  /** Rates of that country with the local time from which each holds, oldest first. */
  readonly rates: readonly (readonly [from: Stamp, percent: number])[];
  /** Monthly plans are billed to the first of each month. */
  readonly aligned?: boolean;
  /** Whatever begins or ends does so at midnight. */
  readonly daily?: boolean;
  /** Documents wait to be sent. */
  readonly drafts?: boolean;
  /** A credit is paid out when the contract is over. */
  readonly paysOut?: boolean;
}

const berlin = 'Europe/Berlin';

const plain: World = {
  zone: berlin,
  calendar: new Calendar(berlin),
  currency: 'EUR',
  unit: 0.01,
  scale: 1,
  gross: false,
  rates: [['', 19]],
};
const inZone = (zone: string) => ({ zone, calendar: new Calendar(zone) });
const lowered: World['rates'] = [
  ['', 19],
  ['2026-07-01T00:00:00', 16],
  ['2027-01-01T00:00:00', 19],
];
const austria = { country: 'AT', rates: [['', 20]] } as const;

export const defaultWorld = plain;

export const worlds: readonly World[] = [
  { ...plain, country: 'DE', rates: lowered },
  { ...plain, ...austria, gross: true },
  { ...plain, country: 'CH', rates: [['', 8.1]], currency: 'JPY', unit: 1, scale: 100 },
  { ...plain, country: 'DE', rates: lowered, gross: true, currency: 'KWD', unit: 0.001 },
  { ...plain, rates: lowered, aligned: true },
  { ...plain, country: 'DE', rates: lowered, daily: true },
  { ...plain, ...austria, drafts: true },
  { ...plain, ...austria, drafts: true, paysOut: true },
  { ...plain, paysOut: true },
  // Prices and rates that end in a half: 10.395 × 1.25, 30.45 × 5.25 %.
  { ...plain, ...inZone('America/New_York'), country: 'GB', rates: [['', 5.25]], scale: 1.05, paysOut: true },
  {
    ...plain,
    ...inZone('Australia/Lord_Howe'),
    country: 'NL',
    rates: [['', 12.5]],
    scale: 0.125,
    gross: true,
  },
  { ...plain, ...inZone('Africa/Cairo'), daily: true },
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
  const Country = world.country ?? 'DE';
  const rates = world.rates.map(([from, Rate]) => ({
    Country,
    Rate,
    TaxDefinitionId: 'e10000000000000000000001',
    ...(from === '' ? {} : { ValidFrom: world.calendar.instantOf(from).toISOString() }),
  }));
  return {
    Account: {
      TimeZone: world.zone,
      InvoiceDrafts: world.drafts === true,
      PayOutCredit: world.paysOut === true ? 'AtEnd' : 'Manual',
    },
    Catalogue: {
      Defaults: false,
      TaxPolicies: TaxPolicies.map((policy) => ({
        ...policy,
        Entries: [...policy.Entries.filter((entry) => entry.Country !== Country), ...rates],
      })),
      PlanGroups: PlanGroups.map((group, at) =>
        at === 0
          ? {
              ...group,
              Currency: world.currency,
              PriceTaxType: world.gross ? 'Gross' : 'Net',
              TimeGranularity: world.daily === true ? 'Daily' : 'Precise',
            }
          : group,
      ),
      Plans,
      PlanVariants: PlanVariants.map((variant) => ({
        ...priced(variant, 'RecurringFee', 'SetupFee'),
        ...(world.aligned === true && variant.BillingPeriod.Quantity === 1
          ? { BillingDateAlignment: '---01' }
          : {}),
      })),
      Components: Components.map((component) => priced(component, 'PricePerUnit')),
      Discounts,
      Coupons,
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
