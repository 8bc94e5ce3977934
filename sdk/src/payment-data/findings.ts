import { ClientLibError } from '../errors/client-lib-error.ts';
import type { ErrorCode } from '../errors/codes.ts';
import { toAscii } from '../input/ascii.ts';
import { type Folded, filled, get, text } from '../input/record.ts';

/** An error in one field of payment data. It never contains the input. */
export interface Finding {
  readonly field: string;
  readonly code: ErrorCode;
  /** The expected value, as text for developers. */
  readonly expected: string;
  readonly isMissing: boolean;
}

/** Returns the expected value for an invalid value; nothing for a valid one. */
export type Rule = (value: string) => string | undefined;

/** Reads the fields of payment data and collects their errors. */
export class Fields {
  readonly findings: Finding[] = [];
  private readonly _data: Folded;

  constructor(data: Folded) {
    this._data = data;
  }

  /** A field's text, unchecked. */
  text(field: string): string {
    return text(get(this._data, field));
  }

  /** A field's text, checked. */
  read(field: string, code: ErrorCode, rule: Rule, normalize = text): string {
    const value = normalize(get(this._data, field));
    const expected = rule(value);
    if (expected) this.find(field, code, expected, value === '');
    return value;
  }

  /** Adds a finding. */
  find(field: string, code: ErrorCode, expected: string, isMissing = false): void {
    this.findings.push({ field, code, expected, isMissing });
  }
}

/** A finding as the error that the page receives. The data may contain a missing field under another name. */
export function toError({ field, code, expected, isMissing }: Finding, data: object = {}): ClientLibError {
  const why = isMissing
    ? `is missing (given: ${filled(data)
        .map(([name]) => name)
        .join(', ')}), `
    : '';
  return new ClientLibError([code], `${field}: ${why}expected ${expected}.`, { field });
}

/** A value in this format. */
export const matching =
  (form: RegExp, expected: string): Rule =>
  (value) =>
    form.test(value) ? undefined : expected;

/** An empty value, or one that the rule accepts. */
export const optionally =
  (rule: Rule): Rule =>
  (value) =>
    value === '' ? undefined : rule(value);

/** Input that people type with spaces and dashes, or on keyboards of other scripts: numbers, IBANs. */
export const compact = (value: unknown): string => toAscii(text(value)).replace(/[\s-]/g, '').toUpperCase();
