import { readBeginning } from '../../../service/model/beginning-of-text.ts';
import type { TestSandbox } from '../../kit/types.ts';
import { MAX_ANSWER } from './receiver.ts';

/** Timeout of the merchant's response in milliseconds. */
const TIMEOUT_MS = 30_000;

/** The merchant's view of a contract. Omitted fields are not compared. */
export interface Belief {
  /** `Active`, `Paused`, `Ended` …, as the contract's `LifecycleStatus`. */
  readonly Status?: string | null;
  /** Day or time of the next billing if nothing is owed; `null` if an amount is owed or there is no next billing. */
  readonly PaidUntil?: string | null;
  readonly PlanVariantId?: string | null;
}

/** Reads the merchant's view of a contract: a function, or a URL with `{contract}` that returns JSON. */
export type ReadBack = string | ((contractId: string) => Belief | undefined | Promise<Belief | undefined>);

interface Contract {
  readonly LifecycleStatus: string;
  readonly Balance: number;
  readonly NextBillingDate?: string;
  readonly PlanVariantId?: string;
}

/** Returns a sentence about what the receiver reports wrongly, or `undefined` if it is right. */
export async function wrongBelief(
  sandbox: TestSandbox,
  contractId: string,
  readBack: ReadBack,
): Promise<string | undefined> {
  const belief = await read(readBack, contractId);
  if (belief === undefined) return 'the receiver does not know the contract';
  const contract = await sandbox.rest<Contract>('GET', `/contracts/${contractId}`);
  const facts = {
    Status: contract.LifecycleStatus,
    PaidUntil: contract.Balance > 0 ? null : (contract.NextBillingDate ?? null),
    PlanVariantId: contract.PlanVariantId ?? null,
  };
  for (const [field, fact] of Object.entries(facts)) {
    const believed = (belief as Readonly<Record<string, unknown>>)[field];
    if (believed === undefined) continue;
    // A merchant may store days only.
    const day = (value: unknown) =>
      field === 'PaidUntil' ? String(value ?? '').slice(0, 10) : String(value ?? '');
    if (day(believed) !== day(fact))
      return `the receiver reports ${field} ${show(believed)}; it is ${show(fact)}`;
  }
  return undefined;
}

const show = (value: unknown): string => (value === null || value === '' ? 'nothing' : String(value));

async function read(readBack: ReadBack, contractId: string): Promise<Belief | undefined> {
  if (typeof readBack === 'function') return readBack(contractId);
  const signal = AbortSignal.timeout(TIMEOUT_MS);
  const response = await fetch(readBack.replace('{contract}', contractId), { signal });
  if (response.status === 404) return undefined;
  const text = await readBeginning(response, MAX_ANSWER);
  const belief: unknown = await new Response(text).json().catch(() => undefined);
  if (response.ok && typeof belief === 'object' && belief !== null) return belief;
  const got = `${response.status} with ${JSON.stringify(text.slice(0, 80))}`;
  throw new Error(`certify: ${readBack} answered ${got}; expected 200 with an object as JSON, or 404.`);
}
