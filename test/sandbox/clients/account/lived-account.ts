// An account with many contracts that have lived: signed up over a year, and changed in all ways that REST has.
import { createSandbox, type Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';
import { type Api, backEnd } from '../../service/http/service.ts';

const CALLS = 'd00000000000000000000003';
const variants = [1, 2, 3, 4, 5, 6].map((at) => `b0000000000000000000000${at}`);
const components = ['d00000000000000000000001', 'd00000000000000000000002'];

const countries = ['DE', 'DE', 'DE', 'AT', 'FR', 'CH', 'US'];
const WEEKS = 52;

/** What people are called here: nothing of it may be in a file. */
export const personal = {
  first: ['Wilhelmine', 'Jean-Baptiste', 'Óscar', 'Ōkubo', 'Grace'],
  last: ["O'Hara-Süß", 'Mustermann', 'Łukasiewicz', 'Ramanujan', 'Hopper'],
  streets: ['Unter den Eichen', 'Rue de la Paix', 'Słoneczna', 'Lange Gasse'],
  cities: ['Wuppertal', 'Bourg-en-Bresse', 'Zielona Góra', 'Ybbsitz'],
  notes: 'Called about the divorce',
  field: 'allergic to peanuts',
  company: 'Mustermann & Töchter KG',
} as const;

/** Numbers that are the same in each run. */
function numbers(seed: number): (limit: number) => number {
  let state = seed;
  return (limit) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * limit);
  };
}

export interface LivedAccount {
  readonly sandbox: Sandbox;
  /** How often each change was made. */
  readonly made: ReadonlyMap<string, number>;
}

/** @param contracts how many are signed up for */
export async function livedAccount(contracts: number): Promise<LivedAccount> {
  const sandbox = createSandbox({
    clock: '2025-01-07T10:00:00Z',
    seed: 'lived',
    config: { Account: { RateLimit: { Requests: 1_000_000_000, TokenRequests: 1_000 }, TokenLifetime: 1e9 } },
  });
  const api = await backEnd(sandbox);
  const draw = numbers(7);
  const made = new Map<string, number>();
  const life = new Life(api, draw, made);
  for (let week = 0; week < WEEKS; week += 1) {
    const until = Math.round(((week + 1) * contracts) / WEEKS);
    while (life.size < until) await life.signUp();
    for (let at = 0; at < contracts / 12; at += 1) await life.change(sandbox.clock.now().getTime());
    await sandbox.clock.advance(`P${draw(3) + 6}DT${draw(24)}H`);
  }
  return { sandbox, made };
}

class Life {
  readonly #api: Api;
  readonly #draw: (limit: number) => number;
  readonly #made: Map<string, number>;
  readonly #contracts: { readonly Id: string; readonly CustomerId: string }[] = [];

  constructor(api: Api, draw: (limit: number) => number, made: Map<string, number>) {
    this.#api = api;
    this.#draw = draw;
    this.#made = made;
  }

  get size(): number {
    return this.#contracts.length;
  }

  #one<T>(list: readonly T[]): T {
    return list[this.#draw(list.length)] as T;
  }

  async signUp(): Promise<void> {
    const at = this.size;
    const Country = this.#one(countries);
    const isBusiness = this.#draw(4) === 0;
    const { first, last, streets, cities, company, notes, field } = personal;
    const LastName = this.#one(last);
    const EmailAddress = `${LastName.toLowerCase().replace(/\W/g, '')}.${at}@mail.test`;
    const order = await this.#api('POST', 'orders', {
      Customer: {
        FirstName: this.#one(first),
        LastName,
        EmailAddress,
        PhoneNumber: `+49 170 55${String(at).padStart(5, '0')}`,
        ...(isBusiness
          ? {
              CompanyName: company,
              ...(Country === 'AT' ? { VatId: `ATU9${String(at).padStart(7, '0')}` } : {}),
            }
          : {}),
        Address: {
          Street: this.#one(streets),
          HouseNumber: '17 Hinterhof',
          PostalCode: 'W-42103',
          City: this.#one(cities),
          Country,
        },
        CustomFields: { Remark: field, Seats: 17 },
      },
      Cart: {
        PlanVariantId: this.#one(variants),
        ...(this.#draw(4) === 0 ? { CouponCode: this.#one(['WELCOME20', 'HALF1']) } : {}),
        ...(this.#draw(3) === 0
          ? { ComponentSubscriptions: [{ ComponentId: this.#one(components), Quantity: 1, Memo: LastName }] }
          : {}),
      },
    });
    const { status, body } = await this.#api('POST', `orders/${order.body.Id}/commit`, {
      PaymentMethod: this.#one(['InvoicePayment', 'Debit:FakePSP']),
    });
    if (status !== 200) throw new Error(JSON.stringify([order.body, body]));
    this.#contracts.push(body);
    await this.#api('PATCH', `customers/${body.CustomerId}`, {
      Notes: notes,
      ExternalCustomerId: at % 2 === 0 ? `customer-${at}` : EmailAddress,
    });
    await this.#api('PATCH', `contracts/${body.Id}`, {
      Notes: notes,
      ExternalId: `contract-of-${LastName}-${at}`,
    });
  }

  /** A change of any contract; one that its state does not allow is refused. */
  async change(now: number): Promise<void> {
    const { Id, CustomerId } = this.#one(this.#contracts);
    const inDays = (days: number) => new Date(now + days * 86_400_000).toISOString();
    const order = (cart: object, more: object = {}) => this.#ordered({ ContractId: Id, Cart: cart, ...more });
    const contract = (path: string, body: object) => this.#api('POST', `contracts/${Id}/${path}`, body);
    const changes: Record<string, () => Promise<{ readonly status: number }>> = {
      plan: () => order({ PlanVariantId: this.#one(variants), InheritStartDate: this.#draw(2) === 0 }),
      quantity: () => order({ Quantity: this.#draw(4) + 1 }),
      later: () => order({ PlanVariantId: this.#one(variants) }, { ChangeDate: inDays(this.#draw(200) + 1) }),
      component: () =>
        order({ ComponentSubscriptions: [{ ComponentId: components[0], Quantity: this.#draw(4) + 1 }] }),
      ended: () => order({ EndComponentSubscriptions: [components[0]] }),
      coupon: () => order({ CouponCode: this.#one(['WELCOME20', 'HALF1']) }),
      usage: () =>
        contract('usage', {
          ComponentId: CALLS,
          Quantity: this.#draw(5_000),
          Memo: personal.notes,
          Key: `${personal.last[1]}-${now}`,
        }),
      otherPrice: () =>
        contract('usage', {
          ComponentId: CALLS,
          Quantity: this.#draw(500),
          ProductOverride: { PricePerUnit: 0.0377, Name: `Calls of ${this.#one(personal.last)}` },
        }),
      rated: () =>
        contract('ratedItems', {
          Description: `Visit in ${personal.cities[0]}`,
          Quantity: 1,
          PricePerUnit: 33.33,
        }),
      bill: () => contract('bill', {}),
      pause: () => contract('pause', { EndDate: inDays(this.#draw(60) + 5) }),
      pauseLater: () => contract('pause', { StartDate: inDays(this.#draw(120) + 1), EndDate: inDays(150) }),
      resume: () => contract('resume', {}),
      end: () => contract('end', this.#draw(2) === 0 ? {} : { EndDate: inDays(this.#draw(100)) }),
      revoke: () => contract('revokeCancellation', {}),
      annul: () => (this.#draw(8) === 0 ? contract('annulate', {}) : contract('resume', {})),
      payment: () =>
        contract('payment', { Amount: this.#draw(4_000) / 100, Description: `From ${personal.last[0]}` }),
      suspend: () => this.#api('PATCH', `contracts/${Id}`, { BillingSuspended: this.#draw(3) === 0 }),
      moved: () =>
        this.#api('PATCH', `customers/${CustomerId}`, { Address: { Country: this.#one(countries) } }),
    };
    const name = this.#one(Object.keys(changes));
    const { status } = await (changes[name] as () => Promise<{ readonly status: number }>)();
    if (status >= 500) throw new Error(`${name}: ${status}`);
    if (status < 300) this.#made.set(name, (this.#made.get(name) ?? 0) + 1);
  }

  async #ordered(body: object): Promise<{ readonly status: number }> {
    const order = await this.#api('POST', 'orders', body);
    return order.status >= 300 ? order : this.#api('POST', `orders/${order.body.Id}/commit`, {});
  }
}
