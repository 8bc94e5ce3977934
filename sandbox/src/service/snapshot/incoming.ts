import type { Snapshot } from '../core/core.ts';
import { invalid } from '../domain/basics/problem.ts';
import { type QuotaCheck, SnapshotCheck } from './check.ts';
import type { Line, Snapshots } from './lines.ts';
import { readParts } from './parts.ts';

type Chunks = AsyncIterable<Uint8Array>;

/** Reads a snapshot from a JSON stream and validates it on the way. @throws Problem 422 with the first invalid field */
export async function incomingSnapshot(chunks: Chunks, quotaCheck: QuotaCheck): Promise<Snapshot> {
  const check = new SnapshotCheck('', quotaCheck);
  const reading = { paths: ['$', '$.Collections.*.*'], where: () => where };
  let where = 'body';
  let whole: unknown;
  for await (const { path, value } of readParts(chunks, reading)) {
    const [, name, at] = path;
    if (typeof name === 'string') {
      if (typeof at !== 'number') throw invalid(`Collections.${name.slice(0, 100)}`, 'expected a list');
      check.add(name, value);
      where = check.next(name);
    } else whole = value;
  }
  return readEnd(check, whole, '');
}

/**
 * The snapshot of which all documents have come.
 *
 * @param whole what it was with them @param where stands before the names of fields
 */
export async function readEnd(check: SnapshotCheck, whole: unknown, where: string): Promise<Snapshot> {
  if (typeof whole !== 'object' || whole === null || Array.isArray(whole))
    throw invalid(where.slice(0, -1) || 'body', 'expected a JSON object');
  const { Collections, ...rest } = whole as Partial<Snapshot>;
  if (typeof Collections !== 'object' || Collections === null)
    throw invalid(`${where}Collections`, 'expected an object of lists');
  for (const [name, documents] of Object.entries(Collections)) {
    if (!Array.isArray(documents))
      throw invalid(`${where}Collections.${name.slice(0, 100)}`, 'expected a list');
    check.open(name);
  }
  return check.end(rest);
}

/**
 * Reads the output of `linesOf` and validates it while streaming.
 *
 * @param maxWorkspaces besides the sandbox itself @throws Problem 422 with the invalid line or field
 */
export async function incomingLines(
  chunks: Chunks,
  quotaCheck: QuotaCheck,
  maxWorkspaces: number,
): Promise<Snapshots> {
  const begun = new Map<string, { readonly check: SnapshotCheck; readonly rest: object }>();
  let current: SnapshotCheck | undefined;
  let count = 0;
  let hasEnded = false;
  const where = () => `line ${count + 1}`;
  const reading = { paths: ['$'], separator: '\n', where: (line: number) => `line ${line}` };
  for await (const { value } of readParts(chunks, reading)) {
    if (typeof value !== 'object' || value === null) throw invalid(where(), 'expected a JSON object');
    const line = value as Line;
    if (hasEnded) throw invalid(where(), 'is after the end');
    if ('Workspace' in line) {
      const { Workspace, ...rest } = line;
      if (typeof Workspace !== 'string' || begun.has(Workspace))
        throw invalid(where(), 'expected the name of a workspace that is not already in the snapshot');
      if (begun.size > maxWorkspaces) throw invalid(where(), `expected at most ${maxWorkspaces} workspaces`);
      current = new SnapshotCheck(Workspace === '' ? '' : `${Workspace.slice(0, 64)}: `, quotaCheck);
      begun.set(Workspace, { check: current, rest });
    } else if ('Collection' in line) {
      if (current === undefined) throw invalid(where(), 'is before the first workspace');
      current.add(String(line.Collection), line.Document);
    } else if ('End' in line) {
      if (line.End !== count)
        throw invalid(where(), `expected ${line.End} lines before the end, got ${count}`);
      hasEnded = true;
      continue;
    } else throw invalid(where(), 'expected Workspace, Collection or End');
    count += 1;
  }
  if (!hasEnded) throw invalid(where(), 'expected {"End": …}: the snapshot is not complete');
  const snapshots = new Map<string, Snapshot>();
  for (const [name, { check, rest }] of begun) snapshots.set(name, await check.end(rest));
  return snapshots;
}
