import * as z from 'zod';
import { currency, period } from './fields.ts';
import { storeReceipt } from './order.ts';

const testDataEntry = z.object({
  Id: z.string(),
  Kind: z.enum(['Card', 'Iban', 'Account', 'Amount', 'Email', 'Bank', 'Phone']),
  Value: z.string().meta({ description: 'In the form that people type.' }),
  Outcome: z.string().meta({ description: 'A description of what happens.' }),
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

/** Credentials, products and test data for developers (`GET /sandbox/catalog`). */
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
      z.object({
        Id: z.string(),
        Name: z.string(),
        RecurringFee: z.number(),
        FeePeriod: period('Period of the fee'),
        SetupFee: z.number(),
        TrialPeriod: period('Length of the trial before the first payment').optional(),
        Currency: currency,
      }),
    ),
    Components: z.array(
      z.object({
        Id: z.string(),
        Name: z.string().optional(),
        ComponentType: z.string(),
        PricePerUnit: z.number().optional(),
        FeePeriod: period('Period of the price').optional(),
        Currency: currency,
      }),
    ),
    Coupons: z.array(
      z.object({
        Id: z.string(),
        Codes: z.array(z.string()),
        Name: z.string(),
        Outcome: z
          .string()
          .meta({ description: 'A description of what happens.', example: '20 % off for 3 months' }),
        ReductionPercent: z.number(),
        Duration: z
          .object({ Quantity: z.number(), Unit: z.string() })
          .optional()
          .meta({ description: 'Duration of the discount; unlimited by default.' }),
        IsSingleUse: z.boolean(),
        ValidUntil: z.string().optional(),
        Active: z.boolean().meta({ description: 'True if it can be used now.' }),
      }),
    ),
    CustomFields: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'Custom fields that ClientLib can set, by type of record.' }),
    Providers: z.array(z.object({ Name: z.string(), Like: z.string(), Bearers: z.array(bearer) })),
    TestData: z.array(testDataEntry),
    Receipts: z.array(
      z.object({ Name: z.string(), Type: z.string(), Expect: z.string(), Request: storeReceipt }),
    ),
  })
  .meta({ id: 'Catalog' });

export type Catalog = z.infer<typeof catalog>;
