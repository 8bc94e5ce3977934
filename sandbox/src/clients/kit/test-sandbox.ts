import { watchWorkspace } from '../../sandbox/log/live-log.ts';
import type { LogEntry } from '../../sandbox/log/log-entry.ts';
import { prettyLine } from '../../sandbox/log/log-line.ts';
import type { Workspace } from '../../sandbox/sandbox.ts';
import type { OpenWorkspace } from '../../sandbox/workspaces.ts';
import { tokenRequest } from '../../service/model/token-request.ts';
import { type ContractHandle, contractHandle } from './contract-handle.ts';
import { type MailInbox, openMailInbox } from './mail-inbox.ts';
import { openRequestInbox, type RequestInbox } from './request-inbox.ts';
import { type SignedUp, type SignUpInput, signUp } from './sign-up.ts';
import { openWebhookInbox, type WebhookInbox } from './webhook-inbox.ts';

/** A sandbox of one test: nothing in it comes from another test. */
export interface TestSandbox extends Workspace {
  /** Where the service is for this test: for `configure({ baseUrl })`, script tags and back ends. */
  readonly baseUrl: string;
  /** The webhooks that the service sent, for the test to wait for. */
  readonly webhooks: WebhookInbox;
  /** The requests that the service was sent, for the test to wait for. */
  readonly requests: RequestInbox;
  /** The mails that customers would have got, for the test to wait for. */
  readonly mails: MailInbox;
  /** A contract as it is whenever it is looked at: `expect(sandbox.contract(ContractId)).toBeActive()`. */
  contract(id: string): ContractHandle;
  /**
   * Signs a customer up who pays by card: where most tests begin.
   *
   * @example
   * const { ContractId } = await sandbox.signUp();
   * @throws Error with the message of the service where it refuses, or where the card is declined
   */
  signUp(input?: SignUpInput): Promise<SignedUp>;
  /** What happened so far, a line each: requests, events, attempts to deliver webhooks. A failed test has it attached. */
  log(): string;
  /**
   * Calls the REST API as a back end with an access token does, and gives the JSON of the answer.
   *
   * @param path below `/api/v1`: `/contracts`
   * @throws Error with status and message when the service refuses
   */
  rest<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body>;
}

/**
 * @param opened what is behind the workspace
 * @param patience milliseconds that the test may still wait, whenever it is asked
 * @returns the sandbox, and a function that ends what it listens to
 */
export function testSandbox(
  workspace: Workspace,
  opened: OpenWorkspace,
  baseUrl: string,
  patience: () => number,
): [TestSandbox, () => void] {
  const webhooks = openWebhookInbox(workspace, patience);
  const requests = openRequestInbox(opened, patience);
  const [mails, closeMails] = openMailInbox(workspace, patience);
  const entries: LogEntry[] = [];
  const endLog = watchWorkspace('', opened, (entry) => entries.push(entry));
  let token: string | undefined;
  const rest: TestSandbox['rest'] = async (method, path, body) => {
    token ??= await accessToken(opened, workspace, baseUrl);
    const response = await workspace.fetch(`${baseUrl}/api/v1${path}`, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
    return text === '' ? undefined : JSON.parse(text);
  };
  const own: Omit<TestSandbox, Exclude<keyof Workspace, 'mails'>> = {
    mails,
    baseUrl,
    webhooks,
    requests,
    contract: (id) => contractHandle(opened, id),
    signUp(input) {
      const { account, planVariants } = opened.core.tx;
      const [variant] = planVariants;
      return signUp(
        {
          fetch: workspace.fetch,
          baseUrl,
          publicApiKey: account.Id,
          planVariantId: variant?.Id ?? '',
          provider: account.Providers[0]?.Name ?? '',
          now: workspace.clock.now(),
        },
        input,
      );
    },
    log: () => entries.map((entry) => prettyLine(entry)).join(''),
    rest,
  };
  const sandbox = Object.create(workspace, Object.getOwnPropertyDescriptors(own)) as TestSandbox;
  return [
    sandbox,
    () => {
      webhooks.close();
      requests.close();
      closeMails();
      endLog();
    },
  ];
}

async function accessToken({ core }: OpenWorkspace, workspace: Workspace, baseUrl: string): Promise<string> {
  const [client] = core.tx.account.OAuthClients;
  const answer = await workspace.fetch(`${baseUrl}/oauth/token/`, tokenRequest(client));
  return ((await answer.json()) as { access_token: string }).access_token;
}
