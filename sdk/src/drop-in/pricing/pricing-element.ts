import { Signup } from 'clientlib';
import { listAttributes, reflect } from '../../properties/reflect.ts';
import { pricingTable } from '../../properties/tables.ts';
import type { PricingProperties } from '../attributes.ts';
import { DropInElement, type Scene } from '../drop-in-element.ts';
import { parts } from '../parts.ts';

const Base = DropInElement as abstract new () => DropInElement & PricingProperties;

/**
 * `<clientlib-pricing>`: the price table. A card for each plan, with a button that opens the signup.
 *
 * @example
 * <clientlib-pricing public-api-key="a00000000000000000000001" signup-url="/join?plan={plan}"></clientlib-pricing>
 */
export class ClientLibPricingElement extends Base {
  static readonly observedAttributes: readonly string[] = listAttributes(pricingTable);

  static {
    reflect(ClientLibPricingElement, pricingTable, (element, name) => element.plan(name));
  }

  protected readonly table = pricingTable;

  protected show(scene: Scene): void {
    const load = async () => {
      const { signal } = scene;
      const [part, offer] = await Promise.all([
        parts.pricing(),
        new Signup().offer(this.publicApiKey, { signal }),
      ]);
      return { ...part, offer };
    };
    this.showPart(load, ({ showPricing, offer }) => {
      showPricing(this, offer, scene, this.top, (detail) => this.tell('choose', detail));
      this.tell('ready', { offer });
    });
  }
}
