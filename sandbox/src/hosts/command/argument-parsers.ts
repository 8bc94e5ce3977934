import { InvalidArgumentError } from 'commander';
import { toInstant } from '../../service/model/iso-8601.ts';

const MAX_WAIT_SECONDS = 3_600;
const MAX_MONTHS = 120;

export function parsePort(text: string): number {
  const port = Number(text);
  if (!/^\d+$/.test(text) || port > 65_535)
    throw new InvalidArgumentError('Expected a number from 0 to 65535.');
  return port;
}

export function parseCount(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a number greater than 0.');
  return Number(text);
}

export function parseHttpUrl(text: string): string {
  if (!URL.canParse(text) || !/^https?:$/.test(new URL(text).protocol))
    throw new InvalidArgumentError('Expected a URL such as http://localhost:3000/webhooks.');
  return text;
}

export function parseReadBack(text: string): string {
  if (!text.includes('{contract}'))
    throw new InvalidArgumentError('Expected a URL with {contract} in place of the contract id.');
  return parseHttpUrl(text);
}

export function parseInstant(text: string): string {
  if (Number.isNaN(toInstant(text)))
    throw new InvalidArgumentError('Expected an ISO 8601 instant such as 2026-01-15T10:00:00Z.');
  return text;
}

/** Comma-separated names, as in an environment variable. */
export function parseHosts(text: string, before: readonly string[] = []): readonly string[] {
  const names = text.split(/[\s,]+/).filter((name) => name !== '');
  if (names.some((name) => !/^[a-z0-9_-]+(\.[a-z0-9_-]+)*$/i.test(name)))
    throw new InvalidArgumentError('Expected a host name without port, such as sandbox.');
  return [...before, ...names];
}

export function parseSeconds(text: string): number {
  const seconds = Number(text);
  if (!(seconds > 0 && seconds <= MAX_WAIT_SECONDS))
    throw new InvalidArgumentError(`Expected a number of seconds, at most ${MAX_WAIT_SECONDS}.`);
  return seconds;
}

export function append(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

export function parseMonths(text: string): number {
  const months = Number(text);
  if (!/^\d+$/.test(text) || months < 1 || months > MAX_MONTHS)
    throw new InvalidArgumentError(`Expected a number of months from 1 to ${MAX_MONTHS}.`);
  return months;
}

export function parseRow(text: string): number {
  if (!/^[1-9]\d{0,5}$/.test(text)) throw new InvalidArgumentError('Expected a row number, starting at 1.');
  return Number(text);
}
