import * as z from 'zod';
import type { Core } from '../core.ts';
import { isUsableNow } from '../domain/catalogue/coupons.ts';
import type { Tx } from '../domain/tx.ts';
import type { Coupon } from '../model/catalogue.ts';
import { storeReceipt } from '../model/order.ts';
import { configuredBearers } from '../simulation/providers.ts';
import { exampleReceipts } from '../simulation/stores/example-receipts.ts';
import { testData } from '../simulation/test-data.ts';

const testDataEntry = z.object({
  Id: z.string(),
  Kind: z.enum(['Card', 'Iban', 'Account', 'Amount', 'Email', 'Bank', 'Phone']),
  Value: z.string().meta({ description: 'As one types it.' }),
  Outcome: z.string().meta({ description: 'What happens, in words.' }),
  Fails: z
    .object({
      Code: z.string(),
      Severity: z.enum(['Minor', 'Medium', 'Severe']),
      Renewals: z.object({ From: z.number(), Times: z.number().optional() }).optional(),
    })
    .optional(),
  Refused: z.string().optional(),
  Down: z.literal(true).optional(),
  Challenge: z.enum(['Asks', 'AlwaysFails', 'Hangs']).optional(),
  AnswersAfterMinutes: z.number().optional(),
  Returned: z.object({ AfterDays: z.number(), Code: z.string() }).optional(),
  Seconds: z.number().optional(),
  ExpiresInMonths: z.number().optional(),
  ReportedEmail: z.string().optional(),
});

const bearer = z.object({ Bearer: z.string(), Kind: z.string(), Data: z.string() });

/** What {@link catalogOf} gives. */
export const catalog = z
  .object({
    BaseUrl: z.string(),
    PublicApiKey: z.string(),
    OAuthClients: z.array(
      z.object({
        ClientId: z.string(),
        ClientSecret: z.string().optional(),
        Name: z.string(),
        Grants: z.array(z.enum(['client_credentials', 'password'])),
      }),
    ),
    ServiceUsers: z.array(z.object({ Username: z.string(), Password: z.string() })),
    PlanVariants: z.array(
      z.object({ Id: z.string(), Name: z.string(), RecurringFee: z.number(), SetupFee: z.number() }),
    ),
    Components: z.array(
      z.object({
        Id: z.string(),
        Name: z.string().optional(),
        ComponentType: z.string(),
        PricePerUnit: z.number().optional(),
      }),
    ),
    Coupons: z.array(
      z.object({
        Id: z.string(),
        Codes: z.array(z.string()),
        Name: z.string(),
        Outcome: z
          .string()
          .meta({ description: 'What happens, in words.', example: '20 % off for 3 months' }),
        ReductionPercent: z.number(),
        Duration: z
          .object({ Quantity: z.number(), Unit: z.string() })
          .optional()
          .meta({ description: 'How long it reduces; for good where unset.' }),
        IsSingleUse: z.boolean(),
        ValidUntil: z.string().optional(),
        Active: z.boolean().meta({ description: 'Whether it can be used now.' }),
      }),
    ),
    Providers: z.array(z.object({ Name: z.string(), Like: z.string(), Bearers: z.array(bearer) })),
    TestData: z.array(testDataEntry),
    Receipts: z.array(
      z.object({ Name: z.string(), Type: z.string(), Expect: z.string(), Request: storeReceipt }),
    ),
  })
  .meta({ id: 'Catalog' });

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
    Coupons: [...tx.coupons].map((coupon) => couponEntry(tx, coupon)),
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

function couponEntry(tx: Tx, coupon: Coupon) {
  const { Id, Codes, InternalName, DiscountId, IsSingleUse, ValidUntil } = coupon;
  const discount = tx.discounts.get(DiscountId);
  const ReductionPercent = discount?.Effect.ReductionPercent ?? 0;
  const Duration = discount?.Duration;
  const Active = isUsableNow(tx, coupon);
  const parts = [
    `${ReductionPercent} % off ${Duration === undefined ? 'for good' : `for ${lengthOf(Duration)}`}`,
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
function lengthOf({ Quantity, Unit }: { readonly Quantity: number; readonly Unit: string }): string {
  return `${Quantity} ${Unit.toLowerCase()}${Quantity === 1 ? '' : 's'}`;
}
