// What can happen to a contract, as random steps, and lives made of them.
import { fc } from '../../../properties.ts';
import type { ComponentName, CouponCode, VariantName } from './catalogue.ts';
import type { CartChange, PlanChange } from './entries.ts';
import type { PaymentData } from './merchant.ts';
import type { TaxFacts } from './taxes.ts';
import type { PaymentKind } from './till.ts';
import { worlds } from './world.ts';

export type Step =
  /** Previews a change, then orders it; `by` is how it is paid. */
  | { readonly do: 'change'; readonly cart: CartChange; readonly by: 'commit' | 'paySync' | 'newCard' }
  | {
      readonly do: 'changeLater';
      readonly change: PlanChange;
      readonly inDays: number;
      /** At the very instant of the next renewal, if there is one. */
      readonly withRenewal?: boolean;
    }
  /** A change that takes effect some days ago, as far as the contract is as old. */
  | { readonly do: 'changeBack'; readonly cart: CartChange; readonly daysAgo: number }
  /** An order that is committed some hours later. */
  | { readonly do: 'commitLater'; readonly cart: CartChange; readonly hours: number }
  /** Two orders at once: the second does not hold any more once the first is paid. */
  | { readonly do: 'changeTwice'; readonly first: PlanChange; readonly second: PlanChange }
  /** The price changes between an order and its payment. */
  | { readonly do: 'changeAtOldPrice'; readonly change: PlanChange; readonly fee: number }
  | { readonly do: 'price'; readonly variant: VariantName; readonly fee: number }
  | { readonly do: 'usage'; readonly quantity: number }
  | { readonly do: 'bill' | 'cancel' | 'revoke' | 'pause' | 'resume' | 'annul' }
  | { readonly do: 'end'; readonly inDays: number; readonly withRenewal?: boolean }
  | { readonly do: 'paymentData'; readonly kind: PaymentData }
  | { readonly do: 'refund'; readonly part: number }
  | { readonly do: 'booking'; readonly amount: number }
  /** Usage of some days ago, as far as the contract is as old. */
  | { readonly do: 'lateUsage'; readonly quantity: number; readonly daysAgo: number }
  | { readonly do: 'rated'; readonly price: number; readonly inDays: number; readonly days: number }
  /** Billing is suspended, or goes on; drafts are sent. */
  | { readonly do: 'suspend' | 'send' }
  /** The customer moves, or gets or loses a VAT ID. */
  | { readonly do: 'customer'; readonly facts: TaxFacts }
  /** Gives an amount of the newest invoice back that stands for something; pays the credit out. */
  | { readonly do: 'creditNote'; readonly part: number }
  | { readonly do: 'payOut' }
  /** A component without an order; a pause that lies ahead, for some days or until it is resumed. */
  | {
      readonly do: 'post';
      readonly name: ComponentName;
      readonly startsIn?: number | undefined;
      readonly days?: number | undefined;
    }
  | {
      readonly do: 'pauseLater';
      readonly inDays: number;
      readonly days?: number | undefined;
      /** It begins with the next renewal, if there is one. */
      readonly withRenewal: boolean;
    }
  /** The customer signs up once more, and what follows is done to that contract; or to the other one again. */
  | ({ readonly do: 'another' } & Signup)
  | { readonly do: 'turn' };

export interface Signup {
  readonly variant: VariantName;
  readonly cart: CartChange;
  readonly pays: PaymentKind;
}

/** A contract that was in another system. */
export interface Moved {
  /** For how many days from now on it has billed the contract; past days, if less than 0. */
  readonly elsewhereDays?: number;
  /** How long ago the contract started there; less than 0 if it starts here, in some days. */
  readonly startedDaysAgo?: number;
}

export interface Life extends Signup, Moved {
  readonly start: string;
  /** Steps with the hours before each. */
  readonly steps: readonly (readonly [hours: number, step: Step])[];
  readonly restDays: number;
  /** Which of the worlds; the default account without it. */
  readonly world?: number;
}

/** Starts that are hard for a calendar: short months, leap days, clock changes. */
const starts = fc.constantFrom(
  '2026-01-15T09:00:00Z',
  '2023-01-31T09:00:00Z',
  '2024-02-29T12:00:00Z',
  '2026-03-28T12:30:00Z',
  '2026-10-24T11:00:00Z',
  '2027-12-31T23:30:00Z',
);

/** A minute before midnight in Berlin. */
const LATE = '2026-05-31T21:59:00Z';

/** A month before the clocks change, at the time of day that is skipped or comes twice: New York, Lord Howe Island, Cairo. */
const clockChanges = fc.constantFrom(
  '2026-02-08T07:30:00Z',
  '2026-10-01T05:30:00Z',
  '2026-09-03T15:45:00Z',
  '2026-03-05T15:15:00Z',
  '2026-03-23T22:00:00Z',
);

const names: readonly VariantName[] = ['Basic monthly', 'Basic yearly', 'Pro monthly', 'Pro yearly', 'Free'];
const variant = fc.constantFrom(...names);
const component = fc.constantFrom<ComponentName>('Seat', 'Support');
const coupon = fc.constantFrom<CouponCode>('WELCOME20', 'HALF1');

/** Some start later, in the period that is paid or after it. */
const startsIn = fc.constantFrom(undefined, undefined, undefined, 4, 20, 45);
const added = fc.oneof(
  fc.record({
    name: fc.constant<ComponentName>('Seat'),
    quantity: fc.integer({ min: 1, max: 5 }),
    startsIn,
  }),
  fc.record({ name: fc.constant<ComponentName>('Support'), quantity: fc.constant(1), startsIn }),
);

/** Inside and outside of the union, listed by the tax policy and not, or none. */
const facts: fc.Arbitrary<TaxFacts> = fc.record({
  country: fc.constantFrom('DE', 'AT', 'NL', 'CH', 'US', 'LU', 'NO', ''),
  vatId: fc.constantFrom('', '', '', 'ATU12345678', 'DE123456789', 'LU12345678', 'CHE123456788'),
});

const planChange: fc.Arbitrary<PlanChange> = fc.oneof(
  fc.record({ variant, inherit: fc.boolean() }),
  fc.record({ quantity: fc.integer({ min: 1, max: 4 }) }),
  fc.record({ variant: fc.constant<VariantName>('Pro monthly'), quantity: fc.integer({ min: 1, max: 4 }) }),
);

const cart: fc.Arbitrary<CartChange> = fc.oneof(
  { weight: 4, arbitrary: planChange },
  { weight: 2, arbitrary: fc.record({ add: fc.tuple(added) }) },
  { weight: 1, arbitrary: fc.record({ endAll: component }) },
  { weight: 1, arbitrary: fc.record({ coupon }) },
  { weight: 1, arbitrary: fc.record({ variant, inherit: fc.boolean(), add: fc.tuple(added) }) },
  { weight: 1, arbitrary: fc.record({ variant, coupon, add: fc.tuple(added) }) },
  { weight: 1, arbitrary: fc.record({ variant, listed: fc.constant(true) }) },
);

/** Prices in whole cents, and such that end in a half of one, with three decimals and with six. */
const fee = fc.oneof(
  { weight: 4, arbitrary: fc.integer({ min: 1, max: 4000 }).map((cents) => cents / 100) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 4000 }).map((cents) => (cents * 10 + 5) / 1000) },
  { weight: 1, arbitrary: fc.integer({ min: 1, max: 400 }).map((cents) => (cents * 10_000 + 1250) / 1e6) },
);
const doing = <const Name extends Step['do']>(name: Name) => fc.constant(name);

const paymentData: readonly PaymentData[] = [
  'card',
  'slow card',
  'disputed card',
  'fails once',
  'breaks down once',
  'fails at renewals',
  'no refunds',
  'settling debit',
  'returned debit',
  'debit taken back',
];
const paymentKind = fc.oneof(
  { weight: 2, arbitrary: fc.constant<PaymentKind>('account') },
  { weight: 3, arbitrary: fc.constant<PaymentKind>('card') },
  { weight: 5, arbitrary: fc.constantFrom<PaymentKind>(...paymentData) },
);
const firstCart: fc.Arbitrary<CartChange> = fc.oneof(
  fc.constant({}),
  fc.record({ coupon }),
  fc.record({ add: fc.tuple(added) }),
  fc.record({ add: fc.tuple(added), coupon }),
  fc.record({ listed: fc.constant(true), add: fc.tuple(added) }),
);
const signup: fc.Arbitrary<Signup> = fc.record({
  variant: fc.oneof(
    { weight: 4, arbitrary: variant },
    { weight: 1, arbitrary: fc.constant<VariantName>('Pro trial') },
  ),
  cart: firstCart,
  pays: paymentKind,
});

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      do: doing('change'),
      cart,
      by: fc.constantFrom('commit' as const, 'commit' as const, 'paySync' as const, 'newCard' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('changeLater'),
      change: planChange,
      inDays: fc.integer({ min: 1, max: 45 }),
      withRenewal: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: doing('changeBack'), cart, daysAgo: fc.integer({ min: 1, max: 50 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: doing('commitLater'), cart, hours: fc.constantFrom(1, 30, 150) }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: doing('changeTwice'), first: planChange, second: planChange }),
  },
  { weight: 1, arbitrary: fc.record({ do: doing('changeAtOldPrice'), change: planChange, fee }) },
  { weight: 1, arbitrary: fc.record({ do: doing('price'), variant, fee }) },
  { weight: 2, arbitrary: fc.record({ do: doing('usage'), quantity: fc.integer({ min: 1, max: 3000 }) }) },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'bill' as const,
        'cancel' as const,
        'revoke' as const,
        'pause' as const,
        'resume' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('end'),
      inDays: fc.constantFrom(0, 1, 10, 40, 100),
      withRenewal: fc.boolean(),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('paymentData'),
      kind: fc.constantFrom(...paymentData),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: doing('refund'), part: fc.constantFrom(0.3, 1) }) },
  { weight: 1, arbitrary: fc.record({ do: doing('booking'), amount: fee }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('annul' as const) }) },
);

export const lives: fc.Arbitrary<Life> = fc.record({
  start: starts,
  variant: fc.oneof(
    { weight: 5, arbitrary: variant },
    { weight: 1, arbitrary: fc.constant<VariantName>('Pro trial') },
  ),
  cart: firstCart,
  pays: paymentKind,
  steps: fc.array(
    fc.oneof(
      { weight: 5, arbitrary: fc.tuple(fc.integer({ min: 1, max: 1000 }), step) },
      // At the very instant of the step before.
      { weight: 1, arbitrary: fc.tuple(fc.constant(0), step) },
    ),
    { maxLength: 10 },
  ),
  restDays: fc.integer({ min: 0, max: 400 }),
});

/** What another system has billed of a contract, which starts now or later, or has started there. */
const moved: fc.Arbitrary<Moved> = fc.oneof(
  fc.record({ elsewhereDays: fc.integer({ min: 1, max: 120 }) }),
  fc.record({
    elsewhereDays: fc.integer({ min: -60, max: 120 }),
    startedDaysAgo: fc.integer({ min: 1, max: 400 }),
  }),
  fc.record({ startedDaysAgo: fc.integer({ min: 1, max: 90 }) }),
  fc.record({ startedDaysAgo: fc.integer({ min: -90, max: -1 }) }),
);

/** A life of a contract that was moved here or starts later. Components that start later do so after it. */
function movedLife(life: Life, facts: Moved): Life {
  const ahead = Math.max(0, -(facts.startedDaysAgo ?? 0));
  const add = life.cart.add?.map((one) =>
    one.startsIn === undefined ? one : { ...one, startsIn: one.startsIn + ahead },
  );
  return { ...life, ...facts, ...(add === undefined ? {} : { cart: { ...life.cart, add } }) };
}

export const movedLives: fc.Arbitrary<Life> = fc
  .tuple(lives, moved)
  .map(([life, facts]) => movedLife(life, facts));

type Timed = readonly [hours: number, step: Step];

const timed = (last: number, arbitrary: fc.Arbitrary<Step>): fc.Arbitrary<Timed> =>
  fc.tuple(
    fc.oneof(
      { weight: 6, arbitrary: fc.integer({ min: 1, max: last }) },
      { weight: 1, arbitrary: fc.constant(0) },
    ),
    arbitrary,
  );

const commit = fc.constant('commit' as const);

const wideStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 5, arbitrary: fc.record({ do: doing('usage'), quantity: fc.integer({ min: 1, max: 3000 }) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      do: doing('lateUsage'),
      quantity: fc.integer({ min: 1, max: 3000 }),
      daysAgo: fc.integer({ min: 1, max: 60 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      do: doing('rated'),
      price: fc.integer({ min: 1, max: 500 }),
      inDays: fc.integer({ min: -60, max: 60 }),
      days: fc.integer({ min: 1, max: 90 }),
    }),
  },
  {
    weight: 7,
    arbitrary: fc.record({
      do: fc.constantFrom(
        'suspend' as const,
        'send' as const,
        'pause' as const,
        'resume' as const,
        'payOut' as const,
        'turn' as const,
      ),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: doing('creditNote'), part: fc.constantFrom(0.1, 0.5, 0.6, 1) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: doing('post'),
      name: component,
      startsIn: fc.constantFrom(undefined, undefined, 5, 40),
      days: fc.constantFrom(undefined, undefined, 8, 60),
    }),
  },
  { weight: 2, arbitrary: fc.record({ do: doing('customer'), facts }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: doing('pauseLater'),
      inDays: fc.integer({ min: 1, max: 40 }),
      days: fc.constantFrom(undefined, 3, 20, 45),
      withRenewal: fc.boolean(),
    }),
  },
  { weight: 1, arbitrary: signup.map((one) => ({ do: 'another' as const, ...one })) },
  { weight: 8, arbitrary: step },
);

/** What random steps would rarely bring together. */
const motifs: fc.Arbitrary<readonly Timed[]> = fc.oneof(
  { weight: 4, arbitrary: fc.constant([]) },
  // A component without an order, and one that an order ends or adds before the next renewal.
  {
    weight: 1,
    arbitrary: fc.tuple(
      timed(100, fc.record({ do: doing('change'), cart: fc.record({ add: fc.tuple(added) }), by: commit })),
      timed(200, fc.record({ do: doing('post'), name: component })),
      timed(
        300,
        fc.record({
          do: doing('change'),
          cart: fc.oneof(fc.record({ endAll: component }), fc.record({ add: fc.tuple(added) })),
          by: commit,
        }),
      ),
    ),
  },
  // A change, a pause or an end after periods that were missed while billing was suspended.
  {
    weight: 1,
    arbitrary: fc.tuple(
      timed(24, fc.record({ do: doing('suspend') })),
      timed(
        1800,
        fc.oneof(
          fc.record({
            do: doing('change'),
            cart,
            by: fc.constantFrom('commit' as const, 'paySync' as const),
          }),
          fc.record({
            do: doing('changeLater'),
            change: planChange,
            inDays: fc.integer({ min: 1, max: 45 }),
          }),
          fc.record({ do: doing('end'), inDays: fc.constantFrom(0, 10, 40) }),
          fc.record({ do: doing('pause') }),
        ),
      ),
      timed(900, fc.record({ do: fc.constantFrom('resume' as const, 'bill' as const) })),
      timed(400, fc.record({ do: doing('suspend') })),
    ),
  },
  // Usage on both sides of a change of the VAT rate and of the end of a discount, billed by a renewal or between.
  {
    weight: 1,
    arbitrary: fc.tuple(
      timed(400, fc.record({ do: doing('change'), cart: fc.record({ coupon }), by: commit })),
      timed(300, fc.record({ do: doing('usage'), quantity: fc.integer({ min: 900, max: 3000 }) })),
      timed(
        700,
        fc.record({
          do: doing('lateUsage'),
          quantity: fc.integer({ min: 1, max: 3000 }),
          daysAgo: fc.integer({ min: 1, max: 30 }),
        }),
      ),
      timed(100, fc.record({ do: fc.constantFrom('bill' as const, 'pause' as const, 'cancel' as const) })),
    ),
  },
);

/** A change to another plan, which is paid by the payment data that there are. */
const paidPlan = (variant: VariantName): fc.Arbitrary<Step> =>
  fc.record({
    do: doing('change'),
    cart: fc.record({ variant: fc.constant(variant) }),
    by: fc.constant('paySync' as const),
  });

/** What is sent, changed and then annulled, or ends soon. */
const lastSteps: fc.Arbitrary<readonly Timed[]> = fc.oneof(
  { weight: 3, arbitrary: fc.constant([]) },
  {
    weight: 1,
    arbitrary: fc.tuple(
      timed(24, fc.record({ do: doing('send') })),
      timed(
        700,
        fc.oneof(
          fc.record({ do: fc.constantFrom('pause' as const, 'cancel' as const) }),
          fc.record({ do: doing('end'), inDays: fc.constantFrom(0, 10) }),
          fc.record({ do: doing('creditNote'), part: fc.constantFrom(0.5, 0.6) }),
        ),
      ),
      timed(100, fc.record({ do: fc.constantFrom('annul' as const, 'payOut' as const, 'revoke' as const) })),
    ),
  },
  // A credit of several payments, of which a provider refuses to refund the newest.
  {
    weight: 1,
    arbitrary: fc.tuple(
      timed(24, fc.record({ do: doing('paymentData'), kind: fc.constant('card' as const) })),
      timed(24, paidPlan('Pro monthly')),
      timed(24, fc.record({ do: doing('paymentData'), kind: fc.constant('no refunds' as const) })),
      timed(24, paidPlan('Basic yearly')),
      timed(24, fc.record({ do: doing('paymentData'), kind: fc.constant('card' as const) })),
      timed(100, fc.record({ do: doing('annul') })),
      timed(24, fc.record({ do: doing('payOut') })),
    ),
  },
  // A payment that settles when the contract is over.
  {
    weight: 1,
    arbitrary: fc.tuple(
      timed(24, fc.record({ do: doing('paymentData'), kind: fc.constant('settling debit' as const) })),
      timed(24, paidPlan('Basic yearly')),
      timed(60, fc.record({ do: doing('annul') })),
    ),
  },
);

const elsewhere = fc.oneof({ weight: 8, arbitrary: fc.constant({}) }, { weight: 2, arbitrary: moved });

/** Lives with merchants in other zones, of other taxes, prices, currencies and periods. */
export const wideLives: fc.Arbitrary<Life> = fc
  .tuple(
    fc.record({
      world: fc.integer({ min: 0, max: worlds.length - 1 }),
      start: fc.oneof(
        fc.constantFrom('2026-05-15T09:00:00Z', '2026-05-31T09:00:00Z', '2026-11-20T12:00:00Z', LATE),
        clockChanges,
      ),
      variant: fc.oneof(
        { weight: 4, arbitrary: variant },
        { weight: 2, arbitrary: fc.constant<VariantName>('Pro trial') },
      ),
      cart: firstCart,
      pays: paymentKind,
      steps: fc.tuple(motifs, fc.array(timed(700, wideStep), { maxLength: 7 })).map((parts) => parts.flat()),
      restDays: fc.integer({ min: 0, max: 200 }),
    }),
    lastSteps,
    elsewhere,
  )
  .map(([life, last, facts]) => ({
    ...movedLife(life, facts),
    // Paid after midnight.
    ...(life.start === LATE ? { pays: 'slow card' as const } : {}),
    steps: [...life.steps, ...last],
  }));
