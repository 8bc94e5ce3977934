import * as z from 'zod';
import type { Json } from '../service.ts';
import { page, skip, tool } from '../tool.ts';

const about = z.enum([
  'all',
  'plans',
  'coupons',
  'components',
  'payment_methods',
  'test_data',
  'credentials',
]);

const lists: { readonly [name in z.infer<typeof about>]: (catalog: Json) => string[] } = {
  all: (catalog) => [
    `Public API key ${catalog.PublicApiKey}. Base URL ${catalog.BaseUrl}.`,
    'Plan variants:',
    ...lists.plans(catalog),
    'Coupons:',
    ...lists.coupons(catalog),
    'Cards that fail, and others: about "test_data". Bearers: about "payment_methods".',
  ],
  plans: ({ PlanVariants }) =>
    PlanVariants.map(
      ({ Id, Name, RecurringFee, SetupFee, Currency }: Json) =>
        `${Id} ${Name}: ${RecurringFee} ${Currency}${SetupFee > 0 ? `, setup ${SetupFee}` : ''}`,
    ),
  coupons: ({ Coupons }) => Coupons.map(({ Codes, Outcome }: Json) => `${Codes.join(', ')}: ${Outcome}`),
  components: ({ Components }) =>
    Components.map(
      ({ Id, Name, ComponentType, PricePerUnit }: Json) =>
        `${Id} ${Name}: ${ComponentType} ${PricePerUnit ?? ''}`,
    ),
  payment_methods: ({ Providers }) =>
    Providers.map(
      ({ Name, Bearers }: Json) =>
        `${Name}: ${Bearers.map(({ Bearer }: Json) => Bearer).join(', ') || 'none'}`,
    ),
  test_data: ({ TestData }) =>
    TestData.map(({ Kind, Value, Outcome }: Json) => `${Kind} ${Value}: ${Outcome}`),
  credentials: ({ PublicApiKey, OAuthClients, ServiceUsers }) => [
    `Public API key (= entity id): ${PublicApiKey}`,
    ...OAuthClients.map(
      ({ ClientId, ClientSecret, Grants }: Json) =>
        `OAuth client ${ClientId}, secret ${ClientSecret ?? 'none'}, grants ${Grants.join(', ')}`,
    ),
    ...ServiceUsers.map(({ Username, Password }: Json) => `Service user ${Username} / ${Password}`),
  ],
};

export const catalog = tool({
  name: 'catalog',
  description:
    'What is there, with ids: plans, coupons, components, payment methods, test cards, credentials.',
  input: { about: about.default('all'), skip },
  readOnly: true,
  async run(service, { about, skip }) {
    const lines = lists[about](await service.control('GET', '/catalog'));
    return page(lines, 'sign_up with a plan variant id.', { skip, take: 40, more: `skip ${skip + 40}` });
  },
});
