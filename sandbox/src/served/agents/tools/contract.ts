import { line, page } from '../answer.ts';
import { contractLine, findContracts, lifeLines, readLife, summarize, whose } from '../contract-life.ts';
import { findReasons } from '../not-charged.ts';
import { skip, tool } from '../tool.ts';

/** Maximum number of lines in a response. */
const TAKE = 25;

export const contract = tool({
  name: 'contract',
  description:
    "A contract's life, newest first: phases, invoices, payments, bookings; what comes next, why it is not charged. Without arguments: all contracts.",
  input: { ...whose, skip },
  readOnly: true,
  async run(service, { contractId, customer, skip }) {
    const contracts = await findContracts(service, { contractId, customer });
    const [only] = contracts;
    if ((contractId === undefined && customer === undefined) || contracts.length > 1 || only === undefined)
      return page(
        contracts.map(contractLine),
        contracts.length === 0 ? line`sign_up makes one.` : line`contract {"contractId": "${only?.Id}"}.`,
        { skip, take: TAKE, more: `skip ${skip + TAKE}` },
      );
    const life = await readLife(service, only.Id);
    const head =
      skip === 0 ? [...(await summarize(service, life.contract)), ...(await findReasons(service, life))] : [];
    const lines = lifeLines(life).slice(skip);
    const end = skip + TAKE - head.length;
    return page(
      [...head, ...lines],
      line`clock moves time, events shows what was sent, explain has a code.`,
      {
        take: TAKE,
        more: `skip ${end}`,
      },
    );
  },
});
