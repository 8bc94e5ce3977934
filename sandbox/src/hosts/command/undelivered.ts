import type { GivenUp } from '../../sandbox/log/live-log.ts';
import { attempts } from '../../sandbox/log/log-line.ts';
import type { PendingDelivery, Sandbox } from '../../sandbox/sandbox.ts';

/** Maximum number of deliveries that are listed individually. */
const SHOWN = 20;

/**
 * Lists the webhooks that are lost when the process exits, unless its state is kept or its snapshot is loaded
 * elsewhere; empty if everything is delivered.
 *
 * @param data the folder in which the state is stored
 */
export function undelivered(sandbox: Sandbox, data?: string): string {
  const lines = [
    ...deliveryLines(sandbox.pendingDeliveries(), ''),
    ...sandbox
      .workspaces()
      .flatMap((name) => deliveryLines(sandbox.workspace(name).pendingDeliveries(), ` of workspace ${name}`)),
  ];
  if (lines.length === 0) return '';
  const count = lines.length === 1 ? '1 webhook was' : `${lines.length} webhooks were`;
  const more = lines.length > SHOWN ? `  and ${lines.length - SHOWN} more\n` : '';
  const goOn =
    data === undefined
      ? 'to continue, save /sandbox/snapshot and restore it in another sandbox'
      : `to continue, start the sandbox again with --data ${data}`;
  return `${count} not delivered yet; ${goOn}:\n${lines.slice(0, SHOWN).join('')}${more}`;
}

/** The webhooks that failed while the sandbox ran; `undefined` if there are none. */
export function givenUp(deliveries: readonly GivenUp[]): string {
  if (deliveries.length === 0) return '';
  const count = deliveries.length === 1 ? '1 webhook was' : `${deliveries.length} webhooks were`;
  const lines = deliveries.slice(0, SHOWN).map(({ Event, Url, Workspace, Attempt, Error: reason }) => {
    const where = Workspace === '' ? '' : ` of workspace ${Workspace}`;
    return `  ${Event} to ${Url}, ${reason} after ${attempts(Attempt)}${where}\n`;
  });
  const more = deliveries.length > SHOWN ? `  and ${deliveries.length - SHOWN} more\n` : '';
  return `${count} given up. To resend them while the sandbox is running, POST /sandbox/deliveries/resend:\n${lines.join('')}${more}`;
}

function deliveryLines(pending: readonly PendingDelivery[], where: string): string[] {
  return pending.map(
    ({ Event, Url, NextAttemptAt }) => `  ${Event} to ${Url}, due ${NextAttemptAt}${where}\n`,
  );
}
