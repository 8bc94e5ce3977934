/** @jsxImportSource hono/jsx/dom */
import type { Contract } from '../../../service/model/contract.ts';
import { distance, taskName } from '../format.ts';
import { type FailedPayment, failureText } from '../money-status.ts';
import { Action } from '../parts/action.tsx';
import { Mark, Money, Status, Time } from '../parts/basic.tsx';
import { Section } from '../parts/list-view.tsx';
import { useQuery } from '../query.ts';
import { now } from '../session.ts';

/** Shows the status of a contract and problems with its payments. */
export function ContractStatus({
  contract: { LifecycleStatus },
  failed,
}: {
  readonly contract: Contract;
  readonly failed: FailedPayment | undefined;
}) {
  if (failed === undefined) return <Status value={LifecycleStatus} />;
  return (
    <Mark meaning={failed.Retry === undefined ? 'fail' : 'wait'}>
      {LifecycleStatus}, {failureText(failed, now())}
    </Mark>
  );
}

/** A failed payment and the available actions. */
export function FailedPaymentMessage({ failed }: { readonly failed: FailedPayment }) {
  const { Amount, Currency, ErrorCode, PaymentTransactionId, ContractId, Retry } = failed;
  return (
    <div class={Retry === undefined ? 'message fail' : 'message wait'} role="status">
      <span>
        <Money amount={Amount} currency={Currency} /> open: {failureText(failed, now())}.{' '}
        <a href={`#/payments/${PaymentTransactionId}`}>{ErrorCode ?? 'Show the payment'}</a>
      </span>{' '}
      {Retry === undefined ? (
        <Action
          label="Resume payments"
          hint="All retries have failed. Charges the open balance again, and later renewals too."
          request={() => ({
            method: 'PATCH',
            path: `/api/v1/contracts/${ContractId}`,
            body: { RecurringPaymentsPaused: false },
          })}
        />
      ) : (
        <RetryNow transactionId={PaymentTransactionId} />
      )}
    </div>
  );
}

export function RetryNow({ transactionId }: { readonly transactionId: string }) {
  return (
    <Action
      label="Retry now"
      isQuick
      request={() => ({ method: 'POST', path: `/sandbox/payments/${transactionId}/retry` })}
    />
  );
}

/** A scheduled task, as `GET /sandbox/tasks` lists it. */
export interface DueTask {
  readonly Type: string;
  readonly Key: string;
  readonly DueAt: string;
  readonly ReferenceCode?: string;
  readonly CustomerName?: string;
  readonly Attempt?: number;
  readonly Of?: number;
}

export const dueText = ({ Type, Attempt, Of }: DueTask): string =>
  Attempt === undefined ? taskName(Type) : `${taskName(Type)} ${Attempt} of ${Of}`;

export const useTasks = (query: string) =>
  useQuery<DueTask[]>(`/sandbox/tasks?${query}`, ['contracts', 'paymentTransactions', 'clock']);

/** Lists the next tasks of a contract, with buttons that move the clock to them. */
export function NextTasks({ tasks }: { readonly tasks: readonly DueTask[] }) {
  const [next] = tasks;
  return (
    <Section title="Next">
      {next === undefined ? (
        <p class="quiet">Nothing is due for this contract.</p>
      ) : (
        <>
          <ul class="plain">
            {tasks.slice(0, 5).map((task) => (
              <li>
                <span>
                  {dueText(task)} <span class="quiet">{distance(Date.parse(task.DueAt), now())}</span>
                </span>
                <Time at={task.DueAt} />
              </li>
            ))}
          </ul>
          <p class="actions">
            <Action
              label="Go to this contract’s next task"
              isQuick
              isMain
              request={() => ({ method: 'POST', path: '/sandbox/clock', body: { Now: next.DueAt } })}
            />
          </p>
        </>
      )}
    </Section>
  );
}
