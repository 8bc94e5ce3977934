import { watchWorkspaceLater } from '../../sandbox/log/live-log.ts';
import type { LogEntry } from '../../sandbox/log/log-entry.ts';
import { prettyLine } from '../../sandbox/log/log-line.ts';
import { getWorkspaces, type Sandbox, type Workspace } from '../../sandbox/sandbox.ts';
import type { OpenWorkspace } from '../../sandbox/workspaces.ts';
import { type Post, type SignedUp, type SignUpInput, signUp } from '../../service/model/sign-up.ts';
import { tokenRequest } from '../../service/model/token-request.ts';
import { type ContractHandle, contractHandle } from './contract-handle.ts';

/** Operations of a back end and its customers, one call each. */
export interface SandboxCalls {
  /** URL of the service, for `configure({ baseUrl })`, script tags and back ends. */
  readonly baseUrl: string;
  /** A live view of a contract: `expect(sandbox.contract(ContractId)).toBeActive()`. */
  contract(id: string): ContractHandle;
  /**
   * Signs up a customer who pays by card or direct debit: the start of most tests.
   *
   * @example
   * const { ContractId } = await sandbox.signUp();
   * @throws Error with the message of the service if it refuses, or if the payment is declined
   */
  signUp(input?: SignUpInput): Promise<SignedUp>;
  /** Returns what has happened so far, one line each: requests, events, webhook deliveries. A failed test shows it. */
  log(): string;
  /**
   * Calls the REST API as a back end with an access token, and returns the JSON of the response.
   *
   * @param path below `/api/v1`: `/contracts`
   * @throws Error with status and message if the service rejects the request
   */
  rest<Body = unknown>(method: string, path: string, body?: unknown): Promise<Body>;
}

/** A sandbox with the calls of the test kits. */
export interface SandboxWithCalls extends Sandbox, SandboxCalls {
  /** An independent copy of state and clock; workspaces are not copied. */
  fork(): SandboxWithCalls;
}

/** Maximum number of log entries that are kept. */
const MAX_ENTRIES = 1_000;

/** @param baseUrl URL of the workspace @param entries the log so far */
export function createCalls(
  workspace: Pick<Workspace, 'fetch' | 'clock'>,
  { core }: OpenWorkspace,
  baseUrl: string,
  entries: readonly (() => LogEntry)[],
): SandboxCalls {
  let token: string | undefined;
  const newToken = async (): Promise<string> => {
    const [client] = core.tx.account.OAuthClients;
    const answer = await workspace.fetch(`${baseUrl}/oauth/token/`, tokenRequest(client));
    return ((await answer.json()) as { access_token: string }).access_token;
  };
  return {
    baseUrl,
    contract: (id) => contractHandle({ core }, id),
    log: () => entries.map((entry) => prettyLine(entry())).join(''),
    async rest(method, path, body) {
      token ??= await newToken();
      const response = await workspace.fetch(`${baseUrl}/api/v1${path}`, {
        method,
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
      return text === '' ? undefined : JSON.parse(text);
    },
    signUp(input) {
      const { account, planVariants } = core.tx;
      const [variant] = planVariants;
      return signUp(
        postTo(workspace.fetch, baseUrl),
        {
          publicApiKey: account.Id,
          planVariantId: variant?.Id ?? '',
          provider: account.Providers[0]?.Name ?? '',
          now: workspace.clock.now(),
        },
        input,
      );
    },
  };
}

const postTo =
  (fetch: Workspace['fetch'], baseUrl: string): Post =>
  async (path, body) => {
    const response = await fetch(`${baseUrl}${path}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(body),
    });
    const answer = await response.json();
    if (response.ok && answer.Error === undefined) return answer;
    const { Code, Message, DeveloperMessage = Message } = answer.Error ?? answer;
    throw new Error(`signUp: ${path} answered ${response.status} ${Code}: ${DeveloperMessage}`);
  };

/** Adds the calls to a new sandbox. */
export function withCalls(made: Sandbox, baseUrl: string): SandboxWithCalls {
  const { main } = getWorkspaces(made);
  const entries: (() => LogEntry)[] = [];
  watchWorkspaceLater('', main, (entry) => {
    if (entries.push(entry) > MAX_ENTRIES) entries.shift();
  });
  const { fork } = made;
  return Object.assign(made, createCalls(made, main, baseUrl, entries), {
    fork: () => withCalls(fork(), baseUrl),
  });
}
