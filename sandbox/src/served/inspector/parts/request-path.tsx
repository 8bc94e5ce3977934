/** @jsxImportSource hono/jsx/dom */
import { shortId, taskName, words } from '../format.ts';
import { useName } from '../names.ts';
import type { Group } from '../timeline.ts';

const ID = /^[0-9a-f]{24}$/i;

/** The path of a request with names in place of ids, where there are names: `/api/v1/contracts/‹ABCD-EFGH · Ada›/pause`. */
export function RequestPath({ path }: { readonly path: string }) {
  const parts = path.split('/');
  const at = parts.findIndex((part) => ID.test(part));
  const id = parts[at];
  const name = useName(parts[at - 1] ?? '', id);
  if (id === undefined) return <span title={path}>{path}</span>;
  const rest = parts.slice(at + 1).map((part) => (ID.test(part) ? shortId(part) : part));
  return (
    <span title={path}>
      {`${parts.slice(0, at).join('/')}/`}
      <b class="named">{name || shortId(id)}</b>
      {rest.length === 0 ? '' : `/${rest.join('/')}`}
    </span>
  );
}

/** What a row of the timeline says in one line. */
export function GroupTitle({ group: { kind, request, task, events } }: { readonly group: Group }) {
  if (kind === 'task') return <>{taskName(task?.Type ?? 'task')}</>;
  if (kind === 'event') return <>{words(events[0]?.event.Event ?? 'Event')}</>;
  if (request === undefined) return <>Request in progress</>;
  const [path = ''] = request.Path.split('?');
  return (
    <>
      {request.Method} <RequestPath path={path} />
    </>
  );
}
