import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startSandbox } from 'clientlib-sandbox';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openData } from '../../../../sandbox/src/hosts/node/data-folder.ts';
import { isComplete } from '../../../properties.ts';
import { makeStarter, type Starter } from './interrupted-child.ts';

let starter: Starter;
let folder: string;

beforeAll(async () => {
  starter = await makeStarter();
  folder = await mkdtemp(join(tmpdir(), 'sandbox-kills-'));
});
afterAll(async () => {
  await starter.close();
  await rm(folder, { recursive: true, force: true });
});

/** A folder with a state in tables and in a log. */
async function fill(data: string): Promise<void> {
  for (const name of ['first', 'second']) {
    const { sandbox, close } = await startSandbox({ port: 0, data, clock: '2026-01-15T10:00:00Z' });
    await sandbox.workspace(name).clock.advance('P1D');
    await close();
  }
}

async function statesOf(data: string) {
  const { states, close } = await openData(data, true);
  await close();
  return states;
}

it('loses nothing if a start is killed or fails at any of its steps, and the next start fails too', async () => {
  const data = join(folder, 'data');
  await fill(data);
  const states = await statesOf(data);
  expect([...states.keys()]).toEqual(['', 'first', 'second']);
  const stride = isComplete ? 1 : 3;
  let step = 1;
  let starts = 0;
  for (let outcome = 'killed'; outcome !== 'started'; step += stride) {
    outcome = await starter.start(data, { step, how: 'kill' });
    starts += 1;
    // Each time at another step, so that many pairs come.
    if (starts % 3 === 0) await starter.start(data, { step: ((step * 7) % 40) + 1, how: 'fail' });
    expect(await readdir(data)).toContain('state');
    if (starts % 8 === 0 || outcome === 'started')
      expect(await statesOf(data), `killed at step ${step}`).toEqual(states);
  }
  // A start has so many steps at least.
  expect(step).toBeGreaterThan(30);
  expect((await readdir(data)).sort()).toEqual(['lock', 'state']);
}, 120_000);
