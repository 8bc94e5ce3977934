import { ActivityView } from './activity.tsx';
import { CatalogueView } from './catalogue.tsx';
import { ContractsView } from './contracts.tsx';
import { CustomersView } from './customers.tsx';
import { FaultsView } from './faults.tsx';
import { InvoicesView } from './invoices.tsx';
import { MailsView } from './mails.tsx';
import { OrdersView } from './orders.tsx';
import { OverviewView } from './overview.tsx';
import { PaymentsView } from './payments.tsx';
import { PlaygroundView } from './playground.tsx';
import { WebhooksView } from './webhooks.tsx';

export interface ViewDefinition {
  /** The name in the URL. */
  readonly name: string;
  readonly title: string;
  /** The key after `g` that opens it. */
  readonly key: string;
  // biome-ignore lint/suspicious/noExplicitAny: an element of the DOM renderer
  readonly view: () => any;
}

/** All views, in the order of the navigation. */
export const views: readonly ViewDefinition[] = [
  { name: 'overview', title: 'Overview', key: 'h', view: OverviewView },
  { name: 'activity', title: 'Activity', key: 'a', view: ActivityView },
  { name: 'contracts', title: 'Contracts', key: 'c', view: ContractsView },
  { name: 'customers', title: 'Customers', key: 'u', view: CustomersView },
  { name: 'orders', title: 'Orders', key: 'o', view: OrdersView },
  { name: 'invoices', title: 'Invoices', key: 'i', view: InvoicesView },
  { name: 'payments', title: 'Payments', key: 'p', view: PaymentsView },
  { name: 'mails', title: 'Mails', key: 'm', view: MailsView },
  { name: 'webhooks', title: 'Webhooks', key: 'w', view: WebhooksView },
  { name: 'catalogue', title: 'Catalogue', key: 't', view: CatalogueView },
  { name: 'faults', title: 'Faults', key: 'f', view: FaultsView },
  { name: 'playground', title: 'Playground', key: 'y', view: PlaygroundView },
];
