// What the two ends of the payment form say to each other: the page that embeds it (external.ts) and the document of
// the service in the iframe (internal.ts). One window message carries the `MessagePort` over; all else goes through the
// port. Every message is checked here before anybody looks into it.
import { type Folded, isObject, own, text } from '../record.ts';

/** A message's fields by type, each with what it must be. */
export type Shapes = { readonly [type: string]: { readonly [field: string]: (value: unknown) => boolean } };

/** Why a message is not accepted. Nothing answers it, and nothing changes. */
export type Rejection =
  /** It comes from another origin than that of the other end. */
  | 'ForeignOrigin'
  /** It comes from another window than that of the other end. */
  | 'ForeignSource'
  /** It is no message of this protocol, or of another version of it. */
  | 'NoMessage'
  /** This end takes no message of that type. */
  | 'UnknownType'
  /** A field is missing or is something else than it must be. */
  | 'WrongField'
  /** It is right in itself, but nobody waits for it: too early, too late, or for the second time. */
  | 'OutOfOrder';

/** Who may speak to an end. A port has neither origin nor source: who holds its other side, got it from us. */
export interface Peer {
  readonly origin: string | undefined;
  readonly source: unknown;
}

/** Whoever holds the other side of the port. */
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
  for (const [field, fits] of Object.entries(shape)) if (!fits(data[field])) return 'WrongField';
  return data as Message;
}

const isText = (value: unknown): boolean => typeof value === 'string';
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
/** An object of plain values. */
const isFlat = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => Object(one) !== one);
/** An object of such objects. */
const isStyle = (value: unknown): boolean => isObject(value) && Object.values(value).every(isFlat);
const orNone =
  (fits: (value: unknown) => boolean) =>
  (value: unknown): boolean =>
    value === undefined || fits(value);

// ── To the iframe ─────────────────────────────────────────────────────────────────────────────────────────────────

/** The one message between windows. It brings the port. */
export interface Connect {
  readonly type: 'connect';
  /** What the page has configured, by names in lower case. */
  readonly config: Folded;
  /** As in `configure`. */
  readonly environment?: string | undefined;
  /** Parts of the form by name in lower case, each with CSS properties. */
  readonly style: { readonly [part: string]: { readonly [property: string]: unknown } };
}

const isConfig = (value: unknown): boolean =>
  isObject(value) &&
  text(value['publicapikey']) !== '' &&
  orNone(isTexts)(value['paymentmethods']) &&
  orNone(isText)(value['locale']);

export const connect: Shapes = {
  connect: { config: isConfig, environment: orNone(isText), style: isStyle },
};

/** Ids of requests grow, so that one which comes again is told from a new one. */
export type ToFrame =
  | { readonly type: 'validate'; readonly id: number }
  | {
      readonly type: 'tokenize';
      readonly id: number;
      readonly amount: { readonly Amount?: number | undefined; readonly Currency?: string | undefined };
      /** The idempotency key of the call. */
      readonly key: string;
      readonly timeoutMs: number;
    }
  | { readonly type: 'cancel'; readonly id: number }
  | { readonly type: 'focus' };

export const toFrame: Shapes = {
  validate: { id: isNumber },
  tokenize: { id: isNumber, amount: isFlat, key: isText, timeoutMs: isNumber },
  cancel: { id: isNumber },
  focus: {},
};

// ── To the page ───────────────────────────────────────────────────────────────────────────────────────────────────

/** A value without a life of its own: text, number, flag, or an object of such. No list, no date, no file. */
export type Plain = string | number | boolean | null | undefined | { readonly [name: string]: Plain };

/** What tells of an event, of an answer, or of what is wrong. */
export type Detail = { readonly [name: string]: Plain };

/** A `ClientLibError`; codes in one text, separated by spaces. */
export interface FlatError extends Detail {
  readonly errorCode: string;
  readonly errorMessage: string;
}

/**
 * One shape for all, so that the page needs little to check it:
 * - `ready`, `change`, `focus`, `blur`, `submit`, and `error` with a `FlatError`: events of the form
 * - `failed` with a `FlatError`: the form cannot be shown
 * - `height`: what the frame needs
 * - `validate`, `tokenize`: answers to the requests of these types, or a `FlatError`
 */
export interface ToPage {
  readonly clientlib: typeof version;
  readonly type: string;
  /** Of the request, in answers. */
  readonly id?: number;
  readonly detail: Detail;
}

/** Whether what came is a message to the page. One of a type that the page does not know or wait for has no effect. */
export const isToPage = (data: unknown): data is ToPage =>
  (data as ToPage | null)?.clientlib === version && isObject((data as ToPage).detail) && isPlain(data);

const isPlain = (value: unknown): boolean =>
  Object(value) !== value || (isObject(value) && Object.values(value).every(isPlain));
