// @vitest-environment happy-dom
// A replay that takes its time, fails, or is followed by another session.
import { expect, test } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { often } from './outline.ts';

async function newDialog(answers: Answers) {
  const page = newPage('#/contracts', {
    '/sandbox/session?dryRun=true': { Rows: 1 },
    '/sandbox/snapshot.ndjson': 'the state',
    ...answers,
  });
  const { SharedSessionDialog } = await load('views/shared-session.tsx');
  const { shared } = await load('shared-session.ts');
  const give = (name: string) => {
    const End = { At: '2026-03-01T12:00:00Z', Digest: name };
    shared.set({ name, text: '{}', session: { Service: '1', Rows: [1], End } });
  };
  give('theirs.json');
  const { place } = draw(SharedSessionDialog);
  const find = (text: string) =>
    [...place.querySelectorAll('button')].find(({ textContent }) => textContent === text);
  const press = async (text: string) => {
    await expect.poll(() => find(text), often).toBeDefined();
    find(text)?.click();
  };
  const text = () => place.textContent ?? '';
  /** What was sent to change something. */
  const sent = () =>
    page.asked.filter((line) => !/^GET|dryRun/.test(line)).map((line) => line.split(' {')[0]);
  return { ...page, give, press, sent, text };
}

test('is sent once while it is under way, and again after it has failed', async () => {
  let end = (_: Response): void => {};
  const { answers, press, sent, text } = await newDialog({
    '/sandbox/session': () => new Promise((resolve) => (end = resolve)),
  });
  await press('Replay here');
  await expect.poll(sent, often).toEqual(['PUT /sandbox/session']);
  await press('Replay here');
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent()).toHaveLength(1);
  end(Response.json({ Message: 'Not now.' }, { status: 503 }));
  await expect.poll(text, often).toContain('Not now.');
  answers['/sandbox/session'] = {};
  await press('Replay here');
  await expect.poll(text, often).toContain('The state is now that of the session.');
  expect(sent()).toHaveLength(2);
});

test('in a workspace of its own begins once that is there', async () => {
  let arrive = (_: object): void => {};
  const { press, sent, text } = await newDialog({
    '/sandbox/workspaces': () => new Promise((resolve) => (arrive = resolve)),
    '/w/session-': {},
  });
  await press('Replay in a new workspace');
  await expect.poll(sent, often).toEqual(['POST /sandbox/workspaces']);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(sent()).toHaveLength(1);
  arrive({});
  await expect.poll(text, often).toContain('Open the workspace session-');
  expect(sent()[1]).toMatch(/^PUT \/w\/session-.*\/sandbox\/session$/);
});

test('of another session begins anew, though the dialog is open', async () => {
  const { asked, give, text } = await newDialog({});
  const tried = () => asked.filter((line) => line.includes('dryRun')).length;
  await expect.poll(text, often).toContain('theirs.json');
  await expect.poll(tried, often).toBe(1);
  give('others.json');
  await expect.poll(text, often).toContain('others.json');
  await expect.poll(tried, often).toBe(2);
});
