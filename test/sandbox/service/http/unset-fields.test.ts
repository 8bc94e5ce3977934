import { describe, expect, it } from 'vitest';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

/** Makes a document, unsets a field by PATCH with null, and gives both answers. */
async function unset(api: Api, path: string, input: object, patch: object) {
  const made = await api('POST', path, input);
  expect([path, made.status === 200 || made.status === 201, made.body]).toEqual([path, true, made.body]);
  const patched = await api('PATCH', `${path}/${made.body.Id}`, patch);
  expect([patched.status, patched.body]).toEqual([200, patched.body]);
  const read = await api('GET', `${path}/${made.body.Id}`);
  expect(read.body).toEqual(patched.body);
  return { before: made.body, after: patched.body };
}

const without = (document: object, ...fields: string[]) =>
  Object.fromEntries(Object.entries(document).filter(([field]) => !fields.includes(field)));

describe('PATCH with null unsets', () => {
  it('a date of a coupon', async () => {
    const api = await backEnd(newSandbox());
    const [discount] = (await api('GET', 'discounts')).body;
    const { before, after } = await unset(
      api,
      'coupons',
      { CouponCode: 'SPRING', DiscountId: discount.Id, ValidFrom: '2026-03-01', ValidUntil: '2026-06-01' },
      { ValidFrom: null },
    );
    expect(before.ValidFrom).toBe('2026-02-28T23:00:00.0000000Z');
    expect(after).toEqual({ ...without(before, 'ValidFrom'), Active: true });
  });

  it('the duration of a discount', async () => {
    const api = await backEnd(newSandbox());
    const [{ Id: PlanGroupId }] = (await api('GET', 'planGroups')).body;
    const { before, after } = await unset(
      api,
      'discounts',
      {
        PlanGroupId,
        InternalName: 'Half a year',
        Duration: { Unit: 'Month', Quantity: 6 },
        Effect: { Type: 'Relative', ReductionPercent: 10 },
      },
      { Duration: null },
    );
    expect(before.Duration).toEqual({ Unit: 'Month', Quantity: 6 });
    expect(after).toEqual(without(before, 'Duration'));
  });

  it('the trial of a plan, and its policy; a changed length keeps the policy', async () => {
    const api = await backEnd(newSandbox());
    const [{ Id: PlanGroupId }] = (await api('GET', 'planGroups')).body;
    const input = {
      PlanGroupId,
      Name: { _c: 'Tried' },
      TrialPeriod: { Unit: 'Day', Quantity: 14 },
      TrialEndPolicy: 'DeactivateAccount',
    };
    const { before, after } = await unset(api, 'plans', input, { TrialPeriod: null });
    expect(before).toMatchObject({
      TrialPeriod: { Unit: 'Day', Quantity: 14 },
      TrialEndPolicy: 'DeactivateAccount',
    });
    expect(after).toEqual({ ...without(before, 'TrialPeriod'), TrialEndPolicy: 'NoTrial' });
    const shorter = await unset(api, 'plans', input, { TrialPeriod: { Unit: 'Day', Quantity: 7 } });
    expect(shorter.after).toMatchObject({
      TrialPeriod: { Unit: 'Day', Quantity: 7 },
      TrialEndPolicy: 'DeactivateAccount',
    });
    const again = await api('PATCH', `plans/${after.Id}`, { TrialPeriod: { Unit: 'Day', Quantity: 3 } });
    expect(again.body.TrialEndPolicy).toBe('RequestPayment');
  });

  it('the later term of a plan variant; a period that every variant has gets its default', async () => {
    const api = await backEnd(newSandbox());
    const [{ Id: PlanId }] = (await api('GET', 'plans')).body;
    const { before, after } = await unset(
      api,
      'planVariants',
      {
        PlanId,
        InternalName: 'Long',
        RecurringFee: 10,
        BillingPeriod: { Unit: 'Year', Quantity: 1 },
        ContractPeriod: { Unit: 'Year', Quantity: 2 },
        LaterContractPeriod: { Unit: 'Year', Quantity: 1 },
        Quota: [],
      },
      { LaterContractPeriod: null, BillingPeriod: null },
    );
    expect(before.LaterContractPeriod).toEqual({ Unit: 'Year', Quantity: 1 });
    expect(after).toMatchObject({ BillingPeriod: { Unit: 'Month', Quantity: 1 } });
    expect(after.ContractPeriod).toEqual({ Unit: 'Year', Quantity: 2 });
    // A variant without later terms of its own repeats the first one.
    expect(after.LaterContractPeriod ?? after.ContractPeriod).toEqual(after.ContractPeriod);
  });

  it('the address of a customer, one field of it, and a country with an empty text', async () => {
    const api = await backEnd(newSandbox());
    const input = {
      FirstName: 'Ada',
      Address: { Street: 'Main Street', City: 'Berlin', Country: 'de' },
      CustomFields: { a: 1 },
    };
    const whole = await unset(api, 'customers', input, { Address: null });
    expect(whole.before.Address).toEqual({ Street: 'Main Street', City: 'Berlin', Country: 'DE' });
    expect(whole.after.Address ?? {}).toEqual({});
    expect(whole.after).toMatchObject({ FirstName: 'Ada', CustomFields: { a: 1 } });
    const part = await unset(api, 'customers', input, { Address: { City: null, Country: '' } });
    expect(part.after.Address).toEqual({ Street: 'Main Street' });
    const fields = await unset(api, 'customers', input, { CustomFields: null });
    expect(fields.after.CustomFields).toEqual({});
    const created = await api('POST', 'customers', { LastName: 'Byron', Address: { Country: '' } });
    expect([created.status, created.body.Address ?? {}]).toEqual([201, {}]);
  });

  it('what only the merchant sets on a customer gets its default', async () => {
    const api = await backEnd(newSandbox());
    const { after } = await unset(
      api,
      'customers',
      { LastName: 'Byron', IsLocked: true, Hidden: true, CustomerType: 'Business' },
      { IsLocked: null, Hidden: null, CustomerType: null },
    );
    expect(after).toMatchObject({ IsLocked: false, Hidden: false, CustomerType: 'Consumer' });
  });

  it.each([[null], ['']])('notes and external id of a contract by %j', async (nothing) => {
    const api = await backEnd(newSandbox());
    const { Id } = await newContract(api);
    const before = (await api('GET', `contracts/${Id}`)).body;
    const period = { Unit: 'Day', Quantity: 3 };
    const set = await api('PATCH', `contracts/${Id}`, {
      Notes: 'call back',
      ExternalId: 'X-1',
      BillingSuspended: true,
      EscalationSuspended: true,
      OnAccountDueAfter: period,
      CustomFields: { a: 1, b: 2 },
    });
    expect(set.body).toMatchObject({
      Notes: 'call back',
      ExternalId: 'X-1',
      BillingSuspended: true,
      EscalationSuspended: true,
      OnAccountDueAfter: period,
      CustomFields: { a: 1, b: 2 },
    });
    const after = await api('PATCH', `contracts/${Id}`, {
      Notes: nothing,
      ExternalId: nothing,
      BillingSuspended: null,
      EscalationSuspended: null,
      OnAccountDueAfter: null,
      CustomFields: null,
    });
    expect(after.body).toEqual(before);
  });

  it('but not required fields', async () => {
    const api = await backEnd(newSandbox());
    const [plan] = (await api('GET', 'plans')).body;
    const [variant] = (await api('GET', 'planVariants')).body;
    for (const [path, patch, field] of [
      [`plans/${plan.Id}`, { Name: null }, 'Name'],
      [`planVariants/${variant.Id}`, { RecurringFee: null }, 'RecurringFee'],
      [`planVariants/${variant.Id}`, { InternalName: null }, 'InternalName'],
    ] as const) {
      const refused = await api('PATCH', path, patch);
      expect([refused.status, refused.body.Errors]).toEqual([
        422,
        [{ Field: field, Code: 'InvalidData', Message: expect.stringContaining('it is required for a') }],
      ]);
    }
    expect((await api('GET', `plans/${plan.Id}`)).body).toEqual(plan);
  });
});

describe('custom fields, whole and one by one', () => {
  it.each([
    [{ 'customFields.color': null, customFields: { size: 'M' } }],
    [{ customFields: { size: 'M' }, 'customFields.color': null }],
    [{ 'CUSTOMFIELDS.size': 'M', customFields: { color: null } }],
    [{ customFields: { size: 'M' }, CustomFields: { color: null } }],
    [{ 'customFields.size': 'M', 'CustomFields.color': null, customFields: {} }],
    [{ 'customFields.size': 'M', 'CustomFields.color': null, customFields: null }],
  ])('all apply: %j', async (change) => {
    const api = await backEnd(newSandbox());
    const { Id, CustomerId } = await newContract(api, {
      Customer: { LastName: 'Byron', CustomFields: { color: 'red', kept: 1 } },
      ContractCustomFields: { color: 'red', kept: 1 },
    });
    for (const path of [`customers/${CustomerId}`, `contracts/${Id}`]) {
      const { status, body } = await api('PATCH', path, change);
      expect([path, status, body.CustomFields]).toEqual([path, 200, { kept: 1, size: 'M' }]);
    }
  });

  it('of a customer in an order, and of order and contract', async () => {
    const api = await backEnd(newSandbox());
    const contract = await newContract(api, {
      Customer: { LastName: 'Byron', 'customFields.a': 1, CustomFields: { b: 2 } },
      'contractCustomFields.c': 3,
      ContractCustomFields: { d: 4 },
    });
    expect((await api('GET', `customers/${contract.CustomerId}`)).body.CustomFields).toEqual({ a: 1, b: 2 });
    expect((await api('GET', `contracts/${contract.Id}`)).body.CustomFields).toEqual({ c: 3, d: 4 });
  });

  it('with the same name: the last one applies', async () => {
    const api = await backEnd(newSandbox());
    const { body } = await api('POST', 'customers', { 'customFields.a': 1, customFields: { a: 2 } });
    expect(body.CustomFields).toEqual({ a: 2 });
    const other = await api('POST', 'customers', { customFields: { a: 2 }, 'customFields.a': 1 });
    expect(other.body.CustomFields).toEqual({ a: 1 });
  });

  it('that are not a map are rejected', async () => {
    const api = await backEnd(newSandbox());
    const { status, body } = await api('POST', 'customers', { customFields: 'red', 'customFields.a': 1 });
    expect([status, body.Errors]).toEqual([
      422,
      [{ Field: 'CustomFields', Code: 'InvalidData', Message: 'expected an object, got "red"' }],
    ]);
  });
});

describe('an invalid country', () => {
  const codeOf = (answer: { status: number; body: { Code?: string; Errors?: object[] } }) => [
    answer.status,
    answer.body.Code,
    answer.body.Errors,
  ];
  const refused = (Field: string, came: string) => [
    422,
    'InvalidCountry',
    [
      {
        Field,
        Code: 'InvalidCountry',
        Message: `expected a two-letter country code such as DE, got "${came}"`,
      },
    ],
  ];

  it.each([['Germany'], ['XX'], ['ZZ'], ['D'], ['1A']])('is InvalidCountry everywhere: %j', async (came) => {
    const sandbox = newSandbox();
    const api = await backEnd(sandbox);
    const { Id, CustomerId } = await newContract(api);
    const Customer = { LastName: 'Byron', Address: { Country: came } };
    const Cart = { PlanVariantId: 'b00000000000000000000001' };
    expect(codeOf(await api('POST', 'customers', Customer))).toEqual(refused('Address.Country', came));
    for (const method of ['PUT', 'PATCH']) {
      const answer = await api(method, `customers/${CustomerId}`, Customer);
      expect(codeOf(answer)).toEqual(refused('Address.Country', came));
    }
    for (const path of ['orders', 'orders/preview']) {
      const answer = await api('POST', path, { Customer, Cart });
      expect(codeOf(answer)).toEqual(refused('Customer.Address.Country', came));
    }
    const policy = { Name: 'Own', Entries: [{ Country: came, Rate: 7 }] };
    expect(codeOf(await api('POST', 'taxPolicies', policy))).toEqual(refused('Entries[0].Country', came));
    for (const path of ['signup/preview', 'signup/order']) {
      const { status, body } = await api('POST', `CustomerSelfService/${path}`, { Cart, Customer });
      expect([status, body.Error.Code]).toEqual([422, 'InvalidCountry']);
    }
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const { status, body } = await api('PUT', 'CustomerSelfService/customer', Customer, {
      Authorization: `Bearer ${Token}`,
    });
    expect([status, body.Error.Code]).toEqual([422, 'InvalidCountry']);
  });

  it('beside another wrong field, the first one determines the code', async () => {
    const api = await backEnd(newSandbox());
    const { body } = await api('POST', 'customers', { Hidden: 'yes', Address: { Country: 'Germany' } });
    expect(body.Errors.map(({ Code }: { Code: string }) => Code).toSorted()).toEqual([
      'InvalidCountry',
      'InvalidData',
    ]);
  });
});

describe('a VAT id', () => {
  it.each([['XX1'], ['ZZ123456'], ['DE'], ['DE1'], ['DEABC'], ['DE1234567890123'], ['123456'], ['?']])(
    'that cannot be one is refused: %j',
    async (VatId) => {
      const api = await backEnd(newSandbox());
      const { status, body } = await api('POST', 'customers', { VatId, Address: { Country: 'DE' } });
      expect([status, body.Code, body.Errors[0].Field]).toEqual([422, 'InvalidVatId', 'VatId']);
    },
  );

  it.each([['DE123456789'], ['de 123.456-789'], ['EL123456789'], ['RO12'], ['XI123456789']])(
    'of a country is taken: %j',
    async (VatId) => {
      const api = await backEnd(newSandbox());
      const { status, body } = await api('POST', 'customers', { VatId });
      expect([status, body.VatId]).toEqual([201, VatId]);
    },
  );

  it('is not repeated if it could be a card number', async () => {
    const api = await backEnd(newSandbox());
    const { body } = await api('POST', 'customers', { VatId: '4111 1111 1111 1111' });
    expect(body.Code).toBe('InvalidVatId');
    expect(JSON.stringify(body)).not.toMatch(/4111/);
  });
});
