import type { CertifyReceiver } from '../../service/model/certify-receiver.ts';
import { Journal } from './journal.ts';

/** The service that the tools use: one workspace, accessed only through its public API. */
export interface AgentHost {
  /** Address of the workspace, without a trailing slash. */
  readonly baseUrl: string;
  /** Sends a request to the workspace. @param path below it: `/api/v1/contracts` */
  readonly fetch: (path: string, init?: RequestInit) => Promise<Response>;
  /** The token of its control API, if required. */
  readonly controlToken: string | undefined;
  readonly memory: AgentMemory;
  /** Opens an independent in-memory copy of a state, which sends no webhooks. */
  readonly fork: (snapshot: unknown) => Fork;
  /** Certifies a webhook receiver, if this host can reach one. */
  readonly certify?: CertifyReceiver | undefined;
}

/** A saved state, with the steps that led to it. */
export interface KeptState extends Pick<AgentMemory, 'journal'> {
  readonly snapshot: unknown;
}

/** A copy of a workspace for experiments. */
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
