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
    return { text, isError };
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
