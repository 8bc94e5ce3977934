import { amountText } from '../../service/model/currencies.ts';
import type { ContractHandle, ContractInvoice } from './contract-handle.ts';

/** The context that runners pass to a matcher. */
export interface MatcherContext {
  readonly isNot?: boolean;
}

/** The result of a matcher. */
export interface MatcherResult {
  readonly pass: boolean;
  readonly message: () => string;
}

/** The matchers of `expect(sandbox.contract(id))`, and of `expect(report)` for `explore` and `certify`. */
export interface ContractMatchers<R = void> {
  /** The contract is `Active`: neither in trial nor paused, ended or annulled. */
  toBeActive(): R;
  /** The customer owes this amount; without an amount, any. */
  toOwe(amount?: number): R;
  /** One of the invoices has these fields; without fields, there is any invoice. Values can be matchers of the runner. */
  toHaveInvoice(fields?: { readonly [Field in keyof ContractInvoice]?: unknown }): R;
  /** A report of `explore` or `certify` has no failures. The report is the error message. */
  toHold(): R;
}

/** The matchers as functions of a runner, which passes the received value first. */
export type Matchers = {
  readonly [Name in keyof ContractMatchers]: (
    this: MatcherContext,
    received: unknown,
    ...args: Parameters<ContractMatchers[Name]>
  ) => MatcherResult;
};

export const matchers: Matchers = {
  toBeActive(this: MatcherContext, received: unknown): MatcherResult {
    const { Id, LifecycleStatus } = expectContract(received, 'toBeActive');
    return result(
      this,
      LifecycleStatus === 'Active',
      `contract ${Id} to be Active`,
      `it is ${LifecycleStatus}`,
    );
  },

  toOwe(this: MatcherContext, received: unknown, amount?: number): MatcherResult {
    const { Id, Balance, Currency } = expectContract(received, 'toOwe');
    const pass = amount === undefined ? Balance > 0 : Balance === amount;
    const wanted = amount === undefined ? 'anything' : amountText(amount, Currency);
    return result(
      this,
      pass,
      `contract ${Id} to owe ${wanted}`,
      `its balance is ${amountText(Balance, Currency)}`,
    );
  },

  toHaveInvoice(
    this: MatcherContext,
    received: unknown,
    fields: { readonly [field: string]: unknown } = {},
  ): MatcherResult {
    const { Id, Invoices } = expectContract(received, 'toHaveInvoice');
    const pass = Invoices.some((invoice) =>
      Object.entries(fields).every(([field, value]) =>
        isLike((invoice as unknown as { readonly [field: string]: unknown })[field], value),
      ),
    );
    const wanted = Object.keys(fields).length === 0 ? '' : ` with ${JSON.stringify(fields)}`;
    const has = Invoices.map(
      ({ InvoiceNumber, Created, TotalGross, Currency, IsInvoice }) =>
        `\n  ${InvoiceNumber} of ${Created.slice(0, 10)}: ${amountText(TotalGross, Currency)}${IsInvoice ? '' : ' (credit note)'}`,
    );
    const found = has.length === 0 ? 'it has none' : `it has:${has.join('')}`;
    return result(this, pass, `contract ${Id} to have an invoice${wanted}`, found);
  },

  toHold(this: MatcherContext, received: unknown): MatcherResult {
    const { failures, problems, text } = (received ?? {}) as Partial<Report>;
    const found = failures ?? problems;
    if (found === undefined || text === undefined)
      throw new TypeError('toHold is for reports: expect(await explore(…)).toHold().');
    return result(this, found.length === 0, 'every check to hold', `the report says:\n\n${text}`);
  },
};

/** The fields that the reports of `explore` and `certify` share. */
interface Report {
  readonly failures?: readonly unknown[];
  readonly problems?: readonly unknown[];
  readonly text: string;
}

/** Returns whether a value is the expected one, which may be a matcher of the runner: `expect.any(Number)`. */
function isLike(value: unknown, expected: unknown): boolean {
  if (typeof expected === 'object' && expected !== null && 'asymmetricMatch' in expected)
    return (expected as { asymmetricMatch(other: unknown): boolean }).asymmetricMatch(value);
  return Object.is(value, expected);
}

function result({ isNot }: MatcherContext, pass: boolean, wanted: string, found: string): MatcherResult {
  return { pass, message: () => `Expected ${isNot === true ? 'not ' : ''}${wanted}; ${found}.` };
}

/** @throws TypeError for anything but what `sandbox.contract` returns */
function expectContract(received: unknown, matcher: string): ContractHandle {
  const isContract = typeof received === 'object' && received !== null && 'LifecycleStatus' in received;
  if (isContract) return received as ContractHandle;
  throw new TypeError(`${matcher} is for contracts: expect(sandbox.contract(ContractId)).${matcher}(…).`);
}
