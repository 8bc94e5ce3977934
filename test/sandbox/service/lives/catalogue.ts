// What the merchants of the lives sell, as one copies it from a price list: the default catalogue, and a list that differs.

/** The plan variants of the default account, by name. Fees are net; a fee is for `feeMonths`. */
export const variants = {
  'Basic monthly': {
    id: 'b00000000000000000000001',
    fee: 9.9,
    feeMonths: 1,
    billed: 1,
    term: 1,
    notice: [1, 'd'],
  },
  'Basic yearly': {
    id: 'b00000000000000000000002',
    fee: 99,
    feeMonths: 12,
    billed: 12,
    term: 12,
    notice: [3, 'm'],
    laterNotice: [1, 'm'],
  },
  'Pro monthly': {
    id: 'b00000000000000000000003',
    fee: 29,
    feeMonths: 1,
    billed: 1,
    term: 1,
    notice: [1, 'm'],
    setup: 49,
    quota: 1000,
    byQuantity: true,
  },
  'Pro yearly': {
    id: 'b00000000000000000000004',
    fee: 300,
    feeMonths: 12,
    billed: 1,
    term: 12,
    notice: [1, 'm'],
    quota: 1000,
    byQuantity: true,
  },
  'Pro trial': {
    id: 'b00000000000000000000005',
    fee: 29,
    feeMonths: 1,
    billed: 1,
    term: 1,
    notice: [1, 'm'],
    trialDays: 14,
    quota: 1000,
  },
  Free: { id: 'b00000000000000000000006', fee: 0, feeMonths: 1, billed: 1, term: 1, notice: [1, 'd'] },
} as const satisfies Record<string, Variant>;

export interface Variant {
  readonly id: string;
  readonly fee: number;
  readonly feeMonths: number;
  /** Months that are billed at once. */
  readonly billed: number;
  /** Months of a contract term. */
  readonly term: number;
  readonly notice: readonly [number, 'd' | 'm'];
  readonly laterNotice?: readonly [number, 'd' | 'm'];
  readonly setup?: number;
  readonly trialDays?: number;
  /** API calls that are free in each billing period. */
  readonly quota?: number;
  readonly byQuantity?: boolean;
}

export type VariantName = keyof typeof variants;

/** Components, by name, with their monthly price. */
export const components = {
  Seat: { id: 'd00000000000000000000001', price: 4.5 },
  Support: { id: 'd00000000000000000000002', price: 15 },
} as const;

export type ComponentName = keyof typeof components;

/** Coupons: how much less, for how many months. */
export const coupons = {
  WELCOME20: { percent: 20, months: 3 },
  HALF1: { percent: 50, months: 1 },
} as const;

export type CouponCode = keyof typeof coupons;

export const apiCalls = { id: 'd00000000000000000000003', price: 0.01 };

/** The list of prices that orders may name: what differs from the catalogue. */
export const priceList = {
  id: 'f90000000000000000000001',
  fees: { 'Basic monthly': 5.005, 'Pro yearly': 240.6 },
  setup: { 'Pro monthly': 19.995 },
  components: { Seat: 2.125 },
  apiCalls: 0.00875,
} as const;

/** A price as a merchant writes it, without the noise of a multiplication. */
export const scaled = (price: number, scale: number): number => Number((price * scale).toFixed(8));
