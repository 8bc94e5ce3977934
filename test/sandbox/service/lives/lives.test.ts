import { afterAll, test } from 'vitest';
import { fc } from '../../../properties.ts';
import { live } from './live.ts';
import { Merchant } from './merchant.ts';
import { shareOf, timeout } from './share.ts';
import { type Life, lives, movedLives } from './steps.ts';
import { closeWorlds, defaultWorld, sandboxOf, type World, worlds } from './world.ts';

const base = sandboxOf(defaultWorld);
afterAll(closeWorlds);

test('property: service and book agree on every life of a contract', { timeout }, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(lives, (life) => live(life, base.fork(), token)),
    { numRuns: shareOf(0.45, 300) },
  );
});

const january = { start: '2026-01-15T09:00:00Z', variant: 'Basic monthly', cart: {} } as const;

// Stories that once divided service and books.
test.each<readonly [string, Life]>([
  [
    'a chargeback at the instant at which the contract ends with usage',
    {
      ...january,
      pays: 'disputed card',
      elsewhereDays: 45,
      startedDaysAgo: 1,
      steps: [
        [1, { do: 'usage', quantity: 1 }],
        [829, { do: 'change', cart: { add: [{ name: 'Seat', quantity: 1 }] }, by: 'commit' }],
        [0, { do: 'end', inDays: 10 }],
      ],
      restDays: 10,
    },
  ],
  [
    'a pause before an end with which another plan would have begun, then no end',
    {
      ...january,
      pays: 'card',
      steps: [
        [1, { do: 'changeLater', change: { variant: 'Pro monthly' }, inDays: 1, withRenewal: true }],
        [1, { do: 'end', inDays: 0, withRenewal: true }],
        [1, { do: 'pause' }],
        [0, { do: 'revoke' }],
      ],
      restDays: 40,
    },
  ],
  [
    'a change that counts from midnight, after a missed period, with usage of that morning',
    {
      ...january,
      world: 8,
      pays: 'card',
      steps: [
        [1, { do: 'suspend' }],
        [24 * 32, { do: 'usage', quantity: 100 }],
        [1, { do: 'change', cart: { variant: 'Basic yearly' }, by: 'commit' }],
      ],
      restDays: 40,
    },
  ],
  [
    'an end in a trial, before another system stops billing',
    {
      ...january,
      variant: 'Pro trial',
      pays: 'card',
      elsewhereDays: 1,
      steps: [[0, { do: 'end', inDays: 1 }]],
      restDays: 0,
    },
  ],
  [
    'an end with usage at the instant of a pause that was planned before it',
    {
      ...january,
      pays: 'card',
      steps: [
        [1, { do: 'pauseLater', inDays: 1, withRenewal: true }],
        [1, { do: 'usage', quantity: 1 }],
        [1, { do: 'cancel' }],
      ],
      restDays: 40,
    },
  ],
  [
    'the quantity of the running plan, ordered for a day after an end that made another plan void',
    {
      ...january,
      variant: 'Pro monthly',
      cart: { quantity: 3 },
      pays: 'card',
      steps: [
        [1, { do: 'changeLater', change: { variant: 'Basic monthly' }, inDays: 1, withRenewal: true }],
        [0, { do: 'end', inDays: 0, withRenewal: true }],
        [0, { do: 'changeLater', change: { quantity: 3 }, inDays: 40, withRenewal: false }],
      ],
      restDays: 40,
    },
  ],
  [
    'a pause before the gap between an end and another plan',
    {
      ...january,
      pays: 'card',
      steps: [
        [1, { do: 'end', inDays: 10 }],
        [0, { do: 'changeLater', change: { variant: 'Basic yearly' }, inDays: 20, withRenewal: false }],
        [24, { do: 'pause' }],
        [24 * 12, { do: 'resume' }],
      ],
      restDays: 40,
    },
  ],
  [
    'a quota of which a change with a past date leaves more, after usage was billed',
    {
      ...january,
      variant: 'Pro monthly',
      pays: 'card',
      steps: [
        [48, { do: 'usage', quantity: 900 }],
        [1, { do: 'bill' }],
        [1, { do: 'changeBack', cart: { variant: 'Pro monthly', inherit: false }, daysAgo: 1 }],
        [1, { do: 'lateUsage', quantity: 200, daysAgo: 2 }],
        [1, { do: 'bill' }],
      ],
      restDays: 40,
    },
  ],
  [
    'a component that is billed in a trial, and starts after a contract that starts later',
    {
      ...january,
      world: 7,
      variant: 'Pro trial',
      cart: { add: [{ name: 'Seat', quantity: 1, startsIn: 5 }] },
      startedDaysAgo: -1,
      pays: 'card',
      steps: [[1, { do: 'paymentData', kind: 'card' }]],
      restDays: 40,
    },
  ],
  [
    'a credit note for a component whose own end lies minutes after that of the contract',
    {
      ...january,
      world: 4,
      variant: 'Free',
      pays: 'card',
      steps: [
        [14, { do: 'end', inDays: 0, withRenewal: true }],
        [0, { do: 'post', name: 'Seat', days: 16 }],
        [24 * 16, { do: 'creditNote', part: 0.1 }],
      ],
      restDays: 0,
    },
  ],
  [
    'a component that a credit note left nothing of, and an end that is revoked',
    {
      ...january,
      variant: 'Basic yearly',
      cart: { add: [{ name: 'Support', quantity: 1 }] },
      pays: 'card',
      steps: [
        [1, { do: 'change', cart: { variant: 'Basic monthly' }, by: 'commit' }],
        [1, { do: 'creditNote', part: 1 }],
        [0, { do: 'cancel' }],
        [69, { do: 'revoke' }],
      ],
      restDays: 40,
    },
  ],
  [
    'usage in a trial that a later change ends before it',
    {
      ...january,
      variant: 'Pro trial',
      pays: 'card',
      steps: [
        [6, { do: 'usage', quantity: 1001 }],
        [522, { do: 'changeBack', cart: { variant: 'Pro monthly', quantity: 1 }, daysAgo: 22 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a change for a day of the trial, after another quantity had ended the trial',
    {
      ...january,
      variant: 'Pro trial',
      pays: 'card',
      steps: [
        [20, { do: 'change', cart: { variant: 'Pro monthly', quantity: 2 }, by: 'commit' }],
        [4, { do: 'changeBack', cart: { variant: 'Pro yearly' }, daysAgo: 1 }],
      ],
      restDays: 40,
    },
  ],
  [
    'usage that is billed in trials, of a contract that ends in its trial and so has no quota',
    {
      ...january,
      world: 17,
      variant: 'Pro trial',
      pays: 'card',
      steps: [
        [2, { do: 'usage', quantity: 900 }],
        [1, { do: 'end', inDays: 0 }],
      ],
      restDays: 0,
    },
  ],
  [
    'a trial that starts tomorrow, with a seat that is billed in trials',
    {
      ...january,
      world: 17,
      variant: 'Pro trial',
      cart: { add: [{ name: 'Seat', quantity: 1 }] },
      pays: 'card',
      startedDaysAgo: -1,
      steps: [[1, { do: 'creditNote', part: 0.5 }]],
      restDays: 40,
    },
  ],
  [
    'a contract that starts in some days, with a component that starts after it',
    {
      ...january,
      cart: { add: [{ name: 'Seat', quantity: 1, startsIn: 24 }], coupon: 'WELCOME20' },
      pays: 'card',
      startedDaysAgo: -20,
      steps: [
        [100, { do: 'pause' }],
        [100, { do: 'resume' }],
      ],
      restDays: 40,
    },
  ],
  [
    'a pause of some hours after a missed period, then another plan',
    {
      ...january,
      start: '2026-02-08T07:30:00Z',
      cart: { listed: true },
      pays: 'account',
      startedDaysAgo: 251,
      elsewhereDays: 0,
      steps: [
        [1, { do: 'suspend' }],
        [569, { do: 'pause' }],
        [3, { do: 'resume' }],
        [43, { do: 'change', cart: { variant: 'Basic yearly' }, by: 'commit' }],
      ],
      restDays: 40,
    },
  ],
  [
    'another quantity for a day of the trial, after another plan had followed it: it needs a plan',
    {
      ...january,
      variant: 'Pro trial',
      pays: 'card',
      steps: [
        [24 * 16, { do: 'change', cart: { variant: 'Pro monthly' }, by: 'commit' }],
        [1, { do: 'changeBack', cart: { quantity: 2 }, daysAgo: 4 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a component of an order that a pause credits before its start, while another system bills',
    {
      ...january,
      cart: { add: [{ name: 'Seat', quantity: 1 }] },
      elsewhereDays: 46,
      pays: 'card',
      steps: [
        [1, { do: 'change', cart: { add: [{ name: 'Seat', quantity: 1, startsIn: 45 }] }, by: 'commit' }],
        [1, { do: 'pause' }],
        [1, { do: 'changeLater', change: { variant: 'Basic monthly', inherit: false }, inDays: 1 }],
        [670, { do: 'bill' }],
      ],
      restDays: 40,
    },
  ],
  [
    'a pause that a planned change ends, before an end at the day up to which another system bills',
    {
      ...january,
      elsewhereDays: 2,
      pays: 'card',
      steps: [
        [1, { do: 'pause' }],
        [1, { do: 'changeLater', change: { variant: 'Pro monthly' }, inDays: 1 }],
        [1, { do: 'end', inDays: 0, withRenewal: true }],
        [1, { do: 'usage', quantity: 1500 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a planned pause before an end in time that another system bills',
    {
      ...january,
      elsewhereDays: 40,
      pays: 'card',
      steps: [
        [1, { do: 'pauseLater', inDays: 3, days: 5, withRenewal: false }],
        [1, { do: 'end', inDays: 20 }],
        [24 * 5, { do: 'usage', quantity: 10 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a signup with a component that starts in some days, paid after midnight',
    {
      ...january,
      world: 0,
      start: '2026-05-31T21:59:00Z',
      cart: { add: [{ name: 'Support', quantity: 1, startsIn: 4 }] },
      pays: 'slow card',
      steps: [],
      restDays: 40,
    },
  ],
  [
    'a trial that costs nothing, ordered before midnight and begun after it',
    {
      ...january,
      start: '2026-05-31T21:59:00Z',
      variant: 'Pro trial',
      pays: 'slow card',
      steps: [],
      restDays: 40,
    },
  ],
  [
    'a signup of the last minute of a period, paid in the next one',
    {
      ...january,
      world: 4,
      start: '2026-05-31T21:59:00Z',
      cart: { add: [{ name: 'Seat', quantity: 1 }] },
      pays: 'slow card',
      steps: [[1, { do: 'change', cart: { add: [{ name: 'Support', quantity: 1 }] }, by: 'commit' }]],
      restDays: 40,
    },
  ],
  [
    'a planned pause in time that another system bills, with a component that is billed here',
    {
      ...january,
      elsewhereDays: 40,
      pays: 'card',
      steps: [
        [1, { do: 'change', cart: { add: [{ name: 'Seat', quantity: 1 }] }, by: 'commit' }],
        [1, { do: 'pauseLater', inDays: 3, days: 5, withRenewal: false }],
      ],
      restDays: 50,
    },
  ],
  [
    'a quantity ordered for a day after the end, which a pause has deleted before it',
    {
      ...january,
      variant: 'Pro monthly',
      pays: 'card',
      steps: [
        [1, { do: 'changeLater', change: { quantity: 3 }, inDays: 1 }],
        [1, { do: 'cancel' }],
        [0, { do: 'pause' }],
        [24 * 24, { do: 'changeLater', change: { quantity: 3 }, inDays: 35 }],
      ],
      restDays: 60,
    },
  ],
  [
    'a change for a day of the trial, which another system billed the components of the signup for',
    {
      ...january,
      variant: 'Pro trial',
      cart: { add: [{ name: 'Support', quantity: 1 }], coupon: 'WELCOME20' },
      elsewhereDays: 14,
      pays: 'card',
      steps: [
        [336, { do: 'usage', quantity: 1 }],
        [1, { do: 'changeBack', cart: { variant: 'Pro monthly' }, daysAgo: 1 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a discount that was ordered in a trial, and a change for a day of the trial before that order',
    {
      ...january,
      variant: 'Pro trial',
      pays: 'card',
      steps: [
        [72, { do: 'change', cart: { coupon: 'WELCOME20' }, by: 'commit' }],
        [24 * 17, { do: 'changeBack', cart: { variant: 'Pro monthly' }, daysAgo: 18 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a discount of a change for a day of the trial, and a change for a day before that one',
    {
      ...january,
      variant: 'Pro trial',
      pays: 'card',
      steps: [
        [24 * 20, { do: 'changeBack', cart: { variant: 'Pro monthly', coupon: 'WELCOME20' }, daysAgo: 10 }],
        [24, { do: 'changeBack', cart: { variant: 'Pro yearly' }, daysAgo: 18 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a pause that a change ended at once: it has no days, and components keep theirs',
    {
      ...january,
      cart: { add: [{ name: 'Seat', quantity: 1 }] },
      pays: 'card',
      steps: [
        [27, { do: 'pause' }],
        [0, { do: 'change', cart: { variant: 'Basic monthly', inherit: false }, by: 'commit' }],
        [189, { do: 'changeBack', cart: { variant: 'Pro monthly' }, daysAgo: 9 }],
      ],
      restDays: 40,
    },
  ],
  [
    'a debit that comes back at the instant of a renewal: nothing more is charged',
    {
      start: '2023-01-31T09:00:00Z',
      variant: 'Free',
      cart: {},
      pays: 'returned debit',
      steps: [[612, { do: 'changeBack', cart: { variant: 'Pro monthly' }, daysAgo: 25 }]],
      restDays: 5,
      startedDaysAgo: -58,
    },
  ],
  ...[4, 7].map((world): readonly [string, Life] => [
    `a signup to billing of the same day each month that is paid after midnight, with merchant ${world}`,
    {
      ...january,
      world,
      // A minute before midnight in Berlin, and in New York.
      start: world === 4 ? '2026-01-15T22:59:00Z' : '2026-01-16T04:59:00Z',
      cart: { add: [{ name: 'Seat', quantity: 1 }], coupon: 'HALF1' },
      pays: 'slow card',
      steps: [
        [24 * 40, { do: 'change', cart: { variant: 'Pro monthly' }, by: 'paySync' }],
        [24, { do: 'cancel' }],
      ],
      restDays: 40,
    },
  ]),
])('they agree on %s', async (_title, life) => {
  const sandbox = life.world === undefined ? base : sandboxOf(worlds[life.world] as World);
  const token = await Merchant.token(sandbox);
  await live(life, sandbox.fork(), token);
});

test('property: they agree on contracts that another system has billed', { timeout }, async () => {
  const token = await Merchant.token(base);
  await fc.assert(
    fc.asyncProperty(movedLives, (life) => live(life, base.fork(), token)),
    { numRuns: shareOf(0.1, 100) },
  );
});
