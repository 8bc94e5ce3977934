import { OF_FIXTURES } from '../../service/model/placeholder.ts';
import { literal, quoted, templatePart } from './literal.ts';
import { findPreparations } from './preparations.ts';

/** A request to export as a test. */
export interface TestedRequest {
  readonly method: string;
  /** Below the workspace: `/api/v1/contracts/…/pause`. */
  readonly path: string;
  readonly body?: unknown;
  /** Name of the file used as body. */
  readonly file?: string;
  /** The expected status. Default: success. */
  readonly status?: number;
}

/** Variable names for ids in a path, by the preceding segment. */
const variables: Readonly<Record<string, string>> = {
  contracts: 'ContractId',
  customers: 'CustomerId',
  deliveries: 'DeliveryId',
  faults: 'FaultId',
  invoices: 'InvoiceId',
  next: 'DecisionId',
  orders: 'OrderId',
  payments: 'PaymentTransactionId',
  paymenttransactions: 'PaymentTransactionId',
  subscriptions: 'SubscriptionId',
  webhooks: 'WebhookId',
  workspaces: 'WorkspaceName',
};

/** Names of fields and parameters that contain an id. */
const fields = new Set(Object.values(variables));

/** Matches ids that the service created, but no names of operations and no ids chosen by a client. */
const ID = /^([0-9a-f]{24}|[\w-]*\d[\w-]*)$/i;

/** A JSON text, or a form that stays a text. */
function parsed(body: unknown): unknown {
  if (typeof body !== 'string') return body;
  try {
    return JSON.parse(body);
  } catch {
    return body;
  }
}

/**
 * Writes a request as a self-contained Vitest test: it creates the required documents in a new sandbox, sends the
 * request and expects its status.
 *
 * @param now the clock of this sandbox, for requests with a date
 */
export function requestAsTest(request: TestedRequest, now: string): string {
  const { method, path, file, status = 200 } = request;
  const body = parsed(request.body);
  const used = new Set<string>();
  const use = (variable: string): string => {
    used.add(variable);
    return variable;
  };
  const target = writePath(path, use);
  const value = file === undefined ? literal(body, (text, name) => writeText(text, name, use)) : undefined;
  const isRest = /^\/api\/v1\/(?!customerselfservice\/)/i.test(path) && file === undefined;
  const send = isRest
    ? restCall(method, target, value, status)
    : fetchCall(request, body, target, value, status);
  const { options, lines } = findPreparations({ path, body }, used, now);
  const isExpecting = send.some((line) => line.includes('expect('));
  return [
    '// request.test.mjs',
    ...(file === undefined ? [] : ["import { readFile } from 'node:fs/promises';"]),
    "import { test } from 'clientlib-sandbox/vitest';",
    ...(isExpecting ? ["import { expect } from 'vitest';"] : []),
    '',
    ...(options.length === 0 ? [] : [`test.override({ sandboxOptions: { ${options.join(', ')} } });`, '']),
    `test(${quoted(`${method} ${target.replaceAll(/\$\{\w+\}/g, '…')}`)}, async ({ sandbox }) => {`,
    ...[...lines, ...send].map((line) => `  ${line}`),
    '});',
    '',
  ].join('\n');
}

/** The path as the inside of a template literal. */
function writePath(path: string, use: (variable: string) => string): string {
  const [route = '', query] = path.split('?');
  const parts = route.split('/').map((part, at, all) => {
    const name = variables[(all[at - 1] ?? '').toLowerCase()];
    const isId = name !== undefined && ID.test(part) && !OF_FIXTURES.test(part);
    return isId ? `\${${use(name)}}` : templatePart(part);
  });
  if (query === undefined) return parts.join('/');
  const parameters = query.split('&').map((parameter) => {
    const [name = '', value = ''] = parameter.split('=');
    const variable = findVariable(name, value);
    return variable === undefined ? templatePart(parameter) : `${name}=\${${use(variable)}}`;
  });
  return `${parts.join('/')}?${parameters.join('&')}`;
}

/** The variable for a field whose value is an id that another sandbox does not have. */
function findVariable(name: string, value: string): string | undefined {
  const field = name.charAt(0).toUpperCase() + name.slice(1);
  const isOwnId = /^[0-9a-f]{24}$/i.test(value) && !OF_FIXTURES.test(value);
  return isOwnId && fields.has(field) ? field : undefined;
}

function writeText(text: string, name: string, use: (variable: string) => string): string {
  const variable = findVariable(name, text);
  return variable === undefined ? quoted(text) : use(variable);
}

/** A path in JavaScript: a template literal only if it contains variables or escapes. */
const written = (target: string): string => (/[$\\]/.test(target) ? `\`${target}\`` : quoted(target));

function restCall(method: string, target: string, value: string | undefined, status: number): string[] {
  const call = `sandbox.rest(${quoted(method)}, ${written(target.slice('/api/v1'.length))}${
    value === undefined || value === 'undefined' ? '' : `, ${value}`
  })`;
  return [status < 400 ? `await ${call};` : `await expect(${call}).rejects.toThrow('${status}');`];
}

function fetchCall(
  { method, file }: TestedRequest,
  body: unknown,
  target: string,
  value: string | undefined,
  status: number,
): string[] {
  const isForm = typeof body === 'string' && file === undefined;
  const content =
    file !== undefined
      ? `await readFile(${quoted(file)}, 'utf8')`
      : body === undefined
        ? undefined
        : isForm
          ? value
          : `JSON.stringify(${value})`;
  const type = isForm ? 'application/x-www-form-urlencoded' : 'application/json';
  return [
    `const response = await sandbox.fetch(\`\${sandbox.baseUrl}${target}\`, {`,
    `  method: ${quoted(method)},`,
    ...(content === undefined ? [] : [`  headers: { 'Content-Type': '${type}' },`, `  body: ${content},`]),
    '});',
    status < 400 ? 'expect(response.ok).toBe(true);' : `expect(response.status).toBe(${status});`,
  ];
}
