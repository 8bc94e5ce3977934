/** Attributes of `<clientlib-signup>`, as templates write them. */
export interface SignupAttributes {
  readonly 'public-api-key': string;
  readonly 'plan-variant-id'?: string | undefined;
  readonly 'plan-variant-ids'?: string | undefined;
  readonly 'payment-methods'?: string | undefined;
  readonly locale?: string | undefined;
  readonly country?: string | undefined;
  readonly 'coupon-code'?: string | undefined;
  readonly 'hide-coupon'?: '' | undefined;
  readonly 'hide-components'?: '' | undefined;
  readonly 'provider-return-url'?: string | undefined;
}

/** Attributes of `<clientlib-portal>`, as templates write them. */
export interface PortalAttributes {
  readonly token?: string | undefined;
  readonly 'token-url'?: string | undefined;
  readonly 'payment-methods'?: string | undefined;
  readonly locale?: string | undefined;
}
