import type { SchemaOf } from '../../zones/zone.ts';
import {
  catalogue,
  components,
  coupons,
  discounts,
  planGroups,
  plans,
  planVariants,
  priceLists,
  taxPolicies,
} from './catalogue.ts';
import { componentSubscriptions, contractItems, ratedItems } from './contract-items.ts';
import { contracts } from './contracts.ts';
import { customers } from './customers.ts';
import { emailTemplates } from './email-templates.ts';
import { accountingExportFiles, files, paymentsExportFiles, reports } from './exports.ts';
import { externalSubscriptions } from './external-subscriptions.ts';
import { dunningDownloads, dunnings, invoiceDownloads, invoiceDrafts, invoices } from './invoices.ts';
import { orders } from './orders.ts';
import { payments } from './payments.ts';
import { subscriptions } from './subscriptions.ts';
import { webhooks } from './webhooks.ts';

/** The REST API. */
export const restApi = [
  orders,
  customers,
  contracts,
  contractItems,
  componentSubscriptions,
  ratedItems,
  subscriptions,
  invoices,
  invoiceDownloads,
  invoiceDrafts,
  dunnings,
  dunningDownloads,
  payments,
  catalogue,
  planGroups,
  plans,
  planVariants,
  components,
  discounts,
  coupons,
  taxPolicies,
  priceLists,
  externalSubscriptions,
  emailTemplates,
  accountingExportFiles,
  paymentsExportFiles,
  reports,
  files,
  webhooks,
] as const;

export type RestSchema = SchemaOf<(typeof restApi)[number]>;
