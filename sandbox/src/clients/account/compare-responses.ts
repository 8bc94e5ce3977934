import type { AccountResponse } from './account-client.ts';
import { HIDDEN } from './redaction.ts';
import { type StructuralDifference, structuralDifferences } from './structural-differences.ts';
import type { VerifyRequest } from './verify-requests.ts';

/** The kinds of differences, and what each means. */
export const differenceClasses = {
  status: 'another status',
  code: 'another error code',
  header: 'a header is missing or has another value',
  field: 'a field is missing, or one more is there',
  type: 'another type',
  enum: 'a value that the sandbox does not know',
  amount: 'different amount',
  order: 'another order',
  paging: 'other entries on a page',
  time: 'another time',
  value: 'another value',
} as const;

export type DifferenceClass = keyof typeof differenceClasses;

/** One difference of two responses. */
export interface FoundDifference {
  readonly class: DifferenceClass;
  /** The place in the response: `[b00000000000000000000001].RecurringFee`, or the name of a header. */
  readonly path: string;
  readonly sandbox: unknown;
  readonly service: unknown;
}

/** Facts about the account that the comparison uses. */
export interface ComparisonFacts {
  /** Ids of the catalogue, which both have; others are made by each. */
  readonly ids: ReadonlySet<string>;
  /** Values of enumerations, by the name of the field. */
  readonly enums: ReadonlyMap<string, ReadonlySet<unknown>>;
}

/** Headers whose value is compared; of the others only whether they are there. */
const COMPARED = ['Content-Type'];
const PRESENT = ['ETag', 'X-RateLimit-Limit', 'X-RateLimit-Remaining', 'WWW-Authenticate'];

const AMOUNT = /Total|Price|Fee$|Amount|Balance|Vat|Value$/;
const TIME = /^\d{4}-\d\d-\d\dT/;
const OBJECT_ID = /^[0-9a-f]{24}$/i;

/** Texts that each makes itself. */
const MADE = /^(ReferenceCode|InvoiceNumber)$/;

/** Values and list entries that depend on the contracts of each account. */
const OF_CONTRACTS = /(^|\.)UsedCodes\[[^\]]*\]$/;
const MADE_BY_CONTRACTS = 'IsDeletable';

/** Time that may pass between the two requests, in milliseconds. */
const TOLERANCE = 120_000;

/** All differences of the response of the service from that of the sandbox. */
export function compareResponses(
  request: VerifyRequest,
  sandbox: AccountResponse,
  service: AccountResponse,
  facts: ComparisonFacts,
): FoundDifference[] {
  if (sandbox.status !== service.status)
    return [{ class: 'status', path: '', sandbox: sandbox.status, service: service.status }];
  const headers = headerDifferences(sandbox.headers, service.headers);
  if (sandbox.status >= 400) return [...headers, ...refusalDifferences(sandbox.body, service.body)];
  const body = structuralDifferences(sandbox.body, service.body).flatMap((one) =>
    classified(one, request, facts),
  );
  return [...headers, ...body];
}

function headerDifferences(sandbox: Headers, service: Headers): FoundDifference[] {
  const values = COMPARED.map(
    (name) => [name, mediaType(sandbox.get(name)), mediaType(service.get(name))] as const,
  );
  const shown = (headers: Headers, name: string) => (headers.has(name) ? 'there' : 'missing');
  const presence = PRESENT.map((name) => [name, shown(sandbox, name), shown(service, name)] as const);
  return [...values, ...presence]
    .filter(([, ours, theirs]) => ours !== theirs)
    .map(([path, ours, theirs]) => ({ class: 'header', path, sandbox: ours, service: theirs }));
}

const mediaType = (value: string | null) => value?.split(';')[0]?.trim().toLowerCase() ?? 'missing';

/** Compares a refusal by its code and the codes of its fields, which programs read; the texts are for people. */
function refusalDifferences(sandbox: unknown, service: unknown): FoundDifference[] {
  const facts = (body: unknown) => {
    const { Code, Errors } = (body ?? {}) as {
      Code?: unknown;
      Errors?: { Field?: unknown; Code?: unknown }[];
    };
    const fields = Array.isArray(Errors)
      ? Errors.map(({ Field, Code: code }) => ({ Field, Code: code }))
      : [];
    return { Code, ...(fields.length === 0 ? {} : { Errors: fields }) };
  };
  return structuralDifferences(facts(sandbox), facts(service)).map(({ path, before, after }) => ({
    class: 'code',
    path,
    sandbox: before,
    service: after,
  }));
}

function classified(
  { path, kind, before, after }: StructuralDifference,
  { isPage = false }: VerifyRequest,
  { ids, enums }: ComparisonFacts,
): FoundDifference[] {
  const found = (name: DifferenceClass) => [{ class: name, path, sandbox: before, service: after }];
  // A link with a token in it, too.
  if (typeof after === 'string' && after.includes(HIDDEN)) return [];
  const isEntry = /^\[[^\]]*\]$/.test(path);
  if (kind === 'order') return found(isPage && path === '' ? 'paging' : 'order');
  if (OF_CONTRACTS.test(path)) return [];
  if (kind === 'missing' || kind === 'added') return found(isEntry ? (isPage ? 'paging' : 'value') : 'field');
  if (kind === 'type') return found('type');
  const name = /(\w+)(?:\[[^\]]*\])*$/.exec(path)?.[1] ?? '';
  if (name === MADE_BY_CONTRACTS) return [];
  if (typeof before === 'number') return found(AMOUNT.test(name) ? 'amount' : 'value');
  if (typeof before !== 'string' || typeof after !== 'string') return found('value');
  if (TIME.test(before) && TIME.test(after))
    return Math.abs(Date.parse(before) - Date.parse(after)) <= TOLERANCE ? [] : found('time');
  if (MADE.test(name)) return [];
  // Each side creates its own ids for documents outside the catalogue.
  if ([before, after].every((id) => OBJECT_ID.test(id) && !ids.has(id))) return [];
  return found(enums.get(name)?.has(before) === true && !enums.get(name)?.has(after) ? 'enum' : 'value');
}
