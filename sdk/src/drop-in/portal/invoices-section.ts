import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';
import { type PortalView, section } from './portal-view.ts';

/** The newest invoices, each with its PDF. */
export function invoicesSection({ details, portal, scene }: PortalView): HTMLElement {
  const { texts, formats } = scene;
  const { RecentInvoices, Contract } = details;
  const rows = RecentInvoices.map((invoice) => {
    const { InvoiceNumber, InvoiceDate, TotalGross } = invoice;
    const link = h(
      'a',
      {
        href: portal.invoicePdfDownloadUrl(invoice),
        target: '_blank',
        rel: 'noreferrer',
        'aria-label': filled(texts.download, { number: InvoiceNumber }),
      },
      'PDF',
    );
    return h(
      'tr',
      {},
      // One below the other where they have no room side by side.
      h('td', {}, h('span', {}, InvoiceNumber), ' ', h('span', {}, formats.date(InvoiceDate))),
      h('td', { class: 'amount' }, formats.money(TotalGross, Contract.Currency)),
      h('td', { class: 'pdf' }, link),
    );
  });
  const content =
    rows.length > 0 ? h('table', {}, h('tbody', {}, ...rows)) : h('p', { class: 'note' }, texts.noInvoices);
  return section('invoices', texts.invoices, [content]);
}
