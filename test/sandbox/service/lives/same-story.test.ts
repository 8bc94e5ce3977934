// Invariants that need no book: the same story in other words gives the same money.
import { afterAll, expect, test } from 'vitest';
import { fc } from '../../../properties.ts';
import { Calendar } from './calendar.ts';
import type { VariantName } from './catalogue.ts';
import type { PlanChange } from './entries.ts';
import { type Money, retell, totalsOf, type Wording } from './retell.ts';
import { shareOf, timeout } from './share.ts';
import { type Life, lives, movedLives, type Step, wideLives } from './steps.ts';
import { closeWorlds, defaultWorld, type World, worlds } from './world.ts';

afterAll(closeWorlds);

const all = fc.oneof(lives, movedLives, wideLives);
const worldOf = ({ world }: Life): World => (world === undefined ? defaultWorld : (worlds[world] as World));

/** The same merchants elsewhere: where the day is another one, clocks change by half an hour, on other days or never. */
const zones = ['Etc/UTC', 'America/New_York', 'Pacific/Kiritimati', 'Australia/Lord_Howe', 'Asia/Kathmandu'];
const elsewhere = new Map<World, readonly World[]>(
  [defaultWorld, ...worlds].map((world) => [
    world,
    zones.map((zone) => ({ ...world, zone, calendar: new Calendar(zone) })),
  ]),
);
const drafting = new Map<World, World>(
  [defaultWorld, ...worlds].map((world) => [world, { ...world, drafts: world.drafts !== true }]),
);

/** An annulment deletes drafts, and credits invoices. What a draft credits is no credit of the next order yet. */
const netted = ({ balance: _, ...told }: Money) => ({ ...told, charges: totalsOf(told as Money) });

/** Tells each life as it is, and in other words. */
const same = (
  other: (life: Life, pick: number) => Wording,
  money: (told: Money) => unknown,
  first: (life: Life) => Wording = (life) => ({ world: worldOf(life) }),
) =>
  fc.assert(
    fc.asyncProperty(all, fc.nat(), async (life, pick) => {
      const one = await retell(life, first(life));
      expect(one.problems).toEqual([]);
      expect(money(await retell(life, other(life, pick)))).toEqual(money(one));
    }),
    { numRuns: shareOf(0.04, 40) },
  );

test('property: money is the same in any zone, at the same local times', { timeout }, () =>
  same(
    (life, pick) => ({ world: elsewhere.get(worldOf(life))?.[pick % zones.length] as World }),
    (told) => told,
  ),
);

test('property: money is the same if time passes in one step or in several', { timeout }, () =>
  same(
    (life, pick) => ({ world: worldOf(life), parts: 2 + (pick % 9) }),
    (told) => told,
  ),
);

test('property: money is the same if the state moves by snapshots', { timeout }, () =>
  same(
    (life) => ({ world: worldOf(life), moves: true }),
    (told) => told,
  ),
);

test('property: money is the same whether REST or the page pays', { timeout }, () =>
  same(
    (life, pick) => ({ world: worldOf(life), by: pick % 2 === 0 ? 'paySync' : 'newCard' }),
    ({ refusals: _, balance: __, ...told }) => told,
    (life) => ({ world: worldOf(life), by: 'commit' }),
  ),
);

test('property: money is the same with drafts or without', { timeout }, () =>
  same((life) => ({ world: drafting.get(worldOf(life)) as World }), netted),
);

const names: readonly VariantName[] = ['Basic monthly', 'Pro monthly', 'Pro yearly', 'Basic yearly'];
const variant = fc.constantFrom(...names);
const monthly = fc.constantFrom(...names.slice(0, 3));
const seats = { name: 'Seat', quantity: 2 } as const;
const days = fc.integer({ min: 1, max: 45 });
const hours = (count: number) => count * 24;

/** What is ordered, and the change. Components keep what they have paid, so that they have the same periods before and after. */
const ordered: fc.Arbitrary<Pick<Life, 'variant' | 'cart'> & { readonly change: PlanChange }> = fc.oneof(
  fc.record({ variant, cart: fc.constant({}), change: fc.record({ variant, inherit: fc.boolean() }) }),
  fc.record({
    variant: monthly,
    cart: fc.constant({ add: [seats] }),
    change: fc.record({ variant: monthly, inherit: fc.constant(true) }),
  }),
);

/** A line that ends with a VAT rate is rounded, and what is credited of it is a part of that: a minor unit may differ. */
const uncut = worlds.flatMap(({ taxes }, at) => (taxes.rates['DE']?.length === 1 ? [at] : []));

/** A contract whose change takes effect on a day, ordered some days before or after it. */
const dated = fc
  .tuple(
    fc.record({
      start: fc.constantFrom('2026-01-15T09:00:00Z', '2024-01-31T09:00:00Z', '2026-05-15T09:00:00Z'),
      world: fc.constantFrom(undefined, ...uncut),
      before: days,
      lead: days,
      lag: days,
    }),
    ordered,
  )
  .map(([life, order]) => ({ ...life, ...order }));

const lifeOf = (
  { start, world, variant, cart }: Pick<Life, 'start' | 'variant' | 'cart'> & { world?: number | undefined },
  steps: Life['steps'],
  rest: number,
): Life => ({
  start,
  variant,
  cart,
  pays: 'account',
  steps,
  restDays: rest,
  ...(world === undefined ? {} : { world }),
});

test(
  'property: a change costs the same whether it is ordered before, on or after its day',
  {
    timeout,
  },
  () =>
    fc.assert(
      fc.asyncProperty(dated, async ({ change, before, lead, lag, ...life }) => {
        const at = before + lead;
        const later: Step = { do: 'changeLater', change, inDays: lead };
        const now: Step = { do: 'change', cart: change, by: 'commit' };
        const back: Step = { do: 'changeBack', cart: change, daysAgo: lag };
        const told = await Promise.all(
          [
            lifeOf(life, [[hours(before), later]], lead + lag + 60),
            lifeOf(life, [[hours(at), now]], lag + 60),
            lifeOf(life, [[hours(at + lag), back]], 60),
          ].map((one) => retell(one, { world: worldOf(one) })),
        );
        const [, today] = told as [Money, Money, Money];
        for (const one of told) {
          expect([one.refusals, one.problems]).toEqual([[undefined], []]);
          expect(totalsOf(one)).toEqual(totalsOf(today));
        }
      }),
      { numRuns: shareOf(0.04, 40) },
    ),
);

test(
  'property: a change of plan, quantity and components costs the same in one order or in two',
  {
    timeout,
  },
  () =>
    fc.assert(
      fc.asyncProperty(dated, fc.integer({ min: 1, max: 4 }), async ({ before, lead, ...life }, quantity) => {
        const order = (cart: object): Step => ({ do: 'change', cart, by: 'commit' });
        const plan = { variant: 'Pro monthly' as const, inherit: true };
        const one = lifeOf(life, [[hours(before), order({ ...plan, quantity, add: [seats] })]], 90);
        const two = lifeOf(
          life,
          [
            [hours(before), order({ ...plan, quantity })],
            [0, order({ add: [seats] })],
          ],
          90,
        );
        const [first, second] = await Promise.all([one, two].map((it) => retell(it, { world: worldOf(it) })));
        expect(first?.problems).toEqual([]);
        expect(totalsOf(second as Money)).toEqual(totalsOf(first as Money));
      }),
      { numRuns: shareOf(0.04, 40) },
    ),
);
