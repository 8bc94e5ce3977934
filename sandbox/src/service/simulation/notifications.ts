import { Problem } from '../domain/basics/problem.ts';
import type { DeclineCode } from '../domain/basics/problem-codes.ts';
import { notifyOfPayment } from '../domain/interactive-payments/payment-outcome.ts';
import type { ChargeAnswer, FailureSeverity } from '../domain/records/payment-provider.ts';
import type { Service } from '../domain/records/service.ts';
import { chargeback } from '../domain/reversals/payment-reversals.ts';
import { failed } from './charge-answers.ts';
import { endVisit, learnedAt } from './checkouts.ts';
import { PAYMENT_TASK, VISIT_TASK } from './provider-messages.ts';
import type { SimulationTx } from './simulation-tx.ts';

interface DueTask {
  readonly key: string;
  readonly data: { readonly [field: string]: string | number | boolean };
}

/** Like the domain's task handlers, with access to the providers' documents. */
export type SimulationTaskHandler = (
  tx: SimulationTx,
  task: DueTask,
) => undefined | ((service: Service) => Promise<void>);

/** The automatic tasks of providers. */
export const simulationTasks: { readonly [type: string]: SimulationTaskHandler } = {
  [PAYMENT_TASK]: (tx, { key, data }) => {
    const transactionId = String(data['TransactionId']);
    if (data['Outcome'] === 'Chargeback') return (service) => takeBack(service, transactionId);
    const answer = toAnswer(tx, key, data);
    return (service) => notifyOfPayment(service, transactionId, answer);
  },
  [VISIT_TASK]: (tx, { key, data }) => {
    const answer = endVisit(tx, key);
    if (answer === undefined) return undefined;
    return (service) => notifyOfPayment(service, String(data['TransactionId']), answer);
  },
};

function toAnswer(tx: SimulationTx, reference: string, data: DueTask['data']): ChargeAnswer {
  if (data['Outcome'] === 'Succeeded') {
    return { Outcome: 'Succeeded', ProviderTransactionId: reference, ...learnedAt(tx, reference) };
  }
  return failed(
    String(data['Provider']),
    reference,
    data['Code'] as DeclineCode,
    data['Severity'] as FailureSeverity,
    String(data['Why']),
  );
}

async function takeBack(service: Service, transactionId: string): Promise<void> {
  try {
    service.transaction((tx) => chargeback(tx, transactionId));
  } catch (error) {
    // It has already been refunded, so there is nothing left to charge back.
    if (!(error instanceof Problem)) throw error;
  }
}
