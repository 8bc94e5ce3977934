// What a cassette and an import keep, entry by entry of the lists in the source.
import { createSandbox } from 'clientlib-sandbox';
import { beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { compareResponses } from '../../../../sandbox/src/clients/account/compare-responses.ts';
import { anonymousCustomer } from '../../../../sandbox/src/clients/account/personal-data.ts';
import type { Entry } from '../../../../sandbox/src/clients/account/read-list.ts';
import { Recording } from '../../../../sandbox/src/clients/account/recording.ts';
import {
  fittingEntries,
  shownContract,
  shownCustomer,
  shownLists,
} from '../../../../sandbox/src/clients/account/shown-entries.ts';
import { readVocabulary, type Vocabulary } from '../../../../sandbox/src/clients/account/vocabulary.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await readVocabulary();
});

describe('a recording', () => {
  const isKept = (status: number) => {
    const recording = new Recording(vocabulary);
    recording.add({
      method: 'GET',
      path: '/api/v1/plans',
      headers: new Headers({ Authorization: 'Bearer token' }),
      body: '',
      status,
      responseHeaders: new Headers(),
      responseBody: '[]',
    });
    expect(recording.notKept).toBe(1 - recording.length);
    return recording.length === 1;
  };

  it('keeps what says something of the rules of the service, and no other status', () => {
    const statuses = [
      200, 201, 204, 304, 400, 401, 403, 404, 409, 412, 415, 422, 429, 500, 501, 502, 503, 504,
    ];
    expect(statuses.filter((status) => !isKept(status))).toEqual([304, 412, 429, 500, 502, 503, 504]);
  });
});

it.each([
  ['Code', { Code: 'Other', Errors: [{ Field: 'Cart', Code: 'InvalidData' }] }],
  ['Errors[0].Field', { Code: 'InvalidData', Errors: [{ Field: 'Customer', Code: 'InvalidData' }] }],
  ['Errors[0].Code', { Code: 'InvalidData', Errors: [{ Field: 'Cart', Code: 'Other' }] }],
])('verify compares the %s of a refusal', (path, body) => {
  const answered = (shown: object) => ({ status: 422, headers: new Headers(), body: shown });
  const ours = answered({ Code: 'InvalidData', Errors: [{ Field: 'Cart', Code: 'InvalidData' }] });
  const request = { operation: 'POST /api/v1/orders', method: 'POST', path: '/api/v1/orders' };
  const found = compareResponses(request, ours, answered(body), { ids: new Set(), enums: new Map() });
  expect(found).toEqual([expect.objectContaining({ class: 'code', path })]);
});

it('import keeps no text about a customer but its id, country, language and kind', () => {
  const canary = 'Zyxwvut';
  const texts = {
    FirstName: canary,
    LastName: canary,
    CompanyName: canary,
    CustomerName: canary,
    CustomerSubName: canary,
    EmailAddress: `${canary}@mail.test`,
    AdditionalEmailAddresses: [{ EmailAddress: `${canary}@mail.test` }],
    PhoneNumber: canary,
    VatId: `AT${canary}`,
    DebitorAccount: canary,
    ExternalCustomerId: canary,
    Tag: canary,
    Notes: canary,
    BuyerReference: canary,
    PartnerCompanyCode: canary,
    Address: {
      Street: canary,
      HouseNumber: canary,
      AddressLine1: canary,
      PostalCode: canary,
      City: canary,
      Country: 'AT',
    },
    CustomFields: { Dog: canary, [`${canary}@mail.test`]: 1 },
  };
  const shown = anonymousCustomer({ Id: 'c'.repeat(24), Language: 'de-AT', ...texts } as never);
  expect(JSON.stringify(shown)).not.toContain(canary);
  expect(shown).toMatchObject({ Id: 'c'.repeat(24), Language: 'de-AT', Address: { Country: 'AT' } });
});

it('import keeps no field of a contract or booking that tells how a customer has paid', () => {
  const fieldsOf = (schema: { readonly shape: object }) => Object.keys(schema.shape);
  const all = { shownContract, ...shownLists };
  const payment =
    /^(PaymentProvider(Role)?|PaymentMethod|Mandate\w*|ExternalSubscription|PaymentTransaction\w*|PaymentStatus)$/;
  const kept = Object.entries(all).flatMap(([name, schema]) =>
    fieldsOf(schema).flatMap((field) => (payment.test(field) ? `${name}.${field}` : [])),
  );
  expect(kept).toEqual([]);
  // What the sandbox derives itself is not kept either.
  for (const field of ['CurrentPhase', 'TrialEndDate', 'CurrentDunning'])
    expect(fieldsOf(shownContract)).not.toContain(field);
  for (const field of ['AmountType', 'VatPercentage'])
    expect(fieldsOf(shownLists.Bookings)).not.toContain(field);
});

it.each(['CustomerSubName', 'EmailAddress', 'Address', 'Language', 'Locale'])(
  'import takes a customer without the field %s',
  async (field) => {
    const sandbox = createSandbox();
    onTestFinished(() => sandbox.close());
    const { Id } = await sandbox.rest<{ Id: string }>('POST', '/customers', { FirstName: 'Ada' });
    const { [field]: _, ...customer } = await sandbox.rest<Entry>('GET', `/customers/${Id}`);
    const notes: string[] = [];
    expect(fittingEntries(shownCustomer, [customer as Entry], 'Customer', notes)).toHaveLength(1);
    expect(notes).toEqual([]);
  },
);
