import * as z from 'zod';
import { lifeOf, linesOf, summaryOf } from '../contract-life.ts';
import type { Json, Service } from '../service.ts';
import { oneLine, page, tool } from '../tool.ts';

const isId = (text: string) => /^[0-9a-f]{24}$/i.test(text);

/** Contracts that a text may mean: an id, a customer's id or e-mail address, or all. */
async function found(service: Service, id: string | undefined): Promise<Json[]> {
  if (id === undefined) return service.rest('GET', '/contracts?take=20');
  if (isId(id)) {
    const { status, body } = await service.restAnswer('GET', `/contracts/${id}`);
    return status === 200 ? [body] : service.rest('GET', `/customers/${id}/contracts`);
  }
  const customers: Json[] = await service.rest('GET', `/customers?emailAddress=${encodeURIComponent(id)}`);
  const byExternalId: Json[] =
    customers.length > 0 ? [] : await service.rest('GET', `/customers?externalId=${encodeURIComponent(id)}`);
  const lists = await Promise.all(
    [...customers, ...byExternalId].map(({ Id }) => service.rest('GET', `/customers/${Id}/contracts`)),
  );
  return lists.flat();
}

export const contract = tool({
  name: 'contract',
  description:
    "A contract's life as text: phases, invoices, payments with the reason of each failure, bookings, what comes next. Without id: all contracts.",
  input: z.object({
    id: z
      .string()
      .optional()
      .describe("Of a contract or customer, or the customer's e-mail address or external id"),
    skip: z.number().int().min(0).default(0),
  }),
  readOnly: true,
  async run(service, { id, skip }) {
    const contracts = await found(service, id);
    const [only] = contracts;
    if (id === undefined || contracts.length > 1 || only === undefined)
      return page(
        contracts.map(
          ({ Id, CustomerName, LifecycleStatus, Balance, Currency }) =>
            `${Id} ${CustomerName}: ${LifecycleStatus}, owed ${Balance} ${Currency}`,
        ),
        contracts.length === 0 ? 'sign_up makes one.' : 'contract with an id.',
      );
    const life = await lifeOf(service, only.Id);
    const lines = linesOf(life);
    const head = skip === 0 ? await summaryOf(service, life.contract) : [];
    const take = 25 - head.length;
    const shown = page(lines, 'clock moves time, events shows what was sent, explain has a code.', {
      skip,
      take,
      more: `skip ${skip + take}`,
    });
    return [...head.map(oneLine), shown].join('\n');
  },
});
