import * as z from 'zod';
import { asAnswer, line, page } from '../answer.ts';
import { lifeOf } from '../contract-life.ts';
import { testOf } from '../test-code.ts';
import { tool } from '../tool.ts';

export const writeTest = tool({
  name: 'write_test',
  description:
    'Writes a Vitest test of what these tools did since the last reset, with the results as expectations.',
  input: { title: z.string().optional().describe('Default: what happened') },
  readOnly: true,
  isWhole: true,
  async run(service, { title }) {
    const { isJournalFull, journal, startedAt } = service.host.memory;
    if (journal.length === 0 || startedAt === undefined)
      return page(
        [line`Nothing was done since the last reset.`],
        line`reset, sign_up, clock, then write_test.`,
      );
    const ids = journal.flatMap((step) => (step.kind === 'signUp' ? (step.result['ContractId'] ?? []) : []));
    const lives =
      // An order whose payment is open has no contract yet.
      (await Promise.all(ids.map((id) => lifeOf(service, id).catch(() => [])))).flat();
    const code = testOf({
      title,
      clock: startedAt,
      steps: journal,
      expectations: lives.map(({ contract, invoices }) => ({
        contractId: contract.Id,
        isActive: contract.LifecycleStatus === 'Active',
        owed: contract.Balance,
        invoices: invoices.length,
      })),
    });
    const note = isJournalFull ? `\nOnly the first ${journal.length} steps are kept.` : '';
    return asAnswer(`${code}${note}\nNext: save it as a .test.ts file and run it with Vitest.`);
  },
});
