import type { CertifyReceiver } from '../../service/model/certify-receiver.ts';
import { Journal } from './journal.ts';

/** The service that the tools work on: one workspace, by its public API alone. */
export interface AgentHost {
  /** Address of the workspace, without a trailing slash. */
  readonly baseUrl: string;
  /** Asks the workspace. @param path below it: `/api/v1/contracts` */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** Of its control API, where that has one. */
  readonly controlToken: string | undefined;
  readonly memory: AgentMemory;
  /** Opens an independent copy of a state, in memory, from which no webhook leaves. */
  readonly fork: (snapshot: unknown) => Fork;
  /** Certifies a webhook receiver, where this host can reach one. */
  readonly certify?: CertifyReceiver | undefined;
}

/** A state that was put aside, with the steps that led to it. */
export interface KeptState extends Pick<AgentMemory, 'journal'> {
  readonly snapshot: unknown;
}

/** A copy of a workspace, to try something on. */
export interface Fork {
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  readonly close: () => void;
}

/** The tools' memory of a workspace between two calls. Losing it costs a token and the steps of a test. */
export interface AgentMemory {
  accessToken: string | undefined;
  /** The agent's actions since the last reset. */
  journal: Journal;
  /** States by name; a reset keeps them. */
  readonly kept: Map<string, KeptState>;
}

export const newMemory = (): AgentMemory => ({
  accessToken: undefined,
  journal: new Journal(),
  kept: new Map(),
});
