import { type Command, Option } from 'commander';

/** What `mcp` takes (docs/agents.md). */
export interface McpOptions {
  /** Address of a sandbox that runs. */
  readonly url?: string;
  /** Port of the one that is used or started otherwise. */
  readonly port: number;
  readonly clock?: string;
  readonly seed?: string;
}

/** How the other commands read their arguments. */
interface Readers {
  readonly urlOf: (text: string) => string;
  readonly portOf: (text: string) => number;
  readonly clockOf: (text: string) => string;
}

/** Adds the command for coding agents. @param found gets what the command line asks for */
export function addAgentCommand(
  program: Command,
  { urlOf, portOf, clockOf }: Readers,
  found: (options: McpOptions) => void,
): void {
  program
    .command('mcp')
    .description('serve tools for coding agents over standard input and output (Model Context Protocol)')
    .argument('[url]', 'URL of a running sandbox (default: the one on --port, or a new one)', urlOf)
    .addOption(new Option('-p, --port <number>', 'port of the sandbox').default(4400).argParser(portOf))
    .addOption(
      new Option(
        '-t, --clock <instant>',
        'for a new sandbox: ISO 8601 instant of its paused clock',
      ).argParser(clockOf),
    )
    .option('-s, --seed <text>', 'for a new sandbox: makes ids and random choices repeatable')
    .action((url: string | undefined, options: McpOptions) => {
      found(url === undefined ? options : { ...options, url });
    });
}
