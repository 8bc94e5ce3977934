import type { AccountClient } from './account-client.ts';
import { AccountError } from './service-url.ts';

/** An entry of a list. */
export interface Entry {
  readonly Id: string;
  readonly [field: string]: unknown;
}

/** Maximum page size of a service. */
const PAGE = 500;

/** Maximum number of entries of a list. */
const MAX_ENTRIES = 1_000_000;

/** The pages of a list read so far, and where to resume after an interruption. */
export interface ReadPages {
  readonly entries: readonly Entry[];
  readonly isWhole: boolean;
}

/** A path that the service does not have. */
export class NotServed extends Error {
  readonly status: number;

  constructor(status: number) {
    super(`it answers ${status}`);
    this.status = status;
  }
}

/**
 * Reads a list page by page from an inclusive cursor: entries that are added or deleted meanwhile do not shift others.
 *
 * @param begun the state of an earlier run
 * @param onPage is called with each page
 * @throws NotServed if the service has no such list, or rejects it; AccountError for an endless list
 */
export async function readList(
  client: AccountClient,
  path: string,
  begun: readonly Entry[] = [],
  onPage: (pages: ReadPages) => Promise<void> = async () => {},
): Promise<readonly Entry[]> {
  let entries = [...begun];
  for (;;) {
    const cursor = entries.at(-1)?.Id;
    const from = cursor === undefined ? '' : `&from=${encodeURIComponent(cursor)}`;
    const page = await readPage(client, `${path}${path.includes('?') ? '&' : '?'}take=${PAGE}${from}`);
    const known = new Set(entries.map(({ Id }) => Id));
    const first = page[0]?.Id;
    if (cursor !== undefined && first !== cursor) {
      if (first !== undefined && known.has(first))
        throw new AccountError(`${path}: expected a page that begins with ${cursor}, got ${first}.`);
      // The entry of the cursor was deleted meanwhile.
      entries = entries.slice(0, -1);
      continue;
    }
    const isWhole = page.length < PAGE;
    entries = [...entries.slice(0, -1), ...page.filter(({ Id }) => Id === cursor || !known.has(Id))];
    if (entries.length > MAX_ENTRIES)
      throw new AccountError(`${path}: expected at most ${MAX_ENTRIES} entries, got more.`);
    await onPage({ entries, isWhole });
    if (isWhole) return entries;
  }
}

async function readPage(client: AccountClient, path: string): Promise<readonly Entry[]> {
  const { status, body } = await client.get(path);
  if (status === 403 || status === 404 || status === 405 || status === 501) throw new NotServed(status);
  if (status !== 200) throw new AccountError(`${path}: the service returned ${status}.`);
  const isList = Array.isArray(body) && body.every((one) => typeof (one as Entry | null)?.Id === 'string');
  if (!isList) throw new AccountError(`${path}: expected a list of entries with an Id.`);
  return body as readonly Entry[];
}
