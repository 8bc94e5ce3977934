import { describe, expect, it } from 'vitest';
import { DEFAULTS, readQuotas } from '../../../../sandbox/src/hosts/cloudflare/environment.ts';

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

  it.each(['-1', 'x'])('is refused by its name where it is %j', (given) => {
    expect(() => limitFor(given)).toThrow(`${name}: expected a number, 0 for no limit; got "${given}"`);
  });
});
