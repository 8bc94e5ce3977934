import type { RecentInvoice } from 'clientlib';
import { filled } from '../texts/languages.ts';
import { h } from '../view/dom.ts';
import { type PortalView, section } from './portal-view.ts';

/** The newest invoices, each with its state and its PDF. */
export function invoicesSection(view: PortalView): HTMLElement {
  const { details, scene } = view;
  const { texts } = scene;
  const rows = details.RecentInvoices.map((invoice) => invoiceRow(invoice, view));
  const table = h('table', {}, h('tbody', {}, ...rows));
  // Many invoices scroll, also by keyboard.
  const list = h('div', { class: 'list', role: 'region', tabindex: 0, 'aria-label': texts.invoices }, table);
  const content = rows.length > 0 ? list : h('p', { class: 'hint' }, texts.noInvoices);
  return section('invoices', texts.invoices, [content]);
}

function invoiceRow(invoice: RecentInvoice, { portal, details, scene }: PortalView): HTMLElement {
  const { texts, formats } = scene;
  const { InvoiceNumber, InvoiceDate, TotalGross, Status } = invoice;
  const link = h(
    'a',
    {
      class: 'button small',
      href: portal.invoicePdfDownloadUrl(invoice),
      target: '_blank',
      rel: 'noreferrer',
      'aria-label': filled(texts.download, { number: InvoiceNumber }),
    },
    'PDF',
  );
  const isOpen = Status === 'Open';
  const status = TotalGross < 0 ? texts.credit : isOpen ? texts.open : texts.paid;
  return h(
    'tr',
    {},
    h('td', {}, h('span', {}, formats.date(InvoiceDate)), h('span', { class: 'hint' }, InvoiceNumber)),
    h(
      'td',
      { class: 'amount' },
      h('span', {}, formats.money(TotalGross, details.Contract.Currency)),
      h('span', { class: isOpen ? 'hint owed' : 'hint' }, status),
    ),
    h('td', { class: 'pdf' }, link),
  );
}
