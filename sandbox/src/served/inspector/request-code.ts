import { literal, quoted, shellQuoted } from '../test-code/literal.ts';
import { requestAsTest } from '../test-code/request-as-test.ts';
import type { ApiRequest } from './api.ts';
import { now } from './session.ts';
import { settings } from './settings.ts';

/** A request as code to paste. */
export interface RequestCode {
  readonly name: string;
  readonly code: (request: ApiRequest) => string;
}

/** Returns the names of the variable that contains the token of a request, for a shell and for JavaScript. */
function tokenVariable({ path }: ApiRequest): readonly [shell: string, script: string] | undefined {
  if (path.startsWith('/api/')) return ['$TOKEN', 'token'];
  const isControl = settings.isGuarded && path.startsWith('/sandbox/');
  return isControl ? ['$CONTROL_TOKEN', 'controlToken'] : undefined;
}

function curl(request: ApiRequest): string {
  const { method, path, body } = request;
  const [token] = tokenVariable(request) ?? [];
  return [
    `curl${method === 'GET' ? '' : ` -X ${method}`} ${shellQuoted(settings.baseUrl + path)}`,
    ...(token === undefined ? [] : [`-H "Authorization: Bearer ${token}"`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: ${contentType(request)}'`, curlData(request)]),
  ].join(' \\\n  ');
}

function curlData({ body, file }: ApiRequest): string {
  if (file !== undefined) return `--data-binary ${shellQuoted(`@${file}`)}`;
  return `-d ${shellQuoted(typeof body === 'string' ? body : JSON.stringify(body))}`;
}

/** A logged body is a text: JSON, or a form. */
function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return undefined;
  }
}

const contentType = ({ body, file }: ApiRequest) =>
  file === undefined && parsed(body) === undefined ? 'application/x-www-form-urlencoded' : 'application/json';

/** Returns the code of the body: a value that is serialized as JSON, a text, or a file. */
function toBody({
  body,
  file,
}: ApiRequest): { readonly value: string } | { readonly text: string } | undefined {
  if (body === undefined) return undefined;
  if (file !== undefined) return { text: `await readFile(${quoted(file)}, 'utf8')` };
  const value = parsed(body);
  return value === undefined ? { text: literal(body) } : { value: literal(value) };
}

function headerLines(request: ApiRequest, needsType: boolean): string[] {
  const [, token] = tokenVariable(request) ?? [];
  const headers = [
    ...(token === undefined ? [] : [`Authorization: 'Bearer ' + ${token}`]),
    ...(needsType ? [`'Content-Type': '${contentType(request)}'`] : []),
  ];
  return headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} }`];
}

/** The options of `fetch`. */
function fetchOptions(request: ApiRequest): string {
  const { method } = request;
  const body = toBody(request);
  const lines = [
    ...(method === 'GET' ? [] : [`method: '${method}'`]),
    ...headerLines(request, body !== undefined),
    ...(body === undefined ? [] : [`body: ${'text' in body ? body.text : `JSON.stringify(${body.value})`}`]),
  ];
  return lines.length === 0 ? '' : `, {\n${lines.map((line) => `  ${line},\n`).join('')}}`;
}

/** The options of a Playwright request, which serializes a value as JSON itself. */
function playwrightOptions(request: ApiRequest): string {
  const body = toBody(request);
  const parts = [
    ...headerLines(request, body !== undefined && 'text' in body),
    ...(body === undefined ? [] : [`data: ${'text' in body ? body.text : body.value}`]),
  ];
  return parts.length === 0 ? '' : `, { ${parts.join(', ')} }`;
}

/** The formats in which an action can be copied, most useful first. */
export const requestCodes: readonly RequestCode[] = [
  { name: 'curl', code: curl },
  {
    name: 'test code',
    code: (request) => requestAsTest(request, new Date(now()).toISOString()),
  },
  {
    name: 'Playwright',
    code: (request) => {
      const address = quoted(settings.baseUrl + request.path);
      const call = `request.${request.method.toLowerCase()}(${address}${playwrightOptions(request)})`;
      return `const response = await ${call};\nexpect(response.ok()).toBe(true);`;
    },
  },
  {
    name: 'fetch',
    code: (request) =>
      `const response = await fetch(${quoted(settings.baseUrl + request.path)}${fetchOptions(request)});`,
  },
];
