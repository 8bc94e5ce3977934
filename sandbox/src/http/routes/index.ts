import type { Operation } from '../description.ts';
import type { ProblemForm } from '../problem-answer.ts';
import type { Route } from '../route.ts';
import { operationsOf, type Section } from '../section.ts';
import { sectionOf } from '../table.ts';

/** Loads the app of a section. */
export type Load = () => Promise<Section>;

type LoadTable = () => Promise<readonly Route[]>;

const table = (loads: readonly LoadTable[], form?: ProblemForm): Load => {
  let made: Promise<Section> | undefined;
  return () => {
    made ??= Promise.all(loads.map((load) => load())).then((lists) => sectionOf(lists.flat(), form));
    return made;
  };
};

const openApi = table([async () => (await import('./openapi.ts')).openApiRoutes]);
const contractItems = async () => (await import('./contract-items.ts')).contractItemRoutes;
const subscriptions = table([async () => (await import('./subscriptions.ts')).subscriptionRoutes]);
const payments = table([async () => (await import('./payments.ts')).paymentRoutes]);
const control = table([async () => (await import('./control.ts')).controlRoutes]);
const deliveries = table([async () => (await import('./control-deliveries.ts')).controlDeliveryRoutes]);
const catalogue = table([async () => (await import('./catalogue.ts')).catalogueRoutes]);

/**
 * Every section of the service by its path. Its app is loaded when one of its paths is asked for first, because schemas
 * cost more time than all else at the start.
 */
export const sections: { readonly [path: string]: Load } = {
  '/oauth': table([async () => (await import('./oauth.ts')).oauthRoutes], 'OAuth'),

  '/api/v1/orders': table([async () => (await import('./orders.ts')).orderRoutes]),
  '/api/v1/customers': table([async () => (await import('./customers.ts')).customerRoutes]),
  '/api/v1/contracts': table([async () => (await import('./contracts.ts')).contractRoutes, contractItems]),
  '/api/v1/componentSubscriptions': table([contractItems]),
  '/api/v1/ratedItems': table([contractItems]),
  '/api/v1/subscriptions': subscriptions,
  '/api/v1/contractChanges': subscriptions,
  '/api/v1/invoices': table([async () => (await import('./invoices.ts')).invoiceRoutes]),
  '/api/v1/invoiceDrafts': table([async () => (await import('./invoices.ts')).invoiceDraftRoutes]),
  '/api/v1/dunnings': table([async () => (await import('./invoices.ts')).dunningRoutes]),
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
  '/api/v1/ExternalSubscriptions': table([
    async () => (await import('./external-subscriptions.ts')).externalSubscriptionRoutes,
  ]),
  '/api/v1/webhooks': table([async () => (await import('./webhooks.ts')).webhookRoutes]),
  '/api/v1/CustomerSelfService': table(
    [
      async () => (await import('./self-service-signup.ts')).signupRoutes,
      async () => (await import('./self-service-payment.ts')).selfServicePaymentRoutes,
      async () => (await import('./self-service-contract.ts')).selfServiceContractRoutes,
    ],
    'SelfService',
  ),

  '/openapi.json': openApi,
  '/docs': openApi,
  '/configuration.schema.json': openApi,
  '/downloads': table([async () => (await import('./invoices.ts')).downloadRoutes]),
  '/assets': table([async () => (await import('./assets.ts')).assetRoutes]),
  '/providers': table(
    [
      async () => (await import('./providers.ts')).providerRoutes,
      async () => (await import('./provider-pages.ts')).providerPageRoutes,
    ],
    'SelfService',
  ),
  '/portal': async () => (await import('./portal.ts')).portal,
  '/stores': table([async () => (await import('./stores.ts')).storeRoutes]),
  '/clientlib.js': table([async () => (await import('./script.ts')).scriptRoutes]),
  '/elements': table([async () => (await import('./elements.ts')).elementRoutes]),
  '/sandbox/health': table([async () => (await import('./control-health.ts')).controlHealthRoutes]),
  '/sandbox/reset': control,
  '/sandbox/snapshot': control,
  '/sandbox/clock': control,
  '/sandbox/catalog': control,
  '/sandbox/tokens': table([async () => (await import('./control-tokens.ts')).controlTokenRoutes]),
  '/sandbox/workspaces': table([
    async () => (await import('./control-workspaces.ts')).controlWorkspaceRoutes,
  ]),
  '/sandbox/faults': table([async () => (await import('./control-faults.ts')).controlFaultRoutes]),
  '/sandbox/requests': table([async () => (await import('./control-requests.ts')).controlRequestRoutes]),
  '/sandbox/events': deliveries,
  '/sandbox/deliveries': deliveries,
  '/sandbox/webhooks': deliveries,
  '/sandbox/stores': table([async () => (await import('./control-stores.ts')).controlStoreRoutes]),
};

let operations: Promise<readonly Operation[]> | undefined;

/** All routes of all sections, for the documentation of them. */
export function allOperations(): Promise<readonly Operation[]> {
  operations ??= Promise.all(Object.values(sections).map((load) => load())).then((loaded) => {
    const all = [...new Set(loaded)].flatMap(operationsOf);
    return [...new Map(all.map((one) => [`${one.method} ${one.path}`, one])).values()];
  });
  return operations;
}
