import {
  createSandbox,
  getWorkspaces,
  type Sandbox,
  type SandboxOptions,
  type Workspace,
} from '../../../sandbox/sandbox.ts';
import { testSandbox } from '../../kit/test-sandbox.ts';
import type { TestSandbox } from '../../kit/types.ts';
import { type ReadBack, wrongBelief } from './belief.ts';
import { cases } from './cases.ts';
import { contractIdIn } from './lives.ts';
import { type Payload, type Receiver, Sender } from './receiver.ts';
import { type CertifyReport, certifyReport, type Verdict } from './report.ts';

/** Options of {@link certify}. */
export interface CertifyOptions {
  /**
   * Reads the merchant's view of a contract when all is quiet: its status, until when it is paid, its plan. Without it,
   * only the responses of the receiver are checked.
   */
  readonly readBack?: ReadBack;
  /** Called once before the first event, with the service that the receiver reads from and the secret of the endpoint. */
  readonly enter?: (sandbox: TestSandbox, endpoint: { readonly secret: string }) => unknown;
  /** The signing secret, `whsec_…`. Default: one derived from the seed. */
  readonly secret?: string;
  /**
   * Options of the sandbox that has the contracts. Defaults: seed `certify`, clock `2026-01-15T09:00:00Z`, no rate
   * limit. A `config` of your own must set `Account.RateLimit`, because the receiver sends thousands of reads while the
   * clock is stopped.
   */
  readonly sandboxOptions?: Omit<SandboxOptions, 'webhooks' | 'deliver'>;
  /** A running sandbox of `createSandbox` or `startSandbox`, such as one on a port, instead of `sandboxOptions`. */
  readonly sandbox?: Workspace;
  /** Timeout of a response in real milliseconds. Default: 10,000, as in the service. */
  readonly timeoutMs?: number;
  /** Real milliseconds that a merchant with background work has to become correct. Default: 1,000. */
  readonly quietMs?: number;
  /** Ends after this many problems. Default: unlimited. */
  readonly maxProblems?: number;
  /** Maximum number of orders of the events of one life to try. Default: 720, all orders of six events. */
  readonly maxOrders?: number;
}

const SECRET = `whsec_${btoa('the secret of certify, 24+')}`;
const OTHER_SECRET = `whsec_${btoa('a secret that nobody knows')}`;
const TIMEOUT_MS = 10_000;
const QUIET_MS = 1_000;
/** Interval in real milliseconds between two reads of the merchant's view. */
const LOOK_MS = 20;
const ALL_OF_SIX = 720;
/**
 * The clock is stopped while every order is tried, so all reads of the receiver would count against one rate-limit
 * window.
 */
export const unlimited = {
  Account: { RateLimit: { Requests: 1e9, TokenRequests: 1e9, WindowSeconds: 60 } },
};

/**
 * Sends a webhook receiver everything a real service may send, and reports its errors: events in every order, twice, late,
 * lost, with wrong and old signatures, with unknown names and fields, and while the service cannot be read.
 *
 * @example
 * const report = await certify(app, {
 *   enter: (sandbox, { secret }) => connect(sandbox.baseUrl, sandbox.fetch, secret),
 *   readBack: (contractId) => database.accessOf(contractId),
 * });
 * expect(report.problems, report.text).toEqual([]);
 * @throws Error if the receiver is unreachable, or the read-back address responds with anything but JSON or 404
 */
export async function certify(receiver: Receiver, options: CertifyOptions = {}): Promise<CertifyReport> {
  const {
    readBack,
    secret = SECRET,
    timeoutMs = TIMEOUT_MS,
    quietMs = QUIET_MS,
    maxOrders = ALL_OF_SIX,
    maxProblems = Number.POSITIVE_INFINITY,
  } = options;
  // The full type would pull the typed client's types into the Jest kit, which has a copy of all types.
  const sandbox =
    (options.sandbox as Sandbox | undefined) ??
    createSandbox({
      seed: 'certify',
      clock: '2026-01-15T09:00:00Z',
      config: unlimited,
      ...options.sandboxOptions,
    });
  const [test, end] = testSandbox(sandbox, getWorkspaces(sandbox).main, 'http://sandbox', () => timeoutMs);
  try {
    await options.enter?.(test, { secret });
    const sender = new Sender(receiver, secret, timeoutMs);
    const verdicts: Verdict[] = [];
    let problems = 0;
    for (const { name, advice, run } of cases) {
      const found = await run({
        sandbox: test,
        sender,
        secret,
        otherSecret: OTHER_SECRET,
        maxOrders,
        belief: async (id) =>
          readBack === undefined ? undefined : settledBelief(test, id, readBack, quietMs),
      });
      const problem = found === undefined ? undefined : `${found} (${shown(sender.last)})`;
      verdicts.push({ name, advice, ...(problem === undefined ? {} : { problem }) });
      if (problem !== undefined) problems += 1;
      if (problems >= maxProblems) break;
    }
    return certifyReport(verdicts, sender.posted);
  } finally {
    end();
    if (options.sandbox === undefined) sandbox.close();
  }
}

const shown = (event: Payload | undefined): string =>
  event === undefined ? 'nothing was sent' : `sent last: ${event.Event} of contract ${contractIdIn(event)}`;

/** Returns what is still wrong once the merchant has had time to process the events. */
async function settledBelief(
  sandbox: TestSandbox,
  contractId: string,
  readBack: ReadBack,
  quietMs: number,
): Promise<string | undefined> {
  const end = performance.now() + quietMs;
  for (;;) {
    const wrong = await wrongBelief(sandbox, contractId, readBack);
    if (wrong === undefined || performance.now() >= end) return wrong;
    await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
  }
}
