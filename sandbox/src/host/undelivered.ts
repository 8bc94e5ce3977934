import type { PendingDelivery, Sandbox } from '../sandbox.ts';

/** Deliveries that are named one by one. */
const SHOWN = 20;

/**
 * What ends undelivered with the process, unless its state is kept or its snapshot is loaded into another; nothing when
 * all is delivered.
 *
 * @param data the folder in which the state is kept
 */
export function undelivered(sandbox: Sandbox, data?: string): string {
  const lines = [
    ...linesOf(sandbox.pendingDeliveries(), ''),
    ...sandbox
      .workspaces()
      .flatMap((name) => linesOf(sandbox.workspace(name).pendingDeliveries(), ` of workspace ${name}`)),
  ];
  if (lines.length === 0) return '';
  const count = lines.length === 1 ? '1 webhook was' : `${lines.length} webhooks were`;
  const more = lines.length > SHOWN ? `  and ${lines.length - SHOWN} more\n` : '';
  const goOn =
    data === undefined
      ? 'PUT a snapshot of /sandbox/snapshot into another sandbox to go on'
      : `start the sandbox again with --data ${data} to go on`;
  return `${count} not delivered yet; ${goOn}:\n${lines.slice(0, SHOWN).join('')}${more}`;
}

function linesOf(pending: readonly PendingDelivery[], where: string): string[] {
  return pending.map(
    ({ Event, Url, NextAttemptAt }) => `  ${Event} to ${Url}, due ${NextAttemptAt}${where}\n`,
  );
}
