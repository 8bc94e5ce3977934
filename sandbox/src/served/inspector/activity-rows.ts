import {
  type Delivery,
  type EventNode,
  failedDelivery,
  type Group,
  hasFailed,
  isOfPlayground,
  searchText,
} from './timeline.ts';

/** One line of the timeline. */
export type Row =
  | { readonly kind: 'group'; readonly group: Group; readonly isNested?: boolean }
  | { readonly kind: 'changes'; readonly group: Group }
  | { readonly kind: 'event'; readonly group: Group; readonly node: EventNode }
  | { readonly kind: 'delivery'; readonly group: Group; readonly delivery: Delivery };

/** The filter of the timeline; if all fields are empty, everything is shown. */
export interface Filter {
  /** `request`, `task`, `event`, `webhook` or `playground`. */
  readonly kind: string;
  readonly method: string;
  /** First digit of the status. */
  readonly status: string;
  /** `yes` hides successful ones. */
  readonly failures: string;
  /** `yes` also shows read requests. */
  readonly reads: string;
  /** Words that must all occur. */
  readonly q: string;
}

export function readFilter(query: URLSearchParams): Filter {
  const of = (name: string) => query.get(name) ?? '';
  return {
    kind: of('kind'),
    method: of('method'),
    status: of('status'),
    failures: of('failures'),
    reads: of('reads'),
    q: of('q'),
  };
}

/** Returns the matching groups up to the limits, newest first. */
export function filtered(
  groups: readonly Group[],
  filter: Filter,
  limit: number,
  take = Number.POSITIVE_INFINITY,
  isWanted: (group: Group) => boolean = () => true,
): Group[] {
  const wanted = filter.q.toLowerCase().split(/\s+/).filter(Boolean);
  const found: Group[] = [];
  for (let at = groups.length - 1; at >= 0 && found.length < take; at -= 1) {
    const group = groups[at] as Group;
    if (group.order <= limit && isWanted(group) && fits(group, filter, wanted)) found.push(group);
  }
  return found;
}

/** `OPTIONS`: a browser's preflight request. */
const READS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** A successful request that only reads or fetches a token. A search and the filter by method show it nevertheless. */
const isQuietRead = ({ request, events, changes }: Group): boolean =>
  request !== undefined &&
  (READS.has(request.Method) || /^\/oauth\/token\/?$|^\/providers\/[^/]+\/tokens$/i.test(request.Path)) &&
  request.Status < 400 &&
  request.Status > 0 &&
  events.length === 0 &&
  changes.length === 0;

function fits(group: Group, filter: Filter, wanted: readonly string[]): boolean {
  const { kind, method, status, failures, reads } = filter;
  const { request } = group;
  if (group.isOfPage === true) return false;
  if (kind === 'playground') return isOfPlayground(group) && hasWords(group, wanted);
  // A search finds it nevertheless.
  if (wanted.length === 0 && isOfPlayground(group)) return false;
  if (reads === '' && method === '' && wanted.length === 0 && isQuietRead(group)) return false;
  if (kind === 'webhook') {
    if (!group.events.some(({ deliveries }) => deliveries.length > 0)) return false;
  } else if (kind === 'event') {
    if (group.events.length === 0) return false;
  } else if (kind !== '' && group.kind !== kind) return false;
  if (method !== '' && request?.Method !== method) return false;
  if (status !== '' && String(request?.Status ?? '').charAt(0) !== status) return false;
  if (failures !== '' && !hasFailed(group)) return false;
  return hasWords(group, wanted);
}

function hasWords(group: Group, wanted: readonly string[]): boolean {
  if (wanted.length === 0) return true;
  const text = searchText(group);
  return wanted.every((word) => text.includes(word));
}

/** Number of lines to check. */
export interface Rows {
  readonly length: number;
  at(index: number): Row | undefined;
}

/** No task that an advance of the clock caused. */
export const isOnTop = ({ advance }: Group): boolean => advance === undefined;

const isBelow = ({ advance }: Group, listed: ReadonlySet<Group>): boolean =>
  advance !== undefined && listed.has(advance);

/** Returns the rows of the groups; expanded groups include their effects. */
export function toRows(groups: readonly Group[], open: ReadonlySet<string>): Rows {
  if (open.size === 0) {
    const listed = new Set(groups);
    const top = groups.filter((group) => !isBelow(group, listed));
    return {
      length: top.length,
      at: (index) => {
        const group = top[index];
        return group && { kind: 'group', group };
      },
    };
  }
  const rows: Row[] = [];
  const add = (group: Group, isNested: boolean) => {
    rows.push({ kind: 'group', group, isNested });
    if (!open.has(group.key)) return;
    if (group.request !== undefined || group.changes.length > 0) rows.push({ kind: 'changes', group });
    for (const node of group.events) {
      rows.push({ kind: 'event', group, node });
      for (const delivery of node.deliveries) rows.push({ kind: 'delivery', group, delivery });
    }
    for (const task of group.tasks) add(task, true);
  };
  // A matching task is shown below its advance if that is listed too.
  const listed = new Set(groups);
  for (const group of groups) if (!isBelow(group, listed)) add(group, false);
  return rows;
}

export interface Counts {
  readonly events: number;
  readonly deliveries: number;
  readonly failed: number;
  readonly tasks: number;
}

/** Counts the effects of a group, including those of its tasks. */
export function countDeliveries(group: Group): Counts {
  const events = [group, ...group.tasks].flatMap((each) => each.events);
  const deliveries = events.flatMap((node) => node.deliveries);
  return {
    events: events.length,
    deliveries: deliveries.length,
    failed: deliveries.filter(failedDelivery).length,
    tasks: group.tasks.length,
  };
}
