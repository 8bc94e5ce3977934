import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { followed } from './openapi-references.ts';
import type { Reference } from './openapi-types.ts';

export interface Document {
  readonly paths: { readonly [path: string]: { readonly [method: string]: Operation } };
}

interface Operation {
  readonly operationId: string;
  readonly responses: { readonly [status: string]: Answer | Reference };
}

interface Answer {
  readonly content?: { readonly [type: string]: { readonly schema: unknown } };
}

/** An answer that the served OpenAPI document does not describe. */
export class UndocumentedAnswer extends Error {}

/** Holds answers to an OpenAPI document. */
export class AnswerValidator {
  readonly #document: Document;
  readonly #ajv = new Ajv2020({ strict: false, allErrors: true });
  readonly #compiled = new Map<string, ValidateFunction>();
  readonly #templates: { readonly pattern: RegExp; readonly path: string }[];

  constructor(document: Document) {
    this.#document = document;
    addFormats(this.#ajv);
    this.#ajv.addSchema(document, 'openapi');
    this.#templates = Object.keys(document.paths)
      // Fixed segments go before variable ones, as in the router.
      .sort((a, b) => a.split('{').length - b.split('{').length)
      .map((path) => ({ path, pattern: patternOf(path) }));
  }

  /** @throws UndocumentedAnswer */
  async check(method: string, url: string, response: Response): Promise<void> {
    const { status } = response;
    const at = `${method} ${new URL(url).pathname} → ${status}`;
    if (status === 500) throw new UndocumentedAnswer(`${at}: ${await response.clone().text()}`);
    // What a fault rule breaks is broken on purpose.
    if (response.headers.has('X-Sandbox-Fault')) return;
    if (method === 'OPTIONS' || method === 'HEAD' || (status >= 300 && status < 400)) return;
    // The stores are the world outside: they refuse in forms of their own.
    if (/^(\/w\/[^/]+)?\/stores\//i.test(new URL(url).pathname) && status >= 400) return;
    const path =
      `/${new URL(url).pathname.split('/').filter(Boolean).join('/')}`.replace(/^\/w\/[^/]+/i, '') || '/';
    const template = this.#templates.find(({ pattern }) => pattern.test(path))?.path;
    const operation =
      template === undefined ? undefined : this.#document.paths[template]?.[method.toLowerCase()];
    if (template === undefined || operation === undefined) {
      // A path whose percent-encoding is broken is no path at all.
      if (status !== 404 && status !== 405 && !(status === 400 && !isReadable(url)))
        throw new UndocumentedAnswer(`${at}: the path is not documented.`);
      return this.#validate(at, '#/components/schemas/Problem', await response.clone().json());
    }
    const described = operation.responses[status];
    if (described === undefined) {
      throw new UndocumentedAnswer(`${at}: the status is not documented. ${await response.clone().text()}`);
    }
    const type = response.headers.get('Content-Type')?.split(';')[0] ?? '';
    const { content = {} } = followed(this.#document, described);
    if (Object.keys(content).length === 0) {
      if (status === 204 && type !== '') throw new UndocumentedAnswer(`${at}: has a body.`);
      return;
    }
    const documented = content[type] ?? content[type.replace(/\/.*/, '/*')];
    if (documented === undefined) {
      throw new UndocumentedAnswer(
        `${at}: "${type}" came, documented is ${Object.keys(content).join(', ')}.`,
      );
    }
    if (!/[/+]json$/.test(type)) return;
    const part = (text: string) => encodeURIComponent(text.replaceAll('~', '~0').replaceAll('/', '~1'));
    const place =
      '$ref' in described
        ? described.$ref
        : `#/paths/${part(template)}/${method.toLowerCase()}/responses/${status}`;
    const pointer = `${place}/content/${part(type)}/schema`;
    this.#validate(at, pointer, await response.clone().json(), JSON.stringify(documented.schema));
  }

  #validate(at: string, pointer: string, body: unknown, key = pointer): void {
    let validate = this.#compiled.get(key);
    if (validate === undefined) {
      validate = this.#ajv.compile({ $ref: `openapi${pointer}` });
      this.#compiled.set(key, validate);
    }
    if (validate(body)) return;
    const problems = this.#ajv.errorsText(validate.errors?.slice(0, 5), { dataVar: 'body' });
    const extra = validate.errors?.map(({ params }) => params['additionalProperty']).filter(Boolean);
    throw new UndocumentedAnswer(
      `${at}: ${problems} ${extra?.join(', ')}\n${JSON.stringify(body).slice(0, 2000)}`,
    );
  }
}

function patternOf(path: string): RegExp {
  const segments = path
    .split('/')
    .filter(Boolean)
    .map((part) => (part.startsWith('{') ? '[^/]+' : part.replace(/[.]/g, '\\$&')));
  return new RegExp(`^/${segments.join('/')}$`, 'i');
}

/** Whether the path of an address can be decoded. */
function isReadable(url: string): boolean {
  try {
    decodeURIComponent(new URL(url).pathname);
    return true;
  } catch {
    return false;
  }
}
