import type { CustomerData } from 'clientlib';
import type {
  AttributesOf,
  declarationTable,
  PropertiesOf,
  PropsOf,
  portalTable,
  pricingTable,
  signupTable,
} from '../properties/tables.ts';
import type { PartialTexts } from './texts/languages.ts';

/** Types of the properties that are no attributes. */
interface OwnValues {
  readonly customer: CustomerData;
  readonly texts: PartialTexts;
}

/** Attributes of `<clientlib-signup>`, as templates write them. */
export interface SignupAttributes extends AttributesOf<typeof signupTable> {}

/** Attributes of `<clientlib-pricing>`, as templates write them. */
export interface PricingAttributes extends AttributesOf<typeof pricingTable> {}

/** Properties of `<clientlib-pricing>`. */
export interface PricingProperties extends PropertiesOf<typeof pricingTable, OwnValues> {}

/** Attributes of `<clientlib-portal>`, as templates write them. */
export interface PortalAttributes extends AttributesOf<typeof portalTable> {}

/** Properties of `<clientlib-signup>`. */
export interface SignupProperties extends PropertiesOf<typeof signupTable, OwnValues> {}

/** Properties of `<clientlib-portal>`. */
export interface PortalProperties extends PropertiesOf<typeof portalTable, OwnValues> {}

/** Properties of `<clientlib-signup>` as those of a component. */
export type SignupComponentProps = PropsOf<typeof signupTable, OwnValues>;

/** Properties of `<clientlib-portal>` as those of a component. */
export type PortalComponentProps = PropsOf<typeof portalTable, OwnValues>;

/** Properties of `<clientlib-pricing>` as those of a component. */
export type PricingComponentProps = PropsOf<typeof pricingTable, OwnValues>;

/** Properties of `<clientlib-cancel>` and `<clientlib-withdraw>` as those of a component. */
export type DeclarationComponentProps = PropsOf<typeof declarationTable, OwnValues>;

/** Attributes of `<clientlib-cancel>` and `<clientlib-withdraw>`, as templates write them. */
export interface DeclarationAttributes extends AttributesOf<typeof declarationTable> {}

/** Properties of `<clientlib-cancel>` and `<clientlib-withdraw>`. */
export interface DeclarationProperties extends PropertiesOf<typeof declarationTable, OwnValues> {}
