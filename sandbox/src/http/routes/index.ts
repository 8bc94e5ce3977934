import type { Route } from '../route.ts';
import { contractRoutes } from './contracts.ts';
import { controlRoutes } from './control.ts';
import { customerRoutes } from './customers.ts';
import { invoiceRoutes } from './invoices.ts';
import { oauthRoutes } from './oauth.ts';
import { orderRoutes } from './orders.ts';
import { providerRoutes } from './providers.ts';
import { scriptRoutes } from './script.ts';
import { portalRoutes } from './self-service-portal.ts';
import { signupRoutes } from './self-service-signup.ts';
import { webhookRoutes } from './webhooks.ts';

/** Every path of the service. */
export const routes: readonly Route[] = [
  ...oauthRoutes,
  ...customerRoutes,
  ...contractRoutes,
  ...orderRoutes,
  ...invoiceRoutes,
  ...webhookRoutes,
  ...signupRoutes,
  ...portalRoutes,
  ...providerRoutes,
  ...scriptRoutes,
  ...controlRoutes,
];
