import { type ContractDetails, Signup } from 'clientlib';
import { loadAddress } from '../load-address.ts';
import { CustomerForm } from '../view/customer-form.ts';
import { h } from '../view/dom.ts';
import type { Formats } from '../view/formats.ts';
import { Panel } from './panel.ts';
import { type PortalView, section } from './portal-view.ts';

/** The customer's data, and the form to change it. */
export function customerSection({ details, scene, access, host }: PortalView): HTMLElement {
  const { texts, formats } = scene;
  const { Customer, Allowed, PublicApiKey } = details;
  const panel = new Panel(host, texts.changeDetails, async () => {
    const signup = new Signup();
    // What a signup asks for is what a customer can change.
    const [{ Fields, Countries }] = await Promise.all([signup.offer(PublicApiKey), loadAddress()]);
    const form = new CustomerForm({
      fields: Fields,
      countries: Countries,
      customer: Customer,
      scene,
      isVatId: (vatId) => signup.validateVatId(vatId),
    });
    panel.show([form.root], texts.save, async () => {
      const [wrong] = form.check();
      wrong?.focus();
      if (wrong) return undefined;
      await access.call((portal) => portal.customerChange(form.data));
      return texts.saved;
    });
  });
  const content = customerLines(Customer, formats).map((line) => h('p', {}, line));
  return section('customer', texts.details, content, Allowed.CustomerChange ? [panel] : []);
}

/** The customer as on a letter. */
function customerLines(customer: ContractDetails['Customer'], formats: Formats): string[] {
  const { Address = {} } = customer;
  return [
    [customer.CustomerName, customer.CustomerSubName],
    [customer.EmailAddress],
    [Address.AddressLine1],
    [Address.Street, Address.HouseNumber],
    [Address.AddressLine2],
    [Address.PostalCode, Address.City, Address.State],
    [Address.Country && formats.country(Address.Country)],
    [customer.VatId],
  ]
    .map((parts) => parts.filter(Boolean).join(' '))
    .filter(Boolean);
}
