import { DurableObject } from 'cloudflare:workers';
import { createSandbox, getWorkspaces, type Sandbox, type SandboxOptions } from '../../sandbox/sandbox.ts';
import type { Workspaces } from '../../sandbox/workspaces.ts';
import { Problem } from '../../service/domain/basics/problem.ts';
import { isPrivateHost } from '../../service/domain/webhooks/private-host.ts';
import { type Refusal, toRefusal } from '../../service/http/answers/problem-answer.ts';
import { ConnectionDropped, FAULT_HEADER } from '../../service/http/traffic/faults.ts';
import type { Quotas } from '../../service/http/traffic/quotas.ts';
import { forgetBody } from '../../service/http/wire/bounded-body.ts';
import { HttpProblem } from '../../service/http/wire/http-problem.ts';
import { version } from '../../service/http/wire/version.ts';
import { HOUR_MS } from '../../service/model/milliseconds.ts';
import { sliceByTimers } from '../../service/state/time-slices.ts';
import { Persistence } from '../../service/storage/persistence.ts';
import { StorageError } from '../../service/storage/storage-error.ts';
import { isPublicAddress } from '../network/public-address.ts';
import {
  guideTextIn,
  type HostedEnvironment,
  readQuotas,
  type WorkspaceObject,
  type WorkspaceSettings,
} from './environment.ts';
import { SqlEngine } from './sql-engine.ts';

sliceByTimers();

/** The sandbox while the object is in memory. */
interface Opened {
  readonly sandbox: Sandbox;
  readonly workspaces: Workspaces;
}

/** Keys stored in addition to the state. */
const SETTINGS = 'settings';
const USED_AT = 'usedAt';

/** Maximum bytes of a body: a snapshot of a workspace that is nearly full. */
const MAX_BODY = 32_000_000;

/** Milliseconds after which the alarm checks webhooks that were due when the state was written. */
const DELIVERY_WATCH_MS = 30_000;

/** Milliseconds after which the alarm handles overdue tasks, which the object itself handles first. */
const OVERDUE_MS = 1_000;

/**
 * One workspace of a hosted sandbox: its state, its clock, its webhooks. The object is evicted when it is idle; its
 * alarm loads it again for due tasks.
 */
export class Workspace extends DurableObject<HostedEnvironment> implements WorkspaceObject {
  #opening: Promise<Opened | undefined> | undefined;
  #opened: Opened | undefined;
  /** The time of the alarm, in epoch milliseconds. */
  #alarmAt: number | undefined;
  /** The stored time of the last use, at most {@link #usedStepMs} old. */
  #usedAt = 0;
  #quotas: Required<Quotas> | undefined;

  /** Creates the workspace. @returns the reason if it cannot be created */
  async create(settings: WorkspaceSettings): Promise<Refusal | undefined> {
    try {
      if ((await this.#open()) !== undefined) {
        const message = `Workspace "${settings.Name}" already exists. Choose another name, or remove it first.`;
        throw new Problem('Conflict', 'AlreadyExists', message);
      }
      await this.ctx.storage.put(SETTINGS, settings);
      this.#noteUse();
      this.#opening = undefined;
      try {
        await this.#open();
      } catch (error) {
        // Only the rules of the catalogue find some mistakes: an invalid workspace leaves nothing behind.
        await this.remove();
        throw error;
      }
      return undefined;
    } catch (error) {
      return toRefusal(error);
    }
  }

  /** Removes the workspace and its contents. @returns true if it existed */
  async remove(): Promise<boolean> {
    // A large state is loaded in steps: the rest of them would find nothing.
    await this.#opening?.catch(() => {});
    const exists = (await this.ctx.storage.get(SETTINGS)) !== undefined;
    this.#opened?.sandbox.close();
    this.#opened = undefined;
    this.#opening = undefined;
    this.#alarmAt = undefined;
    this.#usedAt = 0;
    await this.ctx.storage.deleteAlarm();
    await this.ctx.storage.deleteAll();
    return exists;
  }

  /** Responds to a request for the workspace. */
  override async fetch(request: Request): Promise<Response> {
    let bounded = request;
    try {
      bounded = withBodyLimit(request);
      const opened = await this.#open();
      if (opened === undefined) throw noWorkspace();
      return await this.#answer(opened, bounded);
    } catch (error) {
      if (!(error instanceof ConnectionDropped)) return refused(error);
      // Only the worker that received the request can break the connection.
      return new Response(null, { status: 502, headers: { [FAULT_HEADER]: 'drop' } });
    } finally {
      await forgetBody(bounded);
    }
  }

  /** Runs the tasks that are due in real time. */
  override async alarm(): Promise<void> {
    this.#alarmAt = undefined;
    const opened = await this.#open().catch(() => undefined);
    if (opened === undefined) return;
    if (Date.now() >= this.#idleAt) {
      await this.remove();
      return;
    }
    await this.#settle(opened);
    this.#planAlarm();
  }

  async #answer(opened: Opened, request: Request): Promise<Response> {
    const { sandbox, workspaces } = opened;
    const { core } = workspaces.main;
    const { revision } = core.state.documents;
    this.#noteUse();
    try {
      if (workspaces.untilDue <= 0) await this.#catchUp(opened);
      return await sandbox.app.fetch(request);
    } finally {
      await workspaces.durable();
      // A request that only reads leaves nothing to do.
      if (core.state.documents.revision !== revision || workspaces.untilDue <= 0) {
        this.#planAlarm();
        this.ctx.waitUntil(this.#settle(opened));
      }
    }
  }

  /** Resolves when due tasks are done and stored, and their webhooks are delivered. */
  async #settle(opened: Opened): Promise<void> {
    const { workspaces } = opened;
    await this.#catchUp(opened);
    await workspaces.quiet();
    // Changes that could not be written were rolled back, and are retried.
    await workspaces.durable()?.catch(() => {});
    this.#planAlarm();
  }

  /** Runs due tasks, unless there is no space for their results. */
  async #catchUp({ workspaces }: Opened): Promise<void> {
    if (workspaces.main.traffic.usage.full === undefined) await workspaces.catchUp();
  }

  /** Called with each batch that is written. */
  #onBatch(): void {
    this.#planAlarm();
    if (this.#opened === undefined) return;
    const { core, traffic } = this.#opened.workspaces.main;
    const { full } = traffic.usage;
    // A year of a large workspace may exceed its quota.
    if (full !== undefined) void core.schedule.interrupt(full);
  }

  /** @throws Problem for a variable that is not a number */
  get #limits(): Required<Quotas> {
    this.#quotas ??= readQuotas(this.env);
    return this.#quotas;
  }

  get #idleMs(): number {
    return this.#limits.idleHours * HOUR_MS;
  }

  /** Milliseconds after which a use is recorded again, so that not every request writes. */
  get #usedStepMs(): number {
    return Math.min(HOUR_MS, this.#idleMs / 24);
  }

  /** The time at which an unused workspace is deleted. */
  get #idleAt(): number {
    return this.#usedAt + this.#idleMs + this.#usedStepMs;
  }

  #noteUse(): void {
    const now = Date.now();
    if (now - this.#usedAt < this.#usedStepMs) return;
    this.#usedAt = now;
    void this.ctx.storage.put(USED_AT, now);
  }

  /** @throws Problem for invalid settings of a sandbox */
  #sandboxOptions({ Name, Seed, ControlToken, Options }: WorkspaceSettings): SandboxOptions {
    return {
      ...Options,
      ...(Seed === undefined ? {} : { seed: Seed }),
      controlToken: ControlToken,
      basePath: `/w/${Name}`,
      timers: false,
      exposed: true,
      // Workspaces are not nested.
      workspaces: { onFirstUse: false, limit: 0 },
      quotas: this.#limits,
      guideText: (name) => guideTextIn(this.env, name),
      privateWebhooks: this.env.PRIVATE_TARGETS === 'true',
      ...(this.env.PRIVATE_TARGETS === 'true' ? {} : { refuseTarget }),
    };
  }

  #open(): Promise<Opened | undefined> {
    this.#opening ??= this.#load().catch((error: unknown) => {
      this.#opening = undefined;
      throw error instanceof StorageError ? new StorageError(error.message, { retryAfter: 60 }) : error;
    });
    return this.#opening;
  }

  async #load(): Promise<Opened | undefined> {
    const { storage } = this.ctx;
    const settings = await storage.get<WorkspaceSettings>(SETTINGS);
    if (settings === undefined) return undefined;
    const sandbox = createSandbox(this.#sandboxOptions(settings));
    const workspaces = getWorkspaces(sandbox);
    workspaces.main.traffic.usage.storedBytes = () => storage.sql.databaseSize;
    const persistence = new Persistence(new SqlEngine(storage, () => this.#onBatch()), {
      sync: true,
      version,
      name: `The workspace "${settings.Name}"`,
    });
    await persistence.open();
    workspaces.keepIn(persistence, await persistence.load());
    await workspaces.durable();
    this.#alarmAt = (await storage.getAlarm()) ?? undefined;
    this.#usedAt = (await storage.get<number>(USED_AT)) ?? 0;
    this.#opened = { sandbox, workspaces };
    this.#planAlarm();
    return this.#opened;
  }

  /** Sets the alarm, unless an earlier one is set. */
  #planAlarm(): void {
    if (this.#opened === undefined) return;
    const at = Math.min(wakeAt(this.#opened), this.#idleAt);
    if (at === Infinity || (this.#alarmAt !== undefined && this.#alarmAt <= at)) return;
    this.#alarmAt = at;
    void this.ctx.storage.setAlarm(at);
  }
}

/** Returns when the workspace must be loaded again, in epoch milliseconds. */
function wakeAt({ workspaces }: Opened): number {
  const now = Date.now();
  const { core, traffic } = workspaces.main;
  const due = traffic.usage.full === undefined ? workspaces.untilDue : Infinity;
  const { tx } = core;
  const sending = tx.deliveries
    .where('Status', 'Pending')
    .some(({ NextAttemptAt = 0 }) => NextAttemptAt <= tx.now);
  return Math.min(due <= 0 ? now + OVERDUE_MS : now + due, sending ? now + DELIVERY_WATCH_MS : Infinity);
}

/** The request with a body that is cut off when it is too large, even without a declared length. */
function withBodyLimit(request: Request): Request {
  const length = Number(request.headers.get('Content-Length') ?? Number.NaN);
  if (length > MAX_BODY) throw bodyTooLarge();
  if (request.body === null || length >= 0) return request;
  let read = 0;
  const counted = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      read += chunk.length;
      if (read > MAX_BODY) controller.error(bodyTooLarge());
      else controller.enqueue(chunk);
    },
  });
  return new Request(request, { body: request.body.pipeThrough(counted) });
}

/** Why a webhook must not be sent to an address, including one from a snapshot or a redirect. */
function refuseTarget(url: string): string | undefined {
  const { hostname } = new URL(url);
  const address = hostname.replace(/^\[|\]$/g, '');
  const isAddress = /^[\d.]+$/.test(address) || address.includes(':');
  return isPrivateHost(hostname) || (isAddress && !isPublicAddress(address))
    ? `${hostname} is a private address; use one that everybody can reach`
    : undefined;
}

function bodyTooLarge(): HttpProblem {
  return new HttpProblem(413, 'TooLarge', `The body is too large; at most ${MAX_BODY} bytes are read here.`);
}

function refused(error: unknown): Response {
  const { body, ...init } = toRefusal(error);
  return new Response(JSON.stringify(body), init);
}

/** The name is not repeated, because it may contain anything. */
function noWorkspace(): Problem {
  return new HttpProblem(
    404,
    'NotFound',
    'There is no such workspace. POST /sandbox/workspaces creates one; unused ones are deleted.',
  );
}
