import * as z from 'zod';
import { minorDigits } from '../../../service/model/currencies.ts';
import { DAY_MS } from '../../../service/model/milliseconds.ts';
import { newMemory } from '../agent-host.ts';
import { type Answer, joined, type Line, line, own, page, sentence, shortTime } from '../answer.ts';
import { findContracts, whose } from '../contract-life.ts';
import { stateOfCustomer } from '../customer-state.ts';
import { type Json, Refused, Service } from '../service.ts';
import { anyFields, closed, tool } from '../tool.ts';
import { countEvents } from './clock.ts';

/** Maximum documents of a state to copy: each variant is another copy in memory. */
const MAX_DOCUMENTS = 2_000;

/** The maximum total time by which the steps of a variant may move the clock. */
const MAX_YEARS = 3;

const step = closed({
  advance: z.string().optional(),
  code: z.string().optional().describe('The next payment is declined with it'),
  call: closed({
    method: z.enum(['POST', 'PUT', 'PATCH', 'DELETE']),
    path: z.string(),
    body: anyFields.optional(),
  }).optional(),
});

const variant = closed({ name: z.string(), steps: z.array(step).max(20) });

/** The compared figures. */
type Figures = Readonly<Record<string, Line>>;

async function readFigures(
  service: Service,
  before: number,
  contractId: string | undefined,
): Promise<Figures> {
  const contracts: Json[] =
    contractId === undefined
      ? await service.rest('GET', '/contracts?take=500')
      : [await service.rest('GET', `/contracts/${contractId}`)];
  const ofContract = contractId === undefined ? '' : `&contractId=${contractId}`;
  const invoices: Json[] = await service.rest('GET', `/invoices?take=500${ofContract}`);
  const events: Json[] = await service.control('GET', '/events?take=10000');
  // The copy also has the customer's other contracts.
  const isCounted = ({ ContractId }: Json) => contractId === undefined || ContractId === contractId;
  const { Now } = await service.control('GET', '/clock');
  const statuses = countEvents(contracts.map(({ LifecycleStatus }) => ({ Event: LifecycleStatus })));
  const digits = minorDigits(contracts[0]?.Currency);
  const sum = (amounts: readonly number[]) => amounts.reduce((all, one) => all + one, 0).toFixed(digits);
  const [only] = contractId === undefined ? [] : contracts;
  const bookings: Json[] =
    only === undefined ? [] : await service.rest('GET', `/contracts/${only.Id}/ledgerEntries?take=500`);
  const payments = bookings
    .filter(({ Type }) => Type === 'Payment')
    .sort((one, other) => one.Timestamp.localeCompare(other.Timestamp))
    .map(({ Amount }) => -Amount);
  return {
    Clock: line`${shortTime(Now)}`,
    Contracts: statuses,
    Invoices: line`${invoices.length}, ${sum(invoices.map(({ TotalGross }) => TotalGross))} gross`,
    Owed: line`${sum(contracts.map(({ Balance }) => Balance))}`,
    ...(only === undefined
      ? {}
      : {
          Payments: line`${payments.length}, ${sum(payments)}; the last ${sum(payments.slice(-1))}`,
          Ends: line`${only.EndDate ?? own('never')}`,
          NextBilling: line`${only.NextBillingDate ?? own('none')}`,
        }),
    Events: countEvents(events.slice(0, events.length - before).filter(isCounted)),
  };
}

async function take(service: Service, { advance, code, call }: z.output<typeof step>, contractId?: string) {
  const ofContract = contractId === undefined ? {} : { ContractId: contractId };
  if (code !== undefined)
    await service.control('POST', '/payments/next', { ...ofContract, Outcome: { Code: code } });
  if (call !== undefined) {
    const url = new URL(`http://api/${call.path.replace(/^\/?(api\/v1\/)?/, '')}`);
    await service.rest(call.method, url.pathname + url.search, call.body);
  }
  if (advance !== undefined) await service.control('POST', '/clock', { Advance: advance });
}

/** @throws Refused for steps that the service rejects, or that exceed the maximum time */
async function runSteps(
  service: Service,
  steps: readonly z.output<typeof step>[],
  contractId: string | undefined,
): Promise<Figures> {
  const before = (await service.control('GET', '/events?take=10000')).length;
  const { Now } = await service.control('GET', '/clock');
  const limit = Date.parse(Now) + MAX_YEARS * 366 * DAY_MS;
  for (const one of steps) {
    if (one.advance !== undefined && addDuration(Now, one.advance) > limit)
      throw new Refused(422, {
        Code: 'InvalidData',
        Message: `advance: expected at most ${MAX_YEARS} years, got "${one.advance}".`,
      });
    await take(service, one, contractId);
    const { Now: now } = await service.control('GET', '/clock');
    if (Date.parse(now) > limit)
      throw new Refused(422, {
        Code: 'InvalidData',
        Message: `steps: expected to move the clock by at most ${MAX_YEARS} years together.`,
      });
  }
  return readFigures(service, before, contractId);
}

/** The target of a duration; the clock rejects invalid ones. */
function addDuration(now: string, duration: string): number {
  const [, years = 0, months = 0, weeks = 0, days = 0] =
    /^P(?:(\d+)Y)?(?:(\d+)M)?(?:(\d+)W)?(?:(\d+)D)?/i.exec(duration)?.map(Number) ?? [];
  const count = (years || 0) * 365 + (months || 0) * 30 + (weeks || 0) * 7 + (days || 0);
  return Date.parse(now) + count * DAY_MS;
}

/** The state to copy: that of a customer if one is named. @returns a text if it is too large */
async function stateFor(
  service: Service,
  {
    contractId,
    customer,
  }: { readonly contractId?: string | undefined; readonly customer?: string | undefined },
): Promise<Json> {
  const isOfOne = contractId !== undefined || customer !== undefined;
  const { Documents } = await service.control('GET', '/usage');
  if (!isOfOne && Documents.Used > MAX_DOCUMENTS)
    return page(
      [line`The state has ${Documents.Used} documents; at most ${MAX_DOCUMENTS} are copied.`],
      line`compare with a contractId or a customer copies the documents of one customer.`,
    );
  const [contract] = isOfOne ? await findContracts(service, { contractId, customer }) : [];
  if (isOfOne && contract === undefined)
    return page([line`This customer has no contract.`], line`contract lists all contracts.`);
  const whole = await service.control('GET', '/snapshot');
  const state = contract === undefined ? whole : stateOfCustomer(whole, contract.CustomerId);
  const count = Object.values<Json[]>(state.Collections).reduce((sum, { length }) => sum + length, 0);
  return count > MAX_DOCUMENTS
    ? page(
        [line`The customer has ${count} documents; at most ${MAX_DOCUMENTS} are copied.`],
        line`try it in a fork.`,
      )
    : state;
}

export const compare = tool({
  name: 'compare',
  description:
    "Compares variants on copies of the state or of one customer's documents: what if a payment fails, what if they cancel. Nothing changes.",
  input: { ...whose, variants: z.array(variant).min(1).max(3) },
  readOnly: true,
  async run(service, { contractId, customer, variants }) {
    const snapshot = await stateFor(service, { contractId, customer });
    if (typeof snapshot === 'string') return snapshot as Answer;
    const outcomes: { readonly name: string; readonly figures: Figures }[] = [];
    for (const { name, steps } of variants) {
      const fork = service.host.fork(snapshot);
      const copy = new Service({ ...service.host, ...fork, controlToken: undefined, memory: newMemory() });
      try {
        outcomes.push({ name, figures: await runSteps(copy, steps, contractId) });
      } catch (error) {
        if (!(error instanceof Refused)) throw error;
        outcomes.push({
          name,
          figures: { Refused: line`${error.status} ${error.code}: ${sentence(error.message)}` },
        });
      } finally {
        fork.close();
      }
    }
    const names = [...new Set(outcomes.flatMap(({ figures }) => Object.keys(figures)))];
    const lines = names.map((figure) => {
      const values = outcomes.map(({ figures }) => figures[figure] ?? line`-`);
      const isSame = outcomes.length > 1 && new Set(values.map(({ text }) => text)).size === 1;
      return line`${own(figure)}: ${
        isSame
          ? line`${values[0]} (same)`
          : joined(
              outcomes.map(({ name }, at) => line`${joined([name])} ${values[at]}`),
              ' | ',
            )
      }`;
    });
    return page(lines, line`do it for real with next_payment, clock and call_api.`);
  },
});
