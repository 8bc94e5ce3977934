import * as z from 'zod';
import { counted, joined, type Line, line, own, page, quoted } from '../answer.ts';
import type { Json } from '../service.ts';
import { skip, tool } from '../tool.ts';

const about = z.enum([
  'all',
  'plans',
  'coupons',
  'components',
  'payment_methods',
  'test_data',
  'credentials',
]);

const lists: { readonly [name in z.infer<typeof about>]: (catalog: Json) => Line[] } = {
  all: (catalog) => [
    line`Public API key ${catalog.PublicApiKey}. Base URL ${catalog.BaseUrl}.`,
    line`Plan variants:`,
    ...lists.plans(catalog),
    line`Coupons:`,
    ...lists.coupons(catalog),
    line`Cards that fail, and others: about "test_data". Bearers: about "payment_methods".`,
  ],
  plans: ({ PlanVariants }) =>
    PlanVariants.map(
      ({ Id, Name, RecurringFee, SetupFee, Currency, TrialPeriod }: Json) =>
        line`${Id} ${quoted(Name)}: ${RecurringFee} ${Currency}${SetupFee > 0 ? line`, setup ${SetupFee}` : undefined}${TrialPeriod === undefined ? undefined : line`, after a trial of ${counted(TrialPeriod.Quantity, TrialPeriod.Unit.toLowerCase())}`}`,
    ),
  coupons: ({ Coupons }) =>
    Coupons.map(
      ({ Codes, Outcome }: Json) =>
        line`${joined(Codes.map((code: string) => quoted(code)))}: ${quoted(Outcome)}`,
    ),
  components: ({ Components }) =>
    Components.map(
      ({ Id, Name, ComponentType, PricePerUnit }: Json) =>
        line`${Id} ${quoted(Name)}: ${ComponentType} ${PricePerUnit}`,
    ),
  payment_methods: ({ Providers }) =>
    Providers.map(
      ({ Name, Bearers }: Json) =>
        line`${quoted(Name)}: ${joined(Bearers.map(({ Bearer }: Json) => quoted(Bearer)))}`,
    ),
  test_data: ({ TestData }) =>
    TestData.map(({ Kind, Value, Outcome }: Json) => line`${own(Kind)} ${Value}: ${Outcome}`),
  credentials: ({ PublicApiKey, OAuthClients, ServiceUsers }) => [
    line`Public API key (= entity id): ${PublicApiKey}`,
    ...OAuthClients.map(
      ({ ClientId, ClientSecret, Grants }: Json) =>
        line`OAuth client ${ClientId}, ${ClientSecret === undefined ? own('without a secret') : line`secret ${ClientSecret}`}, grants ${joined(Grants)}`,
    ),
    ...ServiceUsers.map(({ Username, Password }: Json) => line`Service user ${Username} / ${Password}`),
  ],
};

export const catalog = tool({
  name: 'catalog',
  description: 'Lists plans, coupons, components, payment methods, test cards and credentials, with ids.',
  input: { about: about.default('all'), skip },
  readOnly: true,
  async run(service, { about, skip }) {
    const lines = lists[about](await service.control('GET', '/catalog'));
    return page(lines, line`sign_up with a plan variant id.`, { skip, take: 40, more: `skip ${skip + 40}` });
  },
});
