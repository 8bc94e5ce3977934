import { Ajv2020 } from 'ajv/dist/2020.js';
import { describe, expect, it } from 'vitest';
import { createSandbox } from '../../../../sandbox/src/sandbox/checked-sandbox.ts';
import type { Configuration } from '../../../../sandbox/src/service/configuration/configuration.ts';
import {
  ConfigurationError,
  placeOfPath,
  readConfiguration,
} from '../../../../sandbox/src/service/configuration/read.ts';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

function mistakes(text: string): string[] {
  try {
    readConfiguration(text, 'sandbox.json');
  } catch (error) {
    expect(error).toBeInstanceOf(ConfigurationError);
    return (error as Error).message
      .split('\n')
      .slice(1)
      .map((line) => line.trim());
  }
  return [];
}

describe('a configuration file', () => {
  it("accepts names in any case, as bodies of the API do: `{ name: 'YourProvider', like: 'Alpha' }` renames a provider", async () => {
    const lower = {
      account: {
        providers: [{ name: 'YourProvider', like: 'Alpha' }],
        selfService: { customerChange: false },
        escalation: [{ triggerDays: 0, action: 'Notify' }],
      },
      catalogue: { planVariants: [{ id: 'b00000000000000000000001', recurringFee: 12.5 }] },
    };
    // As an object it is for those who write no types.
    const configs = [readConfiguration(JSON.stringify(lower), 'sandbox.json'), lower as Configuration];
    for (const config of configs) {
      const sandbox = newSandbox({ config });
      const catalog = await (await sandbox.fetch('http://sandbox/sandbox/catalog')).json();
      expect(catalog.Providers).toMatchObject([{ Name: 'YourProvider', Like: 'Alpha' }]);
      expect(catalog.PlanVariants[0]).toMatchObject({ Name: 'Basic monthly', RecurringFee: 12.5 });
      await newContract(await backEnd(sandbox));
      await sandbox.clock.advance('P15D');
      const [event] = await (
        await sandbox.fetch('http://sandbox/sandbox/events?event=PaymentEscalated')
      ).json();
      expect(event).toMatchObject({ Event: 'PaymentEscalated', TriggerDays: 0 });
    }
  });

  it('may contain comments, and overrides the defaults', async () => {
    const config = readConfiguration(
      `{
        "$schema": "http://localhost:4400/configuration.schema.json",
        // our own name for a provider
        "Account": { "Name": "Acme", "Providers": [{ "Name": "OurProvider", "Like": "Alpha" }], "RateLimit": { "Requests": 5 } },
        "Catalogue": {
          "PlanVariants": [
            { "Id": "b00000000000000000000001", "RecurringFee": 12.5 },
            { "Id": "b0000000000000000000ab01", "PlanId": "b10000000000000000000001", "InternalName": "Basic weekly",
              "RecurringFee": 3, "FeePeriod": { "Unit": "Week", "Quantity": 1 } }
          ]
        }
      }`,
      'sandbox.json',
    );
    const sandbox = newSandbox({ config });
    const api = await backEnd(sandbox);
    const changed = await api('GET', 'planVariants/b00000000000000000000001');
    expect(changed.body).toMatchObject({ InternalName: 'Basic monthly', RecurringFee: 12.5 });
    const added = await api('GET', 'planVariants/b0000000000000000000ab01');
    expect(added.body).toMatchObject({
      RecurringFee: 3,
      BillingPeriod: { Unit: 'Week', Quantity: 1 },
      AllowSelfService: true,
    });
    expect(added.headers.get('X-RateLimit-Limit')).toBe('5');
    const methods = await api(
      'GET',
      'CustomerSelfService/paymentMethods?publicApiKey=a00000000000000000000001',
    );
    expect(methods.body.Bearers).toContain('CreditCard:OurProvider');
  });

  it('may start with an empty catalogue', async () => {
    const api = await backEnd(newSandbox({ config: { Catalogue: { Defaults: false } } }));
    for (const list of Object.values((await api('GET', 'productInfo')).body)) expect(list).toEqual([]);
  });

  it('with errors is rejected with line, column and path of each', () => {
    expect(
      mistakes(`{
  "Acount": {},
  "Account": {
    "Curency": "EUR",
    "TimeZone": "Mars/Olympus",
    "Providers": [{ "Name": "Ours", "Like": "Alfa" }]
  },
  "Catalogue": { "Plans": [{ "Name": { "_c": "New" } }] }
}`),
    ).toEqual([
      expect.stringMatching(/^sandbox\.json:2:3 Acount: is not known; did you mean Account\?/),
      expect.stringMatching(/^sandbox\.json:4:5 Account\.Curency: is not known; did you mean Currency\?/),
      expect.stringMatching(/^sandbox\.json:5:5 Account\.TimeZone: expected an IANA time zone/),
      expect.stringMatching(/^sandbox\.json:6:37 Account\.Providers\[0\]\.Like: .*"Alpha".*got "Alfa"/),
    ]);
    expect(mistakes('{\n  "Catalogue": { "Plans": [\n    { "Name": { "_c": "New" } }] }\n}')).toEqual([
      expect.stringMatching(
        /^sandbox\.json:3:5 Catalogue\.Plans\[0\]\.PlanGroupId: is missing; a new entry needs it$/,
      ),
    ]);
    expect(mistakes('{\n "Account": oops }')[0]).toMatch(/^sandbox\.json:2:13 Invalid JSON: invalid symbol/);
    expect(mistakes('')[0]).toMatch(/^sandbox\.json:1:1 Invalid JSON: expected a value/);
  });

  it('with an unknown reference is rejected with its path and line', () => {
    const text = '{"Catalogue":{"Coupons":[\n{"CouponCode":"X","DiscountId":"f10000000000000000000099"}]}}';
    const config = readConfiguration(text, 'sandbox.json');
    expect(() => createSandbox({ config })).toThrow('Catalogue.Coupons[0]: DiscountId: there is no discount');
    expect(placeOfPath(text, 'Catalogue.Coupons[0].DiscountId')).toEqual({ line: 2, column: 19 });
  });

  it('has a published schema that accepts what the reader accepts', async () => {
    const served = await (await newSandbox().fetch('http://sandbox/configuration.schema.json')).json();
    const validate = new Ajv2020({ strict: false }).compile(served as object);
    expect(validate({ Account: { Currency: 'CHF' }, Catalogue: { Plans: [] } })).toBe(true);
    expect(validate({ Account: { Curency: 'CHF' } })).toBe(false);
  });
});

describe('createSandbox', () => {
  it.each<[object, string]>([
    [{ config: { Acount: {} } }, 'config.Acount: is not known; did you mean Account?'],
    [
      { config: { Account: { Curency: 'CHF' } } },
      'config.Account.Curency: is not known; did you mean Currency?',
    ],
    [
      { config: { Catalogue: { Coupon: [] } } },
      'config.Catalogue.Coupon: is not known; did you mean Coupons?',
    ],
    [
      { config: { Catalogue: { PlanVariants: [{ Id: 'b00000000000000000000001', RecuringFee: 1 }] } } },
      'config.Catalogue.PlanVariants[0].RecuringFee: is not known; did you mean RecurringFee?',
    ],
    [
      { config: { Catalogue: { PlanVariants: [{ Id: 'b00000000000000000000001', RecurringFee: -5 }] } } },
      'config.Catalogue.PlanVariants[0].RecurringFee: expected at least 0, got -5',
    ],
    [
      {
        config: { Catalogue: { PlanVariants: [{ Id: 'b00000000000000000000001', RecurringFee: '12,50' }] } },
      },
      'config.Catalogue.PlanVariants[0].RecurringFee: expected a number, got "12,50"',
    ],
    [
      {
        config: {
          Catalogue: {
            PlanVariants: [{ Id: 'b00000000000000000000001', FeePeriod: { Unit: 'Mnth', Quantity: 1 } }],
          },
        },
      },
      'got "Mnth"; did you mean "Month"?',
    ],
    [
      { config: { Account: { Providers: [{ Name: 'Mine', Like: 'Alfa' }] } } },
      'got "Alfa"; did you mean "Alpha"?',
    ],
    [
      { config: { Account: { OAuthClients: [{ Name: 'Shop', Grants: ['client_credentials'] }] } } },
      'config.Account.OAuthClients[0].ClientId: is missing; expected a text',
    ],
    [
      { config: { Account: { TimeZone: 'Mars/X' } } },
      'config.Account.TimeZone: expected an IANA time zone such as Europe/Berlin, got "Mars/X"',
    ],
    [
      { config: { Account: { Locale: 'de_DE' } } },
      'config.Account.Locale: expected a language tag such as en-US, got "de_DE"',
    ],
    [{ clok: '2026-01-01' }, 'createSandbox option clok: is not known; did you mean clock?'],
    [{ Account: {} }, 'createSandbox option Account: is not known; known are seed, clock, config,'],
  ])('rejects an unknown option: %j', (options, message) => {
    expect(() => createSandbox(options)).toThrow(message);
  });
});
