import type { PendingDelivery, Sandbox } from '../sandbox.ts';

/** Deliveries that are named one by one. */
const SHOWN = 20;

/** What ends undelivered with the process, unless its snapshot is loaded into another; nothing when all is delivered. */
export function undelivered(sandbox: Sandbox): string {
  const lines = [
    ...linesOf(sandbox.pendingDeliveries(), ''),
    ...sandbox
      .workspaces()
      .flatMap((name) => linesOf(sandbox.workspace(name).pendingDeliveries(), ` of workspace ${name}`)),
  ];
  if (lines.length === 0) return '';
  const count = lines.length === 1 ? '1 webhook was' : `${lines.length} webhooks were`;
  const more = lines.length > SHOWN ? `  and ${lines.length - SHOWN} more\n` : '';
  return `${count} not delivered yet; PUT a snapshot of /sandbox/snapshot into another sandbox to go on:\n${lines.slice(0, SHOWN).join('')}${more}`;
}

function linesOf(pending: readonly PendingDelivery[], where: string): string[] {
  return pending.map(
    ({ Event, Url, NextAttemptAt }) => `  ${Event} to ${Url}, due ${NextAttemptAt}${where}\n`,
  );
}
