import { describe, expect, it } from 'vitest';

/* Run by ../broken-rule.test.ts: all of these fail. */

it('spec: Errors 2 — a rule in the title', () => expect(1).toBe(2));

describe('spec: cart CouponCode, cart PlanVariantId', () => {
  it('rules in the title around it', () => {
    throw new Error('broken');
  });
});

it('no rule', () => expect([1]).toEqual([2]));
