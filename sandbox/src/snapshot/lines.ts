import type { Snapshot } from '../core.ts';
import { invalid } from '../domain/problem.ts';
import type { Document } from '../state/collection.ts';

/*
 * Snapshots of any size as NDJSON: one document a line, so that neither side holds more than a line as text.
 *
 *   {"Workspace": "", "Version": 1, "Clock": …, "Random": …, "LastId": …}   a workspace begins; "" is the sandbox itself
 *   {"Collection": "contracts", "Document": {…}}                            a document of it
 *   {"End": 41}                                                             the number of lines before: nothing is missing
 */

export const NDJSON = 'application/x-ndjson';

/** Characters of the longest line that is read. */
const MAX_LINE = 10_000_000;

/** Characters that are sent at once. */
const CHUNK = 64_000;

/** The snapshots of workspaces, by name. */
export type Snapshots = ReadonlyMap<string, Snapshot>;

type Line =
  | ({ readonly Workspace: string } & Omit<Snapshot, 'Collections'>)
  | { readonly Collection: string; readonly Document: Document }
  | { readonly End: number };

/** The lines of snapshots, made while they are sent. */
export function linesOf(snapshots: Snapshots): ReadableStream<Uint8Array> {
  const lines = makeLines(snapshots);
  const encoder = new TextEncoder();
  return new ReadableStream({
    pull(controller) {
      let text = '';
      while (text.length < CHUNK) {
        const { done, value } = lines.next();
        if (done) {
          if (text !== '') controller.enqueue(encoder.encode(text));
          controller.close();
          return;
        }
        text += `${JSON.stringify(value)}\n`;
      }
      controller.enqueue(encoder.encode(text));
    },
  });
}

function* makeLines(snapshots: Snapshots): Generator<Line> {
  let count = 0;
  for (const [Workspace, { Collections, ...rest }] of snapshots) {
    yield { Workspace, ...rest };
    count += 1;
    for (const [Collection, documents] of Object.entries(Collections)) {
      for (const Document of documents) {
        yield { Collection, Document };
        count += 1;
      }
    }
  }
  yield { End: count };
}

/** Reads what {@link linesOf} gave. @throws Problem 422 with the line that is wrong */
export async function snapshotsOf(body: ReadableStream<Uint8Array> | null): Promise<Map<string, Snapshot>> {
  const snapshots = new Map<string, Snapshot>();
  let collections: Record<string, Document[]> | undefined;
  let count = 0;
  let hasEnded = false;
  for await (const text of textLines(body)) {
    const where = `line ${count + 1}`;
    const line = parsed(text, where);
    if (hasEnded) throw invalid(where, 'comes after the end');
    if ('Workspace' in line) {
      const { Workspace, ...rest } = line;
      if (typeof Workspace !== 'string' || snapshots.has(Workspace))
        throw invalid(where, 'expected the name of a workspace that has not come before');
      collections = {};
      snapshots.set(Workspace, { ...rest, Collections: collections });
    } else if ('Collection' in line) {
      if (collections === undefined) throw invalid(where, 'comes before a workspace');
      const name = String(line.Collection);
      const documents = (Object.hasOwn(collections, name) ? collections[name] : undefined) ?? [];
      collections[name] = documents;
      documents.push(line.Document);
    } else if ('End' in line) {
      if (line.End !== count) throw invalid(where, `expected ${line.End} lines before the end, got ${count}`);
      hasEnded = true;
      continue;
    } else throw invalid(where, 'expected Workspace, Collection or End');
    count += 1;
  }
  if (!hasEnded) throw invalid(`line ${count + 1}`, 'expected {"End": …}: the snapshot is not complete');
  return snapshots;
}

async function* textLines(body: ReadableStream<Uint8Array> | null): AsyncGenerator<string> {
  if (body === null) return;
  const decoder = new TextDecoder();
  let number = 1;
  // What has come of the line that has not ended.
  let parts: string[] = [];
  let length = 0;
  const add = (part: string) => {
    length += part.length;
    if (length > MAX_LINE) throw invalid(`line ${number}`, `has more than ${MAX_LINE} characters`);
    parts.push(part);
  };
  // Not by `for await`: WebKit's streams cannot be iterated.
  const reader = body.getReader();
  for (let read = await reader.read(); !read.done; read = await reader.read()) {
    const [first = '', ...next] = decoder.decode(read.value, { stream: true }).split('\n');
    add(first);
    for (const part of next) {
      const line = parts.join('');
      if (line.trim() !== '') yield line;
      number += 1;
      parts = [];
      length = 0;
      add(part);
    }
  }
  add(decoder.decode());
  const last = parts.join('');
  if (last.trim() !== '') yield last;
}

function parsed(text: string, where: string): Line {
  try {
    const line: unknown = JSON.parse(text);
    if (typeof line === 'object' && line !== null) return line as Line;
  } catch {
    // Reported below.
  }
  throw invalid(where, 'expected a JSON object');
}
