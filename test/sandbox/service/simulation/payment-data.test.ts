import { expect, it } from 'vitest';
import { readCard } from '../../../../sandbox/src/service/simulation/payment-data.ts';

const card = {
  Number: '4111111111111111',
  ExpiryMonth: 12,
  ExpiryYear: 2026,
  Holder: 'Ada Byron',
  Cvc: '123',
};
const read = (change: Partial<typeof card>, now = '2026-12-15T10:00:00Z') =>
  readCard({ ...card, ...change }, Date.parse(now)).shown;

it('accepts a card in the month in which it expires, and not in the next', () => {
  expect(read({})).toMatchObject({ ExpiryMonth: 12, ExpiryYear: 2026 });
  expect(() => read({}, '2027-01-15T10:00:00Z')).toThrow(
    'Card.ExpiryMonth: expected a month that has not passed.',
  );
});

it.each([
  ['2026-01-15', { ExpiryMonth: 2, ExpiryYear: 2026 }],
  ['2026-11-30', { ExpiryMonth: 12, ExpiryYear: 2026 }],
  ['2026-12-31', { ExpiryMonth: 1, ExpiryYear: 2027 }],
])('the expiring card of the test data, typed on %s, expires in the next month', (day, expiry) => {
  expect(read({ Number: '4000000000001406', ExpiryYear: 2030 }, `${day}T10:00:00Z`)).toMatchObject(expiry);
});

it('keeps holder and number without spaces around and between, and of the number four digits', () => {
  expect(read({ Holder: '  Ada Byron ', Number: '4111 1111-1111 1111' })).toMatchObject({
    Holder: 'Ada Byron',
    Last4: '1111',
  });
});
