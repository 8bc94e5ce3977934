import * as z from 'zod';
import type { Snapshot } from '../core/core.ts';
import { invalid, type Problem } from '../domain/basics/problem.ts';
import { type SessionFile, type SessionRow, sessionFile, sessionRow } from '../model/session.ts';
import { webhookInput } from '../model/webhook.ts';
import { firstError } from '../validation/first-error.ts';
import { toMistakes, written } from '../validation/mistakes.ts';
import { check, type QuotaCheck, SnapshotCheck } from './check.ts';
import { readEnd } from './incoming.ts';
import { readParts } from './parts.ts';

/** Rows of the longest session that is replayed: four times what is kept of one. */
const MAX_ROWS = 20_000;

/** The path of the start state. */
const STATE = 'Start.Snapshot.';

const paths = ['$', '$.Rows.*', `$.${STATE}Collections.*.*`];

/** Everything but the rows and documents. */
const frame = sessionFile.extend({
  Start: sessionFile.shape.Start.extend({
    Webhooks: z.array(z.union([z.string(), webhookInput])).optional(),
  }),
  Rows: z.array(z.never()),
});

/**
 * Reads a session and validates it while streaming: row by row, and the documents of its start state like those of a
 * snapshot.
 *
 * @param quotaCheck for the documents and webhooks of its start @param notJson what is thrown for a text that is not JSON
 * @throws Problem 422 with the first invalid field
 */
export async function incomingSession(
  chunks: AsyncIterable<Uint8Array>,
  quotaCheck: QuotaCheck,
  notJson: Problem,
): Promise<SessionFile> {
  const documents = new SnapshotCheck(STATE, quotaCheck);
  let where = 'body';
  let rows = 0;
  let whole: unknown;
  for await (const { path, value } of readParts(chunks, { paths, where: () => where, notJson })) {
    const [field, , , name, at] = path;
    if (field === undefined) whole = value;
    else if (field === 'Rows') {
      where = `Rows[${rows}]`;
      check(sessionRow, value, `${where}.`);
      rows += 1;
      const { Row } = value as SessionRow;
      if (Row !== rows) throw invalid(`${where}.Row`, `expected ${rows}, got ${Row}`);
      if (rows > MAX_ROWS) throw invalid('Rows', `expected at most ${MAX_ROWS}, got ${rows} so far`);
    } else {
      if (typeof at !== 'number') throw invalid(`${STATE}Collections`, 'expected an object of lists');
      documents.add(String(name), value);
      where = documents.next(String(name));
    }
  }
  const { Rows, ...rest } = (whole ?? {}) as Partial<SessionFile>;
  refuseOther(Array.isArray(Rows) ? { ...rest, Rows: [] } : whole);
  const { Start } = rest as SessionFile;
  const noRoom = quotaCheck('webhooks', Start.Webhooks?.length ?? 0, 0);
  if (noRoom !== undefined) throw invalid('Start.Webhooks', `has too many: ${noRoom}`);
  if (Start.Snapshot !== undefined) {
    const Snapshot = (await readEnd(documents, Start.Snapshot, STATE)) as Snapshot & Record<string, unknown>;
    return { ...(whole as SessionFile), Start: { ...Start, Snapshot } };
  }
  return whole as SessionFile;
}

/** @throws Problem 422 if it is not a session, regardless of its rows and documents */
function refuseOther(whole: unknown): void {
  const wrong = firstError(frame, whole);
  if (wrong === undefined) return;
  const [mistake] = toMistakes(wrong.error, wrong.value);
  const field = written([...wrong.path, ...(mistake?.path ?? [])]);
  throw invalid(field || 'body', `${mistake?.message}. Expected a session of version 1`);
}
