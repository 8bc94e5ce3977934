// What the rules of the domain refuse, through the REST API: the field, in words, and nothing has changed.
import { beforeAll, describe, expect, it } from 'vitest';
import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type Api, backEnd, newContract, newSandbox } from './service.ts';

const group = 'a10000000000000000000001';
const otherGroup = 'a1000000000000000000000a';
const basic = 'b10000000000000000000001';
const basicMonthly = 'b00000000000000000000001';
const otherVariant = 'b0000000000000000000000a';
const seat = 'd00000000000000000000001';
const support = 'd00000000000000000000002';
const apiCalls = 'd00000000000000000000003';
const discount = 'f10000000000000000000001';
const nobody = '0123456789abcdef01234567';
const Name = { _c: 'x' };
const Customer = { FirstName: 'Ada', LastName: 'Lovelace', Address: { Country: 'DE' } };

let sandbox: Sandbox;
let api: Api;
let contract: { readonly Id: string; readonly CustomerId: string };

beforeAll(async () => {
  const PlanId = 'b1000000000000000000000a';
  sandbox = newSandbox({
    config: {
      Catalogue: {
        PlanGroups: [{ Id: otherGroup, Name }],
        Plans: [{ Id: PlanId, PlanGroupId: otherGroup, Name }],
        PlanVariants: [{ Id: otherVariant, PlanId, InternalName: 'Other', RecurringFee: 1 }],
      },
    },
  });
  api = await backEnd(sandbox);
  contract = await newContract(api);
});

const stateOf = () => JSON.stringify(sandbox.snapshot());

/** Path and body, what is wrong, and a part of the words that tell it; `{id}` is the contract. */
type Row = readonly [path: string, body: object, field: string, words: string];

const catalogue: readonly Row[] = [
  ['planGroups', { Name, TaxPolicyId: nobody }, 'TaxPolicyId', `tax policy "${nobody}"`],
  ['plans', { PlanGroupId: nobody, Name }, 'PlanGroupId', `plan group "${nobody}"`],
  [
    'plans',
    { PlanGroupId: group, Name, TrialEndPolicy: 'RequestPayment' },
    'TrialEndPolicy',
    'requires NoTrial',
  ],
  [
    'plans',
    {
      PlanGroupId: group,
      Name,
      TrialPeriod: { Unit: 'Day', Quantity: 0 },
      TrialEndPolicy: 'DeactivateAccount',
    },
    'TrialPeriod.Quantity',
    'at least 1',
  ],
  ['planVariants', { PlanId: nobody, InternalName: 'x', RecurringFee: 1 }, 'PlanId', `plan "${nobody}"`],
  [
    'planVariants',
    { PlanId: basic, InternalName: 'x', RecurringFee: 1, FeePeriod: { Unit: 'Month', Quantity: 0 } },
    'FeePeriod.Quantity',
    'at least 1',
  ],
  [
    'planVariants',
    { PlanId: basic, InternalName: 'x', RecurringFee: 1, Quota: [{ ComponentId: nobody, Quota: 1 }] },
    'Quota[0].ComponentId',
    `component "${nobody}"`,
  ],
  [
    'planVariants',
    { PlanId: basic, InternalName: 'x', RecurringFee: 1, Quota: [{ ComponentId: seat, Quota: 1 }] },
    'Quota[0].ComponentId',
    'not metered',
  ],
  [
    'planVariants',
    { PlanId: basic, InternalName: 'x', RecurringFee: 1, StoreProductId: 'p' },
    'StoreProductId',
    'does not belong to a store',
  ],
  [
    'components',
    { PlanGroupId: group, ComponentType: 'OnOff', Name, PricePerUnit: 1, TaxPolicyId: nobody },
    'TaxPolicyId',
    `tax policy "${nobody}"`,
  ],
  [
    'components',
    {
      PlanGroupId: group,
      ComponentType: 'QuantityBased',
      Name,
      PricePerUnit: 1,
      PriceScale: { IsCumulative: true, Items: [{ From: 1, Value: 2, IsBucketPrice: false }] },
    },
    'PriceScale.Items[0].From',
    'must start at 0',
  ],
  [
    'components',
    {
      PlanGroupId: group,
      ComponentType: 'QuantityBased',
      Name,
      PricePerUnit: 1,
      PriceScale: {
        IsCumulative: true,
        Items: [
          { From: 0, Value: 2, IsBucketPrice: false },
          { From: 0, Value: 1, IsBucketPrice: false },
        ],
      },
    },
    'PriceScale.Items[1].From',
    'more than 0',
  ],
  [
    'discounts',
    {
      PlanGroupId: group,
      InternalName: 'x',
      Duration: { Unit: 'Month', Quantity: 0 },
      Effect: { Type: 'Relative', ReductionPercent: 5 },
    },
    'Duration.Quantity',
    'at least 1',
  ],
  ['coupons', { CouponCode: '**', DiscountId: discount }, 'Codes[0]', 'letter or digit'],
  ['coupons', { CouponCode: 'NEW', DiscountId: nobody }, 'DiscountId', `discount "${nobody}"`],
  [
    'coupons',
    { CouponCode: 'NEW', DiscountId: discount, PlanGroupId: otherGroup },
    'PlanGroupId',
    'belongs to the plan group',
  ],
  [
    'coupons',
    { CouponCode: 'NEW', DiscountId: discount, ValidFrom: '2026-02-01', ValidUntil: '2026-01-01' },
    'ValidUntil',
    'before ValidFrom',
  ],
  [
    'taxPolicies',
    {
      Name: 'x',
      Entries: [
        { Country: 'DE', Rate: 1 },
        { Country: 'DE', Rate: 2 },
      ],
    },
    'Entries[1]',
    'two rates',
  ],
];

const orders: readonly Row[] = [
  [
    'orders',
    { ContractId: '{id}', Cart: { PlanVariantId: otherVariant } },
    'Cart.PlanVariantId',
    'cannot change its plan group',
  ],
  [
    'orders',
    {
      Customer,
      Cart: { PlanVariantId: otherVariant, ComponentSubscriptions: [{ ComponentId: seat, Quantity: 1 }] },
    },
    'Cart.ComponentSubscriptions[0].ComponentId',
    'does not belong to this plan group',
  ],
  [
    'orders',
    {
      Customer,
      Cart: { PlanVariantId: otherVariant, DiscountSubscriptions: [{ DiscountId: discount }] },
    },
    'Cart.DiscountSubscriptions[0].DiscountId',
    'does not belong to this plan group',
  ],
];

const contracts: readonly Row[] = [
  ['contracts/{id}/componentSubscriptions', { ComponentId: support, Quantity: 2 }, 'Quantity', 'on or off'],
  [
    'contracts/{id}/componentSubscriptions',
    { ComponentId: seat, Quantity: 1, StartDate: '2020-01-01' },
    'StartDate',
    'before the start of the contract',
  ],
  ['contracts/{id}/componentSubscriptions', { ComponentId: apiCalls, Quantity: 1 }, 'ComponentId', 'metered'],
  ['contracts/{id}/usage', { ComponentId: seat, Quantity: 1 }, 'ComponentId', 'not metered'],
  ['contracts/{id}/usage', { ComponentId: apiCalls, Quantity: 1, DueDate: 'soon' }, 'DueDate', 'ISO 8601'],
  ['contracts/{id}/end', { EndDate: '2020-01-01' }, 'EndDate', 'start'],
];

describe('a broken rule is reported with the field and a message, and nothing has changed', () => {
  it.each([...catalogue, ...orders, ...contracts])('POST %s %j: %s', async (path, body, field, words) => {
    const before = stateOf();
    const given = JSON.parse(JSON.stringify(body).replaceAll('{id}', contract.Id));
    const answer = await api('POST', path.replace('{id}', contract.Id), given);
    expect(answer.status, JSON.stringify(answer.body)).toBe(422);
    expect(answer.body.Errors[0].Field).toBe(field);
    expect(answer.body.Message).toContain(words);
    expect(stateOf()).toBe(before);
  });
});

describe('what is closed cannot be closed again, and the message says so', () => {
  it('an order that is completed, an order that was deleted', async () => {
    const order = (await api('POST', 'orders', { Customer, Cart: { PlanVariantId: basicMonthly } })).body;
    const pay = { PaymentMethod: 'InvoicePayment' };
    await api('POST', `orders/${order.Id}/commit`, pay);
    const again = await api('POST', `orders/${order.Id}/commit`, pay);
    expect([again.status, again.body.Code]).toEqual([409, 'AlreadyExecuted']);
    expect((await api('DELETE', `orders/${order.Id}`)).status).toBe(409);
  });

  it('a contract that is annulled', async () => {
    const { Id } = await newContract(api);
    expect((await api('POST', `contracts/${Id}/annulate`)).status).toBe(200);
    for (const [method, path, body] of [
      ['POST', 'annulate', {}],
      ['POST', 'end', { EndDate: '2026-12-01' }],
      ['POST', 'bill', {}],
      ['POST', 'componentSubscriptions', { ComponentId: seat, Quantity: 1 }],
    ] as const) {
      const answer = await api(method, `contracts/${Id}/${path}`, body);
      expect([path, answer.status]).toEqual([path, 409]);
      expect(answer.body.Message).toMatch(/annulled/i);
    }
  });
});
