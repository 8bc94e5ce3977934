import type { Core } from '../core.ts';
import { configuredBearers } from '../simulation/providers.ts';
import { exampleReceipts } from '../simulation/stores/example-receipts.ts';
import { testData } from '../simulation/test-data.ts';

/** By name with ids: what a developer needs to begin. */
export function catalogOf(core: Core, baseUrl: string) {
  const { tx } = core;
  const { account } = tx;
  return {
    BaseUrl: baseUrl,
    PublicApiKey: account.Id,
    OAuthClients: account.OAuthClients,
    ServiceUsers: account.ServiceUsers,
    PlanVariants: [...tx.planVariants].map(({ Id, InternalName, RecurringFee, SetupFee }) => ({
      Id,
      Name: InternalName,
      RecurringFee,
      SetupFee,
    })),
    Components: [...tx.components].map(({ Id, Name, ComponentType, PricePerUnit }) => ({
      Id,
      Name: Name._c,
      ComponentType,
      PricePerUnit,
    })),
    Coupons: [...tx.coupons].map(({ Id, Codes, InternalName }) => ({
      Id,
      Codes,
      Name: InternalName,
    })),
    Providers: account.Providers.map(({ Name, Like }) => ({
      Name,
      Like,
      Bearers: configuredBearers(account)
        .filter((bearer) => bearer.Provider.Name === Name)
        .map(({ Bearer, Kind, Data }) => ({ Bearer, Kind, Data })),
    })),
    TestData: testData,
    Receipts: exampleReceipts(account).map(({ Bought, ...example }) => example),
  };
}

/** What {@link catalogOf} returns. */
export type Catalog = ReturnType<typeof catalogOf>;
