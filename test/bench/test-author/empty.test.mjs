import { expect, test } from 'vitest';

for (let at = 0; at < 100; at += 1) test(`signs up ${at}`, () => expect(at).toBe(at));
