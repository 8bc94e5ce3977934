// Shapes of objects: responses of the service, messages of the payment form.
import { isObject } from './record.ts';

export type Check = (value: unknown) => boolean;

/** Fields of an object, each with its check. Further fields are allowed. */
export interface Shape {
  readonly [field: string]: Check;
}

export const isText: Check = (value) => typeof value === 'string';
export const isNumber = (value: unknown): value is number => Number.isFinite(value);
export const isList: Check = (value) => Array.isArray(value);
export const isTexts: Check = (value) => Array.isArray(value) && value.every(isText);

/** A URL that a browser can navigate to: http(s). */
export function webAddress(value: unknown, base?: string): URL | undefined {
  const url = parsed(value, base);
  return url && /^https?:$/.test(url.protocol) ? url : undefined;
}

export function parsed(value: unknown, base?: string): URL | undefined {
  try {
    return new URL(value as string, base);
  } catch {
    return undefined;
  }
}

export const isWebAddress: Check = (value) => !!webAddress(value);

/** Missing, or valid for the check. */
export const optional =
  (check: Check): Check =>
  (value) =>
    value === undefined || value === null || check(value);

/** An object with these fields. */
export const shaped =
  (shape: Shape): Check =>
  (value) =>
    isObject(value) && !wrongField(value, shape);

/** An object whose every value passes the check. */
export const record =
  (check: Check): Check =>
  (value) =>
    isObject(value) && Object.values(value).every(check);

/** The first invalid field. */
export function wrongField(value: { readonly [name: string]: unknown }, shape: Shape): string | undefined {
  return Object.entries(shape).find(([field, check]) => !check(value[field]))?.[0];
}
