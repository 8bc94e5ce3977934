// The merchants that lives are lived with: their taxes, prices, currency and periods (docs/billing.md).

import { defaultCatalogue } from '../../../sandbox/src/fixtures/catalogue.ts';
import { createSandbox, type Sandbox } from '../../../sandbox/src/sandbox.ts';
import type { Stamp } from './calendar.ts';

export interface World {
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
}

const plain: World = { currency: 'EUR', unit: 0.01, scale: 1, gross: false, rates: [['', 19]] };
const lowered: World['rates'] = [
  ['', 19],
  ['2026-07-01T00:00:00', 16],
  ['2027-01-01T00:00:00', 19],
];

export const defaultWorld = plain;

export const worlds: readonly World[] = [
  { ...plain, country: 'DE', rates: lowered },
  { ...plain, country: 'AT', rates: [['', 20]], gross: true },
  { ...plain, country: 'CH', rates: [['', 8.1]], currency: 'JPY', unit: 1, scale: 100 },
  { ...plain, country: 'DE', rates: lowered, gross: true, currency: 'KWD', unit: 0.001 },
  { ...plain, rates: lowered, aligned: true },
  { ...plain, country: 'DE', rates: lowered, daily: true },
  { ...plain, country: 'AT', rates: [['', 20]], drafts: true },
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
}

function configurationOf(world: World): object {
  const { TaxPolicies, PlanGroups, PlanVariants, Components, Plans, Discounts, Coupons } = defaultCatalogue;
  const priced = <T extends object>(entry: T, ...fields: readonly (keyof T)[]): T =>
    Object.assign({}, entry, ...fields.map((field) => ({ [field]: Number(entry[field]) * world.scale })));
  // Winter and summer time of the days on which the rates change.
  const instants: Record<string, string> = {
    '2026-07-01T00:00:00': '2026-06-30T22:00:00Z',
    '2027-01-01T00:00:00': '2026-12-31T23:00:00Z',
  };
  const Country = world.country ?? 'DE';
  const rates = world.rates.map(([from, Rate]) => ({
    Country,
    Rate,
    TaxDefinitionId: 'e10000000000000000000001',
    ...(from === '' ? {} : { ValidFrom: instants[from] }),
  }));
  return {
    Account: { InvoiceDrafts: world.drafts === true },
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
    },
  };
}
