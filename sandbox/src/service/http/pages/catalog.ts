import type { Core } from '../../core/core.ts';
import { defined } from '../../domain/basics/defined.ts';
import { isUsableNow } from '../../domain/catalogue/coupons.ts';
import type { Tx } from '../../domain/records/tx.ts';
import type { Coupon } from '../../model/catalogue.ts';
import { configuredBearers } from '../../simulation/providers.ts';
import { exampleReceipts } from '../../simulation/stores/example-receipts.ts';
import { testData } from '../../simulation/test-data.ts';

/** Returns all names and ids that a developer needs to get started. */
export function readCatalog(core: Core, baseUrl: string) {
  const { tx } = core;
  const { account } = tx;
  const groupCurrency = ({ PlanGroupId }: { readonly PlanGroupId: string }) =>
    tx.planGroups.get(PlanGroupId)?.Currency ?? account.Currency;
  return {
    BaseUrl: baseUrl,
    PublicApiKey: account.Id,
    OAuthClients: account.OAuthClients,
    ServiceUsers: account.ServiceUsers,
    PlanVariants: [...tx.planVariants].map((variant) => ({
      Id: variant.Id,
      Name: variant.InternalName,
      RecurringFee: variant.RecurringFee,
      FeePeriod: variant.FeePeriod,
      SetupFee: variant.SetupFee,
      ...defined({ TrialPeriod: tx.plans.get(variant.PlanId)?.TrialPeriod }),
      Currency: groupCurrency(variant),
    })),
    Components: [...tx.components].map((component) => ({
      Id: component.Id,
      Name: component.Name._c,
      ComponentType: component.ComponentType,
      PricePerUnit: component.PricePerUnit,
      FeePeriod: component.FeePeriod,
      Currency: groupCurrency(component),
    })),
    Coupons: [...tx.coupons].map((coupon) => couponEntry(tx, coupon)),
    CustomFields: account.SelfService.CustomFields,
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

export type Catalog = ReturnType<typeof readCatalog>;

function couponEntry(tx: Tx, coupon: Coupon) {
  const { Id, Codes, InternalName, DiscountId, IsSingleUse, ValidUntil } = coupon;
  const discount = tx.discounts.get(DiscountId);
  const ReductionPercent = discount?.Effect.ReductionPercent ?? 0;
  const Duration = discount?.Duration;
  const Active = isUsableNow(tx, coupon);
  const parts = [
    `${ReductionPercent} % off ${Duration === undefined ? 'for good' : `for ${periodText(Duration)}`}`,
    ...(IsSingleUse ? ['each code can be used once'] : []),
    ...(Active ? [] : ['cannot be used now: InvalidCouponCode']),
  ];
  return {
    Id,
    Codes,
    Name: InternalName,
    Outcome: parts.join('; '),
    ReductionPercent,
    ...(Duration === undefined ? {} : { Duration }),
    IsSingleUse,
    ...(ValidUntil === undefined ? {} : { ValidUntil }),
    Active,
  };
}

/** `3 months` */
function periodText({ Quantity, Unit }: { readonly Quantity: number; readonly Unit: string }): string {
  return `${Quantity} ${Unit.toLowerCase()}${Quantity === 1 ? '' : 's'}`;
}
