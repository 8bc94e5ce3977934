import { counted, type Line, line, page, shortTime } from '../answer.ts';
import { contractLine, findContracts, lifeLines, readLife, whose } from '../contract-life.ts';
import { findReasons, notCharged, waitingFor } from '../not-charged.ts';
import type { Json, Service } from '../service.ts';
import { tool } from '../tool.ts';

/** Maximum number of a customer's contracts to explain. */
const MAX_CONTRACTS = 8;

/** Returns the next scheduled tasks of a contract. */
async function comingTasks(service: Service, contractId: string): Promise<Line[]> {
  const tasks: Json[] = await service.control('GET', `/tasks?contractId=${contractId}&take=3`);
  return tasks.map(
    ({ Type, DueAt, Attempt, Of }) =>
      line`Due: ${Type} at ${shortTime(DueAt)}${Attempt === undefined ? undefined : line` (retry ${Attempt} of ${Of})`}.`,
  );
}

async function explained(service: Service, id: string): Promise<Line[]> {
  const life = await readLife(service, id);
  const reasons = await findReasons(service, life);
  const payment = lifeLines(life).find(({ text }) => / (payment|preauthorization) /.test(text));
  return [
    line`Contract ${contractLine(life.contract)}.`,
    ...(reasons.length > 0 ? reasons : [line`Nothing keeps it from being charged.`]),
    ...(payment === undefined ? [line`No payment was tried.`] : [line`Last payment: ${payment}.`]),
    ...(await comingTasks(service, id)),
  ];
}

export const why = tool({
  name: 'why',
  description:
    'Explains why a contract or customer is not charged: each cause in a line, the last payment, the amount due.',
  input: whose,
  readOnly: true,
  async run(service, { contractId, customer }) {
    if (contractId === undefined && customer === undefined)
      return page([line`Name a contract or a customer.`], line`contract lists all contracts.`);
    const contracts = await findContracts(service, { contractId, customer });
    if (contracts.length === 0) {
      const search = encodeURIComponent(customer ?? '');
      const orders: Json[] = await service.rest('GET', `/orders?search=${search}&take=10`);
      const waiting = orders.flatMap(({ Id, Status }) =>
        Status === 'ApprovalPending'
          ? [waitingFor({ Id })]
          : Status === 'PaymentPending'
            ? [line`the payment of order ${Id} is open`]
            : [],
      );
      return page(
        [line`This customer has no contract.`, ...waiting.map(notCharged)],
        line`contract lists all contracts.`,
      );
    }
    const lines: Line[] = [];
    for (const { Id } of contracts.slice(0, MAX_CONTRACTS)) lines.push(...(await explained(service, Id)));
    if (contracts.length > MAX_CONTRACTS)
      lines.push(
        line`${counted(contracts.length - MAX_CONTRACTS, 'older contract')} left out: contract lists them.`,
      );
    return page(lines, line`explain for a code, contract for the history, clock to let it go on.`, {
      take: 60,
    });
  },
});
