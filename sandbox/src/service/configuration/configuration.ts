import type { Account } from '../domain/records/account.ts';
import type {
  ComponentInput,
  CouponInput,
  DiscountInput,
  PlanGroupInput,
  PlanInput,
  PlanVariantInput,
  TaxPolicyInput,
} from '../model/catalogue.ts';
import type { PriceListInput } from '../model/price-list.ts';

/** All fields are optional, at any depth; lists are replaced as a whole. */
type Overrides<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Overrides<T[K]> }
    : T;

/** An entry of the catalogue: a new one, or with the `Id` of a default entry a change to it. */
type Entry<Input> = { readonly Id?: string } & { readonly [K in keyof Input]?: Input[K] | undefined };

/** Entries that extend, change or replace the default catalogue. */
export interface CatalogueConfiguration {
  /** `false` starts with an empty catalogue. */
  readonly Defaults?: boolean;
  readonly TaxPolicies?: readonly Entry<TaxPolicyInput>[];
  readonly PlanGroups?: readonly Entry<PlanGroupInput>[];
  readonly Plans?: readonly Entry<PlanInput>[];
  readonly PlanVariants?: readonly Entry<PlanVariantInput>[];
  readonly Components?: readonly Entry<ComponentInput>[];
  readonly Discounts?: readonly Entry<DiscountInput>[];
  readonly Coupons?: readonly Entry<CouponInput>[];
  readonly PriceLists?: readonly Entry<PriceListInput>[];
}

/** Overrides of the default account and catalogue (dist/docs/configuration.md). */
export interface Configuration {
  readonly Account?: Overrides<Account>;
  readonly Catalogue?: CatalogueConfiguration;
}
