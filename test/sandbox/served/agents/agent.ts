import type { Sandbox } from '../../../../sandbox/src/sandbox/sandbox.ts';

/** What a tool answered. */
export interface ToolAnswer {
  readonly text: string;
  readonly isError: boolean;
}

type Ask = (request: Request) => Promise<Response>;

const protocolHeaders = {
  'Content-Type': 'application/json',
  Accept: 'application/json, text/event-stream',
  'MCP-Protocol-Version': '2025-11-25',
};

/** A client of the protocol that does what it is asked, message by message. */
export class ScriptedAgent {
  /** What tools answered until now. */
  readonly answers: { readonly name: string; readonly tokens: number }[] = [];
  /** Each call with its answer, as a text. */
  readonly #said: string[] = [];
  readonly #url: string;
  readonly #ask: Ask;
  readonly #headers: Readonly<Record<string, string>>;

  constructor(
    url: string,
    ask: Ask = (request) => fetch(request),
    headers: Readonly<Record<string, string>> = {},
  ) {
    this.#url = url;
    this.#ask = ask;
    this.#headers = headers;
  }

  static of(sandbox: Sandbox, path = '/mcp'): ScriptedAgent {
    return new ScriptedAgent(`http://sandbox${path}`, (request) => sandbox.fetch(request));
  }

  /** Sends a message. @returns its result @throws Error where the protocol refuses it */
  // biome-ignore lint/suspicious/noExplicitAny: each method answers with its own shape
  async request(method: string, params: object = {}): Promise<any> {
    const response = await this.#ask(
      new Request(this.#url, {
        method: 'POST',
        headers: { ...protocolHeaders, ...this.#headers },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
      }),
    );
    const body = await response.json();
    if (!response.ok || body.error !== undefined)
      throw new Error(`${method}: ${response.status} ${body.error?.message ?? body.Message}`);
    return body.result;
  }

  /** Calls of tools until now. */
  get calls(): number {
    return this.answers.length;
  }

  async call(name: string, input: object = {}): Promise<ToolAnswer> {
    const { content, isError = false } = await this.request('tools/call', { name, arguments: input });
    const text = content.map((part: { readonly text: string }) => part.text).join('\n');
    this.answers.push({ name, tokens: tokensOf(text) });
    this.#said.push(`> ${name} ${JSON.stringify(input)}\n${isError ? 'REFUSED ' : ''}${text}\n`);
    return { text, isError };
  }

  /** All that was asked and answered; ids are numbered as they come, and what real time decides is left out. */
  transcript(): string {
    const seen = new Map<string, string>();
    const numbered = (id: string) => {
      if (!seen.has(id)) seen.set(id, `{${seen.size + 1}}`);
      return seen.get(id) ?? '';
    };
    return this.#said
      .join('\n')
      .replace(/\b(?![0-9a-f]{2}0{18})[0-9a-f]{24}\b/g, numbered)
      .replace(/\b[A-Z]{4}-[A-Z]{4}\b/g, '{reference}')
      .replace(/whsec_[\w+/=]+/g, '{secret}')
      .replace(/eyJ[\w.-]+/g, '{token}');
  }

  /** The text of a tool that must not refuse. */
  async text(name: string, input: object = {}): Promise<string> {
    const { text, isError } = await this.call(name, input);
    if (isError) throw new Error(`${name}: ${text}`);
    return text;
  }
}

/** About the tokens of a text: four characters each. */
export const tokensOf = (text: string): number => Math.ceil(text.length / 4);

/** The reviewed file of a job: `./files/refund-an-invoice.txt`. After an intended change: `npx vitest run … --update`. */
export const fileOf = (name: string): string =>
  `./files/${name.replace(/\W+/g, '-').replace(/^-|-$/g, '').slice(0, 60).toLowerCase()}.txt`;
