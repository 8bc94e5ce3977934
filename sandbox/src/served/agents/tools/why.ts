import { contractsOf, lifeOf, lineOf, linesOf, whose } from '../contract-life.ts';
import { notCharged, reasonsOf, waitingFor } from '../not-charged.ts';
import type { Json, Service } from '../service.ts';
import { page, shortTime, tool } from '../tool.ts';

/** Contracts of a customer that are explained. */
const MAX_CONTRACTS = 8;

/** What is due next for a contract, by itself. */
async function comingOf(service: Service, contractId: string): Promise<string[]> {
  const tasks: Json[] = await service.control('GET', `/tasks?contractId=${contractId}&take=3`);
  return tasks.map(
    ({ Type, DueAt, Attempt, Of }) =>
      `Due: ${Type} at ${shortTime(DueAt)}${Attempt === undefined ? '' : ` (retry ${Attempt} of ${Of})`}.`,
  );
}

async function explained(service: Service, id: string): Promise<string[]> {
  const life = await lifeOf(service, id);
  const reasons = await reasonsOf(service, life);
  const payment = linesOf(life).find((line) => / (payment|preauthorization) /.test(line));
  return [
    `Contract ${lineOf(life.contract)}.`,
    ...(reasons.length > 0 ? reasons : ['Nothing keeps it from being charged.']),
    ...(payment === undefined ? ['No payment was tried.'] : [`Last payment: ${payment}.`]),
    ...(await comingOf(service, id)),
  ];
}

export const why = tool({
  name: 'why',
  description:
    'Why a contract or customer is not charged: each cause in a line (declined, paused by whom, suspended, coupon, …), the last payment, what is due.',
  input: whose,
  readOnly: true,
  async run(service, { contractId, customer }) {
    if (contractId === undefined && customer === undefined)
      return 'Name a contract or a customer.\nNext: contract lists all contracts.';
    const contracts = await contractsOf(service, { contractId, customer });
    if (contracts.length === 0) {
      const search = encodeURIComponent(customer ?? '');
      const waiting = await service.rest('GET', `/orders?search=${search}&status=ApprovalPending`);
      return page(
        ['This customer has no contract.', ...waiting.map(waitingFor).map(notCharged)],
        'contract lists all contracts.',
      );
    }
    const lines: string[] = [];
    for (const { Id } of contracts.slice(0, MAX_CONTRACTS)) lines.push(...(await explained(service, Id)));
    if (contracts.length > MAX_CONTRACTS)
      lines.push(`${contracts.length - MAX_CONTRACTS} older contracts are left out: contract lists them.`);
    return page(lines, 'explain for a code, contract for the history, clock to let it go on.', { take: 60 });
  },
});
