// What the two ends of the payment form say to each other: the page that embeds it (external.ts) and the document of
// the service in the iframe (internal.ts). One window message carries the `MessagePort` over; all else goes through the
// port. Every message is checked here before anybody looks into it.
import { isObject, own } from '../record.ts';

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
  return read(data, shapes);
}

/** The same for what comes through the port, which has neither origin nor source: who holds its other side, got it from us. */
export function read<Message>(data: unknown, shapes: Shapes): Message | Rejection {
  if (!isObject(data) || data['clientlib'] !== version) return 'NoMessage';
  const shape = own(shapes, data['type']);
  if (!shape) return 'UnknownType';
  for (const [field, fits] of Object.entries(shape)) if (!fits(data[field])) return 'WrongField';
  return data as Message;
}

const isText = (value: unknown): boolean => typeof value === 'string';
/** Nothing that a frame would run as a script. */
const isAddress = (value: unknown): boolean => isText(value) && /^https?:/.test(value as string);
const isNumber = (value: unknown): boolean => Number.isFinite(value);
const isFlag = (value: unknown): boolean => typeof value === 'boolean';
const isTexts = (value: unknown): boolean => Array.isArray(value) && value.every(isText);
/** An object of plain values. */
const isFlat = (value: unknown): boolean =>
  isObject(value) && Object.values(value).every((one) => one == null || Object(one) !== one);
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
  readonly publicApiKey: string;
  /** Bearers to offer; all of the account when absent. */
  readonly paymentMethods?: readonly string[] | undefined;
  readonly locale?: string | undefined;
  /** Whether the page has given a `providerReturnUrl`. */
  readonly returns: boolean;
  /** As in `configure`. */
  readonly environment?: string | undefined;
  /** Parts of the form by name in lower case, each with CSS properties. */
  readonly style: { readonly [part: string]: { readonly [property: string]: unknown } };
}

export const connect: Shapes = {
  connect: {
    publicApiKey: isText,
    paymentMethods: orNone(isTexts),
    locale: orNone(isText),
    returns: isFlag,
    environment: orNone(isText),
    style: isStyle,
  },
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

/** A `ClientLibError` as flat values; codes in one text, separated by spaces. */
export interface FlatError {
  readonly errorCode: string;
  readonly errorMessage: string;
  readonly referenceId?: string | undefined;
  readonly referenceUrl?: string | undefined;
  readonly [detail: string]: unknown;
}

/** Plain values that tell of an event. */
export type Detail = { readonly [name: string]: string | number | boolean | undefined };

export type ToPage =
  | { readonly type: 'height'; readonly height: number }
  | { readonly type: 'ready'; readonly title: string; readonly detail: Detail }
  | { readonly type: 'change' | 'focus' | 'blur' | 'submit'; readonly detail: Detail }
  /** The form cannot be shown. */
  | { readonly type: 'failed'; readonly error: FlatError }
  /** Something is wrong; the form goes on. */
  | { readonly type: 'error'; readonly error: FlatError }
  | { readonly type: 'refused'; readonly id: number; readonly error: FlatError }
  | { readonly type: 'valid'; readonly id: number; readonly valid: boolean }
  | {
      readonly type: 'token';
      readonly id: number;
      /** `TetheredPaymentInformation`. */
      readonly tethered: { readonly [name: string]: unknown };
      readonly last4?: string | undefined;
      readonly cardType?: string | undefined;
      /** Where the provider wants 3-D Secure: the page shows it. */
      readonly challengeUrl?: string | undefined;
      readonly challengeParams?: { readonly [name: string]: unknown } | undefined;
    };

const told = { detail: isFlat };
const error = { error: isFlat };

export const toPage: Shapes = {
  height: { height: isNumber },
  ready: { title: isText, ...told },
  change: told,
  focus: told,
  blur: told,
  submit: told,
  failed: error,
  error,
  refused: { id: isNumber, ...error },
  valid: { id: isNumber, valid: isFlag },
  token: {
    id: isNumber,
    tethered: isFlat,
    last4: orNone(isText),
    cardType: orNone(isText),
    challengeUrl: orNone(isAddress),
    challengeParams: orNone(isFlat),
  },
};
