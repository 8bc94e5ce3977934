// A merchant's account, played by a sandbox: catalogue, limits, and a client whose waits move its clock.
import type { Environment } from '../../../../sandbox/src/clients/account/account-client.ts';
import { createSandbox, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import type { Configuration } from '../../../../sandbox/src/service/configuration/configuration.ts';

export const access = {
  url: 'https://billing.example.com',
  clientId: 'c00000000000000000000001',
  clientSecret: 'sandbox-secret',
};

const PLAN = 'b10000000000000000000001';
const GROUP = 'a10000000000000000000001';

const id = (prefix: string, at: number) => prefix + at.toString(16).padStart(24 - prefix.length, '0');

export interface Size {
  readonly variants: number;
  readonly discounts: number;
  readonly coupons: number;
}

/** The default catalogue with many more entries, each another one. */
export function largeCatalogue({ variants, discounts, coupons }: Size): Configuration {
  const list = <T>(length: number, entry: (at: number) => T) => Array.from({ length }, (_, at) => entry(at));
  return {
    Catalogue: {
      PlanVariants: list(variants, (at) => ({
        Id: id('5a', at),
        PlanId: PLAN,
        InternalName: `Variant ${at}`,
        Description: { _c: `Variant ${at}`, de: `Variante ${at}` },
        RecurringFee: 1 + at / 4,
        SetupFee: at % 3,
        BillingPeriod: { Unit: 'Month', Quantity: 1 + (at % 3) },
        ...(at % 2 === 0 ? { ExternalId: `ext-${at}` } : {}),
        ...(at % 5 === 0 ? { Quota: [{ ComponentId: 'd00000000000000000000003', Quota: at }] } : {}),
      })),
      Discounts: list(discounts, (at) => ({
        Id: id('5b', at),
        PlanGroupId: GROUP,
        InternalName: `Discount ${at}`,
        Effect: { Type: 'Relative', ReductionPercent: at },
        ...(at % 2 === 0 ? { Targets: { [id('5a', at)]: true } } : {}),
        ...(at % 3 === 0 ? { Duration: { Unit: 'Month', Quantity: at + 1 } } : {}),
      })),
      Coupons: list(coupons, (at) => ({
        Id: id('5c', at),
        DiscountId: id('5b', at % discounts),
        Codes: [`CODE${at}`],
        IsSingleUse: at % 2 === 0,
        ...(at % 7 === 0 ? { ValidUntil: '2026-12-31T23:00:00Z' } : {}),
      })),
      PriceLists: [
        {
          Id: id('5d', 0),
          PlanGroupId: GROUP,
          InternalName: 'Partners',
          PlanVariants: [{ PlanVariantId: id('5a', 0), RecurringFee: 0.5 }],
        },
      ],
    },
  };
}

export function merchantAccount(config: Configuration, limits: object = {}): Sandbox {
  return createSandbox({
    clock: '2026-01-15T10:00:00Z',
    seed: 'account',
    config: { ...config, Account: { ...config.Account, RateLimit: { Requests: 100_000, ...limits } } },
  });
}

/** @param before called before each request, with its number and path */
export function placeOf(
  sandbox: Sandbox,
  before: (count: number, path: string) => unknown = () => {},
): Environment & { readonly waits: string[]; readonly requests: string[]; readonly tokens: Set<string> } {
  const waits: string[] = [];
  const requests: string[] = [];
  const tokens = new Set<string>();
  return {
    waits,
    requests,
    tokens,
    async fetch(input, init) {
      const path = input.replace(access.url, '');
      requests.push(`${init.method} ${path}`);
      const [, token] = /^Bearer (.+)$/.exec(new Headers(init.headers).get('Authorization') ?? '') ?? [];
      if (token !== undefined) tokens.add(token);
      await before(requests.length, path);
      return sandbox.fetch(input, init);
    },
    sleep: (milliseconds) => sandbox.clock.advance(`PT${Math.ceil(milliseconds / 1000)}S`),
    onWait: (reason) => waits.push(reason),
  };
}
