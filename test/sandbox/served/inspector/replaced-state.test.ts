// @vitest-environment happy-dom
import { expect, test, vi } from 'vitest';
import { draw, load, newPage } from './drawn.ts';
import { often } from './outline.ts';

/* After a reset, a restart or a step back, nothing of the state before is shown or used. */

const Id = '0123456789abcdef01234567';
const contract = (CustomerName: string) => [{ Id, ReferenceCode: 'R1', CustomerName }];

test.each([
  ['state', 2],
  ['gap', 2],
  ['rewound', 1],
])('after the event %s names are asked for again, with %d tokens in all', async (name, tokens) => {
  const login = vi.fn(() => ({ access_token: 'token' }));
  const page = newPage('#/contracts', { '/api/v1/contracts': contract('Ada'), '/oauth/': login });
  await page.begin();
  const { DocumentLink } = await load('parts/basic.tsx');
  const link = { collection: 'contracts', id: Id };
  const { place } = draw(DocumentLink, link);
  await expect.poll(() => place.textContent, often).toBe('R1 · Ada');
  page.answers['/api/v1/contracts'] = contract('Grace');
  const session = await load('session.ts');
  const told = vi.fn();
  session.revisions.subscribe(told);
  page.say(name, { Undone: [] });
  await expect.poll(() => told.mock.calls.length, often).toBeGreaterThan(0);
  const again = draw(DocumentLink, link);
  await expect.poll(() => again.place.textContent, often).toBe('R1 · Grace');
  expect(login).toHaveBeenCalledTimes(tokens);
});

test('a name is that of its own document, though a search finds others before it', async () => {
  const others = [{ Id: 'fedcba9876543210fedcba98', ReferenceCode: 'R2', CustomerName: 'Grace' }];
  const page = newPage('#/contracts', { '/api/v1/contracts': [...others, ...contract('Ada')] });
  await page.begin();
  const { DocumentLink } = await load('parts/basic.tsx');
  const { place } = draw(DocumentLink, { collection: 'contracts', id: Id });
  await expect.poll(() => place.textContent, often).toBe('R1 · Ada');
});
