import { ActivityLog } from '../../activity/activity-log.ts';
import { changedDocuments } from '../../activity/changes.ts';
import type { Core } from '../../core/core.ts';
import { timestamp } from '../../domain/basics/time.ts';
import type { DeliveryRecord, EventRecord } from '../../domain/records/webhooks.ts';
import type { ObservedChange } from '../../state/state.ts';

/** Maximum number of a transaction's documents that are listed in the activity. */
const MAX_CHANGES = 50;

const logs = new WeakMap<Core, ActivityLog>();

/** Starts recording the activity of a workspace. @returns its log */
export function watch(core: Core): ActivityLog {
  let log = logs.get(core);
  if (log === undefined) {
    log = new ActivityLog();
    logs.set(core, log);
    core.activity.watch(log);
    core.feed.on('changes', (changes) => noteChanges(core, changes));
    core.feed.on('moved', () => core.activity.notify());
  }
  return log;
}

function noteChanges({ activity, clock }: Core, changes: readonly ObservedChange[]): void {
  const At = timestamp(clock.now());
  const { cause } = activity;
  const caused = cause === undefined ? {} : { Cause: cause };
  const shown = changedDocuments(changes);
  if (shown.length > 0) {
    const more = shown.length - MAX_CHANGES;
    activity.add('change', {
      At,
      ...caused,
      Documents: shown.slice(0, MAX_CHANGES),
      ...(more > 0 ? { More: more } : {}),
    });
  }
  for (const { collection, after } of changes) {
    if (after === undefined) continue;
    if (collection === 'events') {
      const event = after as EventRecord;
      activity.add('event', { Id: event.Id, At: timestamp(event.At), ...event.Payload, ...caused });
    } else if (collection === 'deliveries') {
      const { Lane, Body, NextAttemptAt, ...delivery } = after as DeliveryRecord;
      const next = NextAttemptAt === undefined ? {} : { NextAttemptAt: timestamp(NextAttemptAt) };
      activity.add('delivery', { ...delivery, ...next });
    }
  }
}
