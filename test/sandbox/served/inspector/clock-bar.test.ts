// @vitest-environment happy-dom
// The bar above every view: the clock, how it is moved, how far it has come, and the connection.
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { lines, often, outlineOf, placesOf } from './outline.ts';

const Now = '2026-03-15T09:00:00.0000000Z';
const Next = { Type: 'lifecycle', Key: 'c1', DueAt: '2026-03-18T09:00:00.0000000Z' };

async function newBar(state: object | undefined, answers: Answers = {}, settings = {}) {
  const clock = state === undefined ? {} : { clock: JSON.stringify({ Now, Mode: 'Manual', ...state }) };
  const page = newPage('#/contracts', { '/sandbox/workspaces': [], ...answers }, { ...clock, ...settings });
  if (state === undefined) document.body.removeAttribute('data-clock');
  const { ClockBar } = await load('clock-bar.tsx');
  const session = await load('session.ts');
  const { place } = draw(ClockBar);
  const buttons = () => [...place.querySelectorAll('button')];
  const press = (text: string) =>
    buttons()
      .find((button) => button.textContent?.startsWith(text))
      ?.click();
  return { ...page, session, place, buttons, press };
}

test('the clock is moved by a day, a month, a year, and to the next task', async () => {
  const { asked, buttons, press, place } = await newBar(
    { Next },
    { '/sandbox/clock': { Now, Mode: 'Manual', Next } },
  );
  expect([...place.querySelectorAll('[data-short]')].map((one) => one.getAttribute('data-short'))).toEqual([
    '+1d',
    '+1m',
    '+1y',
  ]);
  expect(buttons().at(-1)?.getAttribute('aria-label')).toBe('next: Renewal in 3 days');
  expect(buttons().at(-1)?.title).toBe(
    `POST /sandbox/clock {"Now":"${Next.DueAt}"}: Renewal, 2026-03-18 10:00`,
  );
  for (const text of ['+1 day', '+1 month', '+1 year', 'next: ']) {
    const before = asked.length;
    press(text);
    await expect.poll(() => asked.length, often).toBe(before + 1);
    await expect.poll(() => buttons().some(({ disabled }) => disabled), often).toBe(false);
  }
  const { session } = { session: await load('session.ts') };
  expect(session.sent.get()[0].label).toBe('Advance to the next task');
  expect(asked).toEqual([
    'POST /sandbox/clock {"Advance":"P1D"}',
    'POST /sandbox/clock {"Advance":"P1M"}',
    'POST /sandbox/clock {"Advance":"P1Y"}',
    `POST /sandbox/clock {"Now":"${Next.DueAt}"}`,
  ]);
});

test('while the clock moves, nothing else moves it; its progress is shown, and can be stopped', async () => {
  const Target = '2026-03-25T09:00:00Z';
  const { answers, asked, begin, buttons, place, press, session } = await newBar(
    { Next },
    { '/sandbox/clock/advance': {} },
  );
  await begin();
  session.clock.set({ Now, Mode: 'Manual', Next });
  let arrive = (_: unknown): void => {};
  answers['/sandbox/clock'] = (_: string, method: string) =>
    method === 'GET'
      ? { Now: '2026-03-15T09:00:00Z', Mode: 'Manual', Target }
      : new Promise((resolve) => (arrive = resolve));
  expect(place.querySelector('.progress')).toBeNull();
  press('+1 month');
  const progress = () => {
    const bar = place.querySelector('progress');
    return [
      bar?.getAttribute('max'),
      bar?.getAttribute('value'),
      place.querySelector('.progress')?.textContent,
    ];
  };
  await expect.poll(() => placesOf(place), often).toEqual(['Move the clock', 'Progress of the advance']);
  const days = (count: number) => String(count * 86_400_000);
  await expect.poll(progress, often).toEqual([days(10), '0', '2026-03-15Stop']);
  expect(buttons().map(({ textContent, disabled }) => [textContent, disabled])).toEqual([
    ['+1 day', true],
    ['+1 month', true],
    ['+1 year', true],
    ['next: Renewal in 3 days ▸', true],
    ['Stop', false],
  ]);
  session.clock.set({ Now: '2026-03-19T09:00:00Z', Mode: 'Manual', Target });
  answers['/sandbox/clock'] = { Now: '2026-03-19T09:00:00Z', Mode: 'Manual', Target };
  session.revisions.set({ ...session.revisions.get(), change: 1 });
  await expect.poll(progress, often).toEqual([days(10), days(4), '2026-03-19Stop']);
  press('Stop');
  await expect.poll(() => asked.at(-1), often).toBe('DELETE /sandbox/clock/advance');
  arrive({ Now: '2026-03-19T09:00:00Z', Mode: 'Manual' });
  await expect.poll(() => place.querySelector('.progress'), often).toBeNull();
  expect(place.querySelector('.now')?.textContent).toBe('2026-03-19 10:00');
});

test('progress without a target is only the day', async () => {
  const { place } = await newBar({});
  const { Progress } = await load('clock-bar.tsx');
  const { place: own } = draw(Progress);
  expect(place.querySelector('.progress')).toBeNull();
  expect([
    own.textContent,
    own.querySelector('progress')?.hasAttribute('max'),
    own.querySelector('button'),
  ]).toEqual(['2026-03-15', false, null]);
});

test('a clock that runs is shown as it runs, and one that is paused stands', async () => {
  vi.useFakeTimers({ now: Date.parse('2030-01-01T00:00:00Z') });
  const { place, session } = await newBar({ Mode: 'WallClock', Now: '2026-03-15T09:00:58Z' });
  const shown = () => [
    place.querySelector('.now')?.textContent,
    place.querySelector('.clock .mark')?.className,
    place.querySelector('.clock .mark')?.textContent,
  ];
  expect(shown()).toEqual(['2026-03-15 10:00', 'mark ok', 'running']);
  expect(place.querySelector<HTMLElement>('.now')?.title).toBe('2026-03-15T09:00:58.000Z');
  await vi.advanceTimersByTimeAsync(3_000);
  expect(shown()[0]).toBe('2026-03-15 10:01');
  const running = vi.getTimerCount();
  session.clock.set({ Now: '2026-03-15T09:01:01Z', Mode: 'Manual' });
  await vi.advanceTimersByTimeAsync(120_000);
  expect(shown()).toEqual(['2026-03-15 10:01', 'mark wait', 'paused']);
  // Nothing is drawn each second of a clock that stands.
  expect(vi.getTimerCount()).toBe(running - 1);
  session.clock.set({ Now: new Date().toISOString(), Mode: 'WallClock' });
  await vi.advanceTimersByTimeAsync(0);
  const [before] = shown();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(shown()[0]).not.toBe(before);
});

test('a clock that is not known yet is not moved', async () => {
  const { buttons, place } = await newBar(undefined);
  expect([place.querySelector('.now')?.textContent, place.querySelector<HTMLElement>('.now')?.title]).toEqual(
    ['…', ''],
  );
  expect(buttons().map(({ disabled }) => disabled)).toEqual([true, true, true]);
  const { ClockPanel } = await load('clock-bar.tsx');
  expect(outlineOf(draw(ClockPanel).place)).toEqual(['Loading']);
});

test.each([
  ['connecting', 'Connecting'],
  ['lost', 'Disconnected, reconnecting'],
  ['refused', 'Disconnected, reconnecting'],
  ['live', undefined],
])('a connection that is %s says "%s"', async (status, text) => {
  const { place, session } = await newBar({});
  session.connection.set(status);
  await expect.poll(() => place.querySelector('header > .mark[role=status]')?.textContent, often).toBe(text);
});

test('another workspace is opened at the same view', async () => {
  const { begin, place } = await newBar(
    {},
    { '/sandbox/workspaces': [{ Name: 'one' }, { Name: 'two' }] },
    { workspace: 'one' },
  );
  await begin();
  const select = place.querySelector<HTMLSelectElement>('[aria-label=Workspace]') as HTMLSelectElement;
  const options = () => [...select.options].map(({ text }) => text);
  await expect.poll(options, often).toEqual(['main', 'one', 'two']);
  expect([select.value, place.querySelector('.zone')?.textContent]).toEqual(['one', 'Europe/Berlin']);
  const assigned = vi.spyOn(location, 'assign').mockReturnValue();
  for (const [value, address] of [
    ['', '/#/contracts'],
    ['one', '/w/one/#/contracts'],
  ] as const) {
    select.value = value;
    select.dispatchEvent(new Event('input', { bubbles: true }));
    expect(String(assigned.mock.lastCall).replace(/^http:..[^/]+/, '')).toBe(address);
  }
});

test('the panel of the clock moves it to a date, starts and stops it', async () => {
  const { session } = await newBar({ Next });
  const { ClockPanel } = await load('clock-bar.tsx');
  const { place } = draw(ClockPanel);
  const panel = () => outlineOf(place);
  expect(panel()).toEqual(
    lines(`
      ## Clock
      2026-03-15 10:00…paused until you move it
      Next: [Renewal](#/contracts/c1) at 2026-03-18 10:00 (in 3 days)
      {Go to the next task "POST /sandbox/clock {"Now":"${Next.DueAt}"}, main"}{Go to a date…}{Follow real time "POST /sandbox/clock {"Mode":"WallClock"}"}
      In a test: await sandbox.clock.advance('P1M') {Copy}`),
  );
  expect([...place.querySelectorAll('time')].map((time) => time.getAttribute('datetime'))).toEqual([
    Now,
    Next.DueAt,
  ]);
  session.clock.set({ Now, Mode: 'WallClock' });
  await expect
    .poll(() => panel().slice(1, 4), often)
    .toEqual(
      lines(`
      2026-03-15 10:00✓follows real time
      Nothing is due.
      {Go to a date…}{Stop the clock "POST /sandbox/clock {"Mode":"Manual"}"}`),
    );
});

test('a date is planned a month ahead in the zone of the account, and sent as an instant', async () => {
  await newBar({});
  const { ClockPanel } = await load('clock-bar.tsx');
  const { Dialog } = await load('parts/action.tsx');
  const { place } = draw(ClockPanel);
  const { place: page } = draw(Dialog);
  [...place.querySelectorAll('button')].find(({ textContent }) => textContent === 'Go to a date…')?.click();
  await expect
    .poll(() => outlineOf(page).slice(2, 5), often)
    .toEqual([
      'Date and time (Europe/Berlin)<Date and time (Europe/Berlin) (required): 2026-04-14 11:00>',
      'POST /sandbox/clock',
      '{ "Now": "2026-04-14T09:00:00.000Z" }',
    ]);
});
