import type { Contract } from '../../model/contract.ts';
import type { Customer } from '../../model/customer.ts';
import type { Invoice } from '../../model/invoice.ts';
import type { StoredMail } from '../../model/mail.ts';
import type { PaymentTransaction } from '../../model/payment.ts';
import type { OrderRecord } from './order-record.ts';
import { wordsOf } from './search.ts';

/** What a search of customers looks at. */
export const customerWords = (customer: Customer) =>
  wordsOf(
    customer.Id,
    customer.CustomerName,
    customer.CustomerSubName,
    customer.EmailAddress,
    customer.ExternalCustomerId,
    customer.DebitorAccount,
    customer.Tag,
  );

/** What a search of contracts looks at. */
export const contractWords = (contract: Contract) =>
  wordsOf(
    contract.Id,
    contract.CustomerId,
    contract.CustomerName,
    contract.ReferenceCode,
    contract.ExternalId,
  );

/** What a search of orders looks at. */
export const orderWords = (order: OrderRecord) => {
  const { CompanyName, FirstName, LastName, EmailAddress } = order.Ordered.Customer ?? {};
  return wordsOf(
    order.Id,
    order.CustomerId,
    order.ContractId,
    order.CouponCode,
    order.Ordered.CustomerName,
    CompanyName,
    FirstName,
    LastName,
    EmailAddress,
  );
};

/** What a search of invoices looks at. */
export const invoiceWords = (invoice: Invoice) =>
  wordsOf(
    invoice.Id,
    invoice.InvoiceNumber,
    invoice.RecipientName,
    invoice.RecipientSubName,
    invoice.ExternalCustomerId,
    invoice.DebitorAccount,
    invoice.CustomerId,
  );

/** What a search of payment transactions looks at. */
export const transactionWords = (transaction: PaymentTransaction) =>
  wordsOf(
    transaction.Id,
    transaction.CustomerName,
    transaction.ProviderTransactionId,
    transaction.PaymentProvider,
    transaction.CustomerId,
    transaction.ContractId,
  );

/** What a search of mails looks at. */
export const mailWords = (mail: StoredMail) =>
  wordsOf(
    mail.Id,
    mail.To,
    mail.Subject,
    mail.EventType,
    mail.TemplateName,
    mail.CustomerId,
    mail.ContractId,
    mail.OrderId,
    mail.InvoiceId,
  );
