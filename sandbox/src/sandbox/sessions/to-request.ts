import { invalid } from '../../service/domain/basics/problem.ts';
import { FAULT_HEADER } from '../../service/http/traffic/faults.ts';
import type { SessionRequest } from '../../service/model/session.ts';
import { type Known, resolved, resolvedJson } from './placeholders.ts';

/**
 * Returns the request of a row, with the values of its placeholders.
 *
 * @throws Problem Invalid if it is not a valid request: a session may come from somebody else
 */
export function toRequest(row: number, ...parts: Parameters<typeof filledRequest>): Request {
  try {
    return filledRequest(...parts);
  } catch (error) {
    throw invalid(`Rows[${row - 1}].Request`, `cannot be sent: ${(error as Error).message}`);
  }
}

function filledRequest(
  recorded: SessionRequest,
  baseUrl: string,
  known: Known,
  controlToken: string | undefined,
): Request {
  const { Method, Path, Headers: recordedHeaders = {}, Fault = 'none' } = recorded;
  known.budget.begin();
  const headers = new Headers();
  for (const [name, value] of Object.entries(recordedHeaders))
    headers.set(name, header(resolved(value, known)));
  if (Path.startsWith('/sandbox') && controlToken !== undefined)
    headers.set('Authorization', `Bearer ${controlToken}`);
  headers.set(FAULT_HEADER, controlToken === undefined ? Fault : `${Fault}; token=${controlToken}`);
  return new Request(baseUrl + resolved(Path, known), {
    method: Method,
    headers,
    ...toBody(recorded, known),
  });
}

/** `Basic` has user and password in plain text in a session. */
function header(value: string): string {
  if (!value.startsWith('Basic ')) return value;
  return `Basic ${btoa(value.slice('Basic '.length))}`;
}

function toBody({ Body, Form, Text }: SessionRequest, known: Known): { body?: string } {
  if (Body !== undefined) return { body: JSON.stringify(resolvedJson(Body, known)) };
  if (Form !== undefined)
    return { body: new URLSearchParams(resolvedJson(Form, known) as Record<string, string>).toString() };
  return Text === undefined ? {} : { body: resolved(Text, known) };
}
