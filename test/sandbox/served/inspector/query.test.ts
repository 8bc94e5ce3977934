// @vitest-environment happy-dom
// When a view reads what it shows: together with others, once for many changes, and not while the clock moves.
import { expect, test, vi } from 'vitest';
import { type Answers, draw, load, newPage } from './drawn.ts';
import { often } from './outline.ts';

async function newReader(
  path: string | undefined,
  answers: Answers = {},
  collections: readonly string[] = ['orders'],
) {
  const page = newPage('#/', answers);
  const { useQuery } = await load('query.ts');
  const session = await load('session.ts');
  const read = (of: { readonly path: string | undefined }) => {
    const { data, error, isLoading } = useQuery(of.path, collections);
    return JSON.stringify([data ?? '–', error?.message ?? '–', isLoading]);
  };
  const place = draw(read, { path });
  const shown = () => JSON.parse(place.place.textContent ?? '');
  const change = (...names: string[]) => {
    const all = { ...session.revisions.get() };
    for (const name of names) all[name] = (all[name] ?? 0) + 1;
    session.revisions.set(all);
  };
  return { ...page, session, read, shown, change, ...place };
}

test('what several parts need at once is asked for once, as soon as the stream has begun', async () => {
  const { asked, begin, read, shown } = await newReader('/a', { '/a': 1 });
  draw(read, { path: '/a' });
  draw(read, { path: '/a?b' });
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([asked, shown()]).toEqual([[], ['–', '–', true]]);
  await begin();
  await expect.poll(shown, often).toEqual([1, '–', false]);
  expect(asked).toEqual(['GET /a', 'GET /a?b']);
  draw(read, { path: '/a' });
  await expect.poll(() => asked, often).toEqual(['GET /a', 'GET /a?b', 'GET /a']);
});

test('a part that is gone before the stream has begun asks for nothing', async () => {
  const { asked, begin, gone } = await newReader('/a', { '/a': 1 });
  gone();
  await begin();
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(asked).toEqual([]);
});

test('a part that is gone before its first frame is not rendered again, and reads nothing', async () => {
  const { asked, begin, change, read, session } = await newReader('/a', { '/a': 1, '/b': 1 });
  await begin();
  await expect.poll(() => asked, often).toEqual(['GET /a']);
  const { useObservable } = await load('observable.ts');
  const rendered = vi.fn();
  const observing = () => {
    rendered(useObservable(session.revisions));
    return read({ path: '/b' });
  };
  const { gone } = draw(observing);
  gone();
  await new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)));
  rendered.mockClear();
  asked.length = 0;
  for (let at = 0; at < 3; at += 1) {
    change('mails');
    await new Promise((resolve) => setTimeout(resolve));
  }
  expect([rendered.mock.calls, asked]).toEqual([[], []]);
});

test('without a path nothing is read, and nothing loads', async () => {
  const { asked, again, answers, begin, shown } = await newReader(undefined);
  await begin();
  expect(shown()).toEqual(['–', '–', false]);
  answers['/b'] = 2;
  await again({ path: '/b' });
  await expect.poll(shown, often).toEqual([2, '–', false]);
  let arrive = (_: Response): void => {};
  answers['/c'] = new Promise((resolve) => (arrive = resolve));
  await again({ path: '/c' });
  await expect.poll(shown, often).toEqual(['–', '–', true]);
  arrive(Response.json({ Message: 'No.' }, { status: 404 }));
  await expect.poll(shown, often).toEqual(['–', 'No.', false]);
  await again({ path: undefined });
  await expect.poll(shown, often).toEqual(['–', '–', false]);
  expect(asked).toEqual(['GET /b', 'GET /c']);
});

test('many changes are read once, a little later; those of other collections not at all', async () => {
  const { asked, answers, begin, change, shown } = await newReader('/a', { '/a': 1 });
  await begin();
  await expect.poll(shown, often).toEqual([1, '–', false]);
  vi.useFakeTimers();
  answers['/a'] = 2;
  for (let at = 0; at < 5; at += 1) change('orders', 'mails');
  change('*');
  await vi.advanceTimersByTimeAsync(100);
  expect(asked).toHaveLength(1);
  await vi.advanceTimersByTimeAsync(30);
  await expect.poll(shown, often).toEqual([2, '–', false]);
  expect(asked).toHaveLength(2);
  change('mails');
  await vi.advanceTimersByTimeAsync(1_000);
  expect(asked).toHaveLength(2);
  const later = async () => {
    await vi.advanceTimersByTimeAsync(200);
    return asked.length;
  };
  for (const [at, name] of ['*', 'acted', 'orders'].entries()) {
    change(name);
    await expect.poll(later, often).toBe(at + 3);
  }
});

test('what changes while it is read is read once more, after the answer', async () => {
  let arrive = (_: unknown): void => {};
  const { asked, answers, begin, change, shown } = await newReader('/a', {
    '/a': () => new Promise((resolve) => (arrive = resolve)),
  });
  await begin();
  await expect.poll(() => asked.length, often).toBe(1);
  change('orders');
  change('orders');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(asked).toHaveLength(1);
  answers['/a'] = 2;
  arrive(1);
  await expect.poll(shown, often).toEqual([1, '–', false]);
  await expect.poll(shown, often).toEqual([2, '–', false]);
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(asked).toHaveLength(2);
});

test('while the clock moves only the clock is read, and all else afterwards', async () => {
  const { asked, begin, read, session } = await newReader('/a', { '/a': 1, '/sandbox/clock': 2 });
  session.sent.set([
    { key: 1, label: 'x', state: 'sending', request: { method: 'POST', path: '/sandbox/clock' } },
  ]);
  draw(read, { path: '/sandbox/clock' });
  await begin();
  await expect.poll(() => asked, often).toEqual(['GET /sandbox/clock']);
  session.sent.set([]);
  await expect.poll(() => asked, often).toEqual(['GET /sandbox/clock', 'GET /a']);
});

test('a part that is gone is not read again', async () => {
  const { asked, begin, change, gone, shown } = await newReader('/a', { '/a': 1 });
  await begin();
  await expect.poll(shown, often).toEqual([1, '–', false]);
  change('orders');
  gone();
  change('orders');
  await new Promise((resolve) => setTimeout(resolve, 150));
  expect(asked).toHaveLength(1);
});
