import { describe, expect, it } from 'vitest';
import { backEnd, newContract, newSandbox } from '../http/service.ts';

// Differences from real services, titled by their numbers.

const group = 'a10000000000000000000001';
const basicMonthly = 'b00000000000000000000001';
const proMonthly = 'b00000000000000000000003';
const seat = 'd00000000000000000000001';

describe('2: every published event can be registered', () => {
  it('accepts the whole selection of a published client, with a space after a name', async () => {
    const api = await backEnd(newSandbox());
    const Events = [
      'AccountingExportFileCreated',
      'PaymentsExportFileCreated',
      'ReportSucceeded',
      'ReportFailed',
      'AutomaticDowngradeInsufficientBalance',
      'InsufficientBalanceForNextBilling',
      'PlanVariantCreated ',
    ];
    const { status, body } = await api('POST', 'webhooks', { url: 'http://merchant.test/', events: Events });
    expect(status).toBe(200);
    expect(body.Events).toEqual(Events.map((name) => name.trim()));
  });

  it('names the nearest of an unknown one', async () => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('POST', 'webhooks', {
      Url: 'http://merchant.test/',
      Events: ['ReportSuceeded'],
    });
    expect([status, body.Errors[0].Field]).toEqual([422, 'Events[0]']);
    expect(body.Message).toContain('did you mean ReportSucceeded?');
  });
});

describe('7: coupons have many codes', () => {
  const input = { InternalName: 'Fair', DiscountId: 'f10000000000000000000003', IsSingleUse: true };

  it('are created under their plan group, found by a code, and changed by sending the whole object back', async () => {
    const api = await backEnd(newSandbox());
    const made = (await api('POST', `planGroups/${group}/coupons`, { ...input, Codes: ['FAIR-1'] })).body;
    expect(made).toMatchObject({ PlanGroupId: group, Codes: ['FAIR-1'], UsedCodes: [], Active: true });

    const sent = { ...made, Codes: [...made.Codes, 'FAIR-2'] };
    const { headers, body } = await api('PUT', `coupons/${made.Id}`, sent);
    expect(body).toEqual(sent);
    expect(headers.get('X-Sandbox-Warnings')).toBeNull();

    expect((await api('GET', 'coupons?couponCode=fair2')).body).toEqual([sent]);
    expect((await api('GET', 'coupons?couponCode=FAIR-3')).body).toEqual([]);
  });

  it('single use means each code once', async () => {
    const api = await backEnd(newSandbox());
    const coupon = (
      await api('POST', `planGroups/${group}/coupons`, { ...input, Codes: ['FAIR-1', 'FAIR-2'] })
    ).body;
    const cart = (CouponCode: string) => ({ Cart: { PlanVariantId: basicMonthly, CouponCode } });
    await newContract(api, cart('FAIR-1'));
    expect((await api('GET', `coupons/${coupon.Id}`)).body.UsedCodes).toEqual(['FAIR-1']);
    const customer = { Customer: { FirstName: 'Bo', Address: { Country: 'DE' } } };
    const refused = await api('POST', 'orders', { ...customer, ...cart('fair 1') });
    expect([refused.status, refused.body.Code]).toEqual([422, 'InvalidCouponCode']);
    await newContract(api, cart('FAIR-2'));
    expect((await api('GET', `coupons/${coupon.Id}`)).body.UsedCodes).toEqual(['FAIR-1', 'FAIR-2']);
  });

  it('Active says whether it can be used now', async () => {
    const api = await backEnd(newSandbox());
    const made = async (change: object) =>
      (await api('POST', 'coupons', { ...input, CouponCode: `C${JSON.stringify(change)}`, ...change })).body;
    expect((await made({ ValidUntil: '2026-01-14 10:00:00' })).Active).toBe(false);
    expect((await made({ ValidFrom: '2026-01-16' })).Active).toBe(false);
    expect((await made({ Enabled: false })).Active).toBe(false);
    expect((await made({ ValidFrom: null, ValidUntil: null })).Active).toBe(true);
  });
});

describe('21: enumerations and maps of the catalogue have the published values', () => {
  it('Effect.Type is Relative; Targets name every product, or the discounted ones', async () => {
    const api = await backEnd(newSandbox());
    const all = (await api('GET', 'discounts/f10000000000000000000001')).body;
    expect(all.Effect).toEqual({ Type: 'Relative', ReductionPercent: 20 });
    expect(all.Targets[basicMonthly]).toBe(true);
    expect(all.Targets[seat]).toBe(true);
    expect((await api('PUT', `discounts/${all.Id}`, all)).body).toEqual(all);

    const one = (
      await api('POST', 'discounts', {
        PlanGroupId: group,
        InternalName: 'Pro only',
        Effect: { Type: 'Relative', ReductionPercent: 50 },
        Targets: { [proMonthly]: true },
      })
    ).body;
    expect(one.Targets).toEqual({ [proMonthly]: true });
    const total = async (PlanVariantId: string) =>
      (
        await api('POST', 'orders/preview', {
          Customer: { Address: { Country: 'US' } },
          Cart: { PlanVariantId, DiscountSubscriptions: [{ DiscountId: one.Id }] },
        })
      ).body.Order.RecurringFee.TotalNet;
    expect(await total(proMonthly)).toBe(14.5);
    expect(await total(basicMonthly)).toBe(9.9);
  });

  it('TrialEndPolicy: RequestPayment goes on, DeactivateAccount ends', async () => {
    const api = await backEnd(newSandbox());
    const plan = (await api('GET', 'plans/b10000000000000000000003')).body;
    expect(plan.TrialEndPolicy).toBe('RequestPayment');
    expect(
      (await api('PUT', `plans/${plan.Id}`, { ...plan, TrialEndPolicy: 'DeactivateAccount' })).status,
    ).toBe(200);
    const trial = await newContract(api, { Cart: { PlanVariantId: 'b00000000000000000000005' } });
    expect(trial).toMatchObject({ EndDate: '2026-01-29T10:00:00.0000000Z' });
  });

  it('BillingDateAlignment is a text, and PaymentPeriodMode takes the published modes', async () => {
    const api = await backEnd(newSandbox());
    const variant = (await api('GET', `planVariants/${basicMonthly}`)).body;
    const sent = { ...variant, BillingDateAlignment: '---01', PaymentPeriodMode: 'PrePaidBillingPeriod' };
    expect((await api('PUT', `planVariants/${basicMonthly}`, sent)).body).toEqual(sent);
    expect((await newContract(api)) as object).toMatchObject({ BilledUntil: '2026-01-31T23:00:00.0000000Z' });
  });

  it('Predefined of a tax policy is a text', async () => {
    const api = await backEnd(newSandbox());
    expect((await api('GET', 'taxPolicies')).body[0].Predefined).toBe('StandardRate');
  });
});

describe('26: derived fields are present too', () => {
  it('later periods that equal the first', async () => {
    const api = await backEnd(newSandbox());
    expect((await api('GET', `planVariants/${proMonthly}`)).body).toMatchObject({
      LaterContractPeriod: { Unit: 'Month', Quantity: 1 },
      LaterCancellationPeriod: { Unit: 'Month', Quantity: 1 },
    });
  });

  it('an empty description; and no price where a scale decides', async () => {
    const api = await backEnd(newSandbox());
    const storage = (await api('GET', 'components/d00000000000000000000004')).body;
    expect(storage).not.toHaveProperty('PricePerUnit');
    expect((await api('PUT', `components/${storage.Id}`, storage)).body).toEqual(storage);
    const made = await api('POST', 'components', {
      PlanGroupId: group,
      ComponentType: 'OnOff',
      Name: { _c: 'Help' },
      PricePerUnit: 1,
    });
    expect(made.body.Description).toEqual({});
    const unpriced = await api('POST', 'components', {
      PlanGroupId: group,
      ComponentType: 'OnOff',
      Name: { _c: 'Help' },
    });
    expect([unpriced.status, unpriced.body.Errors[0].Field]).toEqual([422, 'PricePerUnit']);
  });
});

describe('25: the catalogue under its parents', () => {
  it('plan variants are made under their plan, and one plan group is read with all that it sells', async () => {
    const api = await backEnd(newSandbox());
    const made = await api('POST', 'plans/b10000000000000000000001/planVariants', {
      InternalName: 'Basic weekly',
      RecurringFee: 3,
    });
    expect(made.body).toMatchObject({ PlanId: 'b10000000000000000000001', RecurringFee: 3 });
    const listed = await api('GET', 'plans/b10000000000000000000001/planVariants');
    expect(listed.body.map(({ Id }: { Id: string }) => Id)).toContain(made.body.Id);

    const info = (await api('GET', `productInfo/${group}`)).body;
    expect(info.PlanGroups.map(({ Id }: { Id: string }) => Id)).toEqual([group]);
    expect(new Set(info.PlanVariants.map((one: { PlanGroupId: string }) => one.PlanGroupId))).toEqual(
      new Set([group]),
    );
    expect((await api('GET', 'productInfo/a1ffffffffffffffffffffff')).status).toBe(404);
  });
});
