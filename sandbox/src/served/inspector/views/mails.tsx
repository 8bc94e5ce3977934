/** @jsxImportSource hono/jsx/dom */
import type { Mail } from '../../../service/model/mail.ts';
import { Action } from '../parts/action.tsx';
import { DocumentLink, Empty, Facts, Json, Time } from '../parts/basic.tsx';
import { Choices } from '../parts/choices.tsx';
import { Detail, ListView, Section } from '../parts/list-view.tsx';
import { Pdf } from '../parts/pdf.tsx';
import { useQuery } from '../query.ts';
import { href, setQuery, useRouteForView } from '../router.ts';
import { timeline } from '../session.ts';

/** Mails are created with the event that they report. */
const collections = ['events'];

/** The outbox: mails that customers would have received. */
export function MailsView() {
  return (
    <ListView<Mail>
      name="mails"
      title="Mails"
      path="/sandbox/mails"
      collections={collections}
      columns={[
        { title: 'Subject', cell: ({ Subject }) => Subject, sortBy: ({ Subject }) => Subject, isLong: true },
        { title: 'To', cell: ({ To }) => To, sortBy: ({ To }) => To, isLong: true },
        {
          title: 'Event',
          cell: ({ EventType }) => EventType,
          sortBy: ({ EventType }) => EventType,
          isMinor: true,
        },
        {
          title: 'Files',
          cell: ({ Attachments }) => (Attachments.length === 0 ? '' : Attachments.length),
          isNumber: true,
          isMinor: true,
        },
        { title: 'Sent', cell: ({ SentAt }) => <Time at={SentAt} />, sortBy: ({ SentAt }) => SentAt },
      ]}
      empty={
        <Empty title="No mails yet">
          <p>
            Customers with an e-mail address get mails about orders, invoices, failed payments and more. The
            sandbox stores them here and sends none. Sign up a customer in the{' '}
            <a href="#/playground">playground</a>.
          </p>
        </Empty>
      }
      actions={
        <Action
          label="Empty the outbox"
          isDanger
          hint="Deletes all mails. Their events and documents stay."
          request={() => ({ method: 'DELETE', path: '/sandbox/mails' })}
        />
      }
      detail={(id) => <MailDetail id={id} />}
    />
  );
}

const forms = [
  ['', 'Mail'],
  ['text', 'Text'],
  ['html', 'HTML'],
] as const;

function MailDetail({ id }: { readonly id: string }) {
  const { query } = useRouteForView('mails');
  const { data: mail, error } = useQuery<Mail>(`/sandbox/mails/${id}`, []);
  if (mail === undefined) return <Detail title="Mail" error={error} />;
  const { From, To, ReplyTo, Bcc, EventType, TemplateName, Language, Attachments } = mail;
  const form = query.get('as') ?? '';
  // A mail has the id of its event.
  const group = timeline.findGroup(id);
  return (
    <Detail title={mail.Subject}>
      <Facts
        facts={[
          { name: 'To', value: To },
          { name: 'From', value: From },
          ReplyTo !== undefined && { name: 'Reply to', value: ReplyTo },
          Bcc !== undefined && { name: 'Blind copy', value: Bcc },
          { name: 'Sent', value: <Time at={mail.SentAt} /> },
          {
            name: 'Event',
            value: (
              <a href={href('activity', group?.key, group === undefined ? { q: id } : {})}>{EventType}</a>
            ),
          },
          { name: 'Customer', value: <DocumentLink collection="customers" id={mail.CustomerId} /> },
          mail.ContractId !== undefined && {
            name: 'Contract',
            value: <DocumentLink collection="contracts" id={mail.ContractId} />,
          },
          mail.OrderId !== undefined && {
            name: 'Order',
            value: <DocumentLink collection="orders" id={mail.OrderId} />,
          },
          mail.InvoiceId !== undefined && {
            name: 'Invoice',
            value: <DocumentLink collection="invoices" id={mail.InvoiceId} />,
          },
          { name: 'Template', value: `${TemplateName}, ${Language}` },
        ]}
      />
      <Section title="Body">
        <Choices label="Form of the mail" choices={forms} value={form} onChoose={(as) => setQuery({ as })} />
        {form === '' ? (
          <iframe
            class="mail"
            title={`Mail: ${mail.Subject}`}
            src={mail.PageUrl}
            sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
          />
        ) : (
          <Json value={form === 'text' ? mail.Text : mail.Html} />
        )}
      </Section>
      {Attachments.map(({ Name }) => (
        <Pdf
          path={`/sandbox/mails/${id}/attachments/${encodeURIComponent(Name)}`}
          name={Name.replace(/\.pdf$/, '')}
        />
      ))}
    </Detail>
  );
}
