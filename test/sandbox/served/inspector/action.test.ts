// @vitest-environment happy-dom
// Buttons that send a request, and the dialog that shows it first: what may be pressed, what is sent, and what is said of it.
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { often, outlineOf } from './outline.ts';

const request = { method: 'POST', path: '/sandbox/reset', body: {} };

async function newAction(props: object, answers: Answers = {}) {
  const page = newPage('#/', answers);
  const { Action, Dialog } = await load('parts/action.tsx');
  const { sent } = await load('session.ts');
  const action = draw(Action, { label: 'Do it', hint: 'It is done.', request: () => request, ...props });
  const { place } = draw(Dialog);
  const button = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  return {
    ...page,
    opener: action.place.querySelector('button') as HTMLButtonElement,
    dialog: () => place.querySelector('dialog'),
    button,
    open: async () => {
      action.place.querySelector('button')?.click();
      await expect.poll(() => place.querySelector('dialog')?.open, often).toBe(true);
    },
    submit: () => place.querySelector('form')?.requestSubmit(),
    strip: () =>
      (sent.get() as { label: string; state: string; status?: number; message?: string }[]).map(
        ({ label, state, status, message }) => [label, state, status, message],
      ),
  };
}

test.each([
  [{}, 'Do it…', '', null],
  [{ isMain: true }, 'Do it…', 'main', null],
  [{ isDanger: true, isMain: true }, 'Do it…', 'danger', null],
  [{ isSmall: true }, 'Do it…', 'small', null],
  [{ isSmall: true, isDanger: true }, 'Do it…', 'small danger', null],
  [{ isQuick: true, isMain: true, isDanger: true }, 'Do it', 'main', 'POST /sandbox/reset {}'],
])('the button of an action that is %o says so', async (props, text, className, title) => {
  const { opener } = await newAction(props);
  expect([opener.textContent, opener.className.trim(), opener.title || null, opener.disabled]).toEqual([
    text,
    className,
    title,
    false,
  ]);
});

test('an action that cannot be done now is not pressed', async () => {
  const { opener } = await newAction({ isDisabled: true });
  expect(opener.disabled).toBe(true);
});

test('a quick action sends its request at once, and hands on what came', async () => {
  const onDone = vi.fn();
  const { asked, dialog, opener, strip } = await newAction(
    { isQuick: true, onDone },
    { '/sandbox/reset': { Done: 1 } },
  );
  opener.click();
  await expect.poll(() => onDone.mock.calls, often).toEqual([[{ Done: 1 }]]);
  expect([asked, dialog(), strip()]).toEqual([
    ['POST /sandbox/reset {}'],
    null,
    [['Do it', 'done', 200, undefined]],
  ]);
});

test('a quick action that is refused says why, and hands on nothing', async () => {
  const onDone = vi.fn();
  const refusal = Response.json({ Message: 'Not now.' }, { status: 409 });
  const { opener, strip } = await newAction({ isQuick: true, onDone }, { '/sandbox/reset': refusal });
  opener.click();
  await expect.poll(strip, often).toEqual([['Do it', 'failed', 409, 'Not now.']]);
  expect(onDone).not.toHaveBeenCalled();
});

test.each([true, false])('what an action leads to is waited for, quick or not: %s', async (isQuick) => {
  const check = vi.fn(async () => 'It failed later.');
  const { opener, open, strip, submit } = await newAction(
    { isQuick, check },
    { '/sandbox/reset': { Id: 1 } },
  );
  if (isQuick) opener.click();
  else {
    await open();
    submit();
  }
  await expect.poll(strip, often).toEqual([['Do it', 'failed', 0, 'It failed later.']]);
  expect(check.mock.calls).toEqual([[{ Id: 1 }]]);
});

test('a dialog says what it does, shows its request as it will be, sends it once, and closes', async () => {
  const fields = [
    { name: 'A', label: 'First', kind: 'text', value: 'a' },
    { name: 'B', label: 'Second', kind: 'text', applies: ({ A }: { A: string }) => A === 'x' },
    { name: 'C', label: 'Third', kind: 'text' },
  ];
  const onDone = vi.fn();
  let answer = (_: unknown): void => {};
  const { asked, button, dialog, open, submit } = await newAction(
    {
      fields,
      onDone,
      whileSending: 'Under way.',
      request: (body: object) => ({ ...request, body }),
    },
    { '/sandbox/reset': () => new Promise((resolve) => (answer = resolve)) },
  );
  await open();
  const codes = '{Copy as curl}{Copy as test code}{Copy as Playwright}{Copy as fetch}';
  const shown = () => outlineOf(dialog()).filter((line) => line !== codes);
  expect([dialog()?.getAttribute('aria-label'), ...shown()]).toEqual([
    'Do it',
    '## Do it',
    'It is done.',
    'First<First: a>',
    'Third<Third: >',
    'POST /sandbox/reset',
    '{ "A": "a", "B": "", "C": "" }',
    '{Back}{Do it "main"}',
  ]);
  const type = (name: string, value: string) => {
    const field = dialog()?.querySelector<HTMLInputElement>(`[name=${name}]`) as HTMLInputElement;
    field.value = value;
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
  type('C', 'c');
  await expect.poll(() => shown().at(-2), often).toBe('{ "A": "a", "B": "", "C": "c" }');
  type('A', 'x');
  await expect
    .poll(() => shown().slice(2, 5), often)
    .toEqual(['First<First: x>', 'Second<Second: >', 'Third<Third: c>']);
  submit();
  await expect.poll(() => shown().at(-2), often).toContain('Under way.');
  expect(button('Do it')?.getAttribute('aria-disabled')).toBe('true');
  submit();
  await expect.poll(() => asked, often).toEqual(['POST /sandbox/reset {"A":"x","B":"","C":"c"}']);
  expect(onDone).not.toHaveBeenCalled();
  answer({ Id: 1 });
  await expect.poll(dialog, often).toBeNull();
  expect(onDone.mock.calls).toEqual([[{ Id: 1 }]]);
  await open();
  expect(shown().at(-2)).toBe('{ "A": "a", "B": "", "C": "" }');
  button('Back')?.click();
  await expect.poll(dialog, often).toBeNull();
  expect(asked).toHaveLength(1);
});

test('a dialog that is refused stays open with the reason, can be sent again, and warns of danger', async () => {
  const before = vi.fn(async () => {});
  const { answers, asked, button, dialog, open, submit } = await newAction(
    { before, isDanger: true },
    { '/sandbox/reset': Response.json({ Message: 'Not now.' }, { status: 409 }) },
  );
  await open();
  expect(button('Do it')?.className).toBe('danger');
  submit();
  await expect.poll(() => dialog()?.querySelector('[role=alert]')?.textContent, often).toBe('Not now.');
  expect([button('Do it')?.getAttribute('aria-disabled'), button('Back') === undefined]).toEqual([
    null,
    false,
  ]);
  answers['/sandbox/reset'] = {};
  submit();
  await expect.poll(dialog, often).toBeNull();
  expect([asked.length, before.mock.calls.length]).toEqual([2, 2]);
});

test('nothing is sent if what comes before fails', async () => {
  const before = async () => {
    throw new Error('No file.');
  };
  const { asked, dialog, open, submit } = await newAction({ before });
  await open();
  submit();
  await expect.poll(() => dialog()?.querySelector('[role=alert]')?.textContent, often).toBe('No file.');
  expect(asked).toEqual([]);
});

test('a dialog whose answer is its purpose shows it in words until a field changes, with the focus on its way out', async () => {
  const scrolled = vi.spyOn(HTMLElement.prototype, 'scrollIntoView').mockReturnValue();
  const { button, dialog, open, submit } = await newAction(
    {
      fields: [{ name: 'A', label: 'First', kind: 'text' }],
      inWords: ({ Price }: { Price: string }) => `It costs ${Price}.`,
    },
    { '/sandbox/reset': { Price: '3 EUR' } },
  );
  await open();
  button('Do it')?.focus();
  submit();
  await expect
    .poll(() => dialog()?.querySelector('[role=status]')?.textContent, often)
    .toBe('It costs 3 EUR.');
  expect(outlineOf(dialog()).slice(-4)).toEqual([
    '✓ It costs 3 EUR.',
    '▸ Response',
    '{ "Price": "3 EUR" }',
    '{Close}',
  ]);
  await expect.poll(() => document.activeElement?.textContent, often).toBe('Close');
  expect(scrolled.mock.contexts.at(-1)).toBe(dialog()?.querySelector('.message'));
  const field = dialog()?.querySelector('input') as HTMLInputElement;
  field.value = 'b';
  field.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => dialog()?.querySelector('[role=status]'), often).toBeNull();
  expect(button('Back')).toBeDefined();
  button('Back')?.click();
  await expect.poll(dialog, often).toBeNull();
});

test('a dialog of a view that is still being drawn opens once it is there', async () => {
  newPage('#/');
  const { openDialog, Dialog } = await load('parts/action.tsx');
  const { place } = draw(Dialog);
  place.remove();
  openDialog({ label: 'Do it', hint: 'It is done.', request: () => request });
  await expect.poll(() => place.querySelector('dialog'), often).not.toBeNull();
  document.body.append(place);
  await expect.poll(() => place.querySelector('dialog')?.open, often).toBe(true);
});
