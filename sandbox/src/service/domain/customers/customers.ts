import { isCountry } from '../../model/countries.ts';
import type { Customer, CustomerData, CustomerInput, ShownCustomer } from '../../model/customer.ts';
import { customerNames } from '../../model/customer-name.ts';
import { isContractOver } from '../../model/statuses.ts';
import { conflict, invalid, notFound, Problem } from '../basics/problem.ts';
import { timestamp } from '../basics/time.ts';
import { scheduleCollection } from '../payments/collection-of-payments.ts';
import { checkVatId } from '../pricing/tax.ts';
import type { ContractRecord } from '../records/contracts.ts';
import type { Tx } from '../records/tx.ts';
import { changedCustomFields, grantedFields } from './custom-fields.ts';

/** @throws Problem NotFound */
export function getCustomer(tx: Tx, id: string): Customer {
  const customer = tx.customers.get(id);
  if (customer === undefined || customer.DeletedAt !== undefined) throw notFound('customer', id);
  return customer;
}

/** Returns the customer to store: empty strings count as unset, at the top level and in the address. */
export function withoutEmptyTexts<T extends CustomerData>(customer: T): T {
  const { Address } = customer;
  const kept = withoutEmpty(customer);
  return Address === undefined ? kept : { ...kept, Address: withoutEmpty(Address) };
}

const withoutEmpty = <T extends object>(fields: T): T =>
  Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== '' && value !== undefined)) as T;

/** Returns the name of an existing customer, or of one that an order will create. @param data of the order */
export function customerName(tx: Tx, id: string, data: CustomerData = {}): string {
  return tx.customers.get(id)?.CustomerName ?? customerNames(data).CustomerName;
}

/** Refuses what no customer may have. @throws Problem Invalid */
export function checkCustomer(input: Pick<CustomerData, 'VatId' | 'Address'>, field = ''): void {
  const path = field === '' ? '' : `${field}.`;
  checkVatId(input.VatId, `${path}VatId`);
  const country = input.Address?.Country;
  if (country !== undefined && country !== '' && !isCountry(country)) {
    throw invalid(
      `${path}Address.Country`,
      `expected a two-letter country code such as DE, got "${country}".`,
      'InvalidCountry',
    );
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

/** Creates a customer. Empty strings count as unset. `id` is an id that an order has reserved. */
export function createCustomer(tx: Tx, input: CustomerInput, id = tx.newId()): Customer {
  checkCustomer(input);
  refuseDoubleExternalId(tx, input.ExternalCustomerId || undefined);
  const customer = tx.customers.insert(
    customerFrom(input, { Id: id, CreatedAt: tx.stamp(), IsDeletable: true }),
  );
  tx.emit({ Event: 'CustomerCreated', CustomerId: customer.Id });
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
  'ServiceCountry',
  'DestinationCountry',
  'TimeZoneKey',
  'PartnerCompanyCode',
  'BuyerReference',
  'AdditionalEmailAddresses',
] as const satisfies readonly (keyof CustomerInput)[];

/** Who may set each field: the customer through ClientLib, or the merchant only. */
const owners = {
  EmailAddress: 'Customer',
  FirstName: 'Customer',
  LastName: 'Customer',
  Tag: 'Customer',
  CompanyName: 'Customer',
  VatId: 'Customer',
  PhoneNumber: 'Customer',
  Address: 'Customer',
  Locale: 'Customer',
  CustomFields: 'Customer',
  ExternalCustomerId: 'Merchant',
  DebitorAccount: 'Merchant',
  Language: 'Merchant',
  Notes: 'Merchant',
  DefaultBearerMedium: 'Merchant',
  CustomerType: 'Merchant',
  Hidden: 'Merchant',
  IsLocked: 'Merchant',
  ServiceCountry: 'Merchant',
  DestinationCountry: 'Merchant',
  TimeZoneKey: 'Merchant',
  PartnerCompanyCode: 'Merchant',
  BuyerReference: 'Merchant',
  AdditionalEmailAddresses: 'Merchant',
} as const satisfies { readonly [Field in keyof Required<CustomerInput>]: 'Customer' | 'Merchant' };

const fields = Object.keys(owners) as (keyof typeof owners)[];
const CUSTOMER_FIELDS = fields.filter((field) => owners[field] === 'Customer') as (keyof CustomerData)[];
const MERCHANT_FIELDS = fields.filter((field) => owners[field] === 'Merchant');

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
  const address = withoutEmpty({ ...Address });
  if (address.Country !== undefined) address.Country = address.Country.toUpperCase();
  const customFields = Object.fromEntries(
    Object.entries(CustomFields ?? {}).filter(([, value]) => value !== null && value !== undefined),
  );
  return {
    Id: kept.Id,
    CreatedAt: kept.CreatedAt,
    IsDeletable: kept.IsDeletable,
    IsLocked: input.IsLocked ?? kept.IsLocked ?? false,
    CustomFields: customFields,
    DefaultBearerMedium: input.DefaultBearerMedium ?? 'Email',
    CustomerType: input.CustomerType ?? 'Consumer',
    Hidden: input.Hidden ?? false,
    ...customerNames(input),
    ...standard,
    ...(Object.keys(address).length === 0 ? {} : { Address: address }),
  } as Customer;
}

/** Replaces a customer: missing fields are unset, including custom fields (field notes 3.7). */
export function replaceCustomer(tx: Tx, id: string, input: CustomerInput): Customer {
  const before = getCustomer(tx, id);
  return changed(tx, before, customerFrom(input, before));
}

/**
 * Changes the fields in the input; a field without a value is unset. Address and custom fields are merged field by
 * field.
 */
export function patchCustomer(tx: Tx, id: string, input: CustomerInput): Customer {
  const before = getCustomer(tx, id);
  const { Address, CustomFields } = input;
  const address = 'Address' in input && Address === undefined ? {} : { ...before.Address, ...Address };
  const custom = 'CustomFields' in input && CustomFields === undefined ? {} : before.CustomFields;
  return changed(
    tx,
    before,
    customerFrom(
      {
        ...before,
        ...input,
        Address: address,
        CustomFields: changedCustomFields(custom, CustomFields ?? {}),
        IsLocked: 'IsLocked' in input ? (input.IsLocked ?? false) : before.IsLocked,
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
      'Customers cannot change their data: the account setting SelfService.CustomerChange is false.',
    );
  }
  refuseLocked(tx, id);
  const before = getCustomer(tx, id);
  const named = grantedFields(tx, 'Customer', data.CustomFields, 'CustomFields') ?? {};
  const CustomFields = changedCustomFields(before.CustomFields, named);
  const sent = Object.fromEntries(CUSTOMER_FIELDS.map((field) => [field, data[field]]));
  // Letters to the customer use the chosen locale, as at signup.
  const Language = data.Locale || before.Language;
  return changed(
    tx,
    before,
    customerFrom({ ...before, ...sent, Language, CustomFields } as CustomerInput, before),
  );
}

/**
 * A locked customer reads and cancels, but neither pays nor changes anything by self-service.
 * @throws Problem Forbidden
 */
export function refuseLocked(tx: Tx, customerId: string): void {
  if (tx.customers.get(customerId)?.IsLocked !== true) return;
  throw new Problem(
    'Forbidden',
    'PermissionDenied',
    `Customer ${customerId} is locked. To unlock the customer, PATCH /api/v1/customers/${customerId} {"IsLocked": false}.`,
  );
}

/** Returns the fields a page sent that only the merchant may change; unchanged values are ignored. */
export function ignoredBySelfService(tx: Tx, id: string, input: CustomerInput): string[] {
  const before = customerView(tx, getCustomer(tx, id));
  return MERCHANT_FIELDS.filter((field) => {
    const given = input[field];
    return given !== undefined && given !== '' && given !== before[field];
  });
}

/** Stores the change, on the contracts too (spec: customerData rules 4), and emits its event. */
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
  const ids = { CustomerId: after.Id };
  tx.emit({ Event: 'CustomerChanged', ...ids });
  if (!before.IsLocked && after.IsLocked) tx.emit({ Event: 'CustomerLocked', ...ids });
  if (before.IsLocked && !after.IsLocked) {
    tx.emit({ Event: 'CustomerUnlocked', ...ids });
    for (const contract of tx.contracts.where('CustomerId', after.Id)) scheduleCollection(tx, contract.Id);
  }
  return after;
}

/** A contract of the customer that runs. */
function runningContract(tx: Tx, id: string): ContractRecord | undefined {
  return tx.contracts.find({
    where: { CustomerId: id },
    match: (contract) => !isContractOver(contract.LifecycleStatus),
  });
}

/**
 * The customer as the API shows it at this instant: not deletable while a contract runs. Clients read names, e-mail
 * address, language and address without asking whether they are there.
 */
export function customerView(tx: Tx, customer: Customer): ShownCustomer {
  const { Language, Locale } = customer;
  return Object.assign({}, customer, {
    CustomerSubName: customer.CustomerSubName ?? '',
    EmailAddress: customer.EmailAddress ?? '',
    Language: Language ?? Locale ?? tx.account.Locale,
    Locale: Locale ?? Language ?? tx.account.Locale,
    Address: customer.Address ?? {},
    IsDeletable: customer.IsDeletable && runningContract(tx, customer.Id) === undefined,
  });
}

/**
 * Deletes a customer: personal data goes, the id stays for the documents that name it.
 * @throws Problem Conflict while a contract runs
 */
export function deleteCustomer(tx: Tx, id: string): void {
  const customer = getCustomer(tx, id);
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
  tx.emit({ Event: 'CustomerDeleted', CustomerId: id });
}
