import { describe, expect, it } from 'vitest';
import {
  type TestDataRow,
  testData,
  testDataForAmount,
} from '../../../../sandbox/src/service/simulation/test-data.ts';
import { basic, card, Service } from './service.ts';

/*
 * One test for each row of the table: it does with the row's value what its reader would, and compares what happened
 * with what the row says.
 */

const year = (service: Service) => service.sandbox.clock.now().getUTCFullYear() + 6;

/** What a row came to at the first payment. */
interface Paid {
  readonly service: Service;
  /** Error code of the pay call or of finalize; `undefined` is none. */
  readonly code: string | undefined;
  /** What the provider answered to the data. */
  readonly token?: { readonly status: number; readonly body: { Token?: string; Error?: { Code: string } } };
}

async function payByToken(row: TestDataRow): Promise<Paid> {
  const service = new Service();
  const isCard = row.Kind === 'Card';
  const bearer = isCard
    ? row.Challenge === undefined
      ? 'CreditCard:Delta'
      : 'CreditCard:Bravo'
    : byKind(row);
  const Cvc = row.Id === 'amex' ? '1234' : card.Cvc;
  const data = isCard
    ? { Card: { ...card, ExpiryYear: year(service), Number: row.Value, Cvc } }
    : { Debit: { Holder: 'Ada', Iban: row.Value, Account: row.Value, RoutingCode: '37040044' } };
  const token = await service.token(bearer, data, { Origin: 'https://shop.test' });
  if (token.body.Token === undefined) return { service, code: undefined, token };
  if (row.Challenge !== undefined) await confirm(service, token.body.Challenge);
  const { body } = await service.pay(await service.order(), { Bearer: bearer, Token: token.body.Token });
  return { service, code: body.Error?.Code, token };
}

const byKind = ({ Kind }: TestDataRow) => (Kind === 'Account' ? 'Debit:Alpha' : 'Debit:Delta');

async function confirm(service: Service, challenge: { Url: string; Params: { challenge: string } }) {
  await service.visit(`${challenge.Url}/${challenge.Params.challenge}`, { action: 'pass' });
}

async function payOnPage(row: TestDataRow): Promise<Paid> {
  const service = new Service();
  const [bearer, form] = (
    {
      Email: ['November', { email: row.Value, password: 'x' }],
      Bank: ['iDEAL:Charlie', { bank: row.Value }],
      Phone: ['Kilo', { phone: row.Value }],
    } as Record<string, [string, Record<string, string>]>
  )[row.Kind] as [string, Record<string, string>];
  const { body } = await service.pay(await service.order(), { Bearer: bearer });
  let visited = await service.visit(body.Url, form);
  if (visited.location === body.Url) visited = await service.visit(body.Url, { action: 'confirm' });
  return { service, code: (await service.finalize(visited.location)).body.Error?.Code };
}

async function payAmount(row: TestDataRow): Promise<Paid> {
  const PlanVariants = [{ Id: basic, RecurringFee: Number(row.Value) }];
  const service = new Service({ config: { Catalogue: { PlanVariants } } });
  const order = await service.order(basic, { Address: { Country: 'US' } });
  const { body } = await service.pay(order, await service.byCard('4111111111111111'));
  return { service, code: body.Error?.Code };
}

const pay = (row: TestDataRow): Promise<Paid> =>
  row.Kind === 'Amount'
    ? payAmount(row)
    : ['Email', 'Bank', 'Phone'].includes(row.Kind)
      ? payOnPage(row)
      : payByToken(row);

const statuses = (service: Service) => service.transactions.map(({ Status }) => Status.Status);

describe('test data', () => {
  it('has at least 40 rows, no two alike', () => {
    expect(testData.length).toBeGreaterThanOrEqual(40);
    expect(new Set(testData.map(({ Id }) => Id)).size).toBe(testData.length);
    expect(new Set(testData.map(({ Kind, Value }) => Kind + Value)).size).toBe(testData.length);
  });

  it('is in the catalog of the control API', async () => {
    expect((await new Service().call('GET', '/sandbox/catalog')).body.TestData).toEqual(testData);
  });

  const is = (test: (row: TestDataRow) => unknown) => testData.filter((row) => test(row) === true);
  const later = is((row) => row.AnswersAfterMinutes !== undefined);
  const noToken = is((row) => row.Refused !== undefined || row.Down === true);
  const unconfirmed = is((row) => row.Challenge === 'AlwaysFails' || row.Challenge === 'Hangs');
  const renewals = is((row) => row.Fails?.Renewals !== undefined);
  const failing = is(
    (row) =>
      row.Fails !== undefined && row.Fails.Renewals === undefined && row.AnswersAfterMinutes === undefined,
  );
  const returned = is((row) => row.Returned !== undefined);
  const others = testData.filter((row) => ![later, noToken, unconfirmed, failing].flat().includes(row));

  it.each(others)('$Kind $Value ($Id) $Outcome', async (row) => {
    const { service, code } = await pay(row);
    expect([code, statuses(service)]).toEqual([undefined, ['Succeeded']]);
    expect(service.events).toContain('OrderSucceeded');
    if (row.ReportedEmail !== undefined) {
      const [method] = service.state['paymentMethods'] as { Shown: { EmailAddress: string } }[];
      expect(method?.Shown.EmailAddress).toBe(row.ReportedEmail);
    }
    if (row.ExpiresInMonths !== undefined) {
      await service.sandbox.clock.advance('P3M');
      expect(service.events).toContain('PaymentBearerExpiring');
      expect(service.transactions.at(-1).Status).toMatchObject({
        Status: 'Failed',
        ErrorCode: 'BearerExpired',
      });
    }
  });

  it.each(failing)('$Kind $Value ($Id) $Outcome', async (row) => {
    const { service, code } = await pay(row);
    expect(code).toBe(row.Fails?.Code);
    expect(statuses(service)).toEqual(['Failed']);
    expect(service.orders[0].Status).toBe('InProgress');
    expect(service.events).toEqual(['PaymentFailed']);
  });

  it.each(noToken)('$Kind $Value ($Id) $Outcome', async (row) => {
    const { service, token } = await pay(row);
    expect([token?.status, token?.body.Error?.Code]).toEqual(
      row.Down === true ? [503, 'PspServerError'] : [200, row.Refused],
    );
    expect(service.state['providerTokens']).toEqual([]);
  });

  it.each(unconfirmed)('$Kind $Value ($Id) $Outcome', async (row) => {
    const { service, code } = await pay(row);
    expect([code, statuses(service)]).toEqual(['3DsProblem', ['Failed']]);
    const [challenge] = service.state['providerChallenges'] as { State: string }[];
    expect(challenge?.State).toBe(row.Challenge === 'Hangs' ? 'Open' : 'Failed');
  });

  it.each(later)('$Kind $Value ($Id) $Outcome', async (row) => {
    const { service, code } = await pay(row);
    expect([code, service.orders[0].Status]).toEqual([undefined, 'PaymentPending']);
    await service.sandbox.clock.advance(`PT${(row.AnswersAfterMinutes ?? 0) - 1}M`);
    expect(statuses(service)).toEqual(['InProgress']);
    await service.sandbox.clock.advance('PT1M');
    const [transaction, order] =
      row.Fails === undefined ? ['Succeeded', 'Completed'] : ['Failed', 'InProgress'];
    expect([statuses(service), service.orders[0].Status]).toEqual([[transaction], order]);
  });

  it.each(renewals)('$Kind $Value ($Id) $Outcome: at the renewal', async (row) => {
    const { service } = await pay(row);
    const { Code, Severity, Renewals: { From = 1, Times } = {} } = row.Fails ?? {};
    await service.sandbox.clock.advance(`P${From}M`);
    await service.sandbox.clock.advance('PT1H');
    expect(statuses(service)).toEqual([...Array(From).fill('Succeeded'), 'Failed']);
    expect(service.transactions.at(-1).Status.ErrorCode).toBe(Code);
    await service.sandbox.clock.advance('P1D');
    const [contract] = service.state['contracts'] as { Balance: number; RecurringPaymentsPaused: boolean }[];
    const tries = { Minor: 3, Medium: 2, Severe: 0 }[Severity ?? 'Minor'];
    if (Times === undefined) {
      expect(statuses(service).slice(From)).toEqual(Array(tries + 1).fill('Failed'));
      expect(contract).toMatchObject({ RecurringPaymentsPaused: true });
    } else {
      expect(statuses(service).slice(From)).toEqual([...Array(Times).fill('Failed'), 'Succeeded']);
      expect(contract).toMatchObject({ Balance: 0, RecurringPaymentsPaused: false });
    }
  });

  it.each(returned)('$Kind $Value ($Id) $Outcome: on that day', async (row) => {
    const { service } = await pay(row);
    const days = row.Returned?.AfterDays ?? 0;
    await service.sandbox.clock.advance(`P${days - 1}D`);
    expect(service.transactions[0].Status.Status).toBe('Succeeded');
    await service.sandbox.clock.advance('P1D');
    expect(service.transactions[0].Status.Status).toBe('Chargeback');
    expect(service.events).toContain('PaymentFailed');
  });

  it('an IBAN that is returned never settles if debits stay pending', async () => {
    const service = new Service();
    const tethered = await service.byIban('DE62370400440532013001', 'Debit:Echo');
    const { body } = await service.pay(await service.order(), tethered);
    expect(body.OrderStatus).toBe('PaymentPending');
    expect([service.orders[0].Status, statuses(service)]).toEqual(['Completed', ['Pending']]);
    await service.sandbox.clock.advance('P4D');
    expect(statuses(service)).toEqual(['Pending']);
    await service.sandbox.clock.advance('P1D');
    expect(service.transactions[0].Status).toMatchObject({ Status: 'Failed', ErrorCode: 'BearerInvalid' });
  });

  it('an amount of the table is exactly that amount, not one that rounds to it', () => {
    expect([11.13, 11.135, 11.131].map((amount) => testDataForAmount(amount)?.Value)).toEqual([
      '11.13',
      undefined,
      undefined,
    ]);
  });
});
