import type { Workspace } from '../../sandbox/sandbox.ts';
import type { Mail } from '../../service/model/mail.ts';
import { Inbox, type WaitOptions } from './inbox.ts';

/** Fields to match a mail. */
export interface MailFields {
  readonly To?: string;
  /** The event that it reports. */
  readonly EventType?: Mail['EventType'];
  readonly Subject?: string;
}

/** The outbox, for tests to wait for mails. Called as a function, it returns the mails so far, newest first. */
export interface MailInbox {
  (): readonly Mail[];
  /**
   * The first matching mail that was not returned yet, immediately or when it is sent.
   *
   * @example
   * const { Text } = await sandbox.mails.next({ EventType: 'InvoiceCreated', To: 'ada@example.com' });
   * @throws Error if none is sent in time, with the mails that were
   */
  next(fields?: MailFields, options?: WaitOptions): Promise<Mail>;
}

/** Collects the mails of a workspace from now on. @param patience milliseconds that the test may still wait */
export function openMailInbox(workspace: Workspace, patience: () => number): [MailInbox, () => void] {
  const inbox = new Inbox<Mail>();
  const known = new Set<string>();
  // A mail is created in the transaction of its event, so few are new at each event.
  const look = () => {
    let mails = workspace.mails({ take: 2 });
    for (let take = 16; mails.length > 0 && !known.has(mails.at(-1)?.Id ?? ''); take *= 8) {
      const more = workspace.mails({ take });
      if (more.length === mails.length) break;
      mails = more;
    }
    for (const mail of mails.filter(({ Id }) => !known.has(Id)).reverse()) {
      known.add(mail.Id);
      inbox.add(mail);
    }
  };
  const close = workspace.on('event', look);
  const next: MailInbox['next'] = (fields = {}, { timeoutMs = patience() } = {}) => {
    const wanted = Object.entries(fields);
    const fits = (mail: Mail): mail is Mail =>
      wanted.every(([field, value]) => mail[field as keyof MailFields] === value);
    return inbox.next(fits, timeoutMs, () => {
      const which = wanted.map(([field, value]) => ` with ${field} ${value}`).join(' and');
      const seen = inbox.all.map(({ To, EventType, Subject }) => `  ${EventType} to ${To}: ${Subject}`);
      return [
        `No mail${which} within ${timeoutMs} ms. There were:`,
        ...(seen.length === 0 ? ['  none'] : seen),
      ].join('\n');
    });
  };
  return [Object.assign(() => workspace.mails(), { next }), close];
}
