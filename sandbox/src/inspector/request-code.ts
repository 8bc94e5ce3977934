import type { ApiRequest } from './api.ts';
import { settings } from './settings.ts';

/** A request as code to paste. */
export interface RequestCode {
  readonly name: string;
  readonly code: (request: ApiRequest) => string;
}

const isRest = ({ path }: ApiRequest) => path.startsWith('/api/');

const quoted = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`;

function bodyText({ body }: ApiRequest): string | undefined {
  if (body === undefined) return undefined;
  return typeof body === 'string' ? body : JSON.stringify(body);
}

function curl(request: ApiRequest): string {
  const { file } = request;
  const data = bodyText(request);
  const body =
    data === undefined
      ? undefined
      : file === undefined
        ? `-d ${quoted(data)}`
        : `--data-binary ${quoted(`@${file}`)}`;
  return [
    `curl${request.method === 'GET' ? '' : ` -X ${request.method}`} ${quoted(settings.baseUrl + request.path)}`,
    ...(isRest(request) ? ['-H "Authorization: Bearer $TOKEN"'] : []),
    ...(!isRest(request) && settings.isGuarded ? ['-H "Authorization: Bearer $CONTROL_TOKEN"'] : []),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, body]),
  ].join(' \\\n  ');
}

/** The options of `fetch`, with each line moved to the right. */
function options(request: ApiRequest, indent: string): string {
  const { method } = request;
  const body = bodyCode(request);
  const token = isRest(request)
    ? "Authorization: 'Bearer ' + token"
    : settings.isGuarded
      ? "Authorization: 'Bearer ' + controlToken"
      : undefined;
  const headers = [
    ...(token === undefined ? [] : [token]),
    ...(body === undefined ? [] : ["'Content-Type': 'application/json'"]),
  ];
  const lines = [
    ...(method === 'GET' ? [] : [`method: '${method}',`]),
    ...(headers.length === 0 ? [] : [`headers: { ${headers.join(', ')} },`]),
    ...(body === undefined ? [] : [`body: ${body},`]),
  ];
  if (lines.length === 0) return '';
  return `, {\n${lines.map((line) => `${indent}  ${line}\n`).join('')}${indent}}`;
}

/** What makes the body: an object as JSON, or a file that is read. */
function bodyCode({ body, file }: ApiRequest): string | undefined {
  if (body === undefined) return undefined;
  return file === undefined ? `JSON.stringify(${javaScript(body)})` : readCode(file);
}

const readCode = (file: string) => `await readFile(${JSON.stringify(file)}, 'utf8')`;

function javaScript(body: unknown): string {
  const json = typeof body === 'string' ? body : JSON.stringify(body);
  return json
    .replace(/"([A-Za-z_]\w*)":/g, '$1: ')
    .replace(/,(?=[A-Za-z_]\w*: )/g, ', ')
    .replace(/^\{(.+)\}$/, '{ $1 }');
}

/** The forms in which an action can be taken along, most wanted first. */
export const requestCodes: readonly RequestCode[] = [
  { name: 'curl', code: curl },
  {
    name: 'test code',
    code: (request) =>
      [
        '// Vitest: `const sandbox = createSandbox();` from clientlib-sandbox',
        `const response = await sandbox.fetch('http://sandbox${request.path}'${options(request, '')});`,
        'expect(response.ok).toBe(true);',
      ].join('\n'),
  },
  {
    name: 'Playwright',
    code: (request) => {
      const method = request.method.toLowerCase();
      const { body, file } = request;
      const data =
        body === undefined ? '' : `, { data: ${file === undefined ? javaScript(body) : readCode(file)} }`;
      return `const response = await request.${method}('${settings.baseUrl}${request.path}'${data});\nexpect(response.ok()).toBe(true);`;
    },
  },
  {
    name: 'fetch',
    code: (request) =>
      `const response = await fetch('${settings.baseUrl}${request.path}'${options(request, '')});`,
  },
];
