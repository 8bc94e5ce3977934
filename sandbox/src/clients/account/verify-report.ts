import { shellQuoted } from '../../served/test-code/literal.ts';
import { budgets } from '../../service/model/budgets.ts';
import { junit } from '../reports/documents.ts';
import { textTable } from '../reports/text-table.ts';
import { type DifferenceClass, differenceClasses, type FoundDifference } from './compare-responses.ts';
import { AccountError } from './service-url.ts';
import { short } from './structural-differences.ts';
import type { VerifyRequest } from './verify-requests.ts';

/** A known difference, in the format of `--accept`. */
export interface AcceptedDifference {
  readonly Class: DifferenceClass;
  readonly Operation: string;
  /** With ids and positions omitted: `[].RecurringFee`. */
  readonly Path: string;
  readonly Reason?: string;
}

/** The same difference, regardless of how often it occurs. */
export interface ReportedDifference extends AcceptedDifference {
  /** Where it was first seen. */
  readonly FirstPath: string;
  readonly Sandbox: unknown;
  readonly Service: unknown;
  /** The request to repeat. */
  readonly Request: { readonly Method: string; readonly Path: string; readonly Body?: unknown };
  readonly Count: number;
}

/** The result of a comparison. */
export interface VerifyReport {
  readonly requests: number;
  /** Number of differences beyond the maximum. */
  readonly omitted?: number;
  /** Differences that are not accepted. */
  readonly differences: readonly ReportedDifference[];
  readonly accepted: readonly ReportedDifference[];
  /** Accepted differences that no longer occur. */
  readonly gone: readonly AcceptedDifference[];
  readonly operations: readonly string[];
}

/** Maximum characters of a path, because a service can name its fields arbitrarily. */
const MAX_PATH = 500;

/** Collects differences, each once per operation and path. */
export class VerifyFindings {
  readonly #found = new Map<string, ReportedDifference>();
  readonly #operations = new Set<string>();
  #requests = 0;
  #omitted = 0;

  add({ operation, method, path, body }: VerifyRequest, differences: readonly FoundDifference[]): void {
    this.#requests += 1;
    this.#operations.add(operation);
    for (const one of differences) {
      const Path = one.path.replace(/\[[^\]]*\]/g, '[]').slice(0, MAX_PATH);
      const key = differenceKey({ Class: one.class, Operation: operation, Path });
      const known = this.#found.get(key);
      if (known === undefined && this.#found.size >= budgets.differences) {
        this.#omitted += 1;
        continue;
      }
      this.#found.set(
        key,
        known === undefined
          ? {
              Class: one.class,
              Operation: operation,
              Path,
              FirstPath: one.path.slice(0, MAX_PATH),
              Sandbox: one.sandbox,
              Service: one.service,
              Request: { Method: method, Path: path, ...(body === undefined ? {} : { Body: body }) },
              Count: 1,
            }
          : { ...known, Count: known.Count + 1 },
      );
    }
  }

  report(accepted: readonly AcceptedDifference[]): VerifyReport {
    const keys = new Set(accepted.map(differenceKey));
    const classes = Object.keys(differenceClasses);
    const all = [...this.#found.values()].sort(
      (one, other) => classes.indexOf(one.Class) - classes.indexOf(other.Class),
    );
    return {
      requests: this.#requests,
      omitted: this.#omitted,
      differences: all.filter((one) => !keys.has(differenceKey(one))),
      accepted: all.filter((one) => keys.has(differenceKey(one))),
      gone: accepted.filter((one) => !this.#found.has(differenceKey(one))),
      operations: [...this.#operations],
    };
  }
}

const differenceKey = ({ Class, Operation, Path }: AcceptedDifference) =>
  JSON.stringify([Class, Operation, Path]);

/** @throws AccountError if the text is not a list of accepted differences */
export function readAccepted(text: string, file: string): AcceptedDifference[] {
  try {
    const list = JSON.parse(text) as AcceptedDifference[];
    if (
      Array.isArray(list) &&
      list.every(({ Class, Operation, Path }) =>
        [Class, Operation, Path].every((one) => typeof one === 'string'),
      )
    )
      return list;
  } catch {
    // Reported below.
  }
  throw new AccountError(`--accept: ${file}: expected a list of {"Class", "Operation", "Path", "Reason"}.`);
}

/** The report for people: a table by class, then each difference with the request to repeat. */
export function verifyText(report: VerifyReport, url: string): string {
  const { requests, omitted = 0, differences, accepted, gone } = report;
  const count = (name: string) => differences.filter(({ Class }) => Class === name).length;
  const rows = Object.entries(differenceClasses)
    .filter(([name]) => count(name) > 0)
    .map(([name, meaning]) => [name, String(count(name)), meaning]);
  const summary = `${requests} ${requests === 1 ? 'request' : 'requests'}, ${differences.length} ${differences.length === 1 ? 'difference' : 'differences'}`;
  const known = accepted.length === 0 ? '' : `, ${accepted.length} accepted`;
  return [
    ...(rows.length === 0 ? [] : [textTable(['Class', 'Found', 'Meaning'], rows)]),
    ...differences.map((one) => describe(one, url)),
    ...(gone.length === 0 ? [] : [`Accepted, but no longer found:\n${gone.map(line).join('')}`]),
    ...(omitted === 0 ? [] : [`${omitted} more differences are not shown.\n`]),
    `${summary}${known}.\n`,
  ].join('\n');
}

const line = (one: AcceptedDifference) =>
  `  ${JSON.stringify({ Class: one.Class, Operation: one.Operation, Path: one.Path })}\n`;

function describe(one: ReportedDifference, url: string): string {
  const times = one.Count === 1 ? '' : ` (${one.Count} times)`;
  const { Method, Path, Body } = one.Request;
  const json = Body === undefined ? '' : shellQuoted(JSON.stringify(Body));
  const data = json && ` -H 'Content-Type: application/json' -d ${json}`;
  return [
    `${one.Class}  ${one.Operation}  ${one.FirstPath}${times}`,
    `  sandbox ${short(one.Sandbox)}, service ${short(one.Service)}`,
    `  curl -X ${Method} -H "Authorization: Bearer $TOKEN"${data} ${shellQuoted(url + Path)}`,
    `  accept: ${line(one).trim()}`,
    '',
  ].join('\n');
}

/** The report for a CI server: a case for each operation. */
export function verifyJunit({ operations, differences }: VerifyReport): string {
  return junit(
    'verify',
    operations.map((name) => {
      const own = differences.filter(({ Operation }) => Operation === name);
      if (own.length === 0) return { name };
      const details = own.map(
        ({ Class, FirstPath, Sandbox, Service }) =>
          `${Class} ${FirstPath}: sandbox ${short(Sandbox)}, service ${short(Service)}`,
      );
      return { name, failure: { message: details[0] ?? '', details: details.join('\n') } };
    }),
  );
}
