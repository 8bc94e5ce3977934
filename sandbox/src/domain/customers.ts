import type { Customer, CustomerData, CustomerInput } from '../model/customer.ts';
import { defined } from './defined.ts';
import { invalid, notFound, Problem } from './problem.ts';
import { checkVatId } from './tax.ts';
import { timestamp } from './time.ts';
import type { Tx } from './tx.ts';

/** @throws Problem NotFound */
export function customerOf(tx: Tx, id: string): Customer {
  const customer = tx.customers.get(id);
  if (customer === undefined || customer.DeletedAt !== undefined) throw notFound('customer', id);
  return customer;
}

/** Company, or first and last name; the person below the company; the e-mail address of somebody without a name. */
export function namesOf(customer: CustomerData): {
  readonly CustomerName: string;
  readonly CustomerSubName?: string;
} {
  const person = [customer.FirstName, customer.LastName].filter(Boolean).join(' ');
  if (customer.CompanyName === undefined || customer.CompanyName === '') {
    return { CustomerName: person === '' ? (customer.EmailAddress ?? '') : person };
  }
  return { CustomerName: customer.CompanyName, ...(person === '' ? {} : { CustomerSubName: person }) };
}

/** Refuses what no customer may have. @throws Problem Invalid */
export function checkCustomer(input: CustomerInput, field = ''): void {
  const path = field === '' ? '' : `${field}.`;
  checkVatId(input.VatId, `${path}VatId`);
  const country = input.Address?.Country;
  if (country !== undefined && country !== '' && !/^[A-Za-z]{2}$/.test(country)) {
    throw invalid(`${path}Address.Country`, `"${country}" is no two-letter country code.`, 'InvalidCountry');
  }
}

/** @throws Problem Conflict when another customer has this external id */
function refuseDoubleExternalId(tx: Tx, externalId: string | undefined, ownId?: string): void {
  if (externalId === undefined) return;
  const other = tx.customers.find({ where: { ExternalCustomerId: externalId } });
  if (other === undefined || other.Id === ownId) return;
  const message = `ExternalCustomerId: "${externalId}" belongs to customer ${other.Id}; it is unique across customers.`;
  throw new Problem('Conflict', 'AlreadyExists', message, [
    { Field: 'ExternalCustomerId', Code: 'AlreadyExists', Message: message },
  ]);
}

/** Makes a customer. Empty texts count as unset. `id` takes an id that an order has reserved. */
export function createCustomer(tx: Tx, input: CustomerInput, id = tx.newId()): Customer {
  checkCustomer(input);
  refuseDoubleExternalId(tx, input.ExternalCustomerId || undefined);
  const customer = tx.customers.insert(
    customerFrom(input, { Id: id, CreatedAt: timestamp(tx.now), IsDeletable: true }),
  );
  tx.emit(
    defined({
      Event: 'CustomerCreated' as const,
      EntityId: tx.account.Id,
      CustomerId: customer.Id,
      Tag: customer.Tag,
    }),
  );
  return customer;
}

/** The document of a customer; what `input` does not name is unset. */
function customerFrom(
  input: CustomerInput,
  kept: Pick<Customer, 'Id' | 'CreatedAt' | 'IsDeletable'> & { readonly DeletedAt?: string | undefined },
): Customer {
  const { Address, CustomFields, ...fields } = input;
  const standard = Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== '' && value !== null),
  );
  const address = Object.fromEntries(
    Object.entries(Address ?? {}).filter(([, value]) => value !== '' && value !== undefined),
  );
  if (typeof address['Country'] === 'string') address['Country'] = address['Country'].toUpperCase();
  const customFields = Object.fromEntries(
    Object.entries(CustomFields ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
  return {
    ...defined(kept),
    ...defined(standard as CustomerInput),
    ...namesOf(input),
    ...(Object.keys(address).length === 0 ? {} : { Address: address }),
    IsLocked: input.IsLocked ?? false,
    CustomFields: customFields,
    DefaultBearerMedium: input.DefaultBearerMedium ?? 'Email',
    CustomerType: input.CustomerType ?? 'Consumer',
    Hidden: input.Hidden ?? false,
  } as Customer;
}
