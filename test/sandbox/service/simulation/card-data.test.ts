import { expect, it, vi } from 'vitest';
import { providerDefinitions } from '../../../../sandbox/src/service/simulation/provider-definitions.ts';
import { card, Service } from './service.ts';

/*
 * A number that is in no table goes through every flow, rightly and wrongly; then everything that can be looked into is
 * searched for it.
 */

const number = '4929123456781236';
const spaced = '4929 1234 5678 1236';
const cvc = '987';
const iban = 'DE95370400440532019876';
const account = '9876543210987';
/** Passes no check digit. */
const wrong = '4929123456789999';

const secrets = [number, spaced, wrong, cvc, iban, account];

/** Where a secret stands in a text, also cut by spaces or dashes. */
function found(text: string): string[] {
  const compact = text.replace(/(?<=\w)[\s-](?=\w)/g, '');
  return secrets.filter((secret) => {
    const plain = secret.replaceAll(' ', '');
    // Three digits stand in every timestamp: the CVC is searched as a value of its own.
    return plain === cvc ? new RegExp(`["'=:>]${cvc}["'<,&]`).test(text) : compact.includes(plain);
  });
}

const bearers = providerDefinitions.flatMap(({ Name, Bearers }) =>
  Object.entries(Bearers).map(([role, definition]) => ({
    bearer: role === 'BlackLabel' ? Name : `${role}:${Name}`,
    definition,
  })),
);

async function pushThrough(
  service: Service,
  bearer: string,
  kind: string,
  page: string | undefined,
  out: string[],
) {
  const keep = (part: unknown) => out.push(typeof part === 'string' ? part : JSON.stringify(part));
  const order = await service.order();
  if (page !== undefined) {
    const paid = await service.pay(order, { Bearer: bearer, EmailAddress: 'payer@wallet.test' });
    const visit = (form: Record<string, string>) => service.visit(paid.body.Url, form);
    keep(
      await visit({
        number: wrong,
        expiry: '1/20',
        cvc,
        holder: number,
        iban: number,
        phone: iban,
        bank: number,
      }),
    );
    const right = {
      number: spaced,
      expiry: '12/32',
      cvc,
      holder: 'Ada',
      iban,
      email: 'a@b.test',
      password: 'p',
    };
    let done = await visit({ ...right, bank: 'Grachtenbank', phone: '+491510000001' });
    if (done.location === paid.body.Url) done = await visit({ action: 'confirm' });
    keep([paid.body, done, (await service.call('GET', new URL(paid.body.Url).pathname)).body]);
    keep((await service.finalize(done.location)).body);
    return;
  }
  const data = (pan: unknown, Iban: unknown, Account: unknown) =>
    kind === 'Card'
      ? { Card: { ...card, Number: pan, Cvc: cvc } }
      : { Debit: { Holder: 'Ada', Iban, Account, RoutingCode: '37040044' } };
  for (const bad of [data(wrong, `${iban}0`, `${account}x`), data({ at: number }, [iban], { at: account })]) {
    keep((await service.token(bearer, bad)).body);
  }
  keep((await service.token(bearer, { ...data(number, iban, account), ...{ [number]: cvc } })).body);
  const { body } = await service.token(bearer, data(spaced, iban, account));
  keep(body);
  const tethered = {
    Bearer: bearer,
    Token: body.Token,
    MandateReference: 'M-1',
    MandateSignatureDate: '2026-01-01',
  };
  keep((await service.pay(order, tethered)).body);
  // What must never be sent to the service, sent to it all the same.
  keep((await service.pay(await service.order(), { ...tethered, Bearer: number })).body);
  keep((await service.selfService('signup/pay', { OrderId: number, Card: { Number: number } })).body);
}

it('card and account numbers are stored nowhere after they were tokenized', async () => {
  const out: string[] = [];
  const service = new Service({}, (response) => out.push(JSON.stringify([...response.headers])));
  const consoles = (['log', 'info', 'warn', 'error'] as const).map((name) =>
    vi.spyOn(console, name).mockImplementation((...parts) => void out.push(parts.map(String).join(' '))),
  );
  for (const { bearer, definition } of bearers) {
    await pushThrough(service, bearer, definition.Data, definition.Page, out);
    await service.sandbox.clock.advance('PT1M');
  }
  for (const path of [
    `/providers/${number}/checkout/${number}`,
    `/providers/Delta/tokens`,
    `/api/v1/${number}`,
  ]) {
    const { body } = await service.call(
      'GET',
      `${path}?card=${number}&${number}=${encodeURIComponent(spaced)}`,
    );
    out.push(JSON.stringify(body));
  }
  await service.sandbox.clock.advance('P2M');
  for (const spy of consoles) spy.mockRestore();
  expect(service.orders.filter(({ Status }) => Status === 'Completed').length).toBe(bearers.length);

  const places: Record<string, string> = {
    answers: out.join('\n'),
    state: JSON.stringify(service.sandbox.snapshot()),
  };
  for (const path of ['requests', 'events', 'deliveries', 'snapshot', 'catalog', 'health']) {
    const { status, body } = await service.call('GET', `/sandbox/${path}?take=500`);
    expect([path, status]).toEqual([path, 200]);
    places[path] = JSON.stringify(body);
  }
  for (const [place, text] of Object.entries(places)) expect([place, found(text)]).toEqual([place, []]);
  // The search itself finds what is there.
  expect(found(`<p>${spaced}</p> {"Cvc":"${cvc}"} ${account}`)).toEqual([number, spaced, cvc, account]);
});
