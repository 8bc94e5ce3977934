import { createSandbox } from 'clientlib-sandbox';
import { validating } from '../sandbox/openapi-validation.ts';
import { type EventLog, type Place, runCase } from './suite.ts';

/** The sandbox with which all hosts are compared. */
export const options = { seed: 'contract', clock: '2026-01-15T10:00:00Z' } as const;

/** A sandbox in process, whose answers are held to the OpenAPI document. */
export function inProcess(receiverUrl: string): Place & { close(): void } {
  const sandbox = validating(createSandbox(options));
  return { baseUrl: 'http://sandbox', fetch: sandbox.fetch, receiverUrl, close: () => sandbox.close() };
}

/** The events of a case in process: with the same seed every host has the very same. */
export async function referenceLog(name: string, receiverUrl: string): Promise<EventLog> {
  const place = inProcess(receiverUrl);
  try {
    return await runCase(name, place);
  } finally {
    place.close();
  }
}
