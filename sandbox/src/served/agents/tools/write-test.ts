import * as z from 'zod';
import type { SessionRow } from '../../../service/model/session.ts';
import { sessionAsTest } from '../../test-code/session-as-test.ts';
import { asAnswer, line, page } from '../answer.ts';
import { readLife } from '../contract-life.ts';
import { tool } from '../tool.ts';

/** A test leaves out what was only read. */
const isRead = ({ Request, Answer }: SessionRow) =>
  Request?.Method === 'GET' && Answer !== undefined && Answer.Status < 300;

export const writeTest = tool({
  name: 'write_test',
  description:
    'Writes a Vitest test of what these tools did since the last reset, with the results as expectations.',
  input: { title: z.string().optional().describe('Default: what happened') },
  readOnly: true,
  isWhole: true,
  async run(service, { title }) {
    const { baseUrl, memory } = service.host;
    const { isFull, rows, contractIds } = memory.journal;
    if (rows.every(isRead))
      return page(
        [line`Nothing was changed since the last reset, so a test would have nothing to expect.`],
        line`reset, sign_up, clock, then write_test.`,
      );
    const lives =
      // An order whose payment is open has no contract yet.
      (await Promise.all(contractIds.map((id) => readLife(service, id).catch(() => [])))).flat();
    const code = sessionAsTest(memory.journal.session(baseUrl), 'vitest', {
      isJournal: true,
      ...(title === undefined ? {} : { title }),
      contracts: lives.map(({ contract, invoices }) => ({
        id: contract.Id,
        isActive: contract.LifecycleStatus === 'Active',
        owed: contract.Balance,
        invoices: invoices.length,
      })),
    });
    const note = isFull ? `\nOnly the first ${rows.length} steps are kept.` : '';
    return asAnswer(`${code}${note}\nNext: save it as a .test.ts file and run it with Vitest.`);
  },
});
