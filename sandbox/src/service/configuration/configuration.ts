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

/** Fields that may be left out, at any depth; a list is given whole. */
type Overrides<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { readonly [K in keyof T]?: Overrides<T[K]> }
    : T;

/** An entry of the catalogue: one of the defaults changed (by its `Id`), or a new one. */
type Entry<Input> = { readonly Id?: string } & { readonly [K in keyof Input]?: Input[K] | undefined };

/** What can be sold besides, or instead of, the default catalogue. */
export interface CatalogueConfiguration {
  /** `false` begins with an empty catalogue. */
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

/** What a sandbox has other than the default account and catalogue (dist/docs/configuration.md). */
export interface Configuration {
  readonly Account?: Overrides<Account>;
  readonly Catalogue?: CatalogueConfiguration;
}
