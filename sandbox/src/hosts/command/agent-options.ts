import { type Command, Option } from 'commander';
import { parseHttpUrl, parseInstant, parsePort } from './argument-parsers.ts';
import { editors, type McpInitOptions } from './editor-file.ts';

/** Options of `mcp` (docs/agents.md). */
export interface McpOptions {
  /** Address of a running sandbox. */
  readonly url?: string;
  /** The port of a sandbox to use or start. */
  readonly port: number;
  readonly clock?: string;
  readonly seed?: string;
  /** Whether to serve only the read-only tools. */
  readonly readonly?: true;
}

export type AgentCommand =
  | { readonly command: 'mcp'; readonly options: McpOptions }
  | { readonly command: 'mcp init'; readonly options: McpInitOptions };

const readOnly = () => new Option('--readonly', 'only the tools that change nothing');

/** Adds the command for coding agents. @param found receives the parsed command line */
export function addAgentCommand(program: Command, found: (command: AgentCommand) => void): void {
  const mcp = program
    .command('mcp')
    .enablePositionalOptions()
    .description('serve tools for coding agents over standard input and output (Model Context Protocol)')
    .argument('[url]', 'URL of a running sandbox (default: the one on --port, or a new one)', parseHttpUrl)
    .option('-p, --port <number>', 'port of the sandbox', parsePort, 4400)
    .option('-t, --clock <instant>', 'for a new sandbox: ISO 8601 instant of its paused clock', parseInstant)
    .option('-s, --seed <text>', 'for a new sandbox: makes ids and random choices repeatable')
    .addOption(readOnly())
    .action((url: string | undefined, options: McpOptions) => {
      found({ command: 'mcp', options: url === undefined ? options : { ...options, url } });
    });
  mcp
    .command('init')
    .description('write the settings file with which your editor starts the tools, in this folder')
    .argument(
      '[url]',
      'URL of the sandbox that the tools use (default: the one on port 4400, or a new one)',
      parseHttpUrl,
    )
    .addOption(
      new Option('-e, --editor <name>', 'editor (default: those that have a folder here)').choices(
        Object.keys(editors),
      ),
    )
    .addOption(readOnly())
    .action((url: string | undefined, options: McpInitOptions) => {
      found({ command: 'mcp init', options: url === undefined ? options : { ...options, url } });
    });
}
