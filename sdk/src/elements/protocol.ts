// What the two ends of the payment form send to each other: the page that embeds it (external.ts) and the document of the
// service in the iframe (internal.ts). One window message transfers the `MessagePort`; all else goes through the port.
// Every message is checked here before anything reads it.
import { type Folded, isObject, own, text } from '../input/record.ts';
import {
  type Check,
  isNumber,
  isText,
  isTexts,
  record,
  type Shape,
  shaped,
  wrongField,
} from '../input/shape.ts';
import type { PaymentFormElement, PaymentFormEvent } from './payment-form.ts';

/** Fields of messages by type, each with what it must be. */
export interface Shapes {
  readonly [type: string]: Shape;
}

/** Why a message is not accepted. Nothing answers it, and nothing changes. */
export type Rejection =
  /** It comes from an unexpected origin. */
  | 'ForeignOrigin'
  /** It comes from an unexpected window. */
  | 'ForeignSource'
  /** It is not a message of this version of the protocol. */
  | 'NoMessage'
  /** This end takes no message of that type. */
  | 'UnknownType'
  /** A field is missing or is something else than it must be. */
  | 'WrongField'
  /** It is valid, but unexpected: too early, too late, or repeated. */
  | 'OutOfOrder';

/** The allowed sender for an end. A port has neither origin nor source: only we pass on its other side. */
export interface Peer {
  readonly origin: string | undefined;
  readonly source: unknown;
}

/** The holder of the other side of the port. */
export const throughPort: Peer = { origin: '', source: null };

/** Marks the messages; another number when the two ends would no longer understand each other. */
export const version = 1;

/** A message that is what it must be, or why it is rejected: by origin, then source, then shape, then type and fields. */
export function accept<Message>(
  { origin, source, data }: Pick<MessageEvent, 'origin' | 'source' | 'data'>,
  peer: Peer,
  shapes: Shapes,
): Message | Rejection {
  if (origin !== peer.origin) return 'ForeignOrigin';
  if (source !== peer.source) return 'ForeignSource';
  if (!isObject(data) || data['clientlib'] !== version) return 'NoMessage';
  const shape = own(shapes, data['type']);
  if (!shape) return 'UnknownType';
  return wrongField(data, shape) === undefined ? (data as Message) : 'WrongField';
}

/** Text, number, flag or nothing. */
const isPlain: Check = (value) => Object(value) !== value;
const isFlat = record(isPlain);
const isStyle = record(isFlat);
const orNone =
  (check: Check): Check =>
  (value) =>
    value === undefined || check(value);

// ── To the iframe ─────────────────────────────────────────────────────────────────────────────────────────────────

/** The one message between windows. It brings the port. */
export interface Connect {
  readonly type: 'connect';
  /** The page's configuration, by lower-case names. */
  readonly config: Folded;
  /** Like `configure`. */
  readonly environment?: string | undefined;
  /** Parts of the form by name in lower case, each with CSS properties. */
  readonly style: { readonly [part: string]: { readonly [property: string]: unknown } };
  /** The one thing of the form that the frame shows; absent for the whole form. */
  readonly part?: Part | undefined;
}

/** The content of a frame: the whole form, one of its fields, or the mandate of a direct debit. */
export const elementNames = [
  'paymentForm',
  'cardNumber',
  'expiry',
  'cvc',
  'cardHolder',
  'accountHolder',
  'iban',
  'bic',
  'bankAccountNumber',
  'bankRoutingCode',
  'emailAddress',
  'mandate',
] as const satisfies readonly PaymentFormElement[];

/** A frame of a form whose fields have frames of their own. */
export interface Part {
  /** The content of the frame: a field or the mandate. */
  readonly name: string;
  /** The same for all frames of the form. No secret. */
  readonly group: string;
  /** True for the frame that runs the form. The others provide their documents. */
  readonly isFirst: boolean;
}

const isConfig: Check = (value) =>
  isObject(value) &&
  text(value['publicapikey']) !== '' &&
  orNone(isTexts)(value['paymentmethods']) &&
  orNone(isText)(value['locale']);

const isPart = shaped({ name: isText, group: isText, isFirst: (value) => typeof value === 'boolean' });

export const connect: Shapes = {
  connect: { config: isConfig, environment: orNone(isText), style: isStyle, part: orNone(isPart) },
};

/** Changes to a form that is shown: the whole configuration and style, as in `Connect`. */
export type Update = Pick<Connect, 'config' | 'style'> & { readonly type: 'update' };

/** Ids of requests grow, so that a repeated one is recognized. */
export type ToFrame =
  /** `quiet`: leaves the focus where it is. */
  | { readonly type: 'validate'; readonly id: number; readonly quiet?: boolean }
  | {
      readonly type: 'tokenize';
      readonly id: number;
      readonly amount: { readonly Amount?: number | undefined; readonly Currency?: string | undefined };
      /** The idempotency key of the call. */
      readonly key: string;
      readonly timeoutMs: number;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'focus' }
  | { readonly type: 'clearCode' }
  | Update
  /** A file that the document has asked for by `load`; without bytes when it did not load. */
  | {
      readonly type: 'loaded';
      readonly url: string;
      /** The address after redirects. */
      readonly from?: string | undefined;
      readonly bytes?: ArrayBuffer | undefined;
    }
  /** The page's data of the payer, which fills in fields that the customer has not typed. */
  | { readonly type: 'payer'; readonly holder: string; readonly emailAddress: string };

export const toFrame: Shapes = {
  validate: { id: isNumber },
  tokenize: { id: isNumber, amount: isFlat, key: isText, timeoutMs: isNumber },
  cancel: { id: isNumber },
  focus: {},
  clearCode: {},
  update: { config: isConfig, style: isStyle },
  loaded: { url: isText, from: orNone(isText), bytes: orNone((value) => value instanceof ArrayBuffer) },
  payer: { holder: isText, emailAddress: isText },
};

// ── To the page ───────────────────────────────────────────────────────────────────────────────────────────────────

/** A value without a life of its own: text, number, flag, or an object of such. No list, no date, no file. */
export type Plain = string | number | boolean | null | undefined | { readonly [name: string]: Plain };

/** An event, an answer, or what is wrong. */
export interface Detail {
  readonly [name: string]: Plain;
}

/** A `ClientLibError`; codes in one text, separated by spaces. */
export interface FlatError extends Detail {
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly developerMessage: string;
}

/**
 * One shape for all:
 * - `ready`, `change`, `focus`, `blur`, `submit`, `escape`: events of the form
 * - `invalid` and `error` with a `FlatError`: events, of a field or of the form
 * - `failed` with a `FlatError`: the form cannot be shown
 * - `height`: what the frame needs
 * - `load`: the address of a font or of its style sheet, which the page loads
 * - `validate`, `tokenize`: answers to the requests of these types, or a `FlatError`
 */
export interface ToPage {
  readonly clientlib: typeof version;
  readonly type: string;
  /** The id of the request, in responses. */
  readonly id?: number;
  readonly detail: Detail;
}

/** Returns whether a value is a message to the page. One of a type that the page does not know or wait for has no effect. */
export const isToPage = (data: unknown): data is ToPage =>
  isObject(data) && data['clientlib'] === version && isObject(data['detail']) && isPlainTree(data);

const isPlainTree: Check = (value) => isPlain(value) || record(isPlainTree)(value);

/** The events of the form with the fields that the page reads; those of an error are its facts. */
export const eventFields: { readonly [event in PaymentFormEvent]: readonly string[] } = {
  ready: ['title', 'methods', 'bearer', 'label', 'ignoredStyles'],
  change: ['bearer', 'label', 'field', 'complete', 'cardType', 'empty', 'valid'],
  focus: ['field'],
  blur: ['field'],
  submit: ['bearer'],
  escape: ['bearer'],
  error: [],
  invalid: [],
};

/** The declared fields of a message that are plain values. */
export const declared = (detail: Detail, fields: readonly string[]): Detail =>
  Object.fromEntries(
    Object.entries(detail).filter(([name, value]) => fields.includes(name) && isPlain(value)),
  );

export const isFlatError = (detail: Detail): detail is FlatError => isText(detail['errorCode']);
