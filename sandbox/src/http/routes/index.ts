import type { Route } from '../route.ts';

type Load = () => Promise<readonly Route[]>;

const openApi: Load = async () => (await import('./openapi.ts')).openApiRoutes;
const contractItems: Load = async () => (await import('./contract-items.ts')).contractItemRoutes;
const subscriptions: Load = async () => (await import('./subscriptions.ts')).subscriptionRoutes;
const payments: Load = async () => (await import('./payments.ts')).paymentRoutes;
const control: Load = async () => (await import('./control.ts')).controlRoutes;
const deliveries: Load = async () => (await import('./control-deliveries.ts')).controlDeliveryRoutes;
const catalogue: Load = async () => (await import('./catalogue.ts')).catalogueRoutes;
const selfService: readonly Load[] = [
  async () => (await import('./self-service-signup.ts')).signupRoutes,
  async () => (await import('./self-service-payment.ts')).selfServicePaymentRoutes,
  async () => (await import('./self-service-contract.ts')).selfServiceContractRoutes,
];

/**
 * Every path of the service, by its section: the part after `/api/v1/` or `/sandbox/`, or else the first segment. The files are loaded
 * when a path of their section is asked for first, because their schemas cost more time than all else at the start.
 */
export const sections: { readonly [section: string]: readonly Load[] } = {
  oauth: [async () => (await import('./oauth.ts')).oauthRoutes],

  'api/v1/orders': [async () => (await import('./orders.ts')).orderRoutes],
  'api/v1/customers': [async () => (await import('./customers.ts')).customerRoutes],
  'api/v1/contracts': [async () => (await import('./contracts.ts')).contractRoutes, contractItems],
  'api/v1/componentsubscriptions': [contractItems],
  'api/v1/rateditems': [contractItems],
  'api/v1/subscriptions': [subscriptions],
  'api/v1/contractchanges': [subscriptions],
  'api/v1/invoices': [async () => (await import('./invoices.ts')).invoiceRoutes],
  'api/v1/invoicedrafts': [async () => (await import('./invoices.ts')).invoiceDraftRoutes],
  'api/v1/dunnings': [async () => (await import('./invoices.ts')).dunningRoutes],
  'api/v1/paymenttransactions': [payments],
  'api/v1/paymentrefunds': [payments],
  'api/v1/productinfo': [catalogue],
  'api/v1/plangroups': [catalogue],
  'api/v1/plans': [catalogue],
  'api/v1/planvariants': [catalogue],
  'api/v1/components': [catalogue],
  'api/v1/discounts': [catalogue],
  'api/v1/coupons': [catalogue],
  'api/v1/taxpolicies': [catalogue],
  'api/v1/externalsubscriptions': [
    async () => (await import('./external-subscriptions.ts')).externalSubscriptionRoutes,
  ],
  'api/v1/webhooks': [async () => (await import('./webhooks.ts')).webhookRoutes],
  'api/v1/customerselfservice': selfService,

  'openapi.json': [openApi],
  docs: [openApi],
  'configuration.schema.json': [openApi],
  downloads: [async () => (await import('./invoices.ts')).downloadRoutes],
  assets: [async () => (await import('./assets.ts')).assetRoutes],
  providers: [
    async () => (await import('./providers.ts')).providerRoutes,
    async () => (await import('./provider-pages.ts')).providerPageRoutes,
  ],
  portal: [async () => (await import('./portal.ts')).portalRoutes],
  stores: [async () => (await import('./stores.ts')).storeRoutes],
  'clientlib.js': [async () => (await import('./script.ts')).scriptRoutes],
  elements: [async () => (await import('./elements.ts')).elementRoutes],
  'sandbox/health': [async () => (await import('./control-health.ts')).controlHealthRoutes],
  'sandbox/reset': [control],
  'sandbox/snapshot': [control],
  'sandbox/clock': [control],
  'sandbox/catalog': [control],
  'sandbox/tokens': [async () => (await import('./control-tokens.ts')).controlTokenRoutes],
  'sandbox/workspaces': [async () => (await import('./control-workspaces.ts')).controlWorkspaceRoutes],
  'sandbox/faults': [async () => (await import('./control-faults.ts')).controlFaultRoutes],
  'sandbox/requests': [async () => (await import('./control-requests.ts')).controlRequestRoutes],
  'sandbox/events': [deliveries],
  'sandbox/deliveries': [deliveries],
  'sandbox/webhooks': [deliveries],
  'sandbox/stores': [async () => (await import('./control-stores.ts')).controlStoreRoutes],
};

/** All routes, loaded. */
export async function allRoutes(): Promise<readonly Route[]> {
  const loads = new Set(Object.values(sections).flat());
  return (await Promise.all([...loads].map((load) => load()))).flat();
}
