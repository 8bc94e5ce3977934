import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from '../../../openapi-document.ts';
import { type Api, backEnd, newContract, newSandbox } from '../http/service.ts';

// Who sets which field of a customer: the table of docs/rest.md, tried field by field.

type Way = 'REST' | 'Self-service' | 'Signup' | 'Configuration';

const page = readFileSync('docs/rest.md', 'utf8');
const [, section = ''] = page.split('## Who sets a field of a customer');
const [head = '', , ...lines] = (section.split('\n## ')[0] ?? '')
  .split('\n')
  .filter((line) => line[0] === '|');
const cellsOf = (line: string) =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim());
const table = lines.map((line) => {
  const cells = cellsOf(line);
  const ways = Object.fromEntries(cellsOf(head).map((way, at) => [way, cells[at]])) as Record<Way, string>;
  return { field: (cells[0] ?? '').replaceAll('`', ''), ...ways };
});

/** Two values of each field; the first one is there before somebody writes the other. */
const values: { readonly [field: string]: readonly [unknown, unknown] } = {
  EmailAddress: ['ada@example.com', 'byron@example.com'],
  FirstName: ['Ada', 'Augusta'],
  LastName: ['Lovelace', 'Byron'],
  Tag: ['user-1', 'user-2'],
  CompanyName: ['Engines Ltd', 'Looms Ltd'],
  VatId: ['DE123456789', 'DE987654321'],
  PhoneNumber: ['+49 30 1', '+49 30 2'],
  Address: [
    { City: 'Berlin', Country: 'DE' },
    { City: 'Wien', Country: 'AT' },
  ],
  Locale: ['de-DE', 'fr-FR'],
  CustomFields: [{ Segment: 'Trade' }, { Segment: 'Retail' }],
  ExternalCustomerId: ['crm-1', 'crm-2'],
  DebitorAccount: ['10001', '10002'],
  Language: ['de-DE', 'it-IT'],
  Notes: ['friendly', 'in a hurry'],
  DefaultBearerMedium: ['SnailMail', 'ArchiveOnly'],
  CustomerType: ['Business', 'Consumer'],
  Hidden: [true, false],
  IsLocked: [false, true],
  ServiceCountry: ['DE', 'AT'],
  DestinationCountry: ['DE', 'AT'],
  TimeZoneKey: ['Europe/Berlin', 'Europe/Vienna'],
  PartnerCompanyCode: ['P1', 'P2'],
  BuyerReference: ['B1', 'B2'],
  AdditionalEmailAddresses: [[{ EmailAddress: 'one@example.com' }], [{ EmailAddress: 'two@example.com' }]],
};

const config = { Account: { SelfService: { CustomFields: { Customer: ['Segment'] } } } };
const fieldOf = (field: string, at: 0 | 1) => ({ [field]: values[field]?.[at] });
const before = Object.fromEntries(Object.keys(values).map((field) => [field, values[field]?.[0]]));

const customerOf = async (api: Api, id: string) => (await api('GET', `customers/${id}`)).body;

describe('the table of who sets a field of a customer', () => {
  it('has every field that the REST API takes, and a pair of values is tried of each', () => {
    const { schemas } = (
      openApiDocument as unknown as {
        components: { schemas: Record<string, { properties: object }> };
      }
    ).components;
    const fields = table.map(({ field }) => field).sort();
    expect(fields).toEqual(Object.keys(schemas['CustomerInput']?.properties ?? {}).sort());
    expect(Object.keys(values).sort()).toEqual(fields);
  });

  it.each(table)('REST: $field', async ({ field, REST }) => {
    expect(REST).toBe('yes');
    const api = await backEnd(newSandbox({ config }));
    const { body: made } = await api('POST', 'customers', before);
    expect(made).toMatchObject(fieldOf(field, 0));
    for (const [method, input] of [
      ['PATCH', fieldOf(field, 1)],
      ['PUT', { ...before, ...fieldOf(field, 0) }],
    ] as const) {
      expect((await api(method, `customers/${made.Id}`, input)).status).toBe(200);
      expect(await customerOf(api, made.Id)).toMatchObject(input);
    }
  });

  it.each(table)('self-service: $field', async ({ field, 'Self-service': says }) => {
    const api = await backEnd(newSandbox({ config }));
    const { body: made } = await api('POST', 'customers', before);
    const { Id } = await newContract(api, { Customer: undefined, CustomerId: made.Id });
    const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
    const sent = { ...(await customerOf(api, made.Id)), ...fieldOf(field, 1) };
    const answer = await api('PUT', 'CustomerSelfService/customer', sent, {
      Authorization: `Bearer ${Token}`,
    });
    expect(answer.status).toBe(200);
    const isTaken = says === 'yes' || says === 'if granted';
    expect(await customerOf(api, made.Id)).toMatchObject({
      ...before,
      ...(field === 'Locale' ? { Language: 'fr-FR' } : {}),
      ...fieldOf(field, isTaken ? 1 : 0),
    });
    const warning = `${field} is ignored: only the REST API changes it`;
    expect((answer.headers.get('X-Sandbox-Warnings') ?? '').includes(warning)).toBe(!isTaken);
    if (says === 'if granted') {
      const other = { ...sent, CustomFields: { Secret: 'x' } };
      const refused = await api('PUT', 'CustomerSelfService/customer', other, {
        Authorization: `Bearer ${Token}`,
      });
      expect(refused.status).toBe(422);
    }
  });

  it.each(table)('signup: $field', async ({ field, Signup: says }) => {
    const api = await backEnd(newSandbox({ config }));
    const order = await api('POST', 'CustomerSelfService/signup/order', {
      Cart: { PlanVariantId: 'b00000000000000000000001' },
      Customer: { LastName: 'Byron', ...fieldOf(field, 1) },
    });
    expect(order.status, JSON.stringify(order.body)).toBe(says === 'refused' ? 422 : 200);
    if (says === 'refused') return;
    await api('POST', `orders/${order.body.OrderId}/commit`, { PaymentMethod: 'InvoicePayment' });
    const customer = await customerOf(api, order.body.CustomerId);
    if (says === 'yes' || says === 'if granted') expect(customer).toMatchObject(fieldOf(field, 1));
    else {
      const plain = await api('POST', 'customers', { LastName: 'Byron', DefaultBearerMedium: 'SnailMail' });
      expect(customer[field]).toEqual((await customerOf(api, plain.body.Id))[field]);
      expect(order.headers.get('X-Sandbox-Warnings')).not.toBeNull();
    }
  });

  it('configuration: there are no customers in it', () => {
    expect(table.map(({ Configuration }) => Configuration)).toEqual(table.map(() => '–'));
    expect(() => newSandbox({ config: { Customers: [before] } as never })).toThrow(/Customers/);
  });
});
