import type { Snapshot } from '../core/core.ts';
import type { Document } from '../state/collection.ts';

/*
 * Snapshots of any size as NDJSON: one document a line, so that neither side holds more than a line as text.
 *
 *   {"Workspace": "", "Version": 1, "Clock": …, "Random": …, "LastId": …}   a workspace begins; "" is the sandbox itself
 *   {"Collection": "contracts", "Document": {…}}                            a document of it
 *   {"End": 41}                                                             the number of lines before: nothing is missing
 */

export const NDJSON = 'application/x-ndjson';

/** Characters per chunk. */
const CHUNK = 64_000;

/** The snapshots of workspaces, by name. */
export type Snapshots = ReadonlyMap<string, Snapshot>;

export type Line =
  | ({ readonly Workspace: string } & Omit<Snapshot, 'Collections'>)
  | { readonly Collection: string; readonly Document: Document }
  | { readonly End: number };

/** Returns a stream of the lines of snapshots, serialized on demand. */
export function snapshotLines(snapshots: Snapshots): ReadableStream<Uint8Array> {
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
