import type { Customer, CustomerData, CustomerInput } from '../../model/customer.ts';
import { defined } from '../defined.ts';
import { checkVatId } from '../pricing/tax.ts';
import { conflict, invalid, notFound, Problem } from '../problem.ts';
import type { ContractRecord } from '../records/contract-record.ts';
import { timestamp } from '../time.ts';
import type { Tx } from '../tx.ts';
import { changedCustomFields } from './custom-fields.ts';

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
export function checkCustomer(input: Pick<CustomerData, 'VatId' | 'Address'>, field = ''): void {
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

const STANDARD_FIELDS = [
  'EmailAddress',
  'FirstName',
  'LastName',
  'Tag',
  'CompanyName',
  'VatId',
  'PhoneNumber',
  'Locale',
  'ExternalCustomerId',
  'DebitorAccount',
  'Language',
  'Notes',
] as const satisfies readonly (keyof CustomerInput)[];

/** The document of a customer; what `input` does not name is unset. */
function customerFrom(
  input: CustomerInput,
  kept: Pick<Customer, 'Id' | 'CreatedAt' | 'IsDeletable'> & { readonly IsLocked?: boolean | undefined },
): Customer {
  const { Address, CustomFields } = input;
  const standard: Record<string, unknown> = {};
  for (const field of STANDARD_FIELDS) {
    const value = input[field];
    if (value !== undefined && value !== null && value !== '') standard[field] = value;
  }
  const address = Object.fromEntries(
    Object.entries(Address ?? {}).filter(([, value]) => value !== '' && value !== undefined),
  );
  if (typeof address['Country'] === 'string') address['Country'] = address['Country'].toUpperCase();
  const customFields = Object.fromEntries(
    Object.entries(CustomFields ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
  return {
    Id: kept.Id,
    CreatedAt: kept.CreatedAt,
    IsDeletable: kept.IsDeletable,
    ...standard,
    ...namesOf(input),
    ...(Object.keys(address).length === 0 ? {} : { Address: address }),
    IsLocked: input.IsLocked ?? kept.IsLocked ?? false,
    CustomFields: customFields,
    DefaultBearerMedium: input.DefaultBearerMedium ?? 'Email',
    CustomerType: input.CustomerType ?? 'Consumer',
    Hidden: input.Hidden ?? false,
  } as Customer;
}

/** Replaces a customer: what is not named becomes unset, custom fields included (field notes 3.7). */
export function replaceCustomer(tx: Tx, id: string, input: CustomerInput): Customer {
  const before = customerOf(tx, id);
  return changed(tx, before, customerFrom(input, before));
}

/** Changes what is named; a custom field named with `null` is removed, the address changes field by field. */
export function patchCustomer(tx: Tx, id: string, input: CustomerInput): Customer {
  const before = customerOf(tx, id);
  const { Address, CustomFields } = input;
  return changed(
    tx,
    before,
    customerFrom(
      {
        ...before,
        ...input,
        Address: { ...before.Address, ...Address },
        CustomFields: changedCustomFields(before.CustomFields, CustomFields ?? {}),
      } as CustomerInput,
      before,
    ),
  );
}

/**
 * Replaces what ClientLib may change: standard fields that are not named become unset, custom fields that are not named
 * stay, one named with `null` goes (spec: customerData rules 3 and 4). What only the merchant sets is kept.
 * @throws Problem Forbidden when the account does not let customers change their data (spec: Behaviour rules 8)
 */
export function replaceCustomerBySelfService(tx: Tx, id: string, data: CustomerData): Customer {
  if (!tx.account.SelfService.CustomerChange) {
    throw new Problem(
      'Forbidden',
      'PermissionDenied',
      'Customers may not change their data: the account setting SelfService.CustomerChange is off.',
    );
  }
  const before = customerOf(tx, id);
  const named = data.CustomFields ?? {};
  const open = tx.account.SelfService.CustomFields.Customer;
  for (const key of Object.keys(named)) {
    if (!open.includes(key)) {
      throw invalid(
        `CustomFields.${key}`,
        "ClientLib has no access to this custom field; grant it in the account's SelfService.CustomFields.Customer.",
      );
    }
  }
  const { EmailAddress, FirstName, LastName, Tag, CompanyName, VatId, PhoneNumber, Address, Locale } = data;
  const { ExternalCustomerId, DebitorAccount, Language, Notes, DefaultBearerMedium, CustomerType, Hidden } =
    before;
  const ofMerchant = {
    ExternalCustomerId,
    DebitorAccount,
    Language,
    Notes,
    DefaultBearerMedium,
    CustomerType,
    Hidden,
  };
  const ofCustomer = {
    EmailAddress,
    FirstName,
    LastName,
    Tag,
    CompanyName,
    VatId,
    PhoneNumber,
    Address,
    Locale,
  };
  const CustomFields = changedCustomFields(before.CustomFields, named);
  return changed(
    tx,
    before,
    customerFrom(defined({ ...ofMerchant, ...ofCustomer, CustomFields }) as CustomerInput, before),
  );
}

/** Stores the change, on the contracts too (spec: customerData rules 4), and tells of it. */
function changed(tx: Tx, before: Customer, after: Customer): Customer {
  checkCustomer(after);
  refuseDoubleExternalId(tx, after.ExternalCustomerId, after.Id);
  tx.customers.replace(after);
  if (before.CustomerName !== after.CustomerName || before.IsLocked !== after.IsLocked) {
    for (const contract of tx.contracts.where('CustomerId', after.Id)) {
      tx.contracts.replace({
        ...contract,
        CustomerName: after.CustomerName,
        CustomerIsLocked: after.IsLocked,
      });
    }
  }
  const ids = { EntityId: tx.account.Id, CustomerId: after.Id };
  tx.emit({ Event: 'CustomerChanged', ...ids });
  if (!before.IsLocked && after.IsLocked) tx.emit({ Event: 'CustomerLocked', ...ids });
  if (before.IsLocked && !after.IsLocked) tx.emit({ Event: 'CustomerUnlocked', ...ids });
  return after;
}

/** A locked customer cannot use self-service. */
export function lockCustomer(tx: Tx, id: string): Customer {
  const before = customerOf(tx, id);
  return before.IsLocked ? before : changed(tx, before, { ...before, IsLocked: true });
}

export function unlockCustomer(tx: Tx, id: string): Customer {
  const before = customerOf(tx, id);
  return before.IsLocked ? changed(tx, before, { ...before, IsLocked: false }) : before;
}

/** A contract of the customer that runs. */
function runningContract(tx: Tx, id: string): ContractRecord | undefined {
  return tx.contracts.find({
    where: { CustomerId: id },
    match: (contract) => contract.LifecycleStatus !== 'Ended' && contract.LifecycleStatus !== 'Annulled',
  });
}

/** The customer as the API shows it at this instant: not deletable while a contract runs. */
export function customerView(tx: Tx, customer: Customer): Customer {
  return runningContract(tx, customer.Id) === undefined ? customer : { ...customer, IsDeletable: false };
}

/**
 * Deletes a customer: personal data goes, the id stays for the documents that name it.
 * @throws Problem Conflict while a contract runs
 */
export function deleteCustomer(tx: Tx, id: string): void {
  const customer = customerOf(tx, id);
  const running = runningContract(tx, id);
  if (running !== undefined) {
    throw conflict(
      `Customer ${id} has contract ${running.Id}, which is ${running.LifecycleStatus}; end it first.`,
    );
  }
  tx.customers.replace({
    Id: customer.Id,
    CreatedAt: customer.CreatedAt,
    DeletedAt: timestamp(tx.now),
    IsDeletable: false,
    IsLocked: customer.IsLocked,
    CustomerName: '',
    CustomFields: {},
    DefaultBearerMedium: customer.DefaultBearerMedium,
    CustomerType: customer.CustomerType,
    Hidden: true,
  });
  tx.emit({ Event: 'CustomerDeleted', EntityId: tx.account.Id, CustomerId: id });
}
