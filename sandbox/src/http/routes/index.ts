import type { Operation } from '../description.ts';
import { operationsOf, type Section } from '../section.ts';

/** Loads the app of a section. */
export type Load = () => Promise<Section>;

const documentation: Load = async () => (await import('./openapi.ts')).documentation;
const subscriptions: Load = async () => (await import('./subscriptions.ts')).subscriptions;
const payments: Load = async () => (await import('./payments.ts')).payments;
const catalogue: Load = async () => (await import('./catalogue.ts')).catalogue;
const sandbox: Load = async () => (await import('./control.ts')).sandbox;
const snapshots: Load = async () => (await import('./control-snapshot.ts')).snapshots;
const deliveries: Load = async () => (await import('./control-deliveries.ts')).deliveries;

/** The page at the root. Its path is not among the sections, which take in all that is below theirs. */
export const root: Load = async () => (await import('./inspector.ts')).inspector;

/**
 * Every section of the service by its path. Its app is loaded when one of its paths is asked for first, because schemas
 * cost more time than all else at the start.
 */
export const sections: { readonly [path: string]: Load } = {
  '/oauth': async () => (await import('./oauth.ts')).oauth,

  '/api/v1/orders': async () => (await import('./orders.ts')).orders,
  '/api/v1/customers': async () => (await import('./customers.ts')).customers,
  '/api/v1/contracts': async () => (await import('./contracts.ts')).contracts,
  '/api/v1/componentSubscriptions': async () => (await import('./contract-items.ts')).componentSubscriptions,
  '/api/v1/ratedItems': async () => (await import('./contract-items.ts')).ratedItems,
  '/api/v1/subscriptions': subscriptions,
  '/api/v1/contractChanges': subscriptions,
  '/api/v1/invoices': async () => (await import('./invoices.ts')).invoices,
  '/api/v1/invoiceDrafts': async () => (await import('./invoices.ts')).invoiceDrafts,
  '/api/v1/dunnings': async () => (await import('./invoices.ts')).dunnings,
  '/api/v1/paymentTransactions': payments,
  '/api/v1/paymentRefunds': payments,
  '/api/v1/productInfo': catalogue,
  '/api/v1/planGroups': catalogue,
  '/api/v1/plans': catalogue,
  '/api/v1/planVariants': catalogue,
  '/api/v1/components': catalogue,
  '/api/v1/discounts': catalogue,
  '/api/v1/coupons': catalogue,
  '/api/v1/taxPolicies': catalogue,
  '/api/v1/priceLists': catalogue,
  '/api/v1/taxDefinitions': catalogue,
  '/api/v1/ExternalSubscriptions': async () =>
    (await import('./external-subscriptions.ts')).externalSubscriptions,
  '/api/v1/emailNotificationsTemplates': async () => (await import('./email-templates.ts')).emailTemplates,
  '/api/v1/accountingExportFiles': async () => (await import('./exports.ts')).accountingExportFiles,
  '/api/v1/paymentsExportFiles': async () => (await import('./exports.ts')).paymentsExportFiles,
  '/api/v1/reports': async () => (await import('./exports.ts')).reports,
  '/api/v1/files': async () => (await import('./exports.ts')).files,
  '/api/v1/webhooks': async () => (await import('./webhooks.ts')).webhooks,
  '/api/v1/CustomerSelfService': async () => (await import('./self-service.ts')).selfService,

  '/openapi.json': documentation,
  '/docs/guides': async () => (await import('./guides.ts')).guidePages,
  '/docs': documentation,
  '/configuration.schema.json': documentation,
  '/downloads': async () => (await import('./invoices.ts')).downloads,
  '/assets': async () => (await import('./assets.ts')).assets,
  '/providers': async () => (await import('./providers.ts')).providers,
  '/portal': async () => (await import('./portal.ts')).portal,
  '/stores': async () => (await import('./stores.ts')).stores,
  '/clientlib.js': async () => (await import('./script.ts')).script,
  '/elements': async () => (await import('./elements.ts')).elements,
  '/playground': root,
  '/sandbox/health': async () => (await import('./control-health.ts')).health,
  '/sandbox/reset': sandbox,
  '/sandbox/snapshot': snapshots,
  '/sandbox/snapshot.ndjson': snapshots,
  '/sandbox/clock': async () => (await import('./control-clock.ts')).clock,
  '/sandbox/catalog': sandbox,
  '/sandbox/tokens': async () => (await import('./control-tokens.ts')).tokens,
  '/sandbox/workspaces': async () => (await import('./control-workspaces.ts')).workspaces,
  '/sandbox/usage': async () => (await import('./control-usage.ts')).usage,
  '/sandbox/faults': async () => (await import('./control-faults.ts')).faults,
  '/sandbox/payments': async () => (await import('./control-payments.ts')).payments,
  '/sandbox/requests': async () => (await import('./control-requests.ts')).requests,
  '/sandbox/mails': async () => (await import('./control-mails.ts')).mails,
  '/sandbox/stream': async () => (await import('./control-stream.ts')).stream,
  '/sandbox/events': deliveries,
  '/sandbox/deliveries': deliveries,
  '/sandbox/webhooks': deliveries,
  '/sandbox/stores': async () => (await import('./control-stores.ts')).stores,
};

let operations: Promise<readonly Operation[]> | undefined;

/** All routes of all sections, for the documentation of them. */
export function allOperations(): Promise<readonly Operation[]> {
  operations ??= Promise.all([root, ...Object.values(sections)].map((load) => load())).then((loaded) =>
    [...new Set(loaded)].flatMap(operationsOf),
  );
  return operations;
}
