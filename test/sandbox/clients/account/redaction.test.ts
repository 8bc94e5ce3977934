// A cassette may be shared: what is not known to be harmless does not get into it.
import { beforeAll, expect, it } from 'vitest';
import {
  Redaction,
  withoutSecrets,
  withoutSecretsIn,
} from '../../../../sandbox/src/clients/account/redaction.ts';
import { readVocabulary, type Vocabulary } from '../../../../sandbox/src/clients/account/vocabulary.ts';

let vocabulary: Vocabulary;
beforeAll(async () => {
  vocabulary = await readVocabulary();
});

const redaction = () => new Redaction(vocabulary);

/** What a text of the field becomes. */
function kindOf(field: string): 'kept' | 'placeholder' | 'hidden' {
  const shown = (redaction().json({ [field]: 'Some text' }) as Record<string, unknown>)[field];
  return shown === '***' ? 'hidden' : shown === 'Some text' ? 'kept' : 'placeholder';
}

const lists = {
  kept: `afterfirstcontractperiodnextstep billingdatealignment cardtype code codes componentname componenttype contenttype
    contractchangetype country countrycode couponcode currency description destinationcountry detail developermessage
    disabledreason epilogue error error_description errorcode errormessage event events externalcomponentid externalid field
    format internalname invoicenumber invoicereferencecode kind language locale message mode name nextproductid outcome
    paymentmethod paymentprovider paymenttransactiontype plandescription planname planvariantname productdescription productid
    productids prologue provider reason referencecode reversechargetaxdefinitionid scope senderaddress sendername
    sendertaxnumber sendervatid servicecountry setupdescription state storeproductid tasktype taxdefinitionid templatename
    text timezone timezonekey title twolettercode type unit url usedcodes value variantdescription variantname version`,
  placeholder: `additionalemailaddresses addressline1 addressline2 buyerreference city companyname customername
    customersubname debitoraccount email emailaddress emailtemplateexternalid externalcustomerid firstname holder housenumber
    key lastname memo notes partnercompanycode phonenumber postalcode recipientname recipientsubname recipientvatid
    reportedemail search showemailaddress showvatid street tag useindividualemailsettings userid username vatid
    yourcustomerid`,
} as const;

it.each(['kept', 'placeholder'] as const)(
  'has decided for each field of the API whether its text stays: %s',
  (kind) => {
    const fields = [...vocabulary.fields].filter((field) => !vocabulary.enumerations.has(field));
    expect(fields.length).toBeGreaterThan(300);
    expect(fields.filter((field) => kindOf(field) === kind).sort()).toEqual(lists[kind].split(/\s+/));
  },
);

const canary = 'Zyxwvut';

it.each([
  ['a field that nobody knows', { MobilePhone: canary, BirthDate: '1815-12-10', Comment: canary, Age: 36 }],
  ['one within an object', { Customer: { Nickname: canary, Parent: { Name: canary } } }],
  ['one in a list', { Items: [{ Comment: canary }, [{ Comment: canary }]] }],
  ['a name of a map', { Params: { [canary]: canary }, Targets: { [canary]: true } }],
  ['a text of a known field that is on no list', { Opener: canary, Subject: canary, Phone: canary }],
  ['an address without a dot', { EmailAddress: `${canary}@localhost`, Message: `of ${canary}@intranet` }],
  ['a number of a personal field', { PhoneNumber: 5550017, PostalCode: 1080 }],
  ['a name of a customer that is one of plans elsewhere', { Customer: { Name: canary, Text: canary } }],
  ['a long note in another text', { Notes: canary.repeat(60), Message: `Noted: ${canary.repeat(60)}.` }],
  ['custom fields', { CustomFields: { [`${canary}@shop.test`]: 1, Dog: canary } }],
])('keeps nothing of %s: %j', (_what, body) => {
  const shown = JSON.stringify(redaction().json(body));
  expect(shown).not.toMatch(/zyxwvut|Nickname|1815|5550017|1080|Comment|"Age|MobilePhone/i);
});

it('keeps nothing that a path or its query says of a person', () => {
  const shown = redaction().path(
    `/api/v1/customers/${canary}/contracts?search=${canary}&mobilePhone=${canary}&emailAddress=${canary}%40localhost&take=500&status=${canary}`,
  );
  expect(shown).not.toContain(canary);
  expect(shown).toMatch(
    /^\/api\/v1\/customers\/\w+\d\/contracts\?search=\w+&emailAddress=person\d+%40example\.com&take=500&/,
  );
});

it('keeps what is compared: ids, instants, amounts, enumerations and the texts of a catalogue', () => {
  const body = {
    Id: 'b00000000000000000000001',
    InternalName: 'Basic',
    Description: { en: 'For one', 'de-AT': 'Für eine' },
    RecurringFee: 9.9,
    LifecycleStatus: 'Active',
    StartDate: '2026-01-15T10:00:00.0000000Z',
    FeePeriod: { Unit: 'Month', Quantity: 1 },
    Errors: [{ Field: 'Cart.Quantity', Code: 'InvalidData' }],
    SenderAddress: { Street: 'Lange Gasse', City: 'Wien' },
  };
  expect(redaction().json(body)).toEqual(body);
});

it('gives a person one placeholder, also where it was written already', () => {
  const one = redaction();
  const named = (FirstName: string) => (one.json({ FirstName }) as { FirstName: string }).FirstName;
  const [ada, eva] = [named('Ada'), named('Eva')];
  expect([named('ADA'), named(ada), named(eva), ada === eva]).toEqual([ada, ada, eva, false]);
  expect(one.json({ Message: `of Ada and ${eva}, ada.` })).toEqual({
    Message: `of ${ada} and ${eva}, ${ada}.`,
  });
});

it('replaces a whole text within another before what is a part of it', () => {
  const one = redaction();
  const body = { Customer: { Address: { City: 'Bad Homburg', Street: 'Bad Homburg Allee' } } };
  const { Address } = (one.json(body) as { Customer: { Address: Record<string, string> } }).Customer;
  const { Message } = one.json({ Message: 'Sent to BAD HOMBURG ALLEE in Bad Homburg.' }) as {
    Message: string;
  };
  expect(Message).toBe(`Sent to ${Address['Street']} in ${Address['City']}.`);
});

it('hides what it learns later as what it has learned before, in every text from then on', () => {
  const shown = redaction();
  const text = 'Ada and Grace have the key abc-123-def';
  shown.json({ FirstName: 'Ada' });
  expect(shown.text(text)).toBe('Name1 and Grace have the key abc-123-def');
  shown.json({ FirstName: 'Grace' });
  expect(shown.text(text)).toMatch(/^Name1 and Name\d have the key abc-123-def$/);
  shown.hide('abc-123-def');
  expect(shown.text(text)).toMatch(/^Name1 and Name\d have the key \*\*\*$/);
});

it('a secret that is empty hides nothing', () => {
  expect(withoutSecrets('a hush b', ['', 'hush'])).toBe('a *** b');
  expect(withoutSecretsIn({ hush: ['a', 1, null] }, ['', 'hush'])).toEqual({ '***': ['a', 1, null] });
});
