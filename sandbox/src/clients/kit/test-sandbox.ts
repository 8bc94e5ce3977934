import { watchWorkspaceLater } from '../../sandbox/log/live-log.ts';
import type { LogEntry } from '../../sandbox/log/log-entry.ts';
import type { Workspace } from '../../sandbox/sandbox.ts';
import type { OpenWorkspace } from '../../sandbox/workspaces.ts';
import { type MailInbox, openMailInbox } from './mail-inbox.ts';
import { openRequestInbox, type RequestInbox } from './request-inbox.ts';
import { createCalls, type SandboxCalls } from './sandbox-calls.ts';
import { openWebhookInbox, type WebhookInbox } from './webhook-inbox.ts';

/** The sandbox of one test, isolated from other tests. */
export interface TestSandbox extends Workspace, SandboxCalls {
  /** The webhooks that the service sent, for the test to wait for. */
  readonly webhooks: WebhookInbox;
  /** The requests to the service, for the test to wait for. */
  readonly requests: RequestInbox;
  /** The mails that customers would have received, for the test to wait for. */
  readonly mails: MailInbox;
}

/**
 * @param opened the workspace
 * @param patience returns how many milliseconds the test may still wait
 * @returns the sandbox, and a function that removes its listeners
 */
export function testSandbox(
  workspace: Workspace,
  opened: OpenWorkspace,
  baseUrl: string,
  patience: () => number,
): [TestSandbox, () => void] {
  const webhooks = openWebhookInbox(workspace, patience);
  const requests = openRequestInbox(opened, patience);
  const [mails, closeMails] = openMailInbox(workspace, patience);
  const entries: (() => LogEntry)[] = [];
  const endLog = watchWorkspaceLater('', opened, (entry) => entries.push(entry));
  const own: Omit<TestSandbox, Exclude<keyof Workspace, 'mails'>> = {
    ...createCalls(workspace, opened, baseUrl, entries),
    mails,
    webhooks,
    requests,
  };
  const sandbox = Object.create(workspace, Object.getOwnPropertyDescriptors(own)) as TestSandbox;
  return [
    sandbox,
    () => {
      webhooks.close();
      requests.close();
      closeMails();
      endLog();
    },
  ];
}
