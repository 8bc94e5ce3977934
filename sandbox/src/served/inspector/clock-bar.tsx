/** @jsxImportSource hono/jsx/dom */

import { useEffect, useLayoutEffect, useRef, useState } from 'hono/jsx/dom';
import { DAY_MS } from '../../service/model/milliseconds.ts';
import type { ApiRequest } from './api.ts';
import { day, distance, instantInZone, taskName, time } from './format.ts';
import { taskHref } from './meaning.ts';
import { useObservable } from './observable.ts';
import { Action } from './parts/action.tsx';
import { CopyButton } from './parts/basic.tsx';
import { useQuery } from './query.ts';
import { act, clock, connection, isAdvancing, now, sent } from './session.ts';
import { settings, workspaceUrl } from './settings.ts';

const moveClock = (body: object): ApiRequest => ({ method: 'POST', path: '/sandbox/clock', body });

const jumps = [
  ['+1 day', 'P1D', 'Advance 1 day'],
  ['+1 month', 'P1M', 'Advance 1 month'],
  ['+1 year', 'P1Y', 'Advance 1 year'],
] as const;

/** Shows the clock at all times: its time, the next task, and buttons to move it. */
export function ClockBar() {
  const state = useObservable(clock);
  useObservable(sent);
  const status = useObservable(connection);
  const [, tick] = useState(0);
  const runs = state?.Mode === 'WallClock';
  useLayoutEffect(() => {
    if (!runs) return undefined;
    const timer = setInterval(() => tick((count) => count + 1), 1_000);
    return () => clearInterval(timer);
  }, [runs]);
  const isMoving = isAdvancing();
  const next = state?.Next;
  const move = (label: string, body: object) => {
    act(label, moveClock(body)).catch(() => {});
  };
  return (
    <header class="bar">
      <a class="name" href="#/overview">
        sandbox
      </a>
      <WorkspaceSwitcher />
      <div class="clock">
        <span class="now" title={state === undefined ? '' : new Date(now()).toISOString()}>
          {state === undefined ? '…' : time(now())}
        </span>
        <span class="quiet zone">{settings.timeZone}</span>
        <span class={runs ? 'mark ok' : 'mark wait'}>{runs ? 'running' : 'paused'}</span>
      </div>
      <fieldset class="jumps" aria-label="Move the clock">
        {jumps.map(([text, Advance, label]) => (
          <button
            type="button"
            data-short={text.replace(/ (.).*/, '$1')}
            title={`POST /sandbox/clock {"Advance":"${Advance}"}`}
            disabled={isMoving || state === undefined}
            onClick={() => move(label, { Advance })}
          >
            <span class="full">{text}</span>
          </button>
        ))}
        {next !== undefined && (
          <button
            type="button"
            class="next"
            disabled={isMoving}
            aria-label={`next: ${taskName(next.Type)} ${distance(Date.parse(next.DueAt), now())}`}
            title={`POST /sandbox/clock {"Now":"${next.DueAt}"}: ${taskName(next.Type)}, ${time(next.DueAt)}`}
            onClick={() => move('Advance to the next task', { Now: next.DueAt })}
          >
            <span class="wide">
              next: {taskName(next.Type)} {distance(Date.parse(next.DueAt), now())}
            </span>{' '}
            ▸
          </button>
        )}
      </fieldset>
      {isMoving && <Progress />}
      {status !== 'live' && (
        <span class="mark wait" role="status">
          {status === 'connecting' ? 'Connecting' : 'Disconnected, reconnecting'}
        </span>
      )}
    </header>
  );
}

/** Shows the progress of a long advance, and a button to stop it. */
export function Progress() {
  const [state, setState] = useState(clock.get());
  const streamed = useObservable(clock);
  const { data } = useQuery<typeof streamed>('/sandbox/clock', ['clock', 'change', 'contracts']);
  useEffect(() => setState(data ?? streamed), [data, streamed]);
  // Progress is measured in time: the number of remaining tasks is unknown, because each plans new ones.
  const begin = useRef<number | undefined>(undefined);
  const at = state === undefined ? undefined : Date.parse(state.Now);
  begin.current ??= at;
  const from = begin.current ?? 0;
  const Target = state?.Target;
  return (
    <span class="progress" role="status">
      <progress
        aria-label="Progress of the advance"
        max={Target === undefined ? undefined : Math.max(1, Date.parse(Target) - from)}
        value={Target === undefined || at === undefined ? undefined : at - from}
      />
      {state === undefined ? '' : day(state.Now)}
      {Target !== undefined && (
        <button
          type="button"
          onClick={() =>
            void act('Stop the advance', { method: 'DELETE', path: '/sandbox/clock/advance' }).catch(() => {})
          }
        >
          Stop
        </button>
      )}
    </span>
  );
}

function WorkspaceSwitcher() {
  const { data } = useQuery<{ Name: string }[]>('/sandbox/workspaces', ['workspaces']);
  const names = new Set(['', settings.workspace, ...(data ?? []).map(({ Name }) => Name)]);
  return (
    <select
      class="workspace"
      aria-label="Workspace"
      onChange={(event: Event) => {
        const { value } = event.target as HTMLSelectElement;
        location.assign(workspaceUrl(value) + location.hash);
      }}
    >
      {[...names].map((name) => (
        <option value={name} selected={name === settings.workspace}>
          {name === '' ? 'main' : name}
        </option>
      ))}
    </select>
  );
}

/** All moves of the clock, for the overview. */
export function ClockPanel() {
  const state = useObservable(clock);
  if (state === undefined) return <p class="quiet">Loading</p>;
  const next = state.Next;
  return (
    <section class="panel" aria-labelledby="clock-heading">
      <h2 id="clock-heading">Clock</h2>
      <p class="big">
        <time datetime={state.Now}>{time(now())}</time>
        <span class={state.Mode === 'WallClock' ? 'mark ok' : 'mark wait'}>
          {state.Mode === 'WallClock' ? 'follows real time' : 'paused until you move it'}
        </span>
      </p>
      <p>
        {next === undefined ? (
          <span class="quiet">Nothing is due.</span>
        ) : (
          <>
            Next: <a href={taskHref(next.Type, next.Key)}>{taskName(next.Type)}</a> at{' '}
            <time datetime={next.DueAt} title={next.DueAt}>
              {time(next.DueAt)}
            </time>{' '}
            <span class="quiet">({distance(Date.parse(next.DueAt), now())})</span>
          </>
        )}
      </p>
      <p class="actions">
        {next !== undefined && (
          <Action label="Go to the next task" isQuick isMain request={() => moveClock({ Now: next.DueAt })} />
        )}
        <Action
          label="Go to a date"
          whileSending={<Progress />}
          hint="Runs everything that falls due until then. The clock cannot go back."
          fields={[
            {
              name: 'Now',
              label: `Date and time (${settings.timeZone})`,
              kind: 'text',
              value: time(now() + 30 * DAY_MS),
              isRequired: true,
            },
          ]}
          request={({ Now = '' }) => moveClock({ Now: instantInZone(Now) })}
        />
        {state.Mode === 'Manual' ? (
          <Action label="Follow real time" isQuick request={() => moveClock({ Mode: 'WallClock' })} />
        ) : (
          <Action label="Stop the clock" isQuick request={() => moveClock({ Mode: 'Manual' })} />
        )}
      </p>
      <p class="quiet">
        In a test: <code>await sandbox.clock.advance('P1M')</code>{' '}
        <CopyButton text="await sandbox.clock.advance('P1M');" />
      </p>
    </section>
  );
}
