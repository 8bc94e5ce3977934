import type { TestSandbox } from '../kit/types.ts';

type Rule = Parameters<TestSandbox['faults']['add']>[0];

/** A fault between the merchant's code and the service in one period. */
export interface ServiceFault {
  /** The name in the report. */
  readonly name: string;
  /** The argument of `sandbox.faults.add`. Defaults: any request below `/api/v1`, once. */
  readonly rule: Rule;
}

const named: { readonly [name: string]: Rule['Fault'] } = {
  '429': { Status: 429 },
  '503': { Status: 503 },
  RequestDropped: { Drop: true },
  AnswerLost: { DropResponse: true },
};

/** All named faults: temporarily rejected, not reached, processed without a response. */
export const usualFaults: readonly string[] = Object.keys(named);

/**
 * The fault of a name: `429`, `503`, `RequestDropped` (not processed) or `AnswerLost` (processed, response lost).
 *
 * @throws TypeError for an unknown name
 */
export function toFault(given: string | ServiceFault): ServiceFault {
  if (typeof given !== 'string') return { name: given.name, rule: once(given.rule) };
  const Fault = Object.hasOwn(named, given) ? named[given] : undefined;
  if (Fault === undefined)
    throw new TypeError(
      `explore: faults: expected ${usualFaults.join(', ')} or { name, rule }, got "${given}".`,
    );
  return { name: given, rule: once({ Fault }) };
}

const once = (rule: Rule): Rule => ({ Path: '/api/v1/*', Times: 1, ...rule });

/**
 * Adds a fault.
 *
 * @returns a function that removes it, and returns whether it affected a request
 */
export function meetFault(sandbox: TestSandbox, fault: ServiceFault | undefined): () => boolean {
  if (fault === undefined) return () => false;
  const { Id } = sandbox.faults.add(fault.rule);
  return () => {
    const isMet = sandbox.faults.hitsOf(Id) > 0;
    sandbox.faults.remove(Id);
    return isMet;
  };
}
