import type { CustomerData } from './customer.ts';

/** Company, or first and last name; the person below the company; the e-mail address of somebody without a name. */
export function customerNames(
  customer: Pick<CustomerData, 'FirstName' | 'LastName' | 'CompanyName' | 'EmailAddress'>,
): { readonly CustomerName: string; readonly CustomerSubName?: string } {
  const person = [customer.FirstName, customer.LastName].filter(Boolean).join(' ');
  if (customer.CompanyName === undefined || customer.CompanyName === '') {
    return { CustomerName: person === '' ? (customer.EmailAddress ?? '') : person };
  }
  return { CustomerName: customer.CompanyName, ...(person === '' ? {} : { CustomerSubName: person }) };
}
