import { PLACEHOLDER, parsePlaceholder } from '../../service/model/placeholder.ts';
import type { SessionFile } from '../../service/model/session.ts';
import { defaultCustomer, PAYS, type SignUpInput, testCard, testDebit } from '../../service/model/sign-up.ts';
import { answerBody } from './expectation.ts';
import { isMeanwhile, ownHeaders, type Step } from './steps.ts';

type RequestStep = Extract<Step, { readonly kind: 'Request' }>;

const SIGNUP = '/api/v1/CustomerSelfService/signup';

/** The provider that `signUp` of a test kit pays by, unless the configuration names others. */
const PROVIDER = 'FakePSP';

/** Returns the values that other steps take from the response to a row: `4.Id`. */
function takenFrom(steps: readonly Step[]): (row: number) => readonly string[] {
  const taken = new Map<number, string[]>();
  for (const step of steps) {
    for (const [, text = ''] of JSON.stringify(step).matchAll(PLACEHOLDER)) {
      const place = parsePlaceholder(text);
      if (place.kind === 'Answer')
        taken.set(place.row, [...(taken.get(place.row) ?? []), place.path.join('.')]);
    }
  }
  return (row) => taken.get(row) ?? [];
}

/**
 * The steps of a session as calls of the test kits: a signup as one call, back-end requests with `rest`, clock moves
 * and payment decisions as calls. Steps that differ from those stay requests, and read requests are omitted.
 *
 * @param isKept whether the test expects the exact response of this row
 */
export function folded(
  session: SessionFile,
  steps: readonly Step[],
  isKept: (row: number) => boolean,
): readonly Step[] {
  const taken = takenFrom(steps);
  const isPlain = (step: Step): step is RequestStep =>
    step.kind === 'Request' && !step.waits && !isKept(step.row) && !isMeanwhile(steps, step.row);
  const result: Step[] = [];
  for (const [at, step] of steps.entries()) {
    const signUp =
      at > 1 && isPlain(step)
        ? foldSignUp(session, steps.slice(at - 2, at).filter(isPlain), step, taken)
        : undefined;
    if (signUp !== undefined) result.splice(-2, 2, signUp);
    else
      result.push(
        isPlain(step) ? (foldCall(session, step, taken) ?? foldRest(step, steps, taken) ?? step) : step,
      );
  }
  const left = takenFrom(result);
  const isRead = (step: Step) => {
    if (step.kind !== 'Request' && step.kind !== 'Rest') return false;
    const { request, status, row } = step;
    const isLogin = /^\/oauth\/token\/?$/i.test(request.Path);
    return (request.Method === 'GET' || isLogin) && status >= 200 && status < 300 && left(row).length === 0;
  };
  return result.filter((step) => !isRead(step) || !(step.kind === 'Rest' || isPlain(step)));
}

/** Returns the sandbox call that has the same effect as a request to the control API. */
function foldCall(
  session: SessionFile,
  step: RequestStep,
  taken: (row: number) => readonly string[],
): Step | undefined {
  const { row, request, status } = step;
  const { Method, Path, Fault } = request;
  if (status < 200 || status > 299 || Fault !== undefined || taken(row).length > 0) return undefined;
  const call = (name: string, ...args: unknown[]): Step => ({ kind: 'Call', row, name, args, waits: false });
  const body = (request.Body ?? {}) as Readonly<Record<string, unknown>>;
  const [only] = Object.keys(body);
  switch (`${Method} ${Path}`) {
    case 'POST /sandbox/clock':
      if (session.Start.Clock === undefined || Object.keys(body).length !== 1) return undefined;
      if (only === 'Advance') return call('clock.advance', body[only]);
      return only === 'Now' ? call('clock.set', body[only]) : undefined;
    case 'POST /sandbox/payments/next':
      return call('payments.next', body);
    case 'DELETE /sandbox/payments/next':
      return call('payments.clear');
    case 'POST /sandbox/faults':
      return { kind: 'Fault', row, rule: body };
    case 'DELETE /sandbox/faults':
      return { kind: 'Fault', row };
    default:
      return undefined;
  }
}

/** Returns the `rest` call for a back-end request with an access token and no headers that `rest` does not send. */
function foldRest(
  step: RequestStep,
  steps: readonly Step[],
  taken: (row: number) => readonly string[],
): Step | undefined {
  const { request, status, row } = step;
  const { Authorization, ...headers } = ownHeaders(request);
  const isPlain = Object.entries(headers).every(
    ([name, value]) => /^(content-type|accept)$/i.test(name) && value === 'application/json',
  );
  const isRest = /^\/api\/v1\/(?!customerselfservice\/)/i.test(request.Path);
  const isAnswered = (status >= 200 && status < 300) || (status >= 400 && ![401, 429].includes(status));
  const isOwn = Authorization === undefined || isOfBackEnd(Authorization, steps);
  const hasText = (request.Form ?? request.Text) !== undefined;
  if (!isPlain || !isRest || !isAnswered || !isOwn || hasText || taken(row).includes('Location'))
    return undefined;
  return { ...step, kind: 'Rest' };
}

function isOfBackEnd(authorization: string, steps: readonly Step[]): boolean {
  const [, row] = /^Bearer \{\{(\d+)\.access_token\}\}$/.exec(authorization) ?? [];
  const login = steps.find((step) => step.row === Number(row));
  return login?.kind === 'Request' && JSON.stringify(login.request).includes('client_credentials');
}

/** Fields of the response to a signup. */
const SIGNED_UP = /^(OrderId|ContractId|CustomerId)$/;

/** The order of a signup, the token of its card and its payment, if `signUp` sends the same. */
function foldSignUp(
  session: SessionFile,
  [order, tokens]: readonly RequestStep[],
  pay: RequestStep,
  taken: (row: number) => readonly string[],
): Step | undefined {
  if (order === undefined || tokens === undefined) return undefined;
  const steps = [order, tokens, pay];
  if (
    steps.some(
      ({ request, status }) => request.Method !== 'POST' || status !== 200 || request.Fault !== undefined,
    )
  )
    return undefined;
  const input = signUpInput(session, order, tokens, pay);
  const { Error: error } = (answerBody(session, pay.row) ?? {}) as {
    readonly Error?: { readonly Code: string };
  };
  const others = [...taken(order.row), ...taken(pay.row)];
  const isUsed = error === undefined ? others.some((name) => !SIGNED_UP.test(name)) : others.length > 1;
  if (input === undefined || isUsed || taken(tokens.row).length > 1) return undefined;
  const code = error === undefined ? {} : { code: error.Code };
  return { kind: 'SignUp', row: pay.row, order: order.row, input, ...code };
}

/** Returns the input with which `signUp` sends the same request. */
function signUpInput(
  { Rows, Start }: SessionFile,
  order: RequestStep,
  tokens: RequestStep,
  pay: RequestStep,
): SignUpInput | undefined {
  const { Cart, Customer, ...rest } = toBody(order);
  const { Card, Debit } = toBody(tokens) as { Card?: { Number: string }; Debit?: { Iban: string } };
  const { PublicApiKey } = toBody(pay);
  const { Providers: [first] = [{ Name: PROVIDER }] } = (Start.Config?.['Account'] ?? {}) as {
    readonly Providers?: readonly { readonly Name: string }[];
  };
  const Bearer = `${Debit === undefined ? 'CreditCard' : 'Debit'}:${first?.Name}`;
  const now = new Date(Rows.find(({ Row }) => Row === tokens.row)?.Now ?? 0);
  const paid =
    Debit === undefined ? { Card: testCard(Card?.Number ?? '', now) } : { Debit: testDebit(Debit.Iban) };
  const TetheredPaymentInformation = { Bearer, Token: `{{${tokens.row}.Token}}` };
  const isSame =
    order.request.Path === `${SIGNUP}/order` &&
    tokens.request.Path === `/providers/${first?.Name}/tokens` &&
    pay.request.Path === `${SIGNUP}/pay` &&
    Object.keys(rest).length === 0 &&
    isEqual(toBody(tokens), { Bearer, ...paid }) &&
    isEqual(toBody(pay), { PublicApiKey, OrderId: `{{${order.row}.OrderId}}`, TetheredPaymentInformation });
  const customer = Object.entries(Customer ?? {});
  const isWhole = Object.keys(defaultCustomer).every((name) => customer.some(([field]) => field === name));
  if (!isSame || !isWhole) return undefined;
  const own = customer.filter(
    ([field, value]) => !isEqual(value, (defaultCustomer as Record<string, unknown>)[field]),
  );
  return {
    ...(Cart === undefined ? {} : { cart: Cart as SignUpInput['cart'] & object }),
    ...(own.length === 0 ? {} : { customer: Object.fromEntries(own) }),
    ...(Card === undefined || Card.Number === PAYS ? {} : { cardNumber: Card.Number }),
    ...(Debit === undefined ? {} : { iban: Debit.Iban }),
  };
}

const toBody = ({ request }: RequestStep) => (request.Body ?? {}) as Readonly<Record<string, unknown>>;

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other);
