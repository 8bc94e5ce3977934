import { PlaceholderBudget, resolved, resolvedJson } from '../../sandbox/sessions/placeholders.ts';
import type { AccountResponse } from './account-client.ts';
import { type Cassette, played } from './cassette.ts';
import { HIDDEN } from './redaction.ts';
import type { Compared, Verification } from './verify.ts';
import type { Lists, VerifyRequest } from './verify-requests.ts';

/** A recorded request, with the service's response. */
interface Played {
  readonly request: VerifyRequest;
  readonly response: AccountResponse;
}

/**
 * The comparison with a cassette, without the service.
 *
 * @returns the reasons why requests could not be sent to the sandbox, each once
 */
export async function compareCassette(
  verification: Verification,
  { Exchanges, Recorded }: Cassette,
  onProgress: Compared['onProgress'],
): Promise<readonly string[]> {
  const all = Exchanges.map(played);
  const lists = await verification.lists();
  if (Recorded === true) return replay(verification, all, catalogueIds(lists), onProgress);
  const answers = new Map(all.map(({ request, response }) => [request, response] as const));
  await verification.compare(
    all.map(({ request }) => request),
    { answer: async (request) => answers.get(request) as AccountResponse, onProgress },
  );
  return [];
}

/** The ids that an account and its sandbox have in common. */
function catalogueIds(lists: Lists): ReadonlySet<string> {
  return new Set(
    Object.values(lists)
      .flat()
      .map(({ Id }) => Id),
  );
}

/** The sandbox's own by now. */
const PUBLIC_KEY = /publicApiKey=[^&]*/i;
const ID = /(?<![\w-])[0-9a-f]{24}(?![\w-])/gi;

/** Lists of customers' documents, which contain more entries in the service than were recorded. */
const LIST =
  /^\/api\/v1\/(customers|contracts|subscriptions|orders|invoices|invoiceDrafts|contractChanges|componentSubscriptions|payment\w+|dunnings|reports|files|webhooks)\/?(\?|$)/i;

/**
 * Sends the recorded requests to a sandbox in order. Placeholders for ids and tokens of earlier responses are replaced with
 * those of the sandbox. Lists of customers' documents are compared by their shape.
 *
 * @param ids ids that both have @returns the reasons why requests were not sent, each once
 */
async function replay(
  verification: Verification,
  all: readonly Played[],
  ids: ReadonlySet<string>,
  onProgress: Compared['onProgress'],
): Promise<readonly string[]> {
  const answers: unknown[] = [];
  const skipped = new Map<string, number>();
  const known = {
    budget: new PlaceholderBudget(),
    answer: (row: number) => answers[row - 1],
    made: () => undefined,
    secret: () => undefined,
  };
  for (const [at, { request, response }] of all.entries()) {
    const theirs = { ...request, isRecorded: true };
    known.budget.begin();
    const resolvedRequest = JSON.parse(JSON.stringify(resolvedJson(theirs, known))) as VerifyRequest;
    const ours = await verification.payable(resolvedRequest, response);
    const reason = reasonToSkip(ours, ids, answers);
    if (reason !== undefined) skipped.set(reason, (skipped.get(reason) ?? 0) + 1);
    else if (request.method === 'GET' && LIST.test(request.path)) {
      const shown = { ...theirs, path: resolved(theirs.path, known), isShape: true };
      await verification.compareOne(shown, shown, async () => response);
    } else {
      const [sandbox] = await verification.compareOne(ours, theirs, async () => response);
      answers[at] = sandbox.body;
    }
    onProgress(at + 1, all.length);
  }
  return [...skipped].map(([reason, count]) => `${count} of ${all.length} requests were not sent: ${reason}`);
}

function reasonToSkip(
  { path, body, token, key }: VerifyRequest,
  ids: ReadonlySet<string>,
  answers: readonly unknown[],
): string | undefined {
  const text = JSON.stringify([path, body, token, key]);
  if (text.includes('{{')) return 'they depend on one that was not sent, or that got a different response.';
  if (text.includes(HIDDEN)) return 'they have secrets or payment data, which no file has.';
  const made = JSON.stringify(answers);
  const unknown = [...decodeURIComponent(path).replace(PUBLIC_KEY, '').matchAll(ID)].some(
    ([id]) => !ids.has(id) && !made.includes(id),
  );
  return unknown ? 'they refer to something created before the recording.' : undefined;
}
