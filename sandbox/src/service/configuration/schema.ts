import * as z from 'zod';
import {
  componentInput,
  couponInput,
  discountInput,
  planGroupInput,
  planInput,
  planVariantInput,
  taxPolicy,
  taxPolicyInput,
} from '../model/catalogue.ts';
import { country, currency, language, objectId, period } from '../model/fields.ts';
import { priceListInput } from '../model/price-list.ts';
import { signupFieldNames } from '../model/signup-offer.ts';
import { providerDefinitions } from '../simulation/provider-definitions.ts';

const text = (description: string) => z.string().min(1).meta({ description });

const timeZone = z
  .string()
  .refine(isTimeZone, 'expected an IANA time zone such as Europe/Berlin')
  .meta({ description: 'IANA time zone in which calendar periods are counted.', example: 'Europe/Berlin' });

export function isTimeZone(name: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch {
    return false;
  }
}

const oauthClient = z
  .strictObject({
    ClientId: text('Sent as client_id.'),
    ClientSecret: text('Absent for a public client, which uses the password grant.').optional(),
    Name: text('As text.'),
    Grants: z.array(z.enum(['client_credentials', 'password'])).min(1),
  })
  .meta({ description: 'A client of the token endpoint.' });

const provider = z
  .strictObject({
    Name: z
      .string()
      .regex(/^[A-Za-z][A-Za-z0-9]*$/, 'expected letters and digits, a letter first')
      .meta({ description: 'The name in bearers: `CreditCard:<Name>`.' }),
    Like: z
      .enum(providerDefinitions.map(({ Name }) => Name) as [string, ...string[]])
      .meta({ description: 'The simulated provider that it behaves like (dist/docs/payments.md).' }),
    DefaultPreauthAmount: z
      .record(z.string(), z.number().min(0))
      .optional()
      .meta({ description: 'Preauthorisation at a signup with nothing due, by role.' }),
  })
  .meta({ description: 'A payment provider.', example: { Name: 'YourProvider', Like: 'Alpha' } });

const names = z.array(z.string());

const signupField = z
  .string()
  .refine((name) => signupFieldNames.some((known) => known === name) || /^CustomFields\.[^.]+$/.test(name), {
    error: `expected one of ${signupFieldNames.join(', ')}, or CustomFields.<name>`,
  });

const frameAncestor = z
  .string()
  .regex(
    /^https?:\/\/(\*\.)?[A-Za-z0-9.-]+(:(\d+|\*))?$/,
    'expected an origin such as https://shop.example.com, https://*.example.com or http://localhost:*',
  );

const origin = z
  .string()
  .regex(
    /^[a-z][a-z0-9+.-]*:\/\/([A-Za-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?$/,
    'expected an origin such as https://shop.example.com, http://localhost:5173 or capacitor://localhost',
  );

const returnUrl = z
  .string()
  .regex(
    /^[a-z][a-z0-9+.-]*:\/\/([A-Za-z0-9.-]+|\[[0-9a-f:]+\])(:\d+)?(\/[^\s?#]*)?$/,
    'expected an address such as https://shop.example.com/thanks or myapp://thanks',
  );

const account = z
  .strictObject({
    Id: objectId('account, which is the public API key'),
    Name: text('Name of the merchant.'),
    Environment: z.enum(['Production', 'Sandbox']),
    Country: country,
    VatId: z
      .string()
      .meta({ description: 'With it, reverse charge applies to business customers in other EU countries.' }),
    UnlistedCountryTax: z.enum(['DomesticInTaxArea', 'Domestic', 'TaxFree']).meta({
      description:
        "VAT of customers in countries that a tax policy does not name: the domestic rate inside the merchant's tax area (the European Union, or its own country) and 0 % outside, the domestic rate everywhere, or 0 % everywhere.",
    }),
    TaxNumber: z.string().meta({ description: 'National tax number, shown on documents.' }),
    CreditorId: z.string().meta({ description: 'SEPA creditor identifier, shown in direct debit mandates.' }),
    Currency: currency,
    TimeZone: timeZone,
    Locale: language('Language and region.'),
    Address: z
      .strictObject({ Street: z.string(), HouseNumber: z.string(), PostalCode: z.string(), City: z.string() })
      .partial(),
    OAuthClients: z.array(oauthClient),
    ServiceUsers: z.array(
      z.strictObject({ Username: text('E-mail address.'), Password: text('For the password grant.') }),
    ),
    TokenLifetime: z
      .number()
      .int()
      .min(0)
      .meta({ description: 'Seconds that an access token lives; 0 is unlimited.' }),
    RateLimit: z
      .strictObject({
        Requests: z.number().int().min(1).meta({ description: 'Requests of a client in a window.' }),
        TokenRequests: z
          .number()
          .int()
          .min(1)
          .meta({ description: 'Requests of a client for a token in a window.' }),
        WindowSeconds: z.number().min(1),
      })
      .partial(),
    Providers: z
      .array(provider)
      .refine((all) => new Set(all.map(({ Name }) => Name)).size === all.length, 'expected different names'),
    InvoicePayment: z
      .strictObject({
        Enabled: z.boolean(),
        PreauthAmount: z.number().min(0).meta({
          description: 'Informational: shown in the payment methods; on account nothing is authorized.',
        }),
      })
      .partial(),
    OnAccountDueAfter: period('When an invoice on account falls due'),
    OrderApproval: z.boolean().meta({ description: 'Orders wait for the merchant before they can be paid.' }),
    OrderLifetime: period('How long an order can be paid'),
    Escalation: z.array(
      z.strictObject({
        TriggerDays: z
          .number()
          .int()
          .min(0)
          .meta({ description: 'Days after the due date of the oldest open receivable.' }),
        Action: z.enum(['Notify', 'Reminder', 'Pause', 'End']),
      }),
    ),
    SelfService: z
      .strictObject({
        CustomerChange: z
          .boolean()
          .meta({ description: 'Allows customers to change their data with ClientLib.' }),
        ContractChange: z
          .boolean()
          .meta({ description: 'Allows customers to change plan and components with ClientLib.' }),
        SignupFields: z.record(signupField, z.enum(['Required', 'Optional'])).meta({
          description: 'The fields of a signup, in this order, instead of the usual ones.',
          example: { EmailAddress: 'Required', LastName: 'Required', 'Address.Country': 'Required' },
        }),
        RevokeCancellation: z
          .boolean()
          .meta({ description: 'Allows customers to revoke their own cancellation with ClientLib.' }),
        CustomFields: z
          .strictObject({ Customer: names, Contract: names, Order: names })
          .partial()
          .meta({ description: 'Custom fields that ClientLib may set.' }),
      })
      .partial(),
    PortalFrameAncestors: z.array(frameAncestor).meta({
      description:
        'Origins whose pages may embed the hosted portal in a frame. By default pages on this machine.',
      example: ['https://shop.example.com'],
    }),
    AllowedOrigins: z.array(origin).meta({
      description:
        'Origins whose pages may call the REST API and OAuth. By default none: only what ClientLib calls is open to browsers. App shells with a scheme of their own (capacitor://localhost) may show the payment form if they are listed.',
      example: ['http://localhost:5173'],
    }),
    AllowedReturnUrls: z.array(returnUrl).meta({
      description:
        'Allowed addresses for customers after a payment: an origin, optionally with the start of a path. Default: any web address. Schemes of apps (myapp://thanks) must be listed.',
      example: ['https://shop.example.com/thanks'],
    }),
    InvoiceDrafts: z
      .boolean()
      .meta({ description: 'Invoices wait as drafts until the merchant sends them.' }),
    PayOutCredit: z.enum(['AtEnd', 'Manual']).meta({
      description:
        'Pays out the remaining credit of an ended or annulled contract at once (AtEnd), or with POST contracts/{id}/payOut.',
    }),
    StoreApp: text('Bundle or package of the app in the in-app-purchase stores.'),
    ApproachingNotice: period('How long before a renewal or trial end its event is sent'),
  })
  .partial()
  .meta({ description: 'The merchant. What is not named stays as in the default account.' });

const entries = (input: z.ZodObject, what: string) =>
  z
    .array(
      input
        .partial()
        .extend({ Id: objectId(what).optional() })
        .strict(),
    )
    .meta({ description: `An entry with the id of a default one changes it, another is added.` });

/** The configuration file (docs/configuration.md). */
export const configurationSchema = z
  .strictObject({
    $schema: z.string().optional(),
    Account: account.optional(),
    Catalogue: z
      .strictObject({
        Defaults: z.boolean().meta({ description: 'false begins with an empty catalogue.' }),
        TaxPolicies: entries(taxPolicyInput.extend({ Predefined: taxPolicy.shape.Predefined }), 'tax policy'),
        PlanGroups: entries(planGroupInput, 'plan group'),
        Plans: entries(planInput, 'plan'),
        PlanVariants: entries(planVariantInput, 'plan variant'),
        Components: entries(componentInput, 'component'),
        Discounts: entries(discountInput, 'discount'),
        Coupons: entries(couponInput, 'coupon'),
        PriceLists: entries(priceListInput, 'price list'),
      })
      .partial()
      .optional()
      .meta({ description: 'Everything that can be sold.' }),
  })
  .meta({
    title: 'clientlib-sandbox configuration',
    description: "Overrides of the sandbox's defaults.",
  });

/** Schemas of new entries, which must be complete. */
export const completeEntries: { readonly [list: string]: z.ZodObject } = {
  TaxPolicies: taxPolicyInput,
  PlanGroups: planGroupInput,
  Plans: planInput,
  PlanVariants: planVariantInput,
  Components: componentInput,
  Discounts: discountInput,
  Coupons: couponInput,
  PriceLists: priceListInput,
};

/** The published JSON Schema of the configuration file. */
export function configurationJsonSchema() {
  return z.toJSONSchema(configurationSchema, {
    io: 'input',
    unrepresentable: 'any',
    override: ({ jsonSchema }) => {
      // A name that only the OpenAPI document has.
      delete (jsonSchema as { outputId?: unknown }).outputId;
      const { example } = jsonSchema as { example?: unknown };
      if (example === undefined) return;
      delete (jsonSchema as { example?: unknown }).example;
      Object.assign(jsonSchema, { examples: [example] });
    },
  });
}
