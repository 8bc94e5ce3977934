import { createSandbox, getWorkspaces, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import { type Known, PlaceholderBudget, resolvedJson } from '../../sandbox/sessions/placeholders.ts';
import { toOptions } from '../../sandbox/sessions/recording.ts';
import { answerValue, collectSecrets } from '../../sandbox/sessions/session-file.ts';
import { toRequest } from '../../sandbox/sessions/to-request.ts';
import { createCaller } from '../../sandbox/workspace-view.ts';
import { type RecordedStep, receiversAnswers } from '../../served/test-code/steps.ts';
import type { SessionFile, SessionRequest } from '../../service/model/session.ts';
import { toSessionCall } from '../../service/model/session-calls.ts';

/** Collections whose documents requests refer to by index. */
type Sizes = Readonly<Record<string, number>>;

export interface RunOptions {
  /** Whether to send the webhooks that are pending at the start of the session. */
  readonly webhooks: boolean;
  /** The step and position at which each document in the session's `Ids` was created. */
  readonly made?: ReadonlyMap<string, { readonly row: number; readonly at: number }>;
  readonly open?: (options: SandboxOptions) => Sandbox;
  /** Checks the sandbox after each step. @returns whether the run ends there */
  readonly after?: (sandbox: Sandbox) => Promise<boolean>;
}

/** The result of a run. */
export interface StepRun {
  /** The caller closes it. */
  readonly sandbox: Sandbox;
  /** The executed steps. */
  readonly done: readonly RecordedStep[];
  /** The simulated time after each row, in epoch milliseconds. */
  readonly times: ReadonlyMap<number, number>;
  readonly sizes: ReadonlyMap<number, Sizes>;
}

/**
 * Runs steps of a session in a new sandbox, which records them: like a test of the session, and not turn by turn like a
 * replay. Steps may be missing.
 */
export async function runSteps(
  session: SessionFile,
  steps: readonly RecordedStep[],
  options: RunOptions,
): Promise<StepRun> {
  const run = new Run(session, options);
  const done: RecordedStep[] = [];
  for (const step of steps) {
    await run.do(step);
    done.push(step);
    if ((await options.after?.(run.sandbox)) === true) break;
  }
  return { sandbox: run.sandbox, done, times: run.times, sizes: run.sizes };
}

class Run {
  readonly sandbox: Sandbox;
  readonly times = new Map<number, number>();
  readonly sizes = new Map<number, Sizes>();
  readonly #session: SessionFile;
  readonly #options: RunOptions;
  readonly #origin: string;
  readonly #answers = new Map<number, unknown>();
  /** The first row with each request, by the request as text. */
  readonly #same = new Map<string, number>();
  readonly #underWay = new Map<number, Promise<unknown>>();
  readonly #known: Known;

  constructor(session: SessionFile, options: RunOptions) {
    this.#session = session;
    this.#options = options;
    this.#origin = new URL(session.BaseUrl).origin;
    this.sandbox = (options.open ?? createSandbox)(sandboxOptions(session, options.webhooks));
    const { Snapshot } = session.Start;
    if (Snapshot !== undefined) this.sandbox.restore(Snapshot as never);
    const { tx } = getWorkspaces(this.sandbox).main.core;
    this.#known = {
      budget: new PlaceholderBudget(),
      answer: (row) =>
        this.#answers.get(row) ?? this.#answers.get(this.#same.get(sameness(session, row)) ?? 0),
      made: (row, at) => this.#made(`${row}#${at}`),
      secret: (of) => collectSecrets(tx.account).get(of),
    };
  }

  async do(step: RecordedStep): Promise<void> {
    const { row } = step;
    this.sizes.set(row, this.#sizesNow());
    if (step.kind === 'End') await this.#underWay.get(row);
    else if (step.kind === 'Clock') await this.sandbox.clock.set(step.now);
    else {
      const work = step.kind === 'Request' ? this.#send(row, step.request) : this.#call(step.name, step.args);
      if (!step.waits) await work;
      else {
        // An earlier failure may leave this promise unawaited; its rejection must not be unhandled.
        work.catch(() => {});
        this.#underWay.set(row, work);
      }
    }
    if (!('waits' in step && step.waits)) await this.sandbox.settle();
    this.times.set(row, this.sandbox.clock.now().getTime());
  }

  async #send(row: number, request: SessionRequest): Promise<void> {
    const { controlToken } = getWorkspaces(this.sandbox).main.core;
    const sent = toRequest(row, request, this.#origin, this.#known, controlToken);
    // A fault may drop the connection.
    const response = await this.sandbox.fetch(sent).catch(() => undefined);
    const text = await response?.text().catch(() => undefined);
    this.#answers.set(row, answerValue(text, response?.headers.get('Location') ?? undefined));
    const same = sameness(this.#session, row);
    if (!this.#same.has(same)) this.#same.set(same, row);
  }

  /** A failed call failed in the recording too, or later steps show the difference. */
  async #call(name: string, args: readonly unknown[]): Promise<void> {
    const call = toSessionCall(name);
    this.#known.budget.begin();
    try {
      await createCaller(this.sandbox)(call, resolvedJson(args, this.#known) as unknown[]);
    } catch {}
  }

  #made(place: string): string | undefined {
    const { Collection = '', At = -1 } = this.#session.Ids?.[place] ?? {};
    const origin = this.#options.made?.get(place);
    const before = origin === undefined ? 0 : this.sizes.get(origin.row)?.[Collection];
    if (before === undefined) return undefined;
    const at = origin === undefined ? At : before + origin.at;
    const documents = this.sandbox.snapshot().Collections[Collection] as readonly { readonly Id: string }[];
    return documents[at]?.Id;
  }

  #sizesNow(): Sizes {
    const { tx } = getWorkspaces(this.sandbox).main.core;
    const collections = tx as unknown as Record<string, { readonly size: number } | undefined>;
    const names = new Set(Object.values(this.#session.Ids ?? {}).map(({ Collection }) => Collection));
    return Object.fromEntries([...names].map((name) => [name, collections[name]?.size ?? 0]));
  }
}

/** The same request gives equivalent responses for later steps: one login is as good as another. */
function sameness({ Rows }: SessionFile, row: number): string {
  return JSON.stringify(Rows.find(({ Row }) => Row === row)?.Request ?? row);
}

function sandboxOptions(session: SessionFile, sendsWebhooks: boolean): SandboxOptions {
  const { webhooks, ...options } = toOptions(session);
  const statuses = [...receiversAnswers(session)];
  return {
    clock: session.Start.At,
    ...options,
    ...(sendsWebhooks && webhooks !== undefined ? { webhooks } : {}),
    async deliver() {
      const status = statuses.shift() ?? 204;
      if (status === 0) throw new TypeError('fetch failed');
      return new Response(null, { status });
    },
  };
}
