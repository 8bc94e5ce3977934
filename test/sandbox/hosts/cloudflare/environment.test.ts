import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import {
  DEFAULTS,
  getWorkspace,
  guideTextIn,
  readQuotas,
} from '../../../../sandbox/src/hosts/cloudflare/environment.ts';

const quotaOf = {
  MAX_DOCUMENTS: 'documents',
  MAX_BYTES: 'bytes',
  REQUESTS_PER_MINUTE: 'requestsPerMinute',
  WEBHOOKS_PER_MINUTE: 'webhooksPerMinute',
  MAX_WEBHOOK_ENDPOINTS: 'webhookEndpoints',
  IDLE_HOURS: 'idleHours',
} as const satisfies Record<keyof typeof DEFAULTS, string>;

describe.each(Object.keys(DEFAULTS) as (keyof typeof DEFAULTS)[])('%s of a deployment', (name) => {
  const limitFor = (given?: string) =>
    readQuotas({ WORKSPACES: {} as never, ...(given === undefined ? {} : { [name]: given }) })[quotaOf[name]];

  it('has its default, is the number that is given, and no limit where that is 0', () => {
    expect([undefined, '7', '0.5', '0'].map(limitFor)).toEqual([DEFAULTS[name], 7, 0.5, Infinity]);
  });

  it.each(['-1', 'x', '', ' '])('is refused by its name where it is %j', (given) => {
    expect(() => limitFor(given)).toThrow(`${name}: expected a number, 0 for no limit; got "${given}"`);
  });
});

it('the default of each quota is the documented one', () => {
  const rows = readFileSync('docs/hosting.md', 'utf8').matchAll(/^\| `([A-Z_]+)` \| ([\d,]+) \|/gm);
  const documented = [...rows].map(([, name, value = '']) => [name, Number(value.replaceAll(',', ''))]);
  expect(Object.fromEntries(documented)).toEqual(DEFAULTS);
  // What is no variable.
  expect(readQuotas({ WORKSPACES: {} as never })).toMatchObject({
    configurationValues: 10_000,
    sessionCharacters: 2_000_000,
  });
});

it('a workspace is the object of its name, and a guide the file of its name', async () => {
  const WORKSPACES = { idFromName: (name: string) => `id of ${name}`, get: (id: string) => ({ id }) };
  expect(getWorkspace({ WORKSPACES } as never, 'blue')).toEqual({ id: 'id of blue' });
  const DOCS = {
    fetch: async (url: string) =>
      url === 'http://docs/rest.md' ? new Response('# REST') : new Response('x', { status: 404 }),
  };
  const texts = ['rest', 'nothing'].map((name) => guideTextIn({ DOCS } as never, name));
  expect(await Promise.all(texts)).toEqual(['# REST', undefined]);
  expect(await guideTextIn({} as never, 'rest')).toBeUndefined();
});
