// What each operation says of input that it cannot use: every field as a list, a text and a number below zero, no field at all, an id
// that does not exist; and what payments refuse. Whole refusals, compared with reviewed files. After an intended change:
//   npx vitest run --project unit test/sandbox/service/http/refused.test.ts --update
import { expect, it } from 'vitest';
import { openApiDocument } from '../../../openapi-document.ts';
import { followed, parametersOf } from '../../openapi-references.ts';
import { publicApiKey, returnUrl, Service } from '../simulation/service.ts';
import { type Answer, backEnd, newContract, newSandbox } from './service.ts';

type Schema = { readonly [name: string]: unknown };

/** The names of the fields that a body may have. */
function fieldsOf(schema: Schema): string[] {
  const { properties, allOf, anyOf, oneOf } = followed(openApiDocument, schema) as {
    properties?: object;
    allOf?: Schema[];
    anyOf?: Schema[];
    oneOf?: Schema[];
  };
  const parts = [...(allOf ?? []), ...(anyOf ?? []), ...(oneOf ?? [])];
  return [...new Set([...Object.keys(properties ?? {}), ...parts.flatMap(fieldsOf)])];
}

/** A refusal: its status and code, where the guides explain it, and a line for each mistake. */
function refusal(answer: Answer): string {
  const {
    type,
    Code,
    Message,
    Errors = [],
  } = answer.body as {
    type?: string;
    Code?: string;
    Message?: string;
    Errors?: { Field: string; Code: string; Message: string }[];
  };
  const guide = type?.replace('http://sandbox/docs/guides/', '') ?? '';
  const head = `${answer.status} ${Code ?? ''} (${guide})`;
  if (Errors.length < 2) return `${head} ${Message ?? ''}`.trimEnd();
  return [head, ...Errors.map((one) => `    ${one.Field} (${one.Code}): ${one.Message}`)].join('\n');
}

const nobody = 'f'.repeat(24);
const all = <Value>(names: readonly string[], value: Value): Record<string, Value> =>
  Object.fromEntries(names.map((name) => [name, value]));

/** They replace the state, move the clock, or answer for as long as one listens. */
const apart =
  /^\/sandbox\/(reset|snapshot|session|clock|workspaces|stream|what-if|forecast)|^\/(mcp|oauth|docs|llms|elements|drop-in|assets|openapi)/;

it('every operation says what is wrong with its input', { timeout: 60_000 }, async () => {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const { Id } = await newContract(api);
  const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
  const texts: string[] = [];
  for (const [path, methods] of Object.entries(openApiDocument.paths)) {
    if (apart.test(path)) continue;
    for (const [name, operation] of Object.entries(methods)) {
      const method = name.toUpperCase();
      const { requestBody } = operation as {
        requestBody?: { content?: Record<string, { schema?: Schema }> };
      };
      const content = requestBody === undefined ? undefined : followed(openApiDocument, requestBody).content;
      const schema = content?.['application/json']?.schema;
      const query = parametersOf(openApiDocument, operation).flatMap((one) =>
        (one as unknown as { in: string; name: string }).in === 'query' ? [one.name] : [],
      );
      const headers: Record<string, string> = path.includes('CustomerSelfService')
        ? { Authorization: `Bearer ${Token}` }
        : {};
      const at = path
        .replace(/\{type\}/, 'AppleIap')
        .replace(/\{name\}/, 'Bravo')
        .replace(/\{\w+\}/g, nobody);
      const send = async (what: string, body?: unknown, search = '') => {
        const answer = await api(method, at + search, body, headers);
        if (answer.status >= 400) texts.push(`  ${what}: ${refusal(answer)}`);
      };
      texts.push(`${method} ${path}`);
      for (const value of ['x', '-1'])
        if (query.length > 0)
          await send(`query ${value}`, undefined, `?${new URLSearchParams(all(query, value))}`);
      if (schema === undefined) {
        if (/\{/.test(path)) await send('of nothing');
        continue;
      }
      const fields = fieldsOf(schema);
      for (const value of [[], 'x', -1] as const) await send(JSON.stringify(value), all(fields, value));
      await send('{}', {});
      await send('an unknown field', { Colour: 'blue' });
    }
  }
  sandbox.close();
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('./files/refused.txt');
});

const good = {
  ExpiryMonth: 12,
  ExpiryYear: 2032,
  Holder: 'Ada Byron',
  Cvc: '123',
  Number: '4111111111111111',
};
const debit = { Holder: 'Ada Byron', Iban: 'DE89370400440532013000' };
const mandate = { MandateReference: 'M-1', MandateSignatureDate: '2026-01-15' };

it('payments say what is wrong with what they are paid with', async () => {
  const service = new Service();
  const { Flows, Bearers } = (await service.selfService(`paymentMethods?publicApiKey=${publicApiKey}`)).body;
  const texts: string[] = [];
  const note = (what: string, answer: Answer) => {
    if (answer.status >= 400) texts.push(`${what}: ${refusal(answer)}`);
    else texts.push(`${what}: ${answer.status} ${Object.keys(answer.body).join(', ')}`);
  };
  for (const bearer of Bearers as string[]) {
    const { Kind, Data } = Flows[bearer] as { Kind: string; Data: string };
    const usesToken = Kind !== 'Redirect' && Kind !== 'Direct';
    /** A new token: each is for one payment. */
    const own = async () =>
      usesToken
        ? {
            Token: (await service.token(bearer, /Card/.test(Data) ? { Card: good } : { Debit: debit })).body
              .Token,
          }
        : {};
    for (const [what, given] of Object.entries({
      'with nothing else': {},
      'with its data': await own(),
      'with its data and a mandate': { ...(await own()), ...mandate },
      'with its data and an address': { ...(await own()), ...mandate, EmailAddress: 'ada@customer.test' },
      'with a token of nobody': { ...mandate, Token: 'nobody' },
    })) {
      const order = await service.order();
      const pay = { PublicApiKey: publicApiKey, OrderId: order, ProviderReturnUrl: returnUrl };
      const answer = await service.selfService('signup/pay', {
        ...pay,
        TetheredPaymentInformation: { Bearer: bearer, ...given },
      });
      note(`${bearer} (${Kind}, ${Data}) ${what}`, answer);
    }
  }
  const paid = { PublicApiKey: publicApiKey, TetheredPaymentInformation: await service.byCard(good.Number) };
  for (const [what, body] of Object.entries({
    'an unknown bearer': { ...paid, TetheredPaymentInformation: { Bearer: 'Zulu' } },
    'a bearer in other letters': { ...paid, TetheredPaymentInformation: { Bearer: 'creditcard:delta' } },
    'a number for a bearer': { ...paid, TetheredPaymentInformation: { Bearer: 'x4111111111111111' } },
    'a key of another account': { ...paid, PublicApiKey: 'a00000000000000000000009' },
    'another amount': { ...paid, GrossTotal: 1 },
    'another currency': { ...paid, Currency: 'USD' },
    'a script to return to': {
      ...paid,
      TetheredPaymentInformation: { Bearer: 'Lima' },
      ProviderReturnUrl: 'javascript:alert(1)',
    },
    'no page to return to': { ...paid, TetheredPaymentInformation: { Bearer: 'Lima' } },
  })) {
    const answer = await service.selfService('signup/pay', { ...body, OrderId: await service.order() });
    note(what, answer);
    texts.push(
      ...[...answer.headers]
        .filter(([name]) => /warning/i.test(name))
        .map(([name, value]) => `  ${name}: ${value}`),
    );
  }
  note('an order of nobody', await service.selfService('signup/pay', { ...paid, OrderId: nobody }));
  for (const bearer of (Bearers as string[]).filter((name) => name.startsWith('Debit:')))
    for (const Iban of ['DE89370400440532013001', 'DE8937040044053201300', 'XX89370400440532013000'])
      note(`${bearer} with ${Iban}`, await service.token(bearer, { Debit: { ...debit, Iban } }));
  for (const [provider, body] of [
    ['Delta', { Bearer: 'CreditCard:Delta' }],
    ['Delta', { Bearer: 'Debit:Delta' }],
    ['Delta', { Bearer: 'CreditCard:Delta', Card: { ...good, Number: '4111' } }],
    ['Delta', { Bearer: 'CreditCard:Delta', Card: { ...good, ExpiryYear: 2020, Cvc: '1', Holder: '' } }],
    ['Delta', { Bearer: 'Debit:Delta', Debit: { Holder: '', Iban: 'DE00' } }],
    ['Delta', { Bearer: 'CreditCard:Golf', Card: good }],
    ['Delta', { Bearer: 'Lima' }],
    ['Bravo', { Bearer: 'CreditCard:Bravo', Card: { ...good, Number: '4000000000000002' } }],
    ['Lima', { Bearer: 'Lima', Card: good }],
    ['Zulu', { Bearer: 'CreditCard:Zulu', Card: good }],
  ] as const)
    note(
      `a token of ${provider} for ${JSON.stringify(body)}`,
      await service.call('POST', `/providers/${provider}/tokens`, body),
    );
  service.sandbox.close();
  await expect(
    `${texts.join('\n').replace(/\b[0-9a-f]{24}\b/g, (id) => (/0{6}|f{24}/.test(id) ? id : '#'))}\n`,
  ).toMatchFileSnapshot('./files/refused-payments.txt');
});

it('each group of operations says who may not call it, and where to read on', async () => {
  const sandbox = newSandbox({ controlToken: 'token' });
  const api = await backEnd(sandbox);
  const { Id } = await newContract(api);
  const { Token } = (await api('GET', `contracts/${Id}/selfServiceToken`)).body;
  const own = await api('GET', 'customers');
  expect(own.status).toBe(200);
  const credentials: Record<string, Record<string, string>> = {
    nobody: { Authorization: '' },
    'a wrong token': { Authorization: 'Bearer wrong' },
    'a wrong scheme': { Authorization: 'Basic eDp5' },
    'the page of a customer': { Authorization: `Bearer ${Token}` },
    'the control token': { Authorization: 'Bearer token' },
    'another site': { Origin: 'https://other.example.com', 'Sec-Fetch-Site': 'cross-site' },
  };
  const texts: string[] = [];
  for (const [method, path] of [
    ['GET', '/api/v1/customers'],
    ['POST', '/api/v1/customers'],
    ['GET', '/api/v1/CustomerSelfService/contract'],
    ['PUT', '/api/v1/CustomerSelfService/customer'],
    ['GET', '/api/v1/CustomerSelfService/countries'],
    ['POST', '/api/v1/CustomerSelfService/signup/preview'],
    ['GET', '/sandbox/clock'],
    ['POST', '/sandbox/reset'],
    ['GET', '/sandbox/health'],
    ['POST', '/mcp'],
    ['POST', '/oauth/token/'],
    ['POST', '/providers/Delta/tokens'],
    ['POST', '/stores/AppleIap/verifyReceipt'],
    ['GET', '/downloads/none'],
    ['GET', '/docs/nothing'],
    ['DELETE', '/api/v1/orders'],
  ] as const)
    for (const [who, headers] of Object.entries(credentials)) {
      const answer = await api(
        method,
        path,
        method === 'GET' || method === 'DELETE' ? undefined : {},
        headers,
      );
      const asks = answer.headers.get('WWW-Authenticate');
      const said = answer.status < 400 ? String(answer.status) : refusal(answer);
      texts.push(`${method} ${path} by ${who}: ${said}${asks === null ? '' : ` [${asks}]`}`);
    }
  sandbox.close();
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('./files/refused-callers.txt');
});

it('each path names the methods that it has, once, where another comes', async () => {
  const sandbox = newSandbox();
  const api = await backEnd(sandbox);
  const wrong: unknown[] = [];
  for (const [path, operations] of Object.entries(openApiDocument.paths)) {
    const methods = Object.keys(operations).map((method) => method.toUpperCase());
    const other = ['PUT', 'PATCH', 'DELETE', 'POST'].find((method) => !methods.includes(method)) as string;
    const at = path.replace(/\{type\}/, 'AppleIap').replace(/\{\w+\}/g, nobody);
    const { status, headers } = await api(other, at);
    const allowed = headers.get('Allow')?.split(', ') ?? [];
    const isRight =
      allowed.length === new Set(allowed).size && methods.every((method) => allowed.includes(method));
    if (status !== 405 || !isRight) wrong.push([other, path, status, allowed]);
  }
  sandbox.close();
  expect(wrong).toEqual([]);
});
