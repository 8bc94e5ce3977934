/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import { useState } from 'hono/jsx/dom';
import { day, distance, money, shortId, time } from '../format.ts';
import type { Meaning } from '../meaning.ts';
import { useName } from '../names.ts';
import { href } from '../router.ts';
import { now } from '../session.ts';

/** Real milliseconds for which "Copied" is shown. */
const COPIED_MS = 1_500;

export function CopyButton({ text, label = 'Copy' }: { readonly text: string; readonly label?: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = async () => {
    await navigator.clipboard.writeText(text);
    setCopied(true);
    setTimeout(() => setCopied(false), COPIED_MS);
  };
  return (
    <button type="button" class="small" onClick={copy}>
      {isCopied ? 'Copied' : label}
    </button>
  );
}

/** A value with a copy button, shown in full. */
export function Copied({ text }: { readonly text: string }) {
  return (
    <span class="copied">
      <code>{text}</code> <CopyButton text={text} />
    </span>
  );
}

/** An instant in the account's zone, with the exact one on hover. */
export function Time({
  at,
  isDay = false,
}: {
  readonly at: string | undefined;
  /** Shows only the day. */
  readonly isDay?: boolean;
}) {
  if (at === undefined || at === '') return <span class="quiet">–</span>;
  return (
    <time datetime={at} title={`${at}, ${distance(Date.parse(at), now())}`}>
      {isDay ? day(at) : time(at)}
    </time>
  );
}

export function Money({
  amount,
  currency,
}: {
  readonly amount: number | undefined;
  readonly currency?: string;
}) {
  if (amount === undefined) return <span class="quiet">–</span>;
  return <span class="amount">{money(amount, currency)}</span>;
}

/** A word with the mark of its meaning, which differs by shape and color. */
export function Mark({ meaning, children }: { readonly meaning: Meaning; readonly children: Child }) {
  return <span class={meaning === 'none' ? 'plain' : `mark ${meaning}`}>{children}</span>;
}

const meanings: Readonly<Record<string, Meaning>> = {
  Active: 'ok',
  InTrial: 'ok',
  Succeeded: 'ok',
  PreliminarySucceeded: 'ok',
  Completed: 'ok',
  Paused: 'wait',
  Draft: 'wait',
  Pending: 'wait',
  InProgress: 'wait',
  Created: 'wait',
  ApprovalPending: 'wait',
  PaymentPending: 'wait',
  ThreeDSecurePending: 'wait',
  RedirectUrlPrepared: 'wait',
  Failed: 'fail',
  Chargeback: 'fail',
  PartialChargeback: 'fail',
  Declined: 'fail',
};

/** The status of a document, by its API name. */
export function Status({ value }: { readonly value: string }) {
  return <Mark meaning={meanings[value] ?? 'none'}>{value}</Mark>;
}

/** Says what an empty list would contain, and how to create the first entry. */
export function Empty({ title, children }: { readonly title: string; readonly children?: Child }) {
  return (
    <div class="empty">
      <h2>{title}</h2>
      {children}
    </div>
  );
}

export function Json({ value }: { readonly value: unknown }) {
  const text = typeof value === 'string' ? pretty(value) : JSON.stringify(value, null, 2);
  return (
    // A scrollable element must be reachable by keyboard.
    // biome-ignore lint/a11y/noNoninteractiveTabindex: see above
    <pre class="json" tabIndex={0}>
      {text}
    </pre>
  );
}

function pretty(text: string): string {
  try {
    return JSON.stringify(JSON.parse(text), null, 2);
  } catch {
    return text;
  }
}

/** Views of a document by the collection it is in. */
const viewNames: Readonly<Record<string, string>> = {
  contracts: 'contracts',
  customers: 'customers',
  orders: 'orders',
  invoices: 'invoices',
  paymentTransactions: 'payments',
  webhooks: 'webhooks',
  mails: 'mails',
};

/** A link to a document if there is a view for it. */
export function DocumentLink({
  collection,
  id,
  children,
}: {
  readonly collection: string;
  readonly id: string;
  readonly children?: Child;
}) {
  const view = viewNames[collection];
  const name = useName(collection, children === undefined ? id : undefined);
  if (view === undefined) return <Copied text={id} />;
  if (name === '') {
    return (
      <span class="quiet" title={id}>
        not found
      </span>
    );
  }
  return (
    <a
      class={children === undefined && name === undefined ? 'link-id' : undefined}
      href={href(view, id)}
      title={id}
    >
      {children ?? name ?? shortId(id)}
    </a>
  );
}

export interface Fact {
  readonly name: string;
  readonly value: Child;
}

/** Names and values, one below the other; names without a value are omitted. */
export function Facts({ facts }: { readonly facts: readonly (Fact | false | undefined)[] }) {
  const shown = facts.filter((fact): fact is Fact => typeof fact === 'object');
  return (
    <dl class="facts">
      {shown.map(({ name, value }) => (
        <div>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

export function Failure({ error }: { readonly error: Error }) {
  return (
    <p class="message fail" role="alert">
      {error.message}
    </p>
  );
}
