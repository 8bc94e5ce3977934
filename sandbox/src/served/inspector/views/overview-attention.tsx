/** @jsxImportSource hono/jsx/dom */
import type { Child } from 'hono/jsx';
import { money, overdue, plural } from '../format.ts';
import { failureText, useAttention } from '../money-status.ts';
import { useObservable } from '../observable.ts';
import { Failure, Mark } from '../parts/basic.tsx';
import { Story } from '../parts/story.tsx';
import { href } from '../router.ts';
import { isLoaded, now, timeline } from '../session.ts';
import type { Group } from '../timeline.ts';

/** Maximum number of entries to show per kind. */
const SHOWN = 3;

/** The latest rejected requests of programs; the inspector has already shown its own. */
function refusedRequests(groups: readonly Group[]): Group[] {
  const refused: Group[] = [];
  for (let at = groups.length - 1; at >= 0 && refused.length < MAX_REFUSED; at -= 1) {
    const group = groups[at] as Group;
    const { request } = group;
    if (request !== undefined && request.Client === undefined && request.Status >= 400) refused.push(group);
  }
  return refused;
}

const MAX_REFUSED = 100;

/** Lists problems that need attention, the worst first. */
export function AttentionPanel() {
  useObservable(timeline.version);
  const loaded = useObservable(isLoaded);
  const { data, error } = useAttention();
  const refused = refusedRequests(timeline.groups);
  const isQuiet =
    data !== undefined &&
    data.FailedPayments.length + data.OverdueInvoices.length + data.Endpoints.length + refused.length === 0;
  return (
    <section class="panel attention" aria-labelledby="attention-heading">
      <h2 id="attention-heading">Needs attention</h2>
      {error !== undefined && <Failure error={error} />}
      {data === undefined || !loaded ? (
        error === undefined && <p class="quiet">Loading</p>
      ) : isQuiet ? (
        <p>
          <Mark meaning="ok">Nothing needs attention</Mark>
        </p>
      ) : (
        <div class="troubles">
          <Trouble
            count={data.FailedPayments.length}
            noun="failed payment"
            href={href('contracts', undefined, { payments: 'failed' })}
          >
            {data.FailedPayments.slice(0, SHOWN).map((failed) => (
              <li>
                <a href={href('contracts', failed.ContractId)}>
                  {failed.ReferenceCode} · {failed.CustomerName}
                </a>
                <span class="quiet">
                  {money(failed.Amount, failed.Currency)}, {failureText(failed, now())}
                </span>
              </li>
            ))}
          </Trouble>
          <Trouble
            count={data.OverdueInvoices.length}
            noun="overdue invoice"
            href={href('invoices', undefined, { paymentStatus: 'Overdue' })}
          >
            {data.OverdueInvoices.slice(0, SHOWN).map(
              ({ Id: id, InvoiceNumber, RecipientName, Open, Currency, DueDate }) => (
                <li>
                  <a href={href('invoices', id)}>
                    {InvoiceNumber} · {RecipientName}
                  </a>
                  <span class="quiet">
                    {money(Open, Currency)}, {overdue(DueDate, now())}
                  </span>
                </li>
              ),
            )}
          </Trouble>
          <Trouble
            count={data.Endpoints.reduce((sum, { GivenUp }) => sum + GivenUp, 0)}
            noun="undelivered webhook"
            href={href('webhooks', undefined, { status: 'Failed' })}
          >
            {data.Endpoints.slice(0, SHOWN).map(({ WebhookId, Url, GivenUp }) => (
              <li>
                <a href={href('webhooks', WebhookId, { status: 'Failed' })}>{Url}</a>
                <span class="quiet">{GivenUp} given up</span>
              </li>
            ))}
          </Trouble>
          <Trouble
            count={refused.length}
            noun="rejected request"
            href={href('activity', undefined, { kind: 'request', failures: 'yes', reads: 'yes' })}
          >
            {refused.slice(0, SHOWN).map((group) => (
              <li>
                <a href={href('activity', group.key)}>
                  <Story group={group} />
                </a>
                <span class="quiet">
                  {group.request?.Status} {group.request?.Error?.Code}
                </span>
              </li>
            ))}
          </Trouble>
        </div>
      )}
    </section>
  );
}

function Trouble({
  count,
  noun,
  href: address,
  children,
}: {
  readonly count: number;
  readonly noun: string;
  readonly href: string;
  readonly children: Child;
}) {
  if (count === 0) return null;
  return (
    <div class="trouble">
      <h3>
        <a href={address}>
          <Mark meaning="fail">{plural(count, noun)}</Mark>
        </a>
      </h3>
      <ul class="latest">{children}</ul>
    </div>
  );
}
